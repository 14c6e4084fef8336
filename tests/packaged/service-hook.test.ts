import assert from "node:assert/strict";
import { load } from "js-yaml";
import * as v from "valibot";
import { readPage } from "../pages";
import { schedulesSchema } from "../sandbox/pipeline";
import { failing, ofOwnPipeline } from "./extras-stage";
import { buildAuth, oneFailure, perform, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

const byHook = { "Build.Reason": "ResourceTrigger", "Resources.TriggeringCategory": "webhook" };
const config = { notify: "changes", window: "since_last_report", run_ct_min: -1, service_hook: true };

const pipelineSchema = v.strictObject({
  ...{ trigger: v.literal("none"), pr: v.literal("none"), schedules: schedulesSchema },
  resources: v.strictObject({
    // MicrosoftDocs/azure-devops-yaml-schema#349: for Azure DevOps' own hooks, the alias must be this.
    webhooks: v.tuple([v.strictObject({ webhook: v.literal("WebHook"), connection: v.string() })]),
  }),
  stages: v.tuple([
    v.strictObject({
      ...{ stage: v.string(), lockBehavior: v.literal("runLatest") },
      jobs: v.tuple([
        v.strictObject({
          ...{ job: v.string(), continueOnError: v.string(), pool: v.unknown() },
          steps: v.tuple([v.strictObject({ task: v.string(), inputs: v.record(v.string(), v.string()) })]),
        }),
      ]),
    }),
  ]),
});

describe("the pipeline on the page of the service hook", () => {
  const agent = useAgent();
  const [, yaml = ""] =
    /^```yaml\n([\s\S]*?)^```$/m.exec(readPage("docs", "monitor", "service-hook.md")) ?? [];
  const { schedules, resources, stages } = v.parse(pipelineSchema, load(yaml));
  const [{ jobs }] = stages;
  const [{ continueOnError, steps }] = jobs;
  const [{ task, inputs }] = steps;

  it("keeps the schedule, has a lock, and lets the job of a hook's run fail no run", () => {
    assert.deepEqual([schedules[0]?.cron, schedules[0]?.always], ["19 * * * *", true]);
    assert.equal(resources.webhooks[0].connection, "failed-runs");
    assert.equal(continueOnError, `\${{ eq(variables['Build.Reason'], 'ResourceTrigger') }}`);
  });

  it("hands the ID of the failed run to the task, which reports it", async () => {
    assert.equal(task, "PipelineMonitor@1");
    const filled = Object.entries(inputs).map(([name, value]) => [
      name,
      value.replace(/\$\{\{ parameters\.WebHook\.resource\.id \}\}/, "812"),
    ]);
    const { chat, result } = await perform(agent(), {
      runs: [failing(812, ["error"], { finishedSecondsAgo: 5 })],
      service: { unlisted: [812] },
      step: (service) => ({
        variables: { ...ofOwnPipeline(service, 900), ...byHook },
        inputs: { configFile: "monitor.json", ...Object.fromEntries(filled) },
      }),
    });
    assert.match(chat.texts.join(), /nightly import \[20261120\\?\.812\]/);
    assert.equal(result, "Succeeded");
  });
});

describe("packaged PipelineMonitor, started by a service hook", () => {
  const agent = useAgent();
  const hooked = (options: StageOptions & { variables?: Record<string, string> }) =>
    perform(agent(), {
      config,
      ...options,
      step: (service) => ({
        variables: { ...ofOwnPipeline(service, 900), ...byHook, ...options.variables },
        inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", onIssues: "fail" },
      }),
      service: { authorizations: [`Basic ${buildAuth}`] },
    });

  const broken: [what: string, options: StageOptions][] = [
    ["finds problems, and is to fail then", { runs: oneFailure }],
    ["has no valid configuration", { configText: "{" }],
  ];
  for (const [what, options] of broken)
    it(`never ends Failed, which would start the next run, if it ${what}`, async () => {
      const byItself = await hooked(options);
      assert.equal(byItself.result, "SucceededWithIssues", byItself.log.join("\n"));
      assert.match(byItself.log.join("\n"), /A service hook started this run, so it does not fail/);
      const scheduled = await hooked({ ...options, variables: { "Build.Reason": "Schedule" } });
      assert.equal(scheduled.result, "Failed");
    });
});
