import assert from "node:assert/strict";
import type { ReceivedRequest } from "../sandbox/loopback";
import { perform, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

const isList = ({ path }: ReceivedRequest) => path.endsWith("/builds");

/** Lasting faults have rows in the fault table. */
describe("packaged PipelineMonitor, when a service has trouble", () => {
  const agent = useAgent();

  it("says which address could not be reached, and what to look at", async () => {
    const { result, issues, chat } = await perform(agent(), { config: { url_base: "http://127.0.0.1:9/" } });
    assert.deepEqual([result, chat.requests], ["Failed", []]);
    assert.match(
      issues[0]?.message ?? "",
      /^build service: GET http:\/\/127\.0\.0\.1:9\/contoso\/Night%20Shift\/_apis\/build\/builds\?.* the connection was refused \(ECONNREFUSED\) \(5 tries\)\. Check `url_base`/,
    );
  });

  it("tries again what passes", async () => {
    const { result, outputs } = await perform(agent(), {
      runs: [{ id: 1, result: "failed", logs: ["an error"] }],
      arrange: (service) =>
        service.faults.push(
          { when: isList, times: 1, reply: { status: 503, headers: { "retry-after": "30" } } },
          { when: isList, times: 1, reply: { ending: "reset" } },
        ),
    });
    assert.deepEqual([result, outputs["issueCount"]], ["Succeeded", "1"]);
  });
});

describe("packaged PipelineMonitor, when something is to be mended first", () => {
  const agent = useAgent();
  const unset = { env: {} };
  const cases: [string, StageOptions, RegExp][] = [
    [
      "a configuration file that does not exist",
      { step: { inputs: { configFile: "none.json", webhookUrl: "$(WEBHOOK_URL)" } } },
      /configFile: .*none\.json does not exist/,
    ],
    ["no configuration file", { step: { inputs: { webhookUrl: "$(WEBHOOK_URL)" } } }, /configFile: missing/],
    [
      "a configuration that is no JSON",
      { configText: '{\n  "a": 1,,\n}' },
      /monitor\.json is not valid JSON: line 2, column 10/,
    ],
    [
      "a configuration with faults",
      { config: { url_params: "x", queue_time_max: -1, pipelines: {} } },
      /3 problems found; nothing was checked or posted\.\n- url_params: .*\n- queue_time_max: .*\n- pipelines\.default: /,
    ],
    [
      "http to a host that is not loopback",
      { config: { url_base: "http://dev.azure.com/" } },
      /url_base: must start with https/,
    ],
    [
      "a credential in url_base",
      { config: { url_base: "https://me:canary@dev.azure.com/" } },
      /url_base: must not contain a user name or password/,
    ],
    [
      "url_base without trailing slash",
      { config: { url_base: "https://dev.azure.com" } },
      /url_base: must end with a slash/,
    ],
    [
      "no webhook",
      { step: { inputs: { configFile: "monitor.json" } } },
      /webhookUrl: missing, and so are webhookConnection and WEBHOOK_URL/,
    ],
    [
      "an input that is an unresolved variable",
      { step: { inputs: { configFile: "monitor.json", webhookUrl: "$(HOOK)" } } },
      /webhookUrl: still reads \$\(HOOK\).*Map a secret variable under `env:` in the step/,
    ],
    [
      "a path that is an unresolved variable",
      { step: { inputs: { configFile: "$(Build.Nothing)/monitor.json" } } },
      /configFile: still reads \$\(Build\.Nothing\)/,
    ],
    [
      "a credential that is an unresolved variable",
      { step: { env: { BUILD_AUTH: "$(NOTHING)" } } },
      /BUILD_AUTH: still reads \$\(NOTHING\)/,
    ],
    [
      "no credential",
      { step: unset },
      /BUILD_AUTH: missing, and the job access token is valid only in the pipeline's own organization/,
    ],
    [
      "a job without a token",
      {
        step: (service) => ({
          ...unset,
          variables: { "System.CollectionUri": `${service.address.href}contoso/` },
        }),
      },
      /BUILD_AUTH: missing, and this job has no access token/,
    ],
    [
      "a credential that ends in a line break",
      { step: { env: { BUILD_AUTH: "OmNhbmFyeQ==\n" } } },
      /BUILD_AUTH: ends in a line break/,
    ],
    [
      "a credential encoded with a line break",
      { step: { env: { BUILD_AUTH: "OmNhbmFyeQo=" } } },
      /BUILD_AUTH: was encoded together with a line break/,
    ],
    [
      "a credential that is not base64",
      { step: { env: { BUILD_AUTH: "canary token" } } },
      /BUILD_AUTH: is not base64/,
    ],
    [
      "a credential without a colon",
      { step: { env: { BUILD_AUTH: "Y2FuYXJ5" } } },
      /BUILD_AUTH: the encoded text lacks the colon/,
    ],
    [
      "an unknown onIssues",
      { step: { inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", onIssues: "x" } } },
      /onIssues: expected succeed, warn or fail, got "x"/,
    ],
  ];

  for (const [mistake, options, message] of cases) {
    it(`${mistake}: one message, and nothing is requested`, async () => {
      const { result, issues, service, chat } = await perform(agent(), options);
      assert.equal(result, "Failed");
      assert.deepEqual([service.requests, chat.requests], [[], []]);
      assert.equal(issues.filter(({ type }) => type === "error").length, 1);
      assert.match(issues.at(-1)?.message ?? "", /^\d+ problems? found; nothing was checked or posted\.\n/);
      assert.match(issues.at(-1)?.message ?? "", message);
    });
  }
});
