import assert from "node:assert/strict";
import { checkpointRecords, jobRecord, stageRecord, stepRecord } from "../sandbox/timeline-records";
import { failing, report } from "./extras-stage";
import { buildAuth, token } from "./monitor-stage";
import { useAgent } from "./use-agent";

const explains = { explain_failures: true };
const stages = [stageRecord({ name: "Deploy" }), jobRecord()];

describe("packaged PipelineMonitor, why runs failed", () => {
  const agent = useAgent();

  it("says the reason of the step that failed, whatever later steps print, and links that log", async () => {
    const green = "Found 0 errors\ncp error.log out";
    const waited = [
      stageRecord({ name: "Deploy", result: "skipped" }),
      ...checkpointRecords("Checkpoint.Approval", "canceled"),
      stepRecord(5, { parentId: "build", result: "succeeded" }),
    ];
    const runs = [
      failing(1, ["##[error]no route", green], {
        timeline: [...stages, stepRecord(5, { result: "failed" }), stepRecord(6, { result: "succeeded" })],
      }),
      failing(2, [green], { timeline: waited, finishedSecondsAgo: 700 }),
    ];
    const { lines } = await report(agent(), runs, { ...explains, group_causes: true });
    const [, first, second] = lines;
    assert.match(first ?? "", /\[log\]\(BASE\/_apis\/build\/builds\/1\/logs\/5\) Why: "no route"\.$/);
    assert.match(second ?? "", /\/builds\/2\/logs\/5\) Why: approval of stage Deploy rejected or expired\.$/);
  });

  it("shows none of our credentials that a log or a timeline repeats, in whatever form", async () => {
    const secrets = [token, buildAuth, `Basic ${buildAuth}`, `:${token}`];
    const forms = secrets.flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
      Buffer.from(`of ${secret} and`).toString("base64"),
    ]);
    const runs = forms.flatMap((form, index) => [
      failing(index + 1, [`##[error]it said ${form}`]),
      failing(index + 101, [
        `/tmp/1.sh: line 1: ${form}: No space left on device\n##[error]exited with code '1'`,
      ]),
      failing(index + 201, [], { logs: [], timelineErrors: [`it said ${form}`] }),
    ]);
    const { outputs } = await report(agent(), runs, { explain_failures: true });
    assert.equal(outputs["runCount"], String(3 * forms.length), "the stage has found no secret");
  });
});
