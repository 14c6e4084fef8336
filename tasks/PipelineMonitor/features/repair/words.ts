import type { Phrase } from "../../../../shared/chat/message";
import { causeName } from "../../causes/cause";
import { type Finding, isIssue } from "../../issue/finding";
import { type Issue, runOf, withAside } from "../../issue/issue";
import { type Note, recoveryNote } from "../../issue/note";
import { momentAt, words } from "../../issue/parts";
import type { FoundProject } from "../../issue/report";
import { isRerun, isResultOf, type Repair } from "./record";

const underRepair = {
  severity: "warning",
  rank: 4,
  figures: [],
  news: undefined,
  identity: "repair",
  saysWhen: true,
} as const;

/** Whether the monitor has had the run run again, or has started the missed one, and nobody knows yet how that ends. */
export function isUnderRepair(content: Finding): boolean {
  return isIssue(content) && content.identity === underRepair.identity;
}

/** The event of the pipeline before it was repaired; a time follows. */
export const whatFailed: Readonly<Record<Repair["kind"], string>> = {
  lostAgent: "lost its agent",
  knownIssue: "failed with a known issue",
  missed: "did not start",
};

/** The problem in the words of what the monitor did about it. */
export function repaired(issue: Issue, repair: Repair, agent: string, report: FoundProject): Issue {
  const { kind, at, runId } = repair;
  const time = momentAt(at, report.config.zone);
  if (runOf(issue) === undefined) {
    const text = [words("did not start at "), time, words(`; the monitor has started it (run ${runId})`)];
    return { ...issue, ...underRepair, tally: "started late", words: text, sentence: text };
  }
  const { failedAt: _, explanation, ...others } = issue;
  const failed = kind === "knownIssue" ? "failed" : "lost its agent";
  const text = [words(`${failed} at `), time, words("; run again (attempt 2)")];
  const plural = `${failed} and was run again`;
  const rerun = { ...others, ...underRepair, tally: "run again", plural, words: text, sentence: text };
  if (kind === "knownIssue")
    return { ...rerun, explanation: explanation && { ...explanation, group: undefined } };
  const cause = { kind: "lostAgent", agent } as const;
  const lostAgent = {
    sentence: [],
    line: "",
    name: causeName(cause),
    cause: JSON.stringify(cause),
    kind: cause.kind,
  };
  return {
    ...rerun,
    // It has a line of its own, beside those that the same agent failed.
    explanation: { ...(explanation ?? lostAgent), kind: cause.kind, isLeading: true, group: undefined },
  };
}

/** "not run again by the monitor: …" */
export function notRepaired(kind: Repair["kind"], why: string): Phrase {
  return [words(`not ${isRerun(kind) ? "run again" : "started"} by the monitor: ${why}`)];
}

export function wouldRepair(kind: Repair["kind"], isTest: boolean): Phrase {
  const what = isRerun(kind) ? "run it again" : "start it";
  return [words(isTest ? `without test_flag, the monitor would ${what}` : `the monitor would ${what}`)];
}

/** The outcome of a repair: a failure says that it was the second attempt, a success that it took one. */
export function withResults(
  report: FoundProject,
  repairs: readonly Repair[],
  before: readonly Repair[],
): FoundProject {
  const sent = repairs.filter(({ runId, state }) => runId !== undefined && state === "sent");
  if (sent.length === 0) return report;
  const ofRun = new Map(sent.map((repair) => [repair.runId, repair]));
  const issues = report.issues.map((issue) => {
    const run = runOf(issue);
    const repair = ofRun.get(run?.id);
    return run === undefined || repair === undefined || !isResultOf(repair, run) || issue.isState === true
      ? issue
      : withAside(issue, failedAgain(repair, report));
  });
  const faulty = new Set(issues.map((issue) => runOf(issue)?.id));
  const worked = report.records.flatMap((record): Note[] => {
    const run = "run" in record ? record.run : undefined;
    const repair = ofRun.get(run?.id);
    const isNews =
      repair !== undefined &&
      isRerun(repair.kind) &&
      run !== undefined &&
      isResultOf(repair, run) &&
      !faulty.has(run.id);
    const wasOpen = before.find(({ incident }) => incident === repair?.incident)?.outcome === undefined;
    if (!isNews || !wasOpen || repair.outcome !== "helped") return [];
    // The sentence says itself which attempt it was.
    const { attempt: _, ...worked } = run;
    const note = recoveryNote(worked, report.runPage(run.id), "works again after a second attempt");
    return [{ ...note, run, replacesEnd: true }];
  });
  const ids = new Set(worked.map(({ run }) => run?.id));
  return {
    ...report,
    issues,
    notes: [...report.notes.filter(({ run }) => run === undefined || !ids.has(run.id)), ...worked],
  };
}

function failedAgain({ kind, at }: Repair, { config }: FoundProject): Phrase {
  const time = momentAt(at, config.zone);
  return isRerun(kind)
    ? [words(`this was the second attempt, because the first ${whatFailed[kind]} at `), time]
    : [words("the monitor had started it, because it did not start at "), time];
}
