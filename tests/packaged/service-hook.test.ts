import assert from "node:assert/strict";
import type { RunSketch } from "../sandbox/runs";
import { failing, ofOwnPipeline, ownRun } from "./extras-stage";
import { buildAuth, now, oneFailure, perform, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

const byHook = { "Build.Reason": "ResourceTrigger" };
const config = { notify: "changes", window: "since_last_report", run_ct_min: -1 };
const incoming = "https://dev.azure.com/contoso/_apis/public/distributedtask/webhooks/night-7f3a";

describe("packaged PipelineMonitor, started by a service hook", () => {
  const agent = useAgent();
  const hooked = (options: StageOptions & { hookRunId?: string; variables?: Record<string, string> } = {}) =>
    perform(agent(), {
      config,
      ...options,
      step: (service) => ({
        variables: { ...ofOwnPipeline(service, 900), ...byHook, ...options.variables },
        inputs: {
          ...{ configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", onIssues: "fail" },
          hookRunId: options.hookRunId ?? "",
        },
      }),
      service: { authorizations: [`Basic ${buildAuth}`], ...options.service },
    });

  it("reports the run that the hook names, although no list has it yet", async () => {
    const runs = [failing(812, ["error"], { finishedSecondsAgo: 5 }), ownRun(900, now - 20_000)];
    const { chat, result, service, outputs } = await hooked({
      ...{ runs, hookRunId: "812", service: { unlisted: [812] } },
    });
    assert.match(chat.texts.join(), /nightly import \[20261120\\?\.812\]/);
    assert.deepEqual([result, outputs["runCount"], outputs["issueCount"]], ["SucceededWithIssues", "1", "1"]);
    assert.equal(service.requests.filter(({ path }) => path.endsWith("/builds/812")).length, 1);
  });

  it("asks for it once, and reports it once, if the list has it", async () => {
    const { chat, service } = await hooked({ runs: [failing(812, ["error"])], hookRunId: "812" });
    assert.equal(chat.texts.join().match(/nightly import/g)?.length, 1);
    assert.ok(service.requests.every(({ path }) => !path.endsWith("/builds/812")));
  });

  for (const [what, hookRunId] of [
    ["empty", ""],
    ["an expression that nobody resolved", `\${{ parameters.WebHook.resource.id }}`],
    ["a macro that nobody resolved", "$(parameters.WebHook.resource.id)"],
    ["made up by a stranger", "812##vso[task.complete result=Failed;]"],
  ] as const)
    it(`checks the hour as ever if the input is ${what}`, async () => {
      const { chat, result, log } = await hooked({ runs: oneFailure, hookRunId });
      assert.deepEqual([chat.texts.length, result], [1, "SucceededWithIssues"], log.join("\n"));
    });

  const broken: [what: string, options: StageOptions][] = [
    ["finds problems, and is to fail then", { runs: oneFailure }],
    ["has a wrong input", { config: { ...config, queue_time_max: "x" } }],
    ["has no valid configuration", { configText: "{" }],
    ["cannot read the runs", { service: { authorizations: ["Basic b3RoZXI="] } }],
    [
      "cannot post",
      {
        runs: oneFailure,
        arrange: (_, chat) => void chat.faults.push({ when: () => true, reply: { status: 500 } }),
      },
    ],
  ];
  for (const [what, options] of broken)
    it(`never ends Failed, which would start the next run, if it ${what}`, async () => {
      const byItself = await hooked(options);
      assert.equal(byItself.result, "SucceededWithIssues", byItself.log.join("\n"));
      assert.match(byItself.log.join("\n"), /A service hook started this run, so it does not fail/);
      const scheduled = await hooked({ ...options, variables: { "Build.Reason": "Schedule" } });
      assert.equal(scheduled.result, "Failed");
      // The end of another pipeline's run is no hook (MicrosoftDocs/azure-devops-docs#7492).
      const triggered = await hooked({
        ...options,
        variables: { "Resources.TriggeringCategory": "pipeline" },
      });
      assert.equal(triggered.result, "Failed");
    });

  it("says nothing of its own runs that newer ones replaced in the queue", async () => {
    const canceled = Array.from({ length: 20 }, (_, index): RunSketch => {
      const { unfinished: __, ...own } = ownRun(880 + index, now - 300_000);
      const record = { status: "completed", ...(index % 2 === 0 ? { startTime: undefined } : {}) };
      return { ...own, record, result: "canceled", finishedSecondsAgo: 60, timeline: "none" };
    });
    const { chat, outputs, log } = await hooked({ runs: canceled });
    assert.deepEqual(
      [chat.texts, outputs["runCount"], outputs["issueCount"]],
      [[], "0", "0"],
      log.join("\n"),
    );
  });

  it("says that its hook is on probation, where it may see that", async () => {
    const subscription = {
      ...{ id: "8dea9aba", status: "onProbation", publisherInputs: { buildStatus: "Failed" } },
      consumerInputs: { url: incoming },
    };
    const { chat } = await hooked({ service: { hooks: [subscription] } });
    assert.match(chat.texts.join(), /its service hook is on probation/);
    const forbidden = await hooked();
    assert.deepEqual([forbidden.chat.texts, forbidden.result], [[], "Succeeded"]);
  });
});
