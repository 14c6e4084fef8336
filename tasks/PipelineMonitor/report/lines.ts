import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import { wholeMarkdownWriting } from "../../../shared/chat/markdown";
import { type Line, type Part, renderParts, type Writing } from "../../../shared/chat/message";
import { type Sanitize, shorten } from "../../../shared/text/sanitize";
import { duration } from "../../../shared/text/time";
import { type Finding, type Issue, type Links, runOf } from "../rules/finding";
import type { Problem } from "../rules/rules";
import { numberOf, pipelineOf, words } from "../rules/run-parts";

/** Whether a message was delivered. */
export type Delivery = "sent" | "notNeeded" | "testOnly" | "failed";

/** The line above the lines of a message (rule 7). */
export const header = "Recent pipeline issues";
/** Printed if there is no message (rule 7). */
export const allWell = "No recent pipeline errors.";

/** Replaces that line if a check that finds issues was enabled but skipped. */
export const allFinishedWell = "No recent pipeline errors among the runs that finished.";

/** The ranks of problems. If not everything fits, the most severe come first. */
const ranks: Record<Problem["kind"], number> = {
  tooFewRuns: 0,
  status: 1,
  unreadable: 2,
  runTime: 3,
  queueTime: 4,
};

/** Returns the severity of a finding; 0 is the most severe. */
export function rankOf(finding: Finding): number {
  return finding.kind === "check" ? finding.rank : ranks[finding.kind];
}

/** Returns one line of the message (design, "The message"): pipeline, run, what is wrong, the log. */
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

/** Returns the link to what explains a run: its log, or else its page; undefined if neither is known. */
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

/**
 * Renders a line as complete Markdown for the run's page. Unlike the delivery to a chat, the page does not
 * escape underscores.
 */
export function renderSummaryLine({ parts }: Line, sanitize: Sanitize): string {
  return renderParts(parts, wholeMarkdownWriting, sanitize);
}

const plainWriting: Writing = {
  name: (text) => shorten(text, 200),
  link: (label, { href }, isName) => (isName ? label : `${label}: ${href}`),
};

/** Renders a line as plain text, for the run's list of issues. */
export function renderIssueLine({ parts }: Line, sanitize: Sanitize): string {
  return renderParts(parts, plainWriting, sanitize);
}
