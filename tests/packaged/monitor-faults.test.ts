import assert from "node:assert/strict";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { perform, reportIn, type StageOptions, useAgent } from "./monitor-stage";

const failing = [{ id: 1, result: "failed", logs: ["1", "2", "3", "4", "an error", "long\nlonger"] }];
const html = { "content-type": "text/html" };
const isList = ({ path }: ReceivedRequest) => path.endsWith("/builds");
const isLogList = ({ path }: ReceivedRequest) => path.endsWith("/logs");
const isLog = ({ path }: ReceivedRequest) => /\/logs\/\d+$/.test(path);

/** What the build service does instead of answering a list, and what the person then reads. */
const listFaults: [string, Reply, RegExp][] = [
  [
    "203 with HTML",
    { status: 203, headers: html, body: "<html>" },
    /answered a sign-in page, so the credential does not work\. BUILD_AUTH is expired/,
  ],
  [
    "302 to a sign-in page",
    { status: 302, headers: { location: "https://login.example/x" } },
    /a redirect to https:\/\/login\.example\/ that is not followed\. BUILD_AUTH is expired/,
  ],
  ["200 with HTML", { status: 200, headers: html, body: "<html>" }, /answered a sign-in page/],
  ["401", { status: 401 }, /answered 401 Unauthorized\. BUILD_AUTH is expired/],
  ["403", { status: 403 }, /answered 403 Forbidden\. BUILD_AUTH is expired/],
  [
    "404",
    { status: 404, body: '{"message":"TF200016: no such project."}' },
    /answered 404 Not Found \(TF200016: no such project\)\. Check `url_base`/,
  ],
  ["429 for ever", { status: 429 }, /answered 429 Too Many Requests \(5 tries\)\. The service limits/],
  [
    "429 with a wait that is too long",
    { status: 429, headers: { "retry-after": "86400" } },
    /asking to wait 86400 s\./,
  ],
  ["500", { status: 500 }, /answered 500 Internal Server Error \(5 tries\)/],
  [
    "503 with Retry-After",
    { status: 503, headers: { "retry-after": "50" } },
    /answered 503 Service Unavailable, asking to wait 50 s \(4 tries\)/,
  ],
  ["a hang before the answer", { ending: "hang" }, /was not answered completely within 60 s \(\d tries\)/],
  [
    "a hang in the middle",
    { status: 200, body: '{"value":[', ending: "hang" },
    /was not answered completely within 60 s \(\d tries\)/,
  ],
  [
    "a reset before the answer",
    { ending: "reset" },
    /the connection was closed before the answer was complete \(ECONNRESET\) \(5 tries\)/,
  ],
  [
    "a reset in the middle",
    { status: 200, body: '{"value":[', ending: "reset" },
    /the connection was closed before the answer was complete \(ECONNRESET\) \(5 tries\)/,
  ],
  ["truncated JSON", { status: 200, body: '{"value":[' }, /answered something that is not whole JSON/],
  ["an empty body", { status: 200 }, /answered nothing where JSON was expected/],
  ["JSON null", json(null), /answered JSON that is no list/],
  ["a list without value", json({ count: 0 }), /`value` is missing or no array/],
  [
    "corrupt gzip",
    { status: 200, headers: { "content-encoding": "gzip" }, body: "x" },
    /compression is broken/,
  ],
  [
    "a token that repeats for ever",
    json({ value: [] }, { "x-ms-continuationtoken": "1" }),
    /names a page again/,
  ],
];

