import type { Part, Severity } from "../../../shared/chat/message";
import type { Verdict as ReportVerdict } from "../../../shared/report/form";
import { duration } from "../../../shared/text/time";
import type { CrossedLimits, Finding } from "../rules/finding";
import type { Problem } from "../rules/rules";
import { words } from "../rules/run-parts";

/** What the message says of a finding (design, "The message"). */
export interface Verdict {
  severity: Severity;
  /** 0 is the most severe. If not everything fits, the most severe come first. */
  rank: number;
  /** What follows a number of such findings in the title: "2 failed". */
  tally: string;
  /** What is wrong, as it follows the pipeline and run: "failed", "ran too long". */
  words: readonly Part[];
  /** The figures that the finding's rule names; empty if `words` have them. */
  figures: readonly Part[];
  /** The verdict on the run, as an attached report has it. */
  verdict: ReportVerdict;
  /** The limits that the run crossed. */
  limits?: CrossedLimits;
}

/** A tally that stands without a number. */
export const tooFewRuns = "too few runs";

/** Returns the verdict of a finding: what is wrong first, then its figures. */
export function verdictOf(finding: Finding): Verdict {
  switch (finding.kind) {
    case "check":
      return {
        severity: finding.severity,
        rank: finding.rank,
        tally: finding.tally,
        words: finding.sentence,
        figures: [],
        verdict: "stuck",
        ...(finding.limits === undefined ? {} : { limits: finding.limits }),
      };
    case "tooFewRuns": {
      const { expectedMoreThan, runCount } = finding;
      return {
        severity: "failure",
        rank: 0,
        tally: tooFewRuns,
        words: [words("Fewer runs than expected in the last hour")],
        figures: [words(`expected more than ${expectedMoreThan}, found ${runCount}`)],
        verdict: "failed",
      };
    }
    case "status":
      return statusVerdict(finding);
    case "unreadable":
      return {
        severity: "failure",
        rank: 2,
        tally: "not readable",
        words: [words("could not be checked")],
        figures: [words("its record is not readable ("), { name: finding.record.problem }, words(")")],
        verdict: "unreadable",
      };
    case "runTime":
      return runTimeVerdict(finding);
    case "queueTime": {
      const limit = duration(finding.queueSecondsMax);
      return {
        severity: "warning",
        rank: 4,
        tally: "waited too long",
        words: [words("waited too long to start")],
        figures: [words(`${duration(finding.queuedSeconds)}, limit ${limit}`)],
        verdict: "waitedTooLong",
        limits: { maxWaitSeconds: finding.queueSecondsMax },
      };
    }
  }
}

/** The verdicts of the results that the service documents, other than success. */
const results: Readonly<Record<string, Pick<Verdict, "tally" | "verdict"> & { words: string }>> = {
  failed: { words: "failed", tally: "failed", verdict: "failed" },
  canceled: { words: "was canceled", tally: "canceled", verdict: "canceled" },
  partiallySucceeded: {
    words: "partially succeeded",
    tally: "partially succeeded",
    verdict: "partiallySucceeded",
  },
};

function statusVerdict({ run: { status, result } }: Extract<Problem, { kind: "status" }>): Verdict {
  const known = status === "completed" && Object.hasOwn(results, result) ? results[result] : undefined;
  const verdict = known ?? { words: "did not succeed", tally: "did not succeed", verdict: "failed" };
  const shownResult = result === "" ? [words(", no result")] : [words(", result "), { name: result }];
  return {
    severity: "failure",
    rank: 1,
    tally: verdict.tally,
    words: [words(verdict.words)],
    figures: [words("status "), { name: status }, ...shownResult],
    verdict: verdict.verdict,
  };
}

function runTimeVerdict({
  runSeconds,
  minProcSeconds,
  maxProcSeconds,
}: Extract<Problem, { kind: "runTime" }>): Verdict {
  const isLong = runSeconds > maxProcSeconds;
  const what =
    runSeconds < 0
      ? "finished before it started, by its record"
      : isLong
        ? "ran too long"
        : "finished too fast";
  return {
    severity: "warning",
    rank: 3,
    tally: isLong ? "ran too long" : "finished too fast",
    words: [words(what)],
    figures: [words(`${duration(runSeconds)}, allowed ${minProcSeconds} to ${maxProcSeconds} s`)],
    verdict: isLong ? "ranTooLong" : "finishedTooFast",
    limits: isLong ? { maxSeconds: maxProcSeconds } : { minSeconds: minProcSeconds },
  };
}
