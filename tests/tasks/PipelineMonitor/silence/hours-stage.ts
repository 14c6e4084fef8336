import assert from "node:assert/strict";
import fc from "fast-check";
import type { Run, RunRecord } from "../../../../shared/azure-devops/records";
import type { Config } from "../../../../tasks/PipelineMonitor/config/parse";
import { type Issue, type Note, runOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { ProjectMemory } from "../../../../tasks/PipelineMonitor/issue/memory";
import type { ProjectReport } from "../../../../tasks/PipelineMonitor/issue/report";
import { requestedSince, sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { readRuns } from "../../../../tasks/PipelineMonitor/rules/run-list";
import { knownProblems } from "../../../../tasks/PipelineMonitor/silence/known-problems";
import { readReleased } from "../../../../tasks/PipelineMonitor/silence/released";
import { memoryAfter } from "../../../../tasks/PipelineMonitor/silence/remember";
import { failedRun } from "../failed-run";
import { memoryContext } from "../report-stage";
import { configWith } from "./silence-stage";

export const remindSeconds = 4 * 3600;
const config = configWith({ notify: "changes", remind_hours: 4, run_ct_min: -1 });
export const begin = Date.UTC(2026, 10, 20) / 1000;

/** `space` and `agent` are failures for two causes; `slow` takes too long. */
type Kind = "ok" | "space" | "agent" | "slow";

export interface Played {
  run: Run;
  finishTime: number;
  kind: Kind;
  /** From when on the service lists the run. */
  visibleFrom: number;
}

/** A report: when, and whether its message arrives. Before it, the memory may have been lost. */
export interface Planned {
  at: number;
  arrives: boolean;
  isForgetful: boolean;
}

/** The pipelines: two of one name in two folders, one of them on two branches. */
export const places = [
  { definitionId: 7, branch: "refs/heads/main" },
  { definitionId: 7, branch: "refs/heads/feature" },
  { definitionId: 8, branch: "refs/heads/main" },
];

/** Runs of the places, one after the other; the service lists each after one of the delays, in seconds. */
export const runs = (delays: readonly number[]) =>
  fc
    .array(
      fc.record({
        pause: fc.integer({ min: 0, max: 1500 }),
        kind: fc.constantFrom<Kind>("ok", "ok", "space", "space", "agent", "slow"),
        delay: fc.constantFrom(...delays),
        place: fc.constantFrom(...places),
      }),
      { minLength: 1, maxLength: 40, size: "max" },
    )
    .map((sketches) => {
      let finishTime = begin;
      return sketches.map(({ pause, kind, delay, place }, index): Played => {
        finishTime += pause;
        const startTime = finishTime - (kind === "slow" ? 100_000 : 300);
        const result = ["ok", "slow"].includes(kind) ? "succeeded" : "failed";
        const times = { queueTime: startTime - 5, startTime, finishTime };
        const run = failedRun({ id: index + 1, ...place, ...times, result });
        return { run, finishTime, kind, visibleFrom: finishTime + delay };
      });
    });

export const reports = (arrivals: readonly Planned["arrives"][], forgets: readonly boolean[] = [false]) =>
  fc
    .array(
      fc.record({
        pause: fc.constantFrom(60, 3500, 3600, 3600, 3700, 7200),
        arrives: fc.constantFrom(...arrivals),
        isForgetful: fc.constantFrom(...forgets),
      }),
      { minLength: 2, maxLength: 10, size: "max" },
    )
    .map((sketches) => {
      let at = begin;
      const planned = sketches.map(({ pause, ...rest }): Planned => {
        at += pause;
        return { at, ...rest };
      });
      // The last ones arrive, within a day, when nothing happens any more.
      const end = { arrives: true, isForgetful: false };
      return [...planned, ...[73_000, 76_600].map((later): Planned => ({ at: begin + later, ...end }))];
    });

/** A report as people know it: the runs that it tells, holds back, and says to work again. */
export interface Outcome extends Planned {
  told: readonly number[];
  heldBack: readonly number[];
  recovered: readonly number[];
}

interface Manner {
  config: Config;
  /** `visible` are the runs that the service lists. */
  stage(report: ProjectReport, visible: readonly Played[]): Promise<ProjectReport>;
}

const plain: Manner = { config, stage: async (report) => knownProblems(report) };

/** Plays the reports one after the other; each knows what the last one remembered. */
export async function play(
  all: readonly Played[],
  planned: readonly Planned[],
  { config, stage }: Manner = plain,
): Promise<Outcome[]> {
  let known: ProjectMemory | undefined;
  let lastAt: number | undefined;
  const kindOf = new Map(all.map(({ run, kind }) => [run.id, kind]));
  const outcomes: Outcome[] = [];
  for (const report of planned) {
    // A report that has lost its memory begins where the last one ended, so that one must have told everything.
    if (report.isForgetful && known?.until === lastAt) known = undefined;
    const window = sinceLast(
      report.at * 1000,
      known ?? (lastAt === undefined ? undefined : { until: lastAt }),
    );
    const from = requestedSince(window).getTime() / 1000;
    const visible = all.filter((one) => one.visibleFrom <= report.at);
    const listed = visible.filter((one) => one.finishTime >= from);
    async function* pages(): AsyncGenerator<RunRecord[]> {
      yield listed.map(({ run }) => ({ run }));
    }
    const run = async (id: string) =>
      visible.find((one) => String(one.run.id) === id)?.run ?? assert.fail(id);
    const context = memoryContext({ service: { run } });
    const released = await readReleased(config, window, known, context);
    const before = { known, limitsUntil: undefined, released };
    const read = await readRuns(config, { window, pages: pages(), clockNote: "" }, context, before);
    const explained = read.issues.map((issue) => {
      const cause = kindOf.get(runOf(issue)?.id ?? 0) ?? assert.fail();
      return { ...issue, explanation: { sentence: [], line: "", name: [], group: undefined, cause } };
    });
    const found = await stage({ ...read, issues: explained }, visible);
    const shown = [...found.issues, ...found.notes].filter(({ silenced }) => silenced === undefined);
    const told = new Set<Issue | Note>(report.arrives ? shown : []);
    const isRemembered = shown.length === 0 || report.arrives;
    if (isRemembered) [known, lastAt] = [memoryAfter(found), report.at];
    const idsIn = (some: readonly Issue[]) => some.flatMap((issue) => runOf(issue)?.id ?? []);
    outcomes.push({
      ...report,
      told: idsIn(found.issues.filter((issue) => told.has(issue))),
      heldBack: isRemembered ? idsIn(found.issues.filter(({ silenced }) => silenced !== undefined)) : [],
      recovered: found.notes.flatMap((note) => (told.has(note) ? (note.run?.id ?? []) : [])),
    });
  }
  return outcomes;
}

/** The runs of the same pipeline and branch. Of runs of the same second, a problem counts as the last. */
export function rowOf(all: readonly Played[], { run }: Played): Played[] {
  const rank = ({ kind }: Played) => (kind === "ok" ? 0 : 1);
  return all
    .filter(({ run: { definitionId, branch } }) => definitionId === run.definitionId && branch === run.branch)
    .sort(
      (one, other) =>
        one.finishTime - other.finishTime || rank(one) - rank(other) || one.run.id - other.run.id,
    );
}

/** Asserts that what was told of a row has its end told, once, and that nothing else has one. */
export function assertEndsTold(row: readonly Played[], outcomes: readonly Outcome[]): void {
  const ids = row.map(({ run }) => run.id);
  let owesEnd = false;
  for (const { told, recovered } of outcomes) {
    owesEnd ||= told.some((id) => ids.includes(id));
    const ends = recovered.filter((id) => ids.includes(id));
    assert.ok(ends.length <= (owesEnd ? 1 : 0), `run ${ends.join()} ends nothing`);
    if (ends.length > 0) owesEnd = false;
  }
  if (row.at(-1)?.kind === "ok") assert.ok(!owesEnd, "the end is untold");
}

/** One row for each pipeline and branch that has runs. */
export function rowsOf(all: readonly Played[]): Played[][] {
  return places.flatMap(({ definitionId, branch }) => {
    const first = all.find(({ run }) => run.definitionId === definitionId && run.branch === branch);
    return first === undefined ? [] : [rowOf(all, first)];
  });
}