describe("packaged PipelineMonitor, when the list of runs cannot be read", () => {
  const agent = useAgent();

  for (const [fault, reply, message] of listFaults) {
    it(`${fault}: fails with one clear message, and posts nothing`, async () => {
      const { result, issues, log, chat, outputs } = await perform(agent(), {
        runs: failing,
        config: { run_ct_min: 5 },
        arrange: (service) => service.faults.push({ when: isList, reply }),
      });
      assert.deepEqual([result, chat.requests, outputs, reportIn(log)], ["Failed", [], {}, []]);
      assert.equal(issues.length, 1);
      assert.match(issues[0]?.message ?? "", message);
    });
  }

  it("a list that never ends: fails, and posts nothing", async () => {
    let page = 0;
    const { result, issues, chat } = await perform(agent(), {
      arrange: (service) =>
        service.faults.push({
          when: isList,
          get reply() {
            return json({ value: [] }, { "x-ms-continuationtoken": String(++page) });
          },
        }),
    });
    assert.deepEqual([result, chat.requests], ["Failed", []]);
    assert.match(issues[0]?.message ?? "", /does not end after 1000 pages/);
  });

  it("a fault on a further page is as good as one on the first", async () => {
    const { result, chat, log } = await perform(agent(), {
      runs: Array.from({ length: 4 }, (_, index) => ({ ...failing[0], id: index + 1 })),
      service: { pageSize: 2 },
      arrange: (service) =>
        service.faults.push({ when: ({ query }) => query.has("continuationToken"), reply: { status: 404 } }),
    });
    assert.deepEqual([result, chat.requests, reportIn(log)], ["Failed", [], []]);
  });

  it("connection refused: fails, and says which address", async () => {
    const { result, issues, chat } = await perform(agent(), { config: { url_base: "http://127.0.0.1:9/" } });
    assert.deepEqual([result, chat.requests], ["Failed", []]);
    assert.match(
      issues[0]?.message ?? "",
      /^build service: GET http:\/\/127\.0\.0\.1:9\/contoso\/Night%20Shift\/_apis\/build\/builds\?.* the connection was refused \(ECONNREFUSED\) \(5 tries\)\. Check `url_base`/,
    );
  });

  it("a passing fault is tried again", async () => {
    const { result, outputs } = await perform(agent(), {
      runs: failing,
      arrange: (service) =>
        service.faults.push(
          { when: isList, times: 1, reply: { status: 503, headers: { "retry-after": "30" } } },
          { when: isList, times: 1, reply: { ending: "reset" } },
        ),
    });
    assert.deepEqual([result, outputs["issueCount"]], ["Succeeded", "1"]);
  });
});

describe("packaged PipelineMonitor, when logs cannot be read", () => {
  const agent = useAgent();
  const faults: [string, Reply][] = [
    ["404", { status: 404 }],
    ["500", { status: 500 }],
    ["a sign-in page", { status: 203, headers: html, body: "<html>" }],
    ["a reset in the middle", { status: 200, body: "half", ending: "reset" }],
    ["a hang", { ending: "hang" }],
    ["corrupt gzip", { status: 200, headers: { "content-encoding": "gzip" }, body: "x" }],
  ];

  for (const [fault, reply] of faults) {
    it(`${fault} of every log: the run is reported with its longest log, and the line says so (decision 2)`, async () => {
      const { result, log, chat } = await perform(agent(), {
        runs: failing,
        arrange: (service) => service.faults.push({ when: isLog, reply }),
      });
      assert.equal(result, "Succeeded");
      assert.match(reportIn(log)[1] ?? "", /\/logs\/6\) \(2 of its logs could not be read\)$/);
      assert.equal(chat.texts.length, 1);
    });

    it(`${fault} of the list of logs: the run is reported with its page, and the line says so`, async () => {
      const { result, log, chat } = await perform(agent(), {
        runs: failing,
        arrange: (service) => service.faults.push({ when: isLogList, reply }),
      });
      assert.equal(result, "Succeeded");
      assert.match(reportIn(log)[1] ?? "", /\[run\]\(.*\) \(its logs could not be listed\)$/);
      assert.equal(chat.texts.length, 1);
    });
  }
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
      /monitor\.json is not JSON: line 2, column 10/,
    ],
    [
      "a configuration with faults",
      { config: { url_params: "x", queue_time_max: -1, pipelines: {} } },
      /3 things to mend:\n- url_params: .*\n- queue_time_max: .*\n- pipelines\.default: /,
    ],
    [
      "http to a host that is not loopback",
      { config: { url_base: "http://dev.azure.com/" } },
      /url_base: must begin with https/,
    ],
    [
      "a credential in url_base",
      { config: { url_base: "https://me:canary@dev.azure.com/" } },
      /url_base: must not hold a user name or password/,
    ],
    [
      "url_base without trailing slash",
      { config: { url_base: "https://dev.azure.com" } },
      /url_base: must end in a slash/,
    ],
    [
      "no webhook",
      { step: { inputs: { configFile: "monitor.json" } } },
      /webhookUrl: missing, and so is WEBHOOK_URL/,
    ],
    [
      "an input that is an unresolved variable",
      { step: { inputs: { configFile: "monitor.json", webhookUrl: "$(HOOK)" } } },
      /webhookUrl: still reads \$\(HOOK\).*map a secret variable in the step under `env:`/,
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
      /BUILD_AUTH: missing; the job's own token serves only the pipeline's own organization/,
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
      assert.match(issues.at(-1)?.message ?? "", /^Nothing was sent\. /);
      assert.match(issues.at(-1)?.message ?? "", message);
    });
  }
});
