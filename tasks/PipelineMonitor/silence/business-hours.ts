import type { Run } from "../../../shared/azure-devops/records";
import { missedIssue } from "../checks/missing-runs";
import { withEvidence } from "../checks/schedules/missed";
import { isOpen, opensAfter } from "../config/business-hours";
import { type Issue, type Note, pipelineNameOf, recoveryNote, runOf, type Silenced } from "../issue/issue";
import { fingerprint, type KnownProblem, missedRow, type Waiting } from "../issue/memory";
import { words } from "../issue/parts";
import type { ProjectReport } from "../issue/report";
import { endOf } from "../issue/window";
import { identityOf, stateKeyOf } from "./identity";

type Place = Pick<ProjectReport, "config" | "window">;

/**
 * A report waits until business hours begin; undefined within them, and without a memory to hold the issues that
 * wait.
 */
export function closedUntil({ config: { alerts, zone }, window }: Place): Silenced | undefined {
  const hours = alerts.businessHours;
  const now = endOf(window);
  if (hours === undefined || window.kind === "lastHour" || isOpen(hours, now, zone)) return undefined;
  const opens = { time: opensAfter(hours, now, zone) * 1000, zone, isDated: true };
  return { by: "hours", why: [words("Waits until "), opens, words(".")] };
}

/** Issues without a pipeline do not wait. */
export function waitsBy(place: Place) {
  const closed = closedUntil(place);
  const { entryFor } = place.config.pipelines;
  return (pipeline: string | undefined): Silenced | undefined =>
    pipeline === undefined || entryFor(pipeline).importance === "high" ? undefined : closed;
}

/** Marks what the message would tell now, and tells when business hours begin. It is followed as if it were told. */
export function outOfHours(report: ProjectReport): ProjectReport {
  const waits = waitsBy(report);
  const marked = <T extends Issue | Note>(one: T, pipeline: string | undefined): T =>
    one.silenced === undefined ? { ...one, silenced: waits(pipeline) } : one;
  return {
    ...report,
    issues: report.issues.map((issue) =>
      identityOf(issue) === undefined ? issue : marked(issue, pipelineNameOf(issue)),
    ),
    notes: report.notes.map((note) => marked(note, note.run?.pipeline)),
  };
}

function isOf({ runId, pipeline, at }: Waiting, one: Issue | Note): boolean {
  const run = "about" in one ? runOf(one) : one.run;
  if (runId !== undefined) return run?.id === runId;
  const missed = "about" in one ? identityOf(one) : undefined;
  return missed?.row === missedRow(pipeline) && missed.at === at;
}

export function hasWaited({ known }: Pick<ProjectReport, "known">, one: Issue | Note): boolean {
  return known?.waiting?.some((waiting) => isOf(waiting, one)) === true;
}

/** The issues of runs, finished or missed, that have waited for this report. What a mute keeps from it is followed anew. */
export function waitedIssues(report: ProjectReport): Set<Issue> {
  return new Set(
    report.issues.filter(
      (issue) => identityOf(issue) !== undefined && issue.silenced?.by !== "mute" && hasWaited(report, issue),
    ),
  );
}

/** Marks the problems as untold that began with what has waited, and is muted now: they were followed as if they were told. */
export function untoldIfMuted(problems: readonly KnownProblem[], report: ProjectReport): KnownProblem[] {
  const muted = report.issues
    .filter((issue) => issue.silenced?.by === "mute" && hasWaited(report, issue))
    .flatMap((issue) => identityOf(issue) ?? []);
  const isUntold = ({ row, since }: KnownProblem) => muted.some((one) => one.row === row && since >= one.at);
  return problems.map((problem) => (isUntold(problem) ? { ...problem, wasTold: false } : problem));
}

/**
 * Adds what waited until now and is not among the runs that were read again with an issue: missed runs, and runs that have
 * no problem any more.
 */
export function withWaited(report: ProjectReport): ProjectReport {
  const { known, issues, notes, records, runPage } = report;
  const waits = waitsBy(report);
  const due = (known?.waiting ?? []).filter(({ pipeline }) => waits(pipeline) === undefined);
  const isThere = (one: Waiting) => [...issues, ...notes].some((other) => isOf(one, other));
  const missed = due.filter((one) => one.runId === undefined && !isThere(one));
  const runs = new Map<number, Run>(
    records.flatMap((record) => ("run" in record ? [[record.run.id, record.run]] : [])),
  );
  const over = new Set(due.flatMap((one) => (isThere(one) ? [] : (runs.get(one.runId ?? 0) ?? []))));
  return {
    ...report,
    issues: [...issues, ...missed.map((run) => missedIssue(report, withEvidence(run, report)))],
    notes: [...notes, ...[...over].map((run) => recoveryNote(run, runPage(run.id), overText))],
  };
}

const overText = "has finished, after a problem outside business hours";

/** Adds the issues that a report holds back to those that still wait. Of one problem, the latest waits. */
export function waitingAfter({
  issues,
  notes,
  known,
}: Pick<ProjectReport, "issues" | "notes" | "known">): Waiting[] {
  const all = [...issues, ...notes];
  const isDone = (waiting: Waiting) => all.some((one) => one.silenced?.by !== "hours" && isOf(waiting, one));
  const held = all.filter(({ silenced }) => silenced?.by === "hours").flatMap(waitingOf);
  const waiting = [...(known?.waiting ?? []).filter((one) => !isDone(one)), ...held];
  const byKey = new Map(waiting.sort((one, other) => one.at - other.at).map((one) => [one.key, one]));
  return [...byKey.values()];
}

function waitingOf(one: Issue | Note): Waiting[] {
  if (!("about" in one)) {
    const { run } = one;
    const key = fingerprint(["finished", run?.id ?? 0]);
    // Any other recovery waits with its problem.
    return run === undefined || one.key === undefined
      ? []
      : [{ key, pipeline: run.pipeline, at: run.finishTime ?? 0, runId: run.id }];
  }
  const identity = identityOf(one);
  const run = runOf(one);
  const pipeline = pipelineNameOf(one) ?? "";
  const key = identity === undefined ? stateKeyOf(one) : fingerprint([identity.row, identity.key]);
  // A limit that a pipeline will reach is found again.
  if (key === undefined || (identity === undefined && run === undefined)) return [];
  return [
    { key, pipeline, at: one.at ?? run?.queueTime ?? 0, ...(run === undefined ? {} : { runId: run.id }) },
  ];
}
