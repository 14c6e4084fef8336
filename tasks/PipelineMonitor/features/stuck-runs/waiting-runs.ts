import pMap from "p-map";
import type { Run } from "../../../../shared/azure-devops/records";
import type { Timeline } from "../../../../shared/azure-devops/timeline";
import type { Phrase } from "../../../../shared/chat/message";
import { readable, readableMinutes } from "../../../../shared/text/time";
import { lastAttemptSince, type Wait, type WaitKind, type Waits, waited } from "../../../../shared/waits";
import type { Config } from "../../config/parse";
import type { Entry } from "../../issue/entry";
import { type Finding, isIssue } from "../../issue/finding";
import { type Issue, issueOf, runOf, withAside } from "../../issue/issue";
import type { IssueKind } from "../../issue/kind";
import { momentAt, words } from "../../issue/parts";
import { waitingKey } from "../../issue/place";
import type { CheckedRecord, CheckedRun } from "../../issue/report";
import type { OptionalStage } from "../../issue/stage";
import { subjectOf } from "../../issue/subject";
import { endOf, type Window } from "../../issue/window";
import { withTimelines } from "../../logs/timelines";
import { checkListed } from "../../rules/run-list";

export const waitsTooLong: IssueKind = {
  code: "waitsTooLong",
  severity: "warning",
  rank: 2.5,
  tally: "waiting too long for a person",
  verdict: "waiting",
  isState: true,
};

const things: Readonly<Record<WaitKind, string>> = {
  approval: "an approval",
  validation: "a manual validation",
  check: "a check",
  lock: "an exclusive lock",
};

/** A run that waits for a person informs once, and warns after `maxWaitSeconds`. */
export function waitingRun(
  run: Run,
  wait: Wait,
  { config, window, maxWaitSeconds: maxSeconds }: { config: Config; window: Window; maxWaitSeconds: number },
  runPage: URL,
): Finding {
  // A wait whose begin is unknown is no longer than the run.
  const since = wait.since ?? run.startTime ?? run.queueTime;
  const isLong = since !== undefined && endOf(window) - since > maxSeconds;
  const text: Phrase = [
    words(`waiting ${isLong ? `more than ${readable(maxSeconds)} ` : ""}for ${things[wait.kind]}`),
    ...(wait.since === undefined || !isLong ? [] : [words(",")]),
    ...(wait.since === undefined ? [] : [words(" since "), momentAt(wait.since, config.zone)]),
    ...(wait.stage === "" ? [] : [words(" (stage "), { name: wait.stage }, words(")")]),
  ];
  const verdict = [words("has been "), ...text];
  const links = { runPage, log: undefined, note: "" };
  if (isLong) return issueOf(waitsTooLong, { run }, verdict, { sentence: text, links });
  return {
    run,
    runPage,
    says: [words(" "), ...verdict],
    severity: "note",
    rank: 6,
    key: waitingKey(subjectOf(run), wait.since),
    isState: true,
    tally: { thing: "run", what: `waiting for ${things[wait.kind]}` },
  };
}

/** The waits that earlier reports knew of, by the ids of their runs, for those whose timelines cannot be read now. */
export function knownWaits(entries: readonly Entry[]): Map<number, Finding> {
  return new Map(
    entries.flatMap(({ content, end }): [number, Finding][] => {
      const [run, isWait] = isIssue(content)
        ? [runOf(content), content.code === waitsTooLong.code]
        : [content.run, content.isState === true];
      return end === undefined && run !== undefined && isWait ? [[run.id, content]] : [];
    }),
  );
}

/** "13 h of it waiting for an approval", or "13 h of it waiting, mostly for an approval" */
export function waitedText({ seconds, kind, isMixed }: NonNullable<ReturnType<typeof waited>>): string {
  return `${readableMinutes(seconds)} of it waiting${isMixed ? ", mostly" : ""} for ${things[kind]}`;
}

/** More runs are reported as the list has them. */
const maxWaitsRead = 20;

/**
 * Looks at finished runs that took too long: one that was run again is judged by its last attempt, and the others say how long
 * they had waited for a person.
 */
export const lateRuns: OptionalStage = {
  name: "what finished runs waited for",
  async run(report, context) {
    const late = new Set(report.issues.filter(isLate).slice(0, maxWaitsRead));
    const judged = new Map<number, CheckedRecord>();
    const issues = await withTimelines(context, (read) =>
      pMap(
        report.issues,
        async (issue): Promise<Issue[]> => {
          const run = late.has(issue) ? runOf(issue) : undefined;
          const timeline = run && (await read(run.id));
          if (run === undefined || timeline === undefined) return [issue];
          const again = lastAttempt(run, timeline);
          if (again === undefined) return [withWait(issue, timeline)];
          const { record, issue: found } = checkListed({ run: again }, report.config);
          judged.set(run.id, record);
          return found === undefined ? [] : [withWait({ ...found, links: issue.links }, timeline)];
        },
        { concurrency: context.connections },
      ),
    );
    const records = report.records.map((record) => ("run" in record && judged.get(record.run.id)) || record);
    return { ...report, issues: issues.flat(), records };
  },
};

/** A finished run that ran too long, or waited too long to start. */
function isLate(issue: Issue): boolean {
  const { limits, isState = false } = issue;
  const isBeyond = limits?.maxSeconds !== undefined || limits?.maxWaitSeconds !== undefined;
  return isBeyond && !isState && runOf(issue) !== undefined;
}

/**
 * The run as its last attempt alone, whose wait in the queue nobody knows; undefined if there is only one. The service leaves
 * open whether the start of a run is that of its first attempt, so the difference to when it was queued means nothing.
 */
function lastAttempt(run: CheckedRun, timeline: Timeline): CheckedRun | undefined {
  const startTime = lastAttemptSince(timeline);
  if (startTime === undefined) return undefined;
  const { verdict: _, ...others } = run;
  return { ...others, queueTime: undefined, startTime, attempt: timeline.attempt };
}

function withWait(issue: Issue, waits: Waits): Issue {
  const { queueTime, startTime, finishTime } = runOf(issue) ?? {};
  const isOfRun = issue.limits?.maxSeconds !== undefined;
  const [from, until] = isOfRun ? [startTime, finishTime] : [queueTime, startTime];
  const wait = from === undefined || until === undefined ? undefined : waited(waits, from, until);
  return wait === undefined ? issue : withAside(issue, [words(waitedText(wait))]);
}
