import type { Run } from "../../../shared/azure-devops/records";
import type { Zone } from "../../../shared/text/zone";
import { endsProblems, isHidden } from "../config/filter";
import { happeningOf, type Issue, runOf, type Silenced } from "../issue/issue";
import { attemptOf, type KnownProblem, missedRow, type ProjectMemory, rowOf } from "../issue/memory";
import { words } from "../issue/parts";
import { isChecked, type ProjectReport } from "../issue/report";
import { endOf, takenFrom, takenUntil, wasSeen } from "../issue/window";
import { untoldIfMuted, waitedIssues } from "./business-hours";
import { follow, type Happening } from "./follow";
import { identityOf } from "./identity";
import { compareStates, endedStates, endNote } from "./known-states";
import { silencedBy } from "./marks";

/**
 * Silences the issues of problems that an earlier message reported, and notes which of those have ended. Enabled by
 * `notify`.
 */
export function knownProblems(report: ProjectReport): ProjectReport {
  const { config, window, known } = report;
  const { remindSeconds } = config.alerts;
  if (remindSeconds === undefined) return report;
  const faulty = new Set(report.issues.map((issue) => runOf(issue)?.id));
  // A run that succeeded but is an issue itself ends nothing: with the next good one, all is well.
  const notes = report.notes.filter(({ run, since }) => since === undefined || !faulty.has(run?.id));
  const waited = waitedIssues(report);
  const issues = withoutSuperseded(report).filter((issue) => !waited.has(issue));
  // What waited counts as told now: its reminder is due that much later.
  const toldNow = new Set([...waited].map(identityOf).map((one) => `${one?.row} ${one?.key}`));
  const rule = { now: endOf(window), remindSeconds };
  const before = known && asOf(known, report);
  const toldStates = before?.states ?? [];
  const states = compareStates({ ...report, issues }, toldStates, rule);
  const toldUnfinished = new Set(toldStates.flatMap(({ runId }) => runId ?? []));
  const heldBack = new Map(states.heldBack);
  const lasting = [...states.heldBack.values()];
  const problems: KnownProblem[] = [];
  const recoveries = endedStates(report, toldStates);
  const told = untoldIfMuted(before?.problems ?? [], report);
  const problemOf = new Map(told.map((problem) => [problem.row, problem]));
  const rows = happeningsOf(report, issues, problemOf);
  const untold = new Set<string>();
  for (const row of new Set([...problemOf.keys(), ...rows.keys()])) {
    const followed = follow(row, problemOf.get(row), rows.get(row) ?? [], rule);
    // What became of a run that was told while it was unfinished is news.
    for (const [issue, at] of followed.heldBack)
      if (!toldUnfinished.has(runOf(issue)?.id ?? 0)) heldBack.set(issue, at);
    if (followed.problem !== undefined) {
      const { key, reportedAt } = followed.problem;
      problems.push({
        ...followed.problem,
        reportedAt: toldNow.has(`${row} ${key}`) ? rule.now : reportedAt,
      });
    }
    if (followed.heldBack.size > 0 && followed.problem !== undefined)
      lasting.push(followed.problem.reportedAt);
    if (followed.recovery === undefined) {
      if (problemOf.get(row)?.wasTold === false) untold.add(row);
      continue;
    }
    recoveries.push(endNote(report, followed.recovery.run, row, ends[followed.recovery.ended.kind]));
  }
  // A pipeline that the history has a note on needs no other.
  const noted = new Set(
    notes.filter(({ silenced }) => silenced === undefined).map(({ run }) => run && rowOf(run)),
  );
  return {
    ...report,
    issues: [
      ...waited,
      ...issues.filter((issue) => !heldBack.has(issue)),
      ...[...heldBack].map(
        ([issue, at]): Issue => ({ ...issue, silenced: reportedAt(at, report.config.zone) }),
      ),
    ],
    notes: [
      // The history does not know that a mute hid the failures, as under an earlier name of the pipeline.
      ...notes.filter(
        ({ run, severity }) => severity !== "recovery" || run === undefined || !untold.has(rowOf(run)),
      ),
      ...recoveries.filter(({ run }) => run === undefined || !noted.has(rowOf(run))),
    ],
    notRepeated: lasting.filter((at) => at < rule.now),
    followed: { problems, states: states.states },
  };
}

