import assert from "node:assert/strict";
import type { Run } from "../../../../../shared/azure-devops/records";
import { plainText } from "../../../../../shared/chat/message";
import { emptyJournal } from "../../../../../shared/journal/schema";
import { scheduledPipeline } from "../../../../../tasks/PipelineMonitor/config/schedules";
import { findMissed } from "../../../../../tasks/PipelineMonitor/features/missed-runs/find-missed";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import { didNotStart } from "../../../../did-not-start";
import { sanitize } from "../../../../sanitize";
import { failedRun, type RunChanges } from "../../failed-run";
import { refusal } from "../../refusal";
import { memoryContext, projectReport } from "../../report-stage";

const midnight = Date.UTC(2026, 10, 20) / 1000;
const hour = 3600;
const { config } = projectReport();
const hourly = scheduledPipeline("nightly import", { schedule: "0 * * * *", grace: 600 });
const ran = (hours: number, minutes: number, changes: RunChanges = {}): Run => {
  const queueTime = midnight + hours * hour;
  const times = { queueTime, startTime: queueTime, finishTime: queueTime + 60 * minutes };
  return failedRun({ id: 100 + hours, reason: "schedule", result: "succeeded", ...times, ...changes });
};

/** What is missed between 1:00 and 3:15, of a pipeline that is due every hour. */
async function told(past: readonly Run[], queued: readonly Run[], service: object = {}) {
  const asked: number[] = [];
  const context = memoryContext({
    service: {
      async *runsQueuedSince(since: number) {
        asked.push((since - midnight) / 60);
        yield queued.map((run) => ({ run }));
      },
      pipelinesNamed: async () => [7],
      ...service,
    },
  });
  const report = projectReport({
    config: { ...config, schedules: hourly },
    window: sinceLast((midnight + 3.25 * hour) * 1000, { until: midnight + hour, dueUntil: midnight + hour }),
    journal: noteRuns(emptyJournal, past, config),
  });
  const { issues } = await findMissed(new Map()).run(report, context);
  const texts = issues.map(({ words }) => plainText(words, sanitize).replace(`${didNotStart} at `, ""));
  return { texts, asked, issues, warnings: context.agent.warnings };
}

describe("a given schedule whose run does not start", () => {
  // MicrosoftDocs/azure-devops-docs#7945, azure-devops-yaml-schema#158: a run of longer than the pause, and `batch`.
  it("is excused while a run that the schedule started is in progress", async () => {
    const long = ran(0, 125, { finishTime: undefined, status: "inProgress", result: "" });
    const { texts, asked } = await told([ran(-30, 150)], [long]);
    assert.deepEqual(texts, []);
    assert.deepEqual(asked, [60 - 1 - 150], "as far back as the longest run");
    const over = await told([], [{ ...long, finishTime: midnight + 2.5 * hour }, ran(3, 5)]);
    assert.deepEqual(over.texts, []);
    assert.deepEqual((await told([], [ran(0, 90), ran(3, 5)])).texts, ["02:00 UTC"]);
    assert.deepEqual(
      (await told([], [{ ...long, reason: "manual" }])).texts.length,
      3,
      "a person's run holds nothing back",
    );
  });

  it("is not excused by a run in progress if its runs have overlapped", async () => {
    const long = ran(0, 125, { finishTime: undefined, status: "inProgress", result: "" });
    const { texts } = await told([ran(-6, 90), ran(-5, 90)], [long]);
    assert.equal(texts.length, 3);
  });

  // MicrosoftDocs/azure-devops-docs#14329, Azure/azure-cli#27568, microsoft/go-images#624: pipelines are disabled by many ways.
  it("is told as a pipeline that is disabled, paused or deleted, and pages nobody", async () => {
    for (const [status, reason] of [
      ["disabled", "it is disabled"],
      ["paused", "it is paused"],
    ] as const) {
      const { texts, issues } = await told([], [], { queueStatus: async () => status });
      assert.deepEqual(
        texts,
        ["01:00", "02:00", "03:00"].map((time) => `${time} UTC: ${reason}`),
      );
      assert.ok(issues.every(({ pagesNobody, severity }) => pagesNobody === true && severity === "warning"));
    }
    const deleted = await told([], [], { queueStatus: () => Promise.reject(refusal(404)) });
    assert.match(deleted.texts[0] ?? "", /: it was deleted$/);
  });

  it("is told with the new name of its pipeline where the journal knows its id, or as unknown", async () => {
    const gone = { pipelinesNamed: async () => [] };
    const renamed = await told([ran(-30, 5)], [], { ...gone, pipelineName: async () => "night import" });
    assert.match(renamed.texts[0] ?? "", /: it is now called night import$/);
    assert.match((await told([], [], gone)).texts[0] ?? "", /: no pipeline has this name$/);
  });

  // MicrosoftDocs/azure-devops-docs#6848: without `always`, only a change since the last success starts a run.
  it("is told with a doubt if its last run succeeded, and none shows that it runs without changes", async () => {
    const commit = (name: string) => ({ commit: name });
    const doubt = /^01:00 UTC, perhaps because nothing had changed$/;
    assert.match((await told([ran(-5, 5, commit("a")), ran(-4, 5, commit("b"))], [])).texts[0] ?? "", doubt);
    const always = await told([ran(-5, 5, commit("a")), ran(-4, 5, commit("a"))], []);
    assert.equal(always.texts[0], "01:00 UTC");
    const red = await told([ran(-5, 5, { ...commit("a"), result: "failed" })], []);
    assert.equal(red.texts[0], "01:00 UTC");
  });

  it("is told for a whole day in the first report, if its schedule has started a run before", async () => {
    const daily = scheduledPipeline("nightly import", { schedule: "0 5 * * *" });
    const first = async (past: readonly Run[]) => {
      const report = projectReport({
        config: { ...config, schedules: daily },
        window: sinceLast((midnight + 15 * hour) * 1000, undefined),
        journal: noteRuns(emptyJournal, past, config),
      });
      const { issues } = await findMissed(new Map()).run(
        report,
        memoryContext({ service: { pipelinesNamed: async () => [7] } }),
      );
      return issues.map(({ at = 0 }) => (at - midnight) / hour);
    };
    assert.deepEqual(await first([ran(-19, 5)]), [5]);
    assert.deepEqual(await first([]), [], "it may be new");
    assert.deepEqual(await first([ran(-19, 5, { reason: "manual" })]), []);
    assert.deepEqual(await first([ran(6, 5)]), []);
  });

  it("is told all the same if the service does not say why", async () => {
    const down = { pipelinesNamed: () => Promise.reject(refusal(500)) };
    const { texts, warnings } = await told([], [], down);
    assert.deepEqual(texts, ["01:00 UTC", "02:00 UTC", "03:00 UTC"]);
    assert.match(warnings.join(), /^Could not read whether nightly import can start: /);
  });
});
