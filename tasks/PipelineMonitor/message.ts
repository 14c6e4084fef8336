import type { Run, UnreadableRun } from "../../shared/build-records";
import { wholeMarkdownWriting } from "../../shared/chat/markdown";
import { type Line, type Part, written } from "../../shared/chat/message";
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

/** A problem, and where it is explained. */
export interface Issue {
  problem: Problem;
  links: Links;
}

/** What became of a message. */
export type Delivery = "sent" | "notNeeded" | "testOnly" | "failed";

/** Rule 7: what stands above the lines of a message. */
export const header = "Recent pipeline issues";
/** Rule 7: what is printed when there is no message. */
export const allWell = "No recent pipeline errors.";

/** What is worse comes first where not everything has room. */
const ranks: Record<Problem["kind"], number> = {
  tooFewRuns: 0,
  status: 1,
  unreadable: 2,
  runTime: 3,
  queueTime: 4,
};

/** One line of the message (design, "The message"): pipeline, run, what is wrong with its figures, the log. */
export function messageLine({ problem, links }: Issue): Line {
  return { parts: partsOf(problem, links), rank: ranks[problem.kind] };
}

function partsOf(problem: Problem, links: Links): Part[] {
  if (problem.kind === "tooFewRuns") {
    const { expectedMoreThan, runCount } = problem;
    return [
      words(
        `Fewer runs than expected in the last hour: expected more than ${expectedMoreThan}, found ${runCount}.`,
      ),
    ];
  }
  const run = problem.kind === "unreadable" ? problem.record : problem.run;
  const explanation = linkTo("log", links.log) ?? linkTo("run", links.runPage);
  return [
    isShown(run.pipeline) ? { name: run.pipeline } : words("A run of an unknown pipeline"),
    words(" "),
    ...numberOf(run, links.runPage),
    words(": "),
    ...whatIsWrong(problem),
    words("."),
    ...(explanation === undefined ? [] : [words(" "), explanation]),
    ...(links.note === "" ? [] : [words(` (${links.note})`)]),
  ];
}

/** The number of a run, linked to its page; in brackets where it has none. */
function numberOf({ buildNumber, id }: Run | UnreadableRun, page: URL | undefined): Part[] {
  const number = isShown(buildNumber) ? buildNumber : id?.toString();
  const label = number === undefined ? words("number unknown") : { name: number };
  return page === undefined ? [words("["), label, words("]")] : [{ label, address: page }];
}

function whatIsWrong(problem: RunProblem | Extract<Problem, { kind: "unreadable" }>): Part[] {
  switch (problem.kind) {
    case "unreadable":
      return [
        words("its record cannot be understood, so it was not checked: "),
        { name: problem.record.fault },
      ];
    case "runTime": {
      const { runSeconds, minProcSeconds, maxProcSeconds } = problem;
      return [words(`run time ${duration(runSeconds)} is outside ${minProcSeconds} to ${maxProcSeconds} s`)];
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

/** Whether anything is left of a name when it is made harmless. */
function isShown(name: string | undefined): name is string {
  return oneLine(name ?? "").trim() !== "";
}

function linkTo(label: string, address: URL | undefined): Part | undefined {
  return address && { label: words(label), address };
}

function words(text: string): { words: string } {
  return { words: text };
}

/** An issue as Markdown that stands as it is: the chat's delivery escapes all underscores, the run's page does not. */
export function summaryLine(issue: Issue): string {
  return written(messageLine(issue).parts, wholeMarkdownWriting);
}

/** An issue as plain text, for the run's list of issues. */
export function issueLine(issue: Issue): string {
  return written(messageLine(issue).parts, {
    name: (text) => shortened(oneLine(text).trim(), 200),
    link: (label, { href }, isName) => (isName ? label : `${label}: ${href}`),
  });
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
