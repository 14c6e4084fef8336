import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Step } from "../sandbox/agent";
import { makeIdentity } from "../sandbox/identity";
import { listen } from "../sandbox/listen";
import { type LoopbackServer, startServer } from "../sandbox/loopback";
import { startProxy } from "../sandbox/proxy";
import { byConnections, oneFailure, perform } from "./monitor-stage";
import { byConnection, registerOnce } from "./register-stage";
import { useAgent } from "./use-agent";

/** The stages look for every credential, in all its forms, in whatever a step leaves: here they are tempted to leak. */
describe("credentials of the packaged tasks", () => {
  const monitorAgent = useAgent();
  const registerAgent = useAgent();

  const credentials = {
    BUILD_AUTH: "$(BUILD_AUTH)",
    REGISTRAR_API_KEY: "$(KEY)",
    REGISTRAR_API_SECRET: "$(SECRET)",
  };

  /** Runs both tasks; what they did does not matter, the stages look for credentials. */
  async function runBoth(step: Partial<Step>) {
    return [
      await perform(monitorAgent(), { runs: oneFailure, step }),
      await registerOnce(registerAgent(), { step, inputs: { waitMinutes: "0" } }),
    ];
  }

  /** The same with service connections. */
  async function runBothConnected(step: Partial<Step>) {
    return [
      await perform(monitorAgent(), {
        runs: oneFailure,
        step: (service, chat) => {
          const connected = byConnections(service, chat);
          return { ...connected, inputs: { configFile: "monitor.json", ...connected.inputs }, ...step };
        },
      }),
      await registerOnce(registerAgent(), {
        inputs: { waitMinutes: "0", registrarConnection: "registrar", apiUrl: "" },
        step: (registrar) => ({ ...byConnection(registrar, "production"), ...step }),
      }),
    ];
  }

  it("are not in what a proxy that does not work makes of them", async () => {
    const refusing = await startProxy("somebody", "else");
    const garbage = createServer((socket) => socket.resume().end("no proxy here\r\n\r\n"));
    const port = await listen(garbage);
    const ofTheEnvironment = (host: string) => ({
      env: { ...credentials, HTTP_PROXY: `http://canary-user:canary-proxy-password@${host}` },
    });
    const ofTheAgent = (host: string) => ({
      "Agent.ProxyUrl": `http://${host}`,
      "Agent.ProxyUsername": "canary-user",
      "Agent.ProxyPassword": "canary-proxy-password",
      "System.Debug": "true",
    });
    try {
      for (const step of [
        ofTheEnvironment(refusing.address.host),
        { env: credentials, variables: ofTheAgent(`127.0.0.1:${port}`) },
        { ...ofTheEnvironment("127.0.0.1:9"), variables: { "System.Debug": "true" } },
      ])
        for (const { result } of await runBoth(step)) assert.equal(result, "Failed");
    } finally {
      await refusing.close();
      await once(garbage.close(), "close");
    }
  });

  const variables = { "System.Debug": "true" };

  it("are not in errors that nobody caught, nor in stacks", async () => {
    for (const [how, connected] of [
      ["throw error", false],
      ["Promise.reject(error)", true],
    ] as const) {
      const sabotage = `const secrets = [process.env.BUILD_AUTH, Buffer.from(process.env.BUILD_AUTH || "", "base64"),
            process.env.REGISTRAR_API_KEY, process.env.REGISTRAR_API_SECRET,
            ...Object.entries(process.env).flatMap(([name, value]) => /^ENDPOINT_AUTH_/.test(name) ? value : [])].join(" ");
          const error = new Error(secrets + encodeURIComponent(secrets));
          error.cause = new Error(secrets);
          require("node:diagnostics_channel").subscribe("http.client.request.start", () =>
            setImmediate(() => { ${how} }));`;
      const ended = connected
        ? await runBothConnected({ variables, sabotage })
        : await runBoth({ env: credentials, variables, sabotage });
      for (const { result } of ended) assert.equal(result, "Failed");
    }
  });

  describe("redirected", () => {
    let service: LoopbackServer;
    let elsewhere: LoopbackServer[];
    let location = "";

    before(async () => {
      const identity = await makeIdentity();
      service = await startServer(() => ({ status: 302, headers: { location } }), identity);
      elsewhere = [await startServer(() => ({})), await startServer(() => ({}), identity)];
      for (const agent of [monitorAgent(), registerAgent()])
        writeFileSync(join(agent.sourcesFolder, "..", "authority.pem"), identity.cert);
    });
    after(() => Promise.all([service, ...elsewhere].map((server) => server.close())));

    it("go to the configured origin only: not to another port, not to another host, not to http", async () => {
      const locations = [
        ...elsewhere.map(({ address }) => `${address.href}x`),
        `http://${service.address.host}/x`,
        "https://elsewhere.invalid/x",
      ];
      for (const target of locations) {
        location = target;
        const trusting = (folder: string) => ({
          variables: { ...variables, "Agent.CAInfo": join(folder, "..", "authority.pem") },
        });
        const monitored = await perform(monitorAgent(), {
          config: { url_base: service.address.href },
          step: trusting(monitorAgent().sourcesFolder),
        });
        const registered = await registerOnce(registerAgent(), {
          inputs: { apiUrl: service.address.href, waitMinutes: "1" },
          step: trusting(registerAgent().sourcesFolder),
        });
        for (const { result, log } of [monitored, registered]) {
          assert.equal(result, "Failed");
          assert.match(log.join("\n"), /returned 302 Found, a redirect to .* that was not followed/);
        }
      }
      assert.ok(service.requests.every(({ headers }) => headers.authorization !== undefined));
      assert.deepEqual(
        elsewhere.flatMap(({ requests }) => requests),
        [],
      );
    });
  });
});
