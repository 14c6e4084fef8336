import { oneLine, shortened } from "../../shared/harmless";
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

/** Rule 7: the first line of a message. */
export const header = "**Recent pipeline issues**";
/** Rule 7: what is printed when there is no message. */
export const allWell = "No recent pipeline errors.";

/** One line of the message (design, "The message"): pipeline, run, what is wrong with its figures, the log. */
export function messageLine(problem: Problem, links: Links): string {
  if (problem.kind === "tooFewRuns")
    return (
      "Fewer runs than expected in the last hour: " +
      `expected more than ${problem.expectedMoreThan}, found ${problem.runCount}.`
    );
  const run = problem.kind === "unreadable" ? problem.record : problem.run;
  const pipeline = asText(run.pipeline ?? "") || "A run of an unknown pipeline";
  const number = asText(run.buildNumber || (run.id === undefined ? "number unknown" : String(run.id)));
  const name = links.runPage === undefined ? `[${number}]` : link(number, links.runPage);
  const log =
    links.log !== undefined
      ? ` ${link("log", links.log)}`
      : links.runPage && ` ${link("run", links.runPage)}`;
  const note = links.note === "" ? "" : ` (${links.note})`;
  return `${pipeline} ${name}: ${whatIsWrong(problem)}.${log ?? ""}${note}`;
}

function whatIsWrong(problem: RunProblem | Extract<Problem, { kind: "unreadable" }>): string {
  switch (problem.kind) {
    case "unreadable":
      return `its record cannot be understood, so it was not checked: ${asText(problem.record.fault)}`;
    case "runTime":
      return (
        `run time ${duration(problem.runSeconds)} is outside ` +
        `${problem.minProcSeconds} to ${problem.maxProcSeconds} s`
      );
    case "status":
      return `status ${asText(problem.run.status)}, ${result(problem.run.result)}`;
    case "queueTime":
      return `waited ${duration(problem.queuedSeconds)} in the queue, more than ${problem.queueSecondsMax} s`;
  }
}

function result(value: string): string {
  return value === "" ? "no result" : `result ${asText(value)}`;
}

/** Seconds, and from a minute on a form that people read: `1834 s (30 min 34 s)`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const readable = parts.filter(([amount]) => amount !== 0).map(([amount, unit]) => `${amount} ${unit}`);
  return `${seconds} s (${readable.join(" ")})`;
}

const maxNameCharacters = 200;

/**
 * A text of the service's as Markdown that shows just that text: no formatting, no link, no line break, and
 * nobody is mentioned. Underscores stay as they are: the delivery escapes them all (rule 7).
 */
export function asText(name: string): string {
  return shortened(oneLine(name).trim(), maxNameCharacters)
    .replace(/[\\`*[\]~|]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/^([#+-])/, "\\$1")
    .replace(/^(\d+)([.)])(?=\s|$)/, "$1\\$2")
    .replaceAll("//", "／／")
    .replace(/\bwww\.(?=\S)/gi, "www．")
    .replaceAll("@", "＠")
    .replaceAll("<", "‹")
    .replaceAll(">", "›");
}

function link(markdown: string, address: URL): string {
  return `[${markdown}](${address.href})`;
}
