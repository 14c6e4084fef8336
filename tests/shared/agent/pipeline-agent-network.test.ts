import assert from "node:assert/strict";
import { secret, secretForms, withAgent } from "./agent-stage";
import { environmentOfAProxy, noCertificates, noProxy, proxiesOf } from "./network-samples";

describe("the agent in a pipeline, network", () => {
  it("uses the agent's proxy, and bypasses it where the agent does", async () => {
    const { told, commands } = await withAgent(
      `const proxies = () => (${proxiesOf});
      const named = proxies();
      for (const name of ["AGENT_PROXYUSERNAME", "AGENT_PROXYPASSWORD"]) delete process.env[name];
      tell({ named, nameless: proxies(), byPath: agent.network(new URL("https://host/contoso/own")).proxy });`,
      {
        env: {
          ...environmentOfAProxy,
          AGENT_PROXYURL: "http://agent-proxy:8080",
          AGENT_PROXYUSERNAME: "agent",
          AGENT_PROXYPASSWORD: secret,
          AGENT_PROXYBYPASSLIST: JSON.stringify(["inside\\.example", "/contoso/own"]),
        },
      },
    );
    const proxyUrl = "http://agent-proxy:8080";
    assert.deepEqual(told, {
      named: {
        contoso: { proxyUrl, proxyUsername: "agent", proxyPassword: secret },
        inside: noProxy,
      },
      nameless: { contoso: { ...noProxy, proxyUrl }, inside: noProxy },
      byPath: noProxy,
    });
    assert.deepEqual(
      commands.map(({ message }) => message),
      secretForms,
    );
  });

  it("uses the environment's proxy if the agent has none, and hides its password", async () => {
    const { told, commands } = await withAgent(`tell(${proxiesOf});`, { env: environmentOfAProxy });
    assert.deepEqual(told, {
      contoso: { proxyUrl: "http://proxy:3128", proxyUsername: "user", proxyPassword: secret },
      inside: noProxy,
    });
    assert.deepEqual(
      commands.map(({ message }) => message),
      secretForms,
    );
  });

  it("uses those of the agent's certificates that exist", async () => {
    const { told } = await withAgent(
      `const certificates = () => agent.network(new URL("https://host/")).certificates;
      const none = certificates();
      process.env["AGENT_CAINFO"] = "/ca.pem";
      const authority = certificates();
      delete process.env["AGENT_CAINFO"];
      process.env["AGENT_CLIENTCERT"] = "/cert.pem";
      const client = certificates();
      process.env["AGENT_CLIENTCERTKEY"] = "/key.pem";
      process.env["AGENT_CLIENTCERTPASSWORD"] = "phrase";
      tell({ none, authority, client, keyed: certificates() });`,
    );
    assert.deepEqual(told, {
      none: noCertificates,
      authority: { ...noCertificates, caFile: "/ca.pem" },
      client: { ...noCertificates, certFile: "/cert.pem" },
      keyed: { caFile: "", certFile: "/cert.pem", keyFile: "/key.pem", passphrase: "phrase" },
    });
  });
});
