import assert from "node:assert/strict";
import fc from "fast-check";
import { history } from "../../../../tasks/PipelineMonitor/checks/history/history";
import type { ProjectReport } from "../../../../tasks/PipelineMonitor/issue/report";
import { knownProblems } from "../../../../tasks/PipelineMonitor/silence/known-problems";
import { silence } from "../../../../tasks/PipelineMonitor/silence/marks";
import { memoryContext } from "../report-stage";
import { assertEndsTold, type Played, places, play, reports, rowsOf, runs } from "./hours-stage";
import { configWith } from "./silence-stage";

const after = 2;
const config = configWith(
  { notify: "changes", remind_hours: 4, run_ct_min: -1, history: 60 },
  { default: { max_proc_time: 900, min_proc_time: 30, after_failures: after } },
);

/** Counts failures in what the service lists, and marks those below the threshold. */
async function counted(report: ProjectReport, visible: readonly Played[]): Promise<ProjectReport> {
  const lastRuns = async (definitionId: number, until: number, count: number) =>
    visible
      .filter(({ run, finishTime }) => run.definitionId === definitionId && finishTime <= until)
      .sort((one, other) => other.finishTime - one.finishTime || other.run.id - one.run.id)
      .slice(0, count)
      .map(({ run }) => ({ run }));
  return knownProblems(silence(await history.run(report, memoryContext({ service: { lastRuns } }))));
}

const isFailure = ({ kind }: Played) => kind === "space" || kind === "agent";
/** Failures without a success between them, in order. */
function failuresInRow(all: readonly Played[]): Played[][] {
  return rowsOf(all).flatMap((row) => {
    const found: Played[][] = [[]];
    for (const one of row)
      if (isFailure(one)) found.at(-1)?.push(one);
      else found.push([]);
    return found.filter(({ length }) => length > 0);
  });
}

/** The history has runs of the same second in the order of their ids, so here are none. */
const runsApart = (delays: readonly number[]) =>
  runs(delays).map((all) => all.filter((one, index) => one.finishTime !== all[index - 1]?.finishTime));
/** Only failures reach the list late: nobody could know of a success before it does. */
const lateFailures = runsApart([0, 500]).map((all) =>
  all.map((one) => (isFailure(one) ? one : { ...one, visibleFrom: one.finishTime })),
);
/** A limit is no failure, and has an end of its own. */
const withoutLimits = runsApart([0]).map((all) => all.filter(({ kind }) => kind !== "slow"));
const anyArrival = [true, true, false];
const check = (property: fc.IAsyncProperty<unknown>) =>
  fc.assert(property, { numRuns: 300, includeErrorInReport: true });

describe("a threshold of failures", () => {
  it("tells every row of failures that reaches it, whatever is late, lost or undelivered", () =>
    check(
      fc.asyncProperty(lateFailures, reports(anyArrival, [false, false, true]), async (all, planned) => {
        const outcomes = await play(all, planned, { config, stage: counted });
        const told = new Set(outcomes.flatMap((outcome) => outcome.told));
        for (const row of failuresInRow(all).filter(({ length }) => length >= after))
          assert.ok(
            row.some(({ run }) => told.has(run.id)),
            `row of ${row.length} from run ${row[0]?.run.id}`,
          );
      }),
    ));

  it("tells no failure below it, and no run twice", () =>
    check(
      fc.asyncProperty(runsApart([0]), reports(anyArrival), async (all, planned) => {
        const outcomes = await play(all, planned, { config, stage: counted });
        const told = outcomes.flatMap((outcome) => outcome.told);
        assert.equal(new Set(told).size, told.length);
        for (const row of failuresInRow(all))
          for (const { run } of row.slice(0, after - 1)) assert.ok(!told.includes(run.id), `run ${run.id}`);
      }),
    ));

  it("tells the end of what was told, once, and of nothing else", () =>
    check(
      fc.asyncProperty(withoutLimits, reports([true, true, false]), async (all, planned) => {
        const outcomes = await play(all, planned, { config, stage: counted });
        for (const place of places) {
          const row = all.filter(
            ({ run }) => run.definitionId === place.definitionId && run.branch === place.branch,
          );
          assertEndsTold(row, outcomes);
        }
      }),
    ));
});
