import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import { type RunState, runState } from "../../../shared/azure-devops/run-state";
import type { Phrase, Text } from "../../../shared/chat/message";
import { duration, readable } from "../../../shared/text/time";
import type { PipelineLimits } from "../config/entries";
import { type Issue, issueOf } from "../issue/issue";
import type { IssueKind } from "../issue/kind";
import { words } from "../issue/parts";

// The issues of the rules, in the words of the specification's message.

const tooFewRuns: IssueKind = {
  code: "tooFewRuns",
  severity: "failure",
  rank: 1,
  tally: "too few runs",
  isState: true,
};

/** No run at all is worse than too few. */
const noRuns: IssueKind = { ...tooFewRuns, code: "noRuns" };
const noneFinished = words("no runs finished in the last hour");
const tooFew = "fewer runs than expected in the last hour";

/** Too few runs in the last hour (rule 2). */
export function issueOfRunCount(runCount: number, expectedMoreThan: number): Issue {
  const figures = `${runCount}, expected more than ${expectedMoreThan}`;
  return issueOf(
    runCount === 0 ? noRuns : tooFewRuns,
    "project",
    [words("Fewer runs than expected in the last hour")],
    {
      figures: [words(`expected more than ${expectedMoreThan}, found ${runCount}`)],
      sentence: [runCount === 0 ? noneFinished : words(`${tooFew} (${figures})`)],
    },
  );
}

/** Words for several projects, and whether the figures of each say more. */
export function fewRunsTogether(issues: readonly Issue[]): { verdict: Text; hasFigures: boolean } {
  const isNone = issues.every(({ code }) => code === noRuns.code);
  return { verdict: isNone ? noneFinished : words(tooFew), hasFigures: !isNone };
}

const unreadable: IssueKind = {
  code: "unreadable",
  severity: "failure",
  rank: 0,
  tally: "not readable",
  verdict: "unreadable",
};

/** A record that cannot be parsed never vanishes (decision 4). */
export function issueOfRecord(record: UnreadableRun): Issue {
  return issueOf(unreadable, { unreadable: record }, [words("could not be checked")], {
    figures: [words("its record is not readable ("), { name: record.problem }, words(")")],
  });
}

/** An issue of a run of which a member is not readable. */
export function withProblem(issue: Issue, problem: string): Issue {
  const { figures, sentence } = issue;
  const beside = (text: Phrase) => [
    ...text,
    words(`${text.length === 0 ? "" : "; "}not readable: `),
    { name: problem },
  ];
  return {
    ...issue,
    saysFigures: false,
    figures: beside(figures),
    ...(sentence === undefined ? {} : { sentence: beside(sentence) }),
  };
}

const failed: IssueKind = {
  code: "failed",
  severity: "failure",
  rank: 0,
  tally: "failed",
  verdict: "failed",
  saysFigures: true,
};
const notSucceeded: IssueKind = {
  ...failed,
  code: "notSucceeded",
  tally: "did not succeed",
  saysFigures: false,
};

/** The states that are no success, with their words. */
const kinds: Readonly<Partial<Record<RunState, [IssueKind, string]>>> = {
  failed: [failed, "failed"],
  canceled: [
    { ...failed, code: "canceled", rank: 0.3, tally: "canceled", verdict: "canceled" },
    "was canceled",
  ],
  partly: [
    {
      ...failed,
      code: "partiallySucceeded",
      rank: 0.6,
      tally: "partially succeeded",
      verdict: "partiallySucceeded",
    },
    "partially succeeded",
  ],
};

/** Not completed, or not succeeded (rule 5.2). */
export function issueOfResult(run: Run): Issue {
  const { status, result } = run;
  const [kind, text] = kinds[runState(run)] ?? [notSucceeded, "did not succeed"];
  const shownResult = result === "" ? [words(", no result")] : [words(", result "), { name: result }];
  const figures = [words("status "), { name: status }, ...shownResult];
  return issueOf(kind, { run }, [words(text)], {
    figures,
    sentence: kind === notSucceeded ? [words(`${text} (`), ...figures, words(")")] : [words(text)],
  });
}

const ranTooLong: IssueKind = {
  code: "ranTooLong",
  severity: "warning",
  rank: 3,
  tally: "ran too long",
  verdict: "ranTooLong",
};
const finishedTooFast: IssueKind = {
  ...ranTooLong,
  code: "finishedTooFast",
  tally: "finished too fast",
  verdict: "finishedTooFast",
};

/** A run time out of range (rule 5.1). */
export function issueOfRunTime(
  run: Run,
  seconds: number,
  { minProcSeconds, maxProcSeconds }: PipelineLimits,
): Issue {
  const isLong = seconds > maxProcSeconds;
  const what = isLong
    ? "ran too long"
    : seconds < 0
      ? "finished before it started, by its record"
      : "finished too fast";
  return issueOf(isLong ? ranTooLong : finishedTooFast, { run }, [words(what)], {
    figures: [words(`${duration(seconds)}, allowed ${minProcSeconds} to ${maxProcSeconds} s`)],
    sentence: [
      words(
        isLong
          ? `ran ${readable(seconds)}, limit ${readable(maxProcSeconds)}`
          : `${seconds < 0 ? `${what}: ` : ""}ran ${readable(seconds)}, at least ${readable(minProcSeconds)} expected`,
      ),
    ],
    limits: isLong ? { maxSeconds: maxProcSeconds } : { minSeconds: minProcSeconds },
  });
}

const waitedTooLong: IssueKind = {
  code: "waitedTooLong",
  severity: "warning",
  rank: 4,
  tally: "waited too long",
  verdict: "waitedTooLong",
};

/** Queued for too long (rule 5.3). */
export function issueOfWait(run: Run, seconds: number, maxWaitSeconds: number): Issue {
  return issueOf(waitedTooLong, { run }, [words("waited too long to start")], {
    figures: [words(`${duration(seconds)}, limit ${duration(maxWaitSeconds)}`)],
    sentence: [words(`was queued for ${readable(seconds)}, limit ${readable(maxWaitSeconds)}`)],
    limits: { maxWaitSeconds },
  });
}