const ends: Readonly<Record<KnownProblem["kind"], string>> = {
  failure: "works again",
  limit: "is within its limits again",
  missed: "runs again",
};

/** If there may be runs between the last report and the first that is listed, what it told is told again. */
function asOf(known: ProjectMemory, { window }: ProjectReport): ProjectMemory {
  if (known.until >= takenFrom(window)) return known;
  return { ...known, problems: known.problems.map((problem) => ({ ...problem, reportedAt: 0 })) };
}

/** A run that a mute kept from the message is not told when it has ended if a later run of its pipeline is. */
function withoutSuperseded({ issues, known }: ProjectReport): readonly Issue[] {
  const released = new Set((known?.problems ?? []).flatMap(({ held }) => held?.runId ?? []));
  const all = issues.flatMap((issue) => identityOf(issue) ?? []);
  return issues.filter((issue) => {
    const own = identityOf(issue);
    return (
      !released.has(runOf(issue)?.id ?? 0) || !all.some(({ row, at }) => row === own?.row && at > own.at)
    );
  });
}

/** By the pipeline's row. `issues` are those of the report that may be told. */
function happeningsOf(
  report: ProjectReport,
  issues: readonly Issue[],
  known: ReadonlyMap<string, KnownProblem>,
): Map<string, Happening[]> {
  const { config, window, records, queued } = report;
  const all = new Map<string, Happening[]>();
  const add = (row: string, happening: Omit<Happening, "isSilent" | "isMuted">, silenced?: Silenced) => {
    const by = silenced?.by;
    const own = all.get(row) ?? [];
    all.set(row, own);
    own.push({ ...happening, isSilent: by !== undefined, isMuted: by === "mute" });
  };
  const problems = new Set(report.issues.map(happeningOf));
  for (const issue of issues) {
    const identity = identityOf(issue);
    if (identity === undefined) continue;
    const { row, at } = identity;
    add(row, { at, run: runOf(issue), problem: { issue, identity } }, issue.silenced);
  }
  const silenceOf = silencedBy(report);
  const rowsOf = rowsOnce();
  const isReleased = ({ held }: KnownProblem) => held !== undefined && silenceOf(held.pipeline) === undefined;
  const released = new Set([...known.values()].filter(isReleased).map(({ held }) => held?.runId));
  for (const record of records) {
    if (!("run" in record)) continue;
    const { run } = record;
    const { finishTime: at, pipeline } = run;
    const wasHeld = released.has(run.id);
    const missed = missedRow(pipeline);
    if (known.get(missed)?.held?.runId === run.id)
      add(missed, { at: run.queueTime ?? 0, run }, silenceOf(pipeline));
    const isOutside = isHidden(config.pipelines, record);
    if (isOutside && (run.verdict !== undefined || !endsProblems(config.pipelines, run))) continue;
    if (at === undefined || problems.has(attemptOf(run)) || !isChecked(config, run)) continue;
    if ((at < takenFrom(window) || at >= takenUntil(window)) && !wasHeld) continue;
    const row = rowsOf(run);
    if (!known.has(row) && !all.has(row)) continue;
    const wasDealtWith = wasSeen(window, attemptOf(run)) && run.verdict !== undefined;
    // What silence has held back is told when it has ended.
    add(row, { at, run, wasDealtWith }, silenceOf(pipeline, wasHeld ? undefined : at));
  }
  for (const run of queued) {
    const row = missedRow(run.pipeline);
    const at = run.queueTime;
    if (at !== undefined && (known.has(row) || all.has(row)))
      add(row, { at, run }, silenceOf(run.pipeline, at));
  }
  return all;
}

/** Computes each row of a list of runs only once. */
function rowsOnce(): (run: Run) => string {
  const known = new Map<string, string>();
  return (run) => {
    const name = JSON.stringify([run.definitionId ?? run.pipeline, run.branch]);
    const row = known.get(name) ?? rowOf(run);
    known.set(name, row);
    return row;
  };
}

/** For an issue that a message has reported. */
function reportedAt(seconds: number, zone: Zone): Silenced {
  const why = [words("Already reported at "), { time: seconds * 1000, zone, isDated: true }, words(".")];
  return { by: "known", why };
}
