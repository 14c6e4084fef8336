import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import { wholeMarkdownWriting } from "../../../shared/chat/markdown";
import { type Line, type Part, renderParts, type Writing } from "../../../shared/chat/message";
import { type Sanitize, shorten } from "../../../shared/text/sanitize";
import { duration } from "../../../shared/text/time";
import { type Finding, type Issue, type Links, runOf } from "../rules/finding";
import type { Problem } from "../rules/rules";
import { numberOf, pipelineOf, words } from "../rules/run-parts";

/** What became of a message. */
export type Delivery = "sent" | "notNeeded" | "testOnly" | "failed";

/** Rule 7: what stands above the lines of a message. */
export const header = "Recent pipeline issues";
/** Rule 7: what is printed when there is no message. */
export const allWell = "No recent pipeline errors.";

/** Stands for that line when runs that are not done could not be looked at, though that was asked for. */
export const allFinishedWell = "No recent pipeline errors among the runs that finished.";

/** What is worse comes first where not everything has room. */
const ranks: Record<Problem["kind"], number> = {
  tooFewRuns: 0,
  status: 1,
  unreadable: 2,
  runTime: 3,
  queueTime: 4,
};

/** How severe a finding is; 0 is the most severe. */
export function rankOf(finding: Finding): number {
  return finding.kind === "check" ? finding.rank : ranks[finding.kind];
}

/** One line of the message (design, "The message"): pipeline, run, what is wrong with its figures, the log. */
export function messageLine(issue: Issue): Line {
  return { parts: partsOf(issue), rank: rankOf(issue.finding) };
}

function partsOf(issue: Issue): Part[] {
  const { finding } = issue;
  if (finding.kind === "tooFewRuns") {
    const { expectedMoreThan, runCount } = finding;
    return [
      words(
        `Fewer runs than expected in the last hour: expected more than ${expectedMoreThan}, found ${runCount}.`,
      ),
    ];
  }
  if (finding.kind === "unreadable") return runLine(finding.record, whatIsWrong(finding), issue);
  const run = runOf(finding);
  if (finding.kind !== "check") return runLine(finding.run, whatIsWrong(finding), issue);
  if (run !== undefined) return runLine(run, finding.sentence, issue);
  const name = "pipeline" in finding.subject ? finding.subject.pipeline : "";
  return [{ name }, words(" "), ...finding.sentence, words(".")];
}

function runLine(run: Run | UnreadableRun, wrong: readonly Part[], issue: Issue): Part[] {
  const { links, explanation, news = "" } = issue;
  const log = logOf(links);
  const why = explanation?.sentence ?? [];
  return [
    pipelineOf(run),
    words(" "),
    ...numberOf(run, links.runPage),
    words(": "),
    ...wrong,
    ...(news === "" ? [] : [words(`; ${news}`)]),
    words("."),
    ...(log === undefined ? [] : [words(" "), log]),
    ...(links.note === "" ? [] : [words(` (${links.note})`)]),
    ...(why.length === 0 ? [] : [words(" "), ...why]),
  ];
}

/** The link to what explains a run: its log, else its page; undefined when neither is known. */
export function logOf({ log, runPage }: Links): Part | undefined {
  return linkTo("log", log) ?? linkTo("run", runPage);
}

function whatIsWrong(problem: Exclude<Problem, { kind: "tooFewRuns" }>): Part[] {
  switch (problem.kind) {
    case "unreadable":
      return [
        words("its record cannot be understood, so it was not checked: "),
        { name: problem.record.problem },
      ];
    case "runTime": {
      const { runSeconds, minProcSeconds, maxProcSeconds } = problem;
      const order = runSeconds < 0 ? ": by its record, it finished before it started" : "";
      return [
        words(`run time ${duration(runSeconds)} is outside ${minProcSeconds} to ${maxProcSeconds} s${order}`),
      ];
    }
    case "status": {
      const { status, result } = problem.run;
      const outcome = result === "" ? [words("no result")] : [words("result "), { name: result }];
      return [words("status "), { name: status }, words(", "), ...outcome];
    }
    case "queueTime": {
      const { queuedSeconds, queueSecondsMax } = problem;
      return [words(`waited ${duration(queuedSeconds)} in the queue, more than ${queueSecondsMax} s`)];
    }
  }
}

function linkTo(label: string, url: URL | undefined): Part | undefined {
  return url && { label: words(label), url };
}

/** A line as Markdown that stands as it is: the chat's delivery escapes all underscores, the run's page does not. */
export function renderSummaryLine({ parts }: Line, sanitize: Sanitize): string {
  return renderParts(parts, wholeMarkdownWriting, sanitize);
}

const plainWriting: Writing = {
  name: (text) => shorten(text, 200),
  link: (label, { href }, isName) => (isName ? label : `${label}: ${href}`),
};

/** A line as plain text, for the run's list of issues. */
export function renderIssueLine({ parts }: Line, sanitize: Sanitize): string {
  return renderParts(parts, plainWriting, sanitize);
}
