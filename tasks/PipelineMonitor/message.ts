import { oneLine, shortened } from "../../shared/harmless";
import { asText, escapeUnderscores } from "../../shared/markdown";
import type { Problem, RunProblem } from "./rules";

/** Where a problem's links lead. */
export interface Links {
  /** The page of the run; undefined when its id is not known. */
  runPage: URL | undefined;
  /** The log that explains it; undefined when there is none or none was found. */
  log: URL | undefined;
  /** What is to be said of the search for the log, such as that a log could not be read; empty when nothing. */
  note: string;
}

/** A problem, and where it is explained. */
export interface Issue {
  problem: Problem;
  links: Links;
}

/** Rule 7: the first line of a message. */
export const header = "**Recent pipeline issues**";
/** Rule 7: what is printed when there is no message. */
export const allWell = "No recent pipeline errors.";

/** How names and links are written where a line is shown. */
interface Notation {
  name: (text: string) => string;
  run: (number: string, page: URL | undefined) => string;
  log: (label: string, address: URL) => string;
}

const markdown: Notation = {
  name: asText,
  run: (number, page) => (page === undefined ? `[${number}]` : `[${number}](${page.href})`),
  log: (label, address) => `[${label}](${address.href})`,
};

const plain: Notation = {
  name: (text) => shortened(oneLine(text).trim(), 200),
  run: (number) => number,
  log: (label, address) => `${label}: ${address.href}`,
};

/** One line of the message (design, "The message"): pipeline, run, what is wrong with its figures, the log. */
export function messageLine(issue: Issue): string {
  return lineOf(issue, markdown);
}

/** The same line as Markdown that stands as it is: the chat's delivery escapes all underscores, the run's page does not. */
export function summaryLine(issue: Issue): string {
  return lineOf(issue, { ...markdown, name: (text) => escapeUnderscores(asText(text)) });
}

/** The same line as plain text, for the run's list of issues. */
export function issueLine(issue: Issue): string {
  return lineOf(issue, plain);
}

function lineOf({ problem, links }: Issue, notation: Notation): string {
  if (problem.kind === "tooFewRuns")
    return (
      "Fewer runs than expected in the last hour: " +
      `expected more than ${problem.expectedMoreThan}, found ${problem.runCount}.`
    );
  const run = problem.kind === "unreadable" ? problem.record : problem.run;
  const pipeline = notation.name(run.pipeline ?? "") || "A run of an unknown pipeline";
  const number = notation.name(run.buildNumber || (run.id === undefined ? "number unknown" : String(run.id)));
  const log =
    links.log !== undefined
      ? ` ${notation.log("log", links.log)}`
      : links.runPage && ` ${notation.log("run", links.runPage)}`;
  const note = links.note === "" ? "" : ` (${links.note})`;
  return `${pipeline} ${notation.run(number, links.runPage)}: ${whatIsWrong(problem, notation)}.${log ?? ""}${note}`;
}

function whatIsWrong(
  problem: RunProblem | Extract<Problem, { kind: "unreadable" }>,
  { name }: Notation,
): string {
  switch (problem.kind) {
    case "unreadable":
      return `its record cannot be understood, so it was not checked: ${name(problem.record.fault)}`;
    case "runTime":
      return (
        `run time ${duration(problem.runSeconds)} is outside ` +
        `${problem.minProcSeconds} to ${problem.maxProcSeconds} s`
      );
    case "status":
      return `status ${name(problem.run.status)}, ${problem.run.result === "" ? "no result" : `result ${name(problem.run.result)}`}`;
    case "queueTime":
      return `waited ${duration(problem.queuedSeconds)} in the queue, more than ${problem.queueSecondsMax} s`;
  }
}

/** Seconds, and from a minute on a form that people read: `1834 s (30 min 34 s)`. */
export function duration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${seconds} s (${readable(seconds)})`;
}

/** Seconds as people read them: `30 min 34 s`. */
export function readable(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const shown = parts.filter(([amount]) => amount !== 0).map(([amount, unit]) => `${amount} ${unit}`);
  return shown.join(" ") || "0 s";
}
