import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run } from "../../../../../shared/azure-devops/records";
import { emptyJournal, type ProjectJournal } from "../../../../../shared/journal/schema";
import { pipelineIdOf } from "../../../../../shared/pipeline";
import { projectIdOf } from "../../../../../shared/project";
import { utcZone } from "../../../../../shared/text/zone";
import {
  findFailuresInRow,
  findNews,
  findRecovery,
} from "../../../../../tasks/PipelineMonitor/features/history/news";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { maxRuns } from "../../../../../tasks/PipelineMonitor/journal/branch";
import { parseJournal, renderJournal } from "../../../../../tasks/PipelineMonitor/journal/journal-file";
import { noteFound, noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import { type BranchHistory, seenBranch } from "../../../../../tasks/PipelineMonitor/journal/streak";
import { sampled } from "../../../../sampled";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { configWith, now } from "../../monitor-stage";
import { projectReport } from "../../report-stage";

const end = now / 1000;
const config = configWith({ runs: "scheduled" });
const project = projectIdOf("0123456789abcdef");
const window = sinceLast(now, { until: end - 3600 });

/** A run that finishes some seconds after the one before; a person may have started it, and it may reach the list late. */
const anyRun = fc.record({
  isGood: fc.boolean(),
  isManual: fc.integer({ min: 0, max: 9 }).map((die) => die === 0),
  seconds: fc.constantFrom(0, 1, 60, 3600),
  lateByRuns: fc.integer({ min: 0, max: 40 }).map((die) => Math.max(0, die - 30)),
});
/** So many of one kind in a row that not all are kept. */
const anyRow = fc
  .tuple(anyRun, fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 150 })))
  .map(([run, count]) => Array.from({ length: count }, () => run));
const anyRuns = fc.oneof(
  fc.array(anyRun, { minLength: 1, maxLength: 200, size: "max" }),
  fc.array(anyRow, { minLength: 1, maxLength: 8 }).map((rows) => rows.flat()),
);
const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 10 });

type SketchedRun = typeof anyRun extends fc.Arbitrary<infer One> ? One : never;

/** The runs of each report. */
function reportsOf(all: readonly SketchedRun[], of: number[]) {
  let finishTime = end - 90 * 24 * 3600;
  const runs = all.map(({ isGood, isManual, seconds, lateByRuns }, index) => {
    finishTime += seconds;
    const [result, reason] = [isGood ? "succeeded" : "failed", isManual ? "manual" : "schedule"];
    return { listed: index + lateByRuns, run: failedRun({ id: index + 1, result, reason, finishTime }) };
  });
  const listed = runs.sort((one, other) => one.listed - other.listed).map(({ run }) => run);
  const reports: Run[][] = [];
  for (let index = 0; listed.length > 0; index++) reports.push(listed.splice(0, of[index % of.length]));
  return reports;
}

/** The journal as the next report reads it. */
function kept(journal: ProjectJournal): ProjectJournal {
  const after = noteFound(projectReport({ config, window, journal }));
  const text = renderJournal(new Map([[project, after]]), { run: "1", now: end, zone: utcZone }, sanitize);
  return parseJournal(JSON.parse(text), "1", end)?.get(project) ?? assert.fail();
}

const isGood = ({ result }: Run) => result === "succeeded";
/** A person's failure is hidden, but a person's success ends failures. */
const isSeen = (run: Run) => run.reason !== "manual" || isGood(run);

/** A history that has kept all runs. */
function wholeHistory(list: readonly Run[], isCut: boolean): BranchHistory {
  const runs = list.map((run) => ({
    ...{ ...run, finishTime: run.finishTime ?? 0, reason: run.reason },
    ...{ isOtherCommit: undefined, attempt: 1 },
  }));
  return { runs, older: undefined, isCut };
}

/** What a history says that was new to it: of its failures, and of a branch that works again. */
function told(past: BranchHistory, added: readonly Run[], earlier: ReadonlySet<number>) {
  const wasDealtWith = ({ id }: { id: number }) => earlier.has(id);
  const from = Math.min(...added.map(({ finishTime = 0 }) => finishTime));
  const recovery = findRecovery(past, from);
  return {
    failures: added
      .filter((one) => isSeen(one) && !isGood(one))
      .map(({ id }) => [findNews(id, past, utcZone), findFailuresInRow(id, past, wasDealtWith)]),
    // One of which a report has told is none.
    recovery:
      recovery && !recovery.successes.some(wasDealtWith)
        ? [recovery.run.id, recovery.failed.count, recovery.failed.orMore, recovery.since]
        : undefined,
  };
}

describe("history from a journal", () => {
  it("says what a history says that has kept all runs", () =>
    fc.assert(
      fc.property(anyRuns, sizes, fc.boolean(), (all, of, isCut) => {
        let journal: ProjectJournal = emptyJournal;
        let list: Run[] = [];
        const key = pipelineIdOf({ id: 7, name: "" });
        for (const [count, added] of reportsOf(all, of).entries()) {
          const earlier = new Set(list.map(({ id }) => id));
          list = [...list, ...added.filter(isSeen)].sort((one, other) => one.id - other.id);
          journal = noteRuns(journal, added, config);
          const known = journal.pipelines.get(key) ?? assert.fail();
          // A first report knows whether there are earlier runs, if it asks.
          const branch = known.branches[0] ?? assert.fail();
          const asked = { ...branch, isCut: count === 0 ? isCut : branch.isCut };
          journal = { ...journal, pipelines: new Map([[key, { ...known, branches: [asked] }]]) };
          const past = seenBranch(config, known, asked);
          assert.deepEqual(told(past, added, earlier), told(wholeHistory(list, isCut), added, earlier));
          journal = kept(journal);
          assert.ok((journal.pipelines.get(key)?.branches[0]?.runs.length ?? 0) <= maxRuns);
        }
      }),
      { numRuns: sampled(100) },
    ));
});
