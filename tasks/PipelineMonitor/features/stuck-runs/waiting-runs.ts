import type { Run } from "../../../../shared/azure-devops/records";
import type { Phrase } from "../../../../shared/chat/message";
import { readable, readableMinutes } from "../../../../shared/text/time";
import type { Wait, WaitKind, waited } from "../../../../shared/waits";
import type { Config } from "../../config/parse";
import type { Entry } from "../../issue/entry";
import { type Issue, issueOf, runOf } from "../../issue/issue";
import type { IssueKind } from "../../issue/kind";
import { waitingKey } from "../../issue/ledger";
import type { Note } from "../../issue/note";
import { linkToRun, numberOf, pipelineOf, strong, words } from "../../issue/parts";
import { endOf, momentSeenFrom, type Window } from "../../issue/window";

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
): { issue: Issue } | { note: Note } {
  // A wait whose begin is unknown is no longer than the run.
  const since = wait.since ?? run.startTime ?? run.queueTime;
  const isLong = since !== undefined && endOf(window) - since > maxSeconds;
  const text: Phrase = [
    words(`waiting ${isLong ? `more than ${readable(maxSeconds)} ` : ""}for ${things[wait.kind]}`),
    ...(wait.since === undefined || !isLong ? [] : [words(",")]),
    ...(wait.since === undefined ? [] : [words(" since "), momentSeenFrom(window, wait.since, config.zone)]),
    ...(wait.stage === "" ? [] : [words(" (stage "), { name: wait.stage }, words(")")]),
  ];
  const verdict = [words("has been "), ...text];
  const links = { runPage, log: undefined, note: "" };
  if (isLong) return { issue: issueOf(waitsTooLong, { run }, verdict, { sentence: text, links }) };
  return {
    note: {
      parts: [pipelineOf(run), words(" "), ...numberOf(run, runPage), words(" "), ...verdict, words(".")],
      block: { parts: [strong(pipelineOf(run)), words(" "), ...verdict], links: [linkToRun(run, runPage)] },
      severity: "note",
      rank: 6,
      run,
      key: waitingKey(run, wait.since),
      isState: true,
      tally: { thing: "run", what: `waiting for ${things[wait.kind]}` },
    },
  };
}

/** The waits that earlier reports knew of, by the ids of their runs, for those whose timelines cannot be read now. */
export function knownWaits(entries: readonly Entry[]): Map<number, { issue: Issue } | { note: Note }> {
  const waits = new Map<number, { issue: Issue } | { note: Note }>();
  for (const { content, end } of entries) {
    const run = "about" in content ? runOf(content) : content.run;
    if (end !== undefined || run === undefined) continue;
    if (!("about" in content)) {
      if (content.isState === true) waits.set(run.id, { note: content });
    } else if (content.code === waitsTooLong.code) waits.set(run.id, { issue: content });
  }
  return waits;
}

/** "13 h of it waiting for an approval", or "13 h of it waiting, mostly for an approval" */
export function waitedText({ seconds, kind, isMixed }: NonNullable<ReturnType<typeof waited>>): string {
  return `${readableMinutes(seconds)} of it waiting${isMixed ? ", mostly" : ""} for ${things[kind]}`;
}
