import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Step } from "../sandbox/agent";
import { makeAuthority } from "../sandbox/identity";
import type { ServerIdentity } from "../sandbox/loopback";
import type { SandboxProxy } from "../sandbox/proxy";
import { startTinyproxy, tinyproxyPath } from "../sandbox/tinyproxy";
import { perform } from "./monitor-stage";
import { withRegistrar } from "./register-stage";
import { useAgent } from "./use-agent";

const program = tinyproxyPath();
const user = "svc-agent";
const password = "canary-proxy.password_1";
const failing = [{ id: 1, result: "failed", logs: ["an error"] }];

// The project allows no test that is skipped: where there is no tinyproxy, this one does not exist.
if (program !== undefined)
  describe("packaged tasks behind tinyproxy, where it is installed", () => {
    const monitorAgent = useAgent();
    const registerAgent = useAgent();
    const proxies: SandboxProxy[] = [];
    let identity: ServerIdentity;
    let caFile = "";

    before(async () => {
      const authority = await makeAuthority("Company");
      identity = await authority.issue("localhost");
      caFile = join(monitorAgent().sourcesFolder, "..", "company.pem");
      writeFileSync(caFile, authority.cert);
    });
    /** Stops the proxies, and gives the hosts that tunnels were asked for: their logs are whole only then. */
    async function stopProxies(): Promise<Set<string>> {
      const stopped = proxies.splice(0);
      await Promise.all(stopped.map((proxy) => proxy.close()));
      return new Set(stopped.flatMap(({ tunnels }) => tunnels));
    }
    afterEach(stopProxies);

    /** A step on an agent that was set up with a tinyproxy, which gives tunnels to these hosts. */
    async function behind(hosts: readonly URL[], word = password): Promise<Partial<Step>> {
      const ports = hosts.map(({ port }) => port);
      const proxy = await startTinyproxy(program ?? "", user, password, ports);
      proxies.push(proxy);
      return {
        variables: {
          "Agent.ProxyUrl": proxy.address.href,
          "Agent.ProxyUsername": user,
          "Agent.CAInfo": caFile,
        },
        secrets: { "Agent.ProxyPassword": word },
      };
    }
    const monitored = (step: (build: URL, chat: URL) => Promise<Partial<Step>>) =>
      perform(monitorAgent(), {
        runs: failing,
        service: { identity },
        chatIdentity: identity,
        step: (service, chat) => step(service.address, chat.address),
      });

    it("reach the build service and the webhook", async () => {
      const { outputs, chat, service } = await monitored((...hosts) => behind(hosts));
      assert.deepEqual([outputs["delivered"], chat.texts.length], ["sent", 1]);
      assert.deepEqual(await stopProxies(), new Set([service.address.host, chat.address.host]));
    });

    it("reach the registrar", async () => {
      await withRegistrar(registerAgent(), { registrar: { identity } }, async ({ registrar, run }) => {
        const { outputs } = await run({ step: await behind([registrar.address]) });
        assert.equal(outputs["outcome"], "registered");
        assert.deepEqual(await stopProxies(), new Set([registrar.address.host]));
      });
    });

    it("say that it refuses a host or a user", async () => {
      const host = await monitored((_, chat) => behind([chat]));
      assert.match(host.issues[0]?.message ?? "", /failed: the proxy returned 403/);
      const person = await monitored((...hosts) => behind(hosts, "canary-wrong"));
      assert.match(person.issues[0]?.message ?? "", /failed: the proxy returned 40[17]/);
      assert.deepEqual([...host.service.requests, ...person.service.requests], []);
    });
  });
