import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { hostilePieces } from "../hostile-text";
import type { Step } from "../sandbox/agent";
import { json } from "../sandbox/loopback";
import { buildAuth, perform, reportIn, type StageOptions, token, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

const failing = [{ id: 1, result: "failed", logs: ["x"] }];
const withInputs = (inputs: Record<string, string>): Partial<Step> => ({
  inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", ...inputs },
});

describe("packaged PipelineMonitor, results", () => {
  const agent = useAgent();

  it("onIssues decides between Succeeded, SucceededWithIssues and Failed, with an issue for each finding and one that says why", async () => {
    const results = { "": "Succeeded", succeed: "Succeeded", warn: "SucceededWithIssues", fail: "Failed" };
    for (const [onIssues, expected] of Object.entries(results)) {
      const inputs = onIssues === "" ? {} : { onIssues };
      const { result, exitCode, issues, outputs, base } = await perform(agent(), {
        runs: failing,
        step: withInputs(inputs),
      });
      assert.deepEqual([result, exitCode], [expected, 0], onIssues);
      assert.deepEqual(outputs, { runCount: "1", issueCount: "1", delivered: "sent" });
      const messages = [
        `nightly import 20261120.1: status completed, result failed. log: ${base}/_apis/build/builds/1/logs/1`,
        "1 issue in 1 run; posted to the chat.",
      ];
      const types: Record<string, string> = { SucceededWithIssues: "warning", Failed: "error" };
      const type = types[expected];
      assert.deepEqual(issues, type === undefined ? [] : messages.map((message) => ({ type, message })));
    }
  });

  it("lists as many issues on the run's page as it shows, the result among them; all are in the report", async () => {
    const runs = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, result: "failed" }));
    const { issues, log } = await perform(agent(), { runs, step: withInputs({ onIssues: "warn" }) });
    assert.equal(issues.length, 9);
    assert.equal(issues.at(-1)?.message, "12 issues in 12 runs; posted to the chat.");
    assert.equal(reportIn(log).length, 13);
  });

  it("onIssues changes nothing when there is no issue", async () => {
    const { result } = await perform(agent(), { runs: [{ id: 1 }], step: withInputs({ onIssues: "fail" }) });
    assert.equal(result, "Succeeded");
  });

  it("rule 8: a message that cannot be delivered is printed, and the step succeeds with issues", async () => {
    for (const reply of [
      { status: 500 },
      { status: 404 },
      { ending: "reset" as const },
      { ending: "hang" as const },
    ]) {
      const { result, outputs, log, chat } = await perform(agent(), {
        runs: failing,
        arrange: (_, channel) => channel.faults.push({ when: () => true, reply }),
      });
      assert.deepEqual([result, outputs["delivered"]], ["SucceededWithIssues", "failed"]);
      assert.equal(reportIn(log)[0], "**Recent pipeline issues**");
      assert.match(
        log.join("\n"),
        /The message was not delivered\. chat webhook: POST \(address not shown\)/,
      );
      assert.equal(chat.requests.length, 1);
    }
  });

  it("issues that are to fail the step do so when the message could not be delivered, too", async () => {
    const { result, issues } = await perform(agent(), {
      runs: failing,
      step: withInputs({ onIssues: "fail" }),
      arrange: (_, channel) => channel.faults.push({ when: () => true, reply: { status: 500 } }),
    });
    assert.equal(result, "Failed");
    assert.match(issues.at(-1)?.message ?? "", /the message could not be delivered/);
  });

  it("decision 7: test_flag prints the configuration and posts nothing", async () => {
    const { log, chat, outputs } = await perform(agent(), {
      runs: failing,
      config: { test_flag: true },
      step: withInputs({ webhookUrl: "" }),
    });
    assert.ok(log.includes('  "project": "Night Shift",'), log.join("\n"));
    assert.deepEqual([chat.requests, outputs["delivered"]], [[], "testOnly"]);
  });

  it("takes the webhook from WEBHOOK_URL in the step's env", async () => {
    const { outputs } = await perform(agent(), {
      runs: failing,
      step: {
        ...withInputs({ webhookUrl: "" }),
        env: { BUILD_AUTH: "$(BUILD_AUTH)", WEBHOOK_URL: "$(WEBHOOK_URL)" },
      },
    });
    assert.equal(outputs["delivered"], "sent");
  });

  it("uses the job's own token for the pipeline's own organization, and says so", async () => {
    const { log, outputs, result } = await perform(agent(), {
      runs: failing,
      service: { authorizations: ["Bearer canary-job-token"] },
      step: (service) => ({
        env: {},
        jobToken: "canary-job-token",
        variables: { "System.CollectionUri": `${service.address.href}contoso/` },
      }),
    });
    assert.equal(result, "Succeeded", log.join("\n"));
    assert.match(log[0] ?? "", /with the job's own access token\.$/);
    assert.equal(outputs["issueCount"], "1");
  });

  it("prints no credential that a service repeats, in whatever form", async () => {
    const { issues } = await perform(agent(), {
      arrange: (service) =>
        service.faults.push({
          when: () => true,
          reply: { ...json({ message: `no: ${buildAuth}, :${token}, ${token}` }), status: 400 },
        }),
    });
    assert.match(issues[0]?.message ?? "", /\(no: \*\*\*, \*\*\*, \*\*\*\)/);
  });

  it("prints no job token that a service repeats", async () => {
    const { issues } = await perform(agent(), {
      arrange: (service) =>
        service.faults.push({
          when: () => true,
          reply: { ...json({ message: "no: canary-job-token" }), status: 400 },
        }),
      step: (service) => ({
        env: {},
        jobToken: "canary-job-token",
        variables: { "System.CollectionUri": `${service.address.href}contoso/` },
      }),
    });
    assert.match(issues[0]?.message ?? "", /\(no: \*\*\*\)/);
  });

  it("prints no secret when the pipeline is debugged", async () => {
    const { result } = await perform(agent(), {
      runs: failing,
      step: { ...withInputs({}), variables: { "System.Debug": "true" } },
    });
    assert.equal(result, "Succeeded");
  });

  it("invariant 5: names that attack the agent or the chat come out as one harmless line", async () => {
    const pipeline = hostilePieces.join("");
    const { log, chat, result, outputs } = await perform(agent(), {
      runs: [
        {
          id: 1,
          pipeline,
          buildNumber: "\n##vso[task.complete result=Failed]",
          result: "##[error]",
          logs: ["x"],
        },
      ],
    });
    assert.deepEqual([result, outputs], ["Succeeded", { runCount: "1", issueCount: "1", delivered: "sent" }]);
    assert.equal(reportIn(log).length, 2);
    assert.ok(!log.some((line) => /##(vso)?\[/.test(line)));
    assert.equal(chat.texts[0]?.split("\n").length, 2);
    assert.ok(!chat.texts[0]?.includes("@channel"));
  });

  it("is cancelled at once, fails, and posts nothing", async () => {
    const { result, exitCode, chat, issues } = await perform(agent(), {
      runs: failing,
      arrange: (service) =>
        service.faults.push({ when: ({ path }) => path.endsWith("/logs"), reply: { ending: "hang" } }),
      step: { ...withInputs({}), cancelWhen: (output) => output.includes("Reading the runs") },
    });
    assert.deepEqual([result, exitCode, chat.requests], ["Failed", 0, []]);
    assert.deepEqual(issues, [{ type: "error", message: "The step was cancelled." }]);
  });

  it("a second monitor watches the first by a configuration of its own", async () => {
    const first = await perform(agent(), { runs: [{ id: 1, pipeline: "nightly import" }] });
    assert.equal(first.outputs["issueCount"], "0");
    const watching = {
      pipelines: { default: { check_flag: false }, monitor: { max_proc_time: 300, min_proc_time: 1 } },
    };
    const second = await perform(agent(), {
      runs: [
        { id: 2, pipeline: "monitor", result: "failed", finishedSecondsAgo: 50, logs: ["x"] },
        { id: 1, pipeline: "nightly import", result: "failed" },
      ],
      config: watching,
    });
    assert.deepEqual(reportIn(second.log).length, 2);
    assert.match(reportIn(second.log)[1] ?? "", /^monitor \[20261120\.2\]/);
  });
});

describe("packaged PipelineMonitor outside a pipeline", () => {
  const agent = useAgent();

  /** Runs the bundle as a person does: the real clock, arguments, and BUILD_AUTH and WEBHOOK_URL to begin with. */
  function runByHand(
    commandLine: string[],
    environment: Record<string, string> = {},
    options: StageOptions = {},
  ) {
    const stage = { runs: failing, finishedBefore: Date.now(), ...options };
    return withStage(agent(), stage, async (service, chat) => {
      const bundle = join(agent().sourcesFolder, "..", "extension", "tasks", "PipelineMonitor", "index.js");
      const child = spawn(process.execPath, [bundle, ...commandLine], {
        cwd: agent().sourcesFolder,
        env: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href, ...environment },
      });
      const [stdout, stderr, [exitCode]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      assert.ok(!(stdout + stderr).includes("canary") && !(stdout + stderr).includes(buildAuth));
      return { stdout, stderr, exitCode, texts: chat.texts, requests: service.requests };
    });
  }

  it("does the same, prints plainly and exits with 0", async () => {
    const { stdout, stderr, exitCode, texts } = await runByHand(["monitor.json"]);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    assert.match(
      stdout,
      /^Reading the runs of .*\n\*\*Recent pipeline issues\*\*\n.*\n1 issue in 1 run; posted to the chat\.\n$/,
    );
    assert.equal(texts.length, 1);
  });

  it("exits with 1 for issues that are to fail it", async () => {
    const { stderr, exitCode } = await runByHand(["monitor.json", "--onIssues", "fail"]);
    assert.deepEqual([exitCode, stderr], [1, "Error: 1 issue in 1 run; posted to the chat.\n"]);
  });

  it("exits with 0 and a warning when the message could not be delivered, or issues are to warn", async () => {
    const undelivered = await runByHand(
      ["monitor.json"],
      {},
      {
        arrange: (_, chat) => chat.faults.push({ when: () => true, reply: { status: 500 } }),
      },
    );
    assert.equal(undelivered.exitCode, 0);
    assert.equal(undelivered.stderr, "Warning: 1 issue in 1 run; the message could not be delivered.\n");
    const { stderr, exitCode } = await runByHand(["--configFile=monitor.json", "--onIssues=warn"]);
    assert.deepEqual([exitCode, stderr], [0, "Warning: 1 issue in 1 run; posted to the chat.\n"]);
  });

  it("exits with 2 for a command line, a configuration or a service that is in the way", async () => {
    const cases: [string[], Record<string, string>, RegExp][] = [
      [[], {}, /^Error: Nothing was sent\. configFile: missing/],
      [["none.json"], {}, /^Error: Nothing was sent\. configFile: none\.json does not exist/],
      [
        ["a.json", "b.json"],
        {},
        /^Error: Nothing was sent\. command line: 'b\.json' is one argument too many\. --help tells what there is/,
      ],
      [
        ["--nonsense"],
        {},
        /^Error: Nothing was sent\. command line: Unknown option '--nonsense'\. --help tells/,
      ],
      [["monitor.json"], { BUILD_AUTH: "" }, /^Error: Nothing was sent\. BUILD_AUTH: missing/],
      [
        ["monitor.json"],
        { BUILD_AUTH: "Onh4eHg=" },
        /^Error: build service: GET .* answered 401 Unauthorized/,
      ],
    ];
    for (const [commandLine, environment, message] of cases) {
      const { stderr, exitCode } = await runByHand(commandLine, environment);
      assert.equal(exitCode, 2, stderr);
      assert.match(stderr, message);
    }
  });

  it("takes a script step's arguments for a command line, inside a pipeline too", async () => {
    const { stdout, exitCode } = await runByHand(["monitor.json"], { TF_BUILD: "True" });
    assert.equal(exitCode, 0);
    assert.ok(!stdout.includes("##vso["));
  });
});
