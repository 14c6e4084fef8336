import assert from "node:assert/strict";
import { emptyJournal, pipelineKey } from "../../../../../../shared/journal/schema";
import { withSchedules } from "../../../../../../tasks/PipelineMonitor/features/missed-runs/learned/learn";
import { missedIssue } from "../../../../../../tasks/PipelineMonitor/features/missed-runs/missed-issue";
import type { SilenceReason } from "../../../../../../tasks/PipelineMonitor/issue/silenced";
import { noteRuns } from "../../../../../../tasks/PipelineMonitor/journal/note";
import { failedRun } from "../../../failed-run";
import { projectReport } from "../../../report-stage";
import { everyDay, schedule } from "../../../schedules/story";

const one = Date.UTC(2026, 10, 20, 1) / 1000;
const pattern = { slots: everyDay(60), since: 7 };
const known = schedule({
  pipeline: { name: "a" },
  pattern,
  missed: [60],
  isStopped: true,
  proofs: [8, 9],
  times: [5],
});
const run = failedRun({ pipeline: "a", definitionId: known.pipeline.id, reason: "schedule" });
const other = failedRun({ pipeline: "b", definitionId: 99 });

/** What the next hour knows of the pipeline, if a run was missed for which a feature has a reason. */
function remembered(by?: SilenceReason, gaps: readonly number[] = [], isFurther = false) {
  const empty = projectReport();
  const report = projectReport({
    journal: noteRuns(emptyJournal, [run, other], empty.config),
    issues: [missedIssue(empty, { ...known, at: one, isFurther })],
  });
  const quiet = () => (by === undefined ? undefined : { by, why: [] });
  const { pipelines } = withSchedules(report, [{ ...known, gaps }], quiet);
  assert.deepEqual(pipelines.get(pipelineKey(other)), report.journal.pipelines.get(pipelineKey(other)));
  const { branches, schedules, pipeline } = pipelines.get(pipelineKey(run)) ?? assert.fail();
  assert.equal(branches.length, 1, "its runs stay");
  return { ...(schedules[0] ?? assert.fail()), pipeline };
}

describe("what is remembered of a learned schedule", () => {
  it("is what was learned and judged, with a missed run that nothing explains as a doubt", () => {
    assert.deepEqual(remembered(), { ...known, gaps: [one / 60] });
    const twice = remembered(undefined, [one / 60 - 1440]);
    assert.deepEqual([twice.pattern?.since, twice.gaps], [one / 60, []], "it has to prove itself again");
  });

  it("has no doubt for one more of a schedule that was reported", () => {
    assert.deepEqual(remembered(undefined, [], true), { ...known, gaps: [] });
  });

  it("has no doubt if a mute explains it, and forgets what was missed in maintenance", () => {
    assert.deepEqual(remembered({ state: "muted" }), { ...known, gaps: [] });
    const inMaintenance = remembered({ state: "maintenance", ignores: true });
    assert.deepEqual(inMaintenance, { ...known, gaps: [], missed: [], isStopped: false });
  });
});
