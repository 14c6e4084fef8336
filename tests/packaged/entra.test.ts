import assert from "node:assert/strict";
import { entraConnection } from "../sandbox/entra";
import { performWithoutToken } from "./entra-stage";
import { oneFailure } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("azureDevOpsConnection of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const runs = oneFailure;
  const messageOf = ({ issues }: { issues: { message: string }[] }) => issues.at(-1)?.message ?? "";

  it("reads another organization without a token, through the agent's proxy and by its certificates", async () => {
    const { result, outputs, log, service, entra, chat } = await performWithoutToken(agent(), {
      runs,
      step: { variables: { "System.Debug": "true" } },
    });
    assert.equal(result, "Succeeded", log.join("\n"));
    assert.deepEqual([outputs["issueCount"], outputs["delivered"]], ["1", "sent"]);
    assert.match(log.join("\n"), / https:\/\/dev\.azure\.com\/fabrikam\/.* with azureDevOpsConnection\./);
    assert.match(chat.texts[0] ?? "", /https:\/\/dev\.azure\.com\/fabrikam\/Night%20Shift\//);
    assert.deepEqual([...entra.proxy.tunnels].slice(0, 3), [
      "dev.azure.com:443",
      "login.microsoftonline.com:443",
      "dev.azure.com:443",
    ]);
    assert.equal(entra.requests.length, 1);
    const [idToken, list] = service.requests.map(({ method, path }) => `${method} ${path}`);
    assert.match(idToken ?? "", /^POST \/contoso\/.*\/oidctoken$/);
    assert.match(list ?? "", /^GET \/fabrikam\//);
  });

  it("sends each token to its own service only", async () => {
    const { service, entra, chat } = await performWithoutToken(agent(), { runs });
    const holders = (text: string) =>
      [...service.requests, ...entra.requests, ...chat.requests]
        .filter(({ headers, body, target }) => JSON.stringify([headers, body, target]).includes(text))
        .map(({ path }) => path.replace(/^\/fabrikam\/.*/, "fabrikam").replace(/^\/contoso\/.*/, "contoso"));
    assert.deepEqual(new Set(holders("canary-job-token")), new Set(["contoso"]));
    assert.equal(holders("canary.id-token").join(), entra.requests[0]?.path);
    assert.deepEqual(new Set(holders("canary.access-token")), new Set(["fabrikam"]));
  });

  it("goes on with one new token after its token is rejected in the middle of the run", async () => {
    let revoked = 0;
    const { outputs, entra, chat, log } = await performWithoutToken(agent(), {
      runs,
      arrange: ({ faults }) =>
        faults.push({
          when: ({ path, headers }) =>
            /\/logs/.test(path) && headers.authorization === "Bearer canary.access-token.1" && ++revoked > 0,
          reply: { status: 401 },
        }),
    });
    assert.deepEqual([outputs["delivered"], entra.requests.length], ["sent", 2], log.join("\n"));
    assert.match(chat.texts[0] ?? "", /\[log\]/);
    assert.equal(revoked, 1);
  });

  it("is refused before any request where it cannot be used", async () => {
    for (const [options, problem] of [
      [{ step: { variables: { "System.OidcRequestUri": "" } } }, /as on Azure DevOps Server/],
      [
        { step: { variables: { "System.OidcRequestUri": "https://evil.invalid/x" } } },
        /does not lead to this pipeline's/,
      ],
      [
        { config: { url_base: "https://tfs.company.invalid/tfs/" } },
        /cannot be used for https:\/\/tfs\.company\.invalid/,
      ],
      [
        { step: { connections: { reader: { ...entraConnection, parameters: {} } } } },
        /has no workload identity/,
      ],
    ] as const) {
      const { result, entra, service, ...performed } = await performWithoutToken(agent(), options);
      assert.equal(result, "Failed");
      assert.match(messageOf(performed), problem);
      assert.deepEqual([...entra.requests, ...service.requests], []);
    }
  });
});
