import assert from "node:assert/strict";
import type { Run } from "../../../../shared/azure-devops/records";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { ProjectMemory } from "../../../../tasks/PipelineMonitor/issue/memory";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { stateKeyOf } from "../../../../tasks/PipelineMonitor/silence/identity";
import { compareStates, endedStates } from "../../../../tasks/PipelineMonitor/silence/known-states";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";
import { configWith, failure, idsOf, now, silenced, tooFew } from "./silence-stage";

const hour = 3600;
const config = configWith({ notify: "changes", remind_hours: 24 });

const hoursLater = (memory: ProjectMemory, sketch: Partial<Parameters<typeof silenced>[0]>, hours = 1) =>
  silenced({ config, issues: [], memory, now: now + hours * hour, ...sketch });
const first = (issues: readonly Issue[]) => silenced({ config, issues }).memory;
const later = (id: number) => failure({ id, finishTime: now + 600 });
const works = (id: number): Run => failedRun({ id, result: "succeeded", finishTime: now + 1200 });

describe("a known state", () => {
  const stuck = issueOf(
    { code: "stuckRunning", severity: "failure", rank: 1, tally: "stuck", isState: true },
    { run: failedRun({ id: 5, status: "inProgress", result: "", finishTime: undefined }) },
    [],
  );

  it("is known as long as each report finds it again, however far apart they are", () => {
    for (const issue of [tooFew, stuck]) {
      const memory = first([issue]);
      const again = hoursLater(memory, { issues: [issue] }, 5);
      assert.deepEqual([again.reported, again.notRepeated], [[], [now]]);
      assert.equal(hoursLater(again.memory, { issues: [issue] }, 24).reported.length, 1, "the reminder");
      const gone = hoursLater(memory, {});
      assert.equal(hoursLater(gone.memory, { issues: [issue] }, 2).reported.length, 1);
    }
  });

  it("of too few runs has its end told once, and none that was silenced", () => {
    const { notes, texts, memory } = hoursLater(first([tooFew]), {});
    assert.deepEqual(texts, ["As many runs as expected took place in the last hour again."]);
    const counts = { severity: "recovery", rank: 6 };
    const { parts: _, key, ...note } = notes[0] ?? assert.fail();
    assert.deepEqual([note, key], [counts, stateKeyOf(tooFew)]);
    assert.deepEqual([memory.states, hoursLater(memory, {}, 2).texts], [[], []]);
    assert.deepEqual(hoursLater(first([tooFew]), { issues: [tooFew] }).texts, []);
    assert.deepEqual(first([{ ...tooFew, silenced: { by: "route", why: [] } }]).states, []);
  });

  it("of too few runs is another one without any", () => {
    assert.equal(hoursLater(first([tooFew]), { issues: [issueOfRunCount(0, 5)] }).reported.length, 1);
  });

  it("of a run that the list has as in progress is known like any other, and its end is told", () => {
    const listed = failedRun({ id: 6, status: "inProgress", result: "", finishTime: undefined });
    for (const issue of [stuck, issueOfResult(listed)]) {
      const id = idsOf([issue])[0] ?? 0;
      const memory = first([issue]);
      assert.deepEqual(hoursLater(memory, { issues: [issue] }).reported, []);
      assert.deepEqual(hoursLater(memory, { runs: [works(id)] }).texts, [
        "nightly import 20261120.3 has finished.",
      ]);
      const known = first([failure({ id: 1 }), issue]);
      assert.deepEqual(
        idsOf(hoursLater(known, { issues: [later(id)] }).reported),
        [id],
        "news, though known",
      );
    }
  });

  it("lasts while the check that finds it is skipped, if its run is not listed and has its end told", () => {
    const known = [5, 6, 7, undefined].map((runId) => ({ key: `state ${runId}`, reportedAt: now, runId }));
    const again = { key: stateKeyOf(stuck) ?? assert.fail(), reportedAt: now, runId: 5 };
    const rule = { now: now + hour, remindSeconds: 24 * hour };
    const statesAfter = (isWhole: boolean) => {
      const records = [{ run: works(6) }];
      const report = projectReport({ config, issues: [stuck], records, isWhole });
      return compareStates(report, [again, ...known.slice(1)], rule).states;
    };
    assert.deepEqual([statesAfter(true), statesAfter(false)], [[again], [again, known[2]]]);
  });

  it("of a run has its end told by a success, not by a failure or another issue of it", () => {
    const known = [1, 2, 3, 4].map((runId) => ({ key: `state ${runId}`, reportedAt: now, runId }));
    const unreadable = { id: 4, buildNumber: "1", pipeline: "a", problem: "" };
    const records = [
      ...[works(1), failedRun({ id: 2 }), works(3), works(9)].map((run) => ({ run })),
      { unreadable },
    ];
    const notes = endedStates(projectReport({ config, issues: [later(3)], records }), known);
    assert.deepEqual(
      notes.map(({ key, run }) => [key, run?.id]),
      [["state 1", 1]],
    );
  });

  it("is a record that cannot be read, if it has an id; of others, no two are known to be the same", () => {
    for (const id of [5, undefined]) {
      const issue = issueOfRecord({
        ...{ id, buildNumber: "1", pipeline: "nightly import", problem: "status: expected a text" },
      });
      const { reported, silent } = hoursLater(first([issue]), { issues: [issue] });
      assert.deepEqual([reported.length, silent.length], id === undefined ? [1, 0] : [0, 1]);
    }
  });
});
