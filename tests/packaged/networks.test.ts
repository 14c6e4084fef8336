import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../sandbox/agent";
import { makeAuthority } from "../sandbox/identity";
import type { LoopbackServer, ReceivedRequest, ServerIdentity } from "../sandbox/loopback";
import { type SandboxProxy, startProxy } from "../sandbox/proxy";
import { perform, reportIn } from "./monitor-stage";
import { isOwnership, isPurchase, isValidate, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

const failing = [{ id: 1, result: "failed", logs: ["an error"] }];
const user = "COMPANY\\svc-agent";
/** Holds what has to be encoded in an address, in a header and in a command to the agent. */
const password = 'canary: p@ß%41/?#+;]"&\\';

type Kind = (request: ReceivedRequest) => boolean;
const endsIn =
  (end: RegExp): Kind =>
  ({ path }) =>
    end.test(path);
const buildKinds = [/\/builds$/, /\/logs$/, /\/logs\/1$/].map(endsIn);
const chatKinds = [endsIn(/^\/hooks\//)];
const registrarKinds = [isOwnership, isValidate, isPurchase, endsIn(/\/available$/)];

/** A service was asked everything that it can be, and never shown the proxy's credential. */
function assertAllAsked({ requests }: LoopbackServer, kinds: Kind[]): void {
  for (const isKind of kinds) assert.ok(requests.some(isKind), String(isKind));
  assert.ok(requests.every(({ headers }) => headers["proxy-authorization"] === undefined));
}

/** The services and the proxy of a company: its names only the proxy can look up, its certificates are its own. */
describe("packaged tasks in a company's network", () => {
  const monitorAgent = useAgent();
  const registerAgent = useAgent();
  let proxy: SandboxProxy;
  let caFile = "";
  let otherCaFile = "";
  let company: Record<"build" | "chat" | "registrar" | "local" | "other", ServerIdentity>;

  before(async () => {
    const [authority, other] = [await makeAuthority("Company"), await makeAuthority("Another company")];
    company = {
      build: await authority.issue("build.company.invalid"),
      chat: await authority.issue("chat.company.invalid"),
      registrar: await authority.issue("registrar.company.invalid"),
      local: await authority.issue("localhost"),
      other: await other.issue("localhost"),
    };
    const home = join(monitorAgent().sourcesFolder, "..");
    caFile = join(home, "company.pem");
    otherCaFile = join(home, "other.pem");
    writeFileSync(caFile, authority.cert);
    writeFileSync(otherCaFile, other.cert);
  });
  beforeEach(async () => {
    proxy = await startProxy(user, password);
  });
  afterEach(() => proxy.close());

  const trusting = () => ({ "Agent.CAInfo": caFile });
  /** An agent that was set up with the company's proxy. */
  const proxied = (variables: Record<string, string>): Partial<Step> => ({
    variables: { "Agent.ProxyUrl": proxy.address.href, "Agent.ProxyUsername": user, ...variables },
    secrets: { "Agent.ProxyPassword": password },
  });

  const monitor = (step: Partial<Step>, identities: { build: ServerIdentity; chat: ServerIdentity }) =>
    perform(monitorAgent(), {
      runs: failing,
      service: { identity: identities.build },
      chatIdentity: identities.chat,
      step: { ...step, env: { BUILD_AUTH: "$(BUILD_AUTH)", ...step.env } },
    });
  const register = (step: Partial<Step>, identity: ServerIdentity) =>
    registerOnce(registerAgent(), {
      registrar: { identity },
      step: { ...step, env: { REGISTRAR_API_KEY: "$(KEY)", REGISTRAR_API_SECRET: "$(SECRET)", ...step.env } },
    });

  it("send every request of theirs through the agent's proxy, and trust the agent's authority", async () => {
    const { outputs, service, chat } = await monitor(proxied(trusting()), company);
    assert.equal(outputs["delivered"], "sent");
    assertAllAsked(service, buildKinds);
    assertAllAsked(chat, chatKinds);
    assert.deepEqual(new Set(proxy.tunnels), new Set([service.address.host, chat.address.host]));
    proxy.tunnels.length = 0;
    const registered = await register(proxied(trusting()), company.registrar);
    assert.equal(registered.outputs["outcome"], "registered");
    assertAllAsked(registered.stage.registrar, registrarKinds);
    const { registrar, rdap } = registered.stage;
    assert.deepEqual(new Set(proxy.tunnels), new Set([registrar.address.host, rdap.address.host]));
  });

  it("fail without the authority's certificate, through the proxy and past it, and say what to do", async () => {
    const advice =
      /failed: UNABLE_TO_VERIFY_LEAF_SIGNATURE\. The host's certificate is not trusted. Make the agent trust the authority that issued it, with `--sslcacert` or `NODE_EXTRA_CA_CERTS`\./;
    const cases = [
      [proxied({}), company.build, company.registrar],
      [{}, company.local, company.local],
    ] as const;
    for (const [step, build, registrar] of cases) {
      const monitored = await monitor(step, { build, chat: company.chat });
      const registered = await register(step, registrar);
      for (const { result, issues } of [monitored, registered]) {
        assert.equal(result, "Failed");
        assert.match(issues.at(-1)?.message ?? "", advice);
      }
      assert.deepEqual([...monitored.service.requests, ...registered.stage.registrar.requests], []);
    }
    const unsent = await monitor(proxied(trusting()), { build: company.build, chat: company.other });
    assert.deepEqual([unsent.result, unsent.outputs["delivered"]], ["SucceededWithIssues", "failed"]);
    assert.match(unsent.log.join("\n"), advice);
  });

  it("trust the agent's authority beside those that Node trusts, not in their place", async () => {
    const step = { ...proxied(trusting()), env: { NODE_EXTRA_CA_CERTS: otherCaFile } };
    const { outputs } = await monitor(step, { build: company.build, chat: company.other });
    assert.equal(outputs["delivered"], "sent");
  });

  it("go past the proxy where the agent's bypass list says so, and nowhere else", async () => {
    const bypasses = (bypass: (chat: URL) => string) =>
      perform(monitorAgent(), {
        runs: failing,
        service: { identity: company.build },
        chatIdentity: company.local,
        step: (_, { address }) =>
          proxied({ ...trusting(), "Agent.ProxyBypassList": JSON.stringify(["^nothing$", bypass(address)]) }),
      });
    const { outputs, service } = await bypasses(({ origin }) => `^${origin}$`);
    assert.deepEqual(
      [outputs["delivered"], new Set(proxy.tunnels)],
      ["sent", new Set([service.address.host])],
    );
    const { chat } = await bypasses(() => "^https://localhost:9$");
    assert.ok(proxy.tunnels.includes(chat.address.host));
    proxy.tunnels.length = 0;
    const direct = proxied({ ...trusting(), "Agent.ProxyBypassList": '["localhost"]' });
    // The environment's proxy is none for what the agent bypasses.
    const registered = await register(
      { ...direct, env: { HTTPS_PROXY: proxy.address.origin } },
      company.local,
    );
    const { registrar } = registered.stage;
    assert.equal(registered.outputs["outcome"], "registered");
    assert.ok(!proxy.tunnels.includes(registrar.address.host), proxy.tunnels.join());
  });

  it("take HTTPS_PROXY and NO_PROXY where the agent names no proxy", async () => {
    const [name, word] = [user, password].map(encodeURIComponent);
    const env = { HTTPS_PROXY: `http://${name}:${word}@${proxy.address.host}`, NO_PROXY: "localhost" };
    const { outputs, service } = await monitor(
      { variables: trusting(), env },
      { build: company.build, chat: company.local },
    );
    assert.equal(outputs["delivered"], "sent");
    assert.deepEqual(new Set(proxy.tunnels), new Set([service.address.host]));
    const registered = await register({ variables: trusting(), env }, company.registrar);
    assert.equal(registered.outputs["outcome"], "registered");
    assert.ok(proxy.tunnels.includes(registered.stage.registrar.address.host));
  });

  it("report everything behind a proxy, although no log is read to its end", async () => {
    const body = () =>
      Array.from({ length: 50 }, (_, index) => Buffer.alloc(64 * 1024, index === 0 ? "error" : "x"));
    const { outputs, log } = await perform(monitorAgent(), {
      runs: Array.from({ length: 40 }, (_, index) => ({ id: index + 1, result: "failed", logs: ["x"] })),
      service: { identity: company.build },
      chatIdentity: company.chat,
      step: proxied(trusting()),
      arrange: (service) =>
        service.faults.push({
          when: ({ path }) => /\/logs\/\d+$/.test(path),
          get reply() {
            return { status: 200, headers: { "content-type": "text/plain" }, body: body() };
          },
        }),
    });
    assert.deepEqual([outputs["runCount"], outputs["delivered"]], ["40", "sent"]);
    assert.equal(reportIn(log).filter((line) => line.endsWith("/logs/1)")).length, 40);
  });
});
