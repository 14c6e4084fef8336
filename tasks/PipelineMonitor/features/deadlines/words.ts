import type { Run } from "../../../../shared/azure-devops/records";
import { runState } from "../../../../shared/azure-devops/run-state";
import type { Phrase } from "../../../../shared/chat/message";
import { readableMinutes } from "../../../../shared/text/time";
import { renderLocal, type Zone } from "../../../../shared/text/zone";
import type { Entry } from "../../issue/entry";
import { isIssue } from "../../issue/finding";
import { type AboutPipeline, type Issue, issueOf } from "../../issue/issue";
import { type IssueKind, overdueCode } from "../../issue/kind";
import type { Note } from "../../issue/note";
import { momentAt, words } from "../../issue/parts";
import { placeOf } from "../../issue/place";
import type { FoundProject } from "../../issue/report";
import { subjectOf } from "../../issue/subject";
import { after } from "../../render/phrases";
import type { FinishedRun } from "./judge";

/** Without `isState`, the journal does not show the hour of the deadline as one in which a run was missed. */
const overdue: IssueKind = { code: overdueCode, severity: "failure", rank: 1, tally: "late" };
/** People have changed the pipeline, so nobody is called for it. */
const cannotRun: IssueKind = { ...overdue, severity: "warning", pagesNobody: true };
/** It is over when it is found, so nobody is called for it. */
const late: IssueKind = { ...cannotRun, tally: "succeeded late" };

/** Ends the identity of what is over when it is found. */
const overMark = " over";

/** Where the ledger has the problem of a pipeline. */
export function overdueKey({ pipeline }: AboutPipeline): string {
  return placeOf(issueOf(overdue, { pipeline }, []), 0).key;
}

/** Whether an entry is of a deadline that was missed, and lasts. */
export function isOpenOverdue({ content, variant, end }: Entry): boolean {
  return (
    isIssue(content) && content.code === overdue.code && end === undefined && !variant.endsWith(overMark)
  );
}

/** A deadline of each day is a problem of its own; what keeps a pipeline from starting is told once. */
export function overdueIssue(
  about: AboutPipeline,
  at: number,
  reason: {
    /** Undefined if the runs that wait or run are unknown. */
    active: readonly Pick<Run, "id" | "queueTime" | "startTime">[] | undefined;
    failures: readonly FinishedRun[];
    /** Why it cannot start, such as "it is disabled"; undefined if nothing is known against it. */
    obstacle?: string | undefined;
  },
  seen: FoundProject,
): Issue {
  const { config } = seen;
  const { active = [], failures, obstacle } = reason;
  const why = whyOf(reason, config.zone);
  const text = [words("missed its deadline at "), momentAt(at, config.zone), ...after(": ", why)];
  const [run] = [...active, ...failures.slice(-1)];
  return issueOf(obstacle === undefined ? overdue : cannotRun, about, text, {
    at,
    identity: obstacle === undefined ? dayOf(at, seen) : "cannot run",
    links: { runPage: run && seen.runPage(run.id), log: undefined, note: "" },
  });
}

/** "it failed twice, and has been running since 05:10 UTC" */
function whyOf({ active, failures, obstacle }: Parameters<typeof overdueIssue>[2], zone: Zone): Phrase {
  if (obstacle !== undefined) return [words(obstacle)];
  const failed = failures.length === 0 ? [] : [words(`it ${failuresText(failures)}`)];
  const running = active?.find(({ startTime }) => startTime !== undefined);
  const [waiting] = active ?? [];
  const since = running?.startTime ?? waiting?.queueTime;
  if (since !== undefined) {
    const what = running === undefined ? "has waited in the queue since " : "has been running since ";
    return [...failed, words(failed.length === 0 ? `it ${what}` : `, and ${what}`), momentAt(since, zone)];
  }
  return failed.length > 0 || active === undefined || active.length > 0
    ? failed
    : [words("it did not start")];
}

function failuresText(failures: readonly FinishedRun[]): string {
  const states = new Set(failures.map(runState));
  const [state] = states;
  const what =
    states.size > 1 || (state !== "failed" && state !== "canceled")
      ? "ended without success"
      : state === "failed"
        ? "failed"
        : "was canceled";
  const { length } = failures;
  return length === 1 ? what : `${what} ${length === 2 ? "twice" : `${length} times`}`;
}

/** It is told once, and ends without a word. */
export function lateIssue(about: AboutPipeline, at: number, success: FinishedRun, seen: FoundProject): Issue {
  const { config, runPage } = seen;
  return issueOf(late, about, succeeded(at, success, config.zone), {
    at,
    identity: `${dayOf(at, seen)}${overMark}`,
    links: { runPage: runPage(success.id), log: undefined, note: "" },
  });
}

/** "succeeded at 07:10 UTC, 1 h 10 min after its deadline" */
function succeeded(at: number, { finishTime }: FinishedRun, zone: Zone): Phrase {
  const seconds = finishTime - at;
  // A run may reach the list only after the report that missed it.
  const when = seconds > 0 ? `${readableMinutes(seconds)} after` : "before";
  return [words("succeeded at "), momentAt(finishTime, zone), words(`, ${when} its deadline`)];
}

export function endNote(about: AboutPipeline, at: number, success: FinishedRun, report: FoundProject): Note {
  const listed = report.records.find((record) => "run" in record && record.run.id === success.id);
  const run = listed !== undefined && "run" in listed ? listed.run : undefined;
  const text = succeeded(at, success, report.config.zone);
  return {
    subject: subjectOf(about),
    ...(run === undefined ? {} : { run, runPage: report.runPage(success.id) }),
    says: [words(" "), ...text],
    severity: "recovery",
    rank: 6,
  };
}

/** Such as 2026-11-20. */
function dayOf(at: number, { config }: FoundProject): string {
  return renderLocal(at, config.zone).slice(0, 10);
}
