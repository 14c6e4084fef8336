import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import { wholeMarkdownWriting } from "../../../shared/chat/markdown";
import { type Line, type Part, renderParts, type Text, type Writing } from "../../../shared/chat/message";
import { oneLine, type Sanitize, shorten } from "../../../shared/text/sanitize";
import { duration, minuteOf } from "../../../shared/text/time";
import { type Explanation, explanationParts } from "../checks/causes/explanation";
import { limitText } from "../checks/run-limits/limit-text";
import type { RunLimit, UnknownPipeline } from "../checks/run-limits/run-limits";
import type { MissingRun } from "../checks/schedules/missing-runs";
import type { UnfinishedProblem } from "../checks/unfinished/unfinished";
import type { LogChoice } from "../rules/log-choice";
import type { Problem } from "../rules/rules";

/** What is wrong with a run, or with the list of runs. */
export type Finding = Problem | UnfinishedProblem | MissingRun | RunLimit | UnknownPipeline;
type RunFinding = Extract<Finding, { run: Run }>;

/** Where a problem's links lead. */
export interface Links {
  /** The page of the run; undefined when its id is not known. */
  runPage: URL | undefined;
  /** The log that explains it; undefined when there is none or none was found. */
  log: URL | undefined;
  /** What is to be said of the search for the log, such as that a log could not be read; empty when nothing. */
  note: string;
  /** How the log was chosen; undefined when none was sought, or the logs could not be listed. */
  choice?: LogChoice | undefined;
}

/** A problem, and where it is explained. */
export interface Issue {
  problem: Finding;
  links: Links;
  /** Why the run failed; undefined where that is not known, or not asked for. */
  why?: Explanation | undefined;
  /** What the run is in the light of those before it; empty where that is not known, or not asked for. */
  news?: string;
}

/** What became of a message. */
export type Delivery = "sent" | "notNeeded" | "testOnly" | "failed";

/** Rule 7: what stands above the lines of a message. */
export const header = "Recent pipeline issues";
/** Rule 7: what is printed when there is no message. */
export const allWell = "No recent pipeline errors.";

/** Stands for that line when runs that are not done could not be looked at, though that was asked for. */
export const allFinishedWell = "No recent pipeline errors among the runs that finished.";

/** What is worse comes first where not everything has room. */
export const ranks: Record<Finding["kind"], number> = {
  tooFewRuns: 0,
  missingRun: 0,
  status: 1,
  unfinished: 1,
  unreadable: 2,
  runLimit: 2,
  unknownPipeline: 2,
  runTime: 3,
  queueTime: 4,
};

/** One line of the message (design, "The message"): pipeline, run, what is wrong with its figures, the log. */
export function messageLine(issue: Issue): Line {
  return { parts: partsOf(issue), rank: ranks[issue.problem.kind] };
}

function partsOf({ problem, links, why, news = "" }: Issue): Part[] {
  if (problem.kind === "tooFewRuns") {
    const { expectedMoreThan, runCount } = problem;
    return [
      words(
        `Fewer runs than expected in the last hour: expected more than ${expectedMoreThan}, found ${runCount}.`,
      ),
    ];
  }
  if (problem.kind === "missingRun")
    return [{ name: problem.pipeline }, words(` did not run at ${minuteOf(problem.at)}.`)];
  if (problem.kind === "runLimit") return [{ name: problem.pipeline }, words(` ${limitText(problem)}`)];
  if (problem.kind === "unknownPipeline")
    return [
      { name: problem.pipeline },
      words(" has a schedule in the configuration, but there is no pipeline of this name."),
    ];
  const run = problem.kind === "unreadable" ? problem.record : problem.run;
  const log = logOf(links);
  return [
    pipelineOf(run),
    words(" "),
    ...numberOf(run, links.runPage),
    words(": "),
    ...whatIsWrong(problem),
    ...(news === "" ? [] : [words(`; ${news}`)]),
    words("."),
    ...(log === undefined ? [] : [words(" "), log]),
    ...(links.note === "" ? [] : [words(` (${links.note})`)]),
    ...(why === undefined ? [] : [words(" "), ...explanationParts(why)]),
  ];
}

/** The pipeline of a run by its name. */
export function pipelineOf({ pipeline }: Run | UnreadableRun): Text {
  return isShown(pipeline) ? { name: pipeline } : words("A run of an unknown pipeline");
}

/** The link to what explains a run: its log, else its page; undefined when neither is known. */
export function logOf({ log, runPage }: Links): Part | undefined {
  return linkTo("log", log) ?? linkTo("run", runPage);
}

/** The number of a run, linked to its page; in brackets where it has none. */
export function numberOf({ buildNumber, id }: Run | UnreadableRun, page: URL | undefined): Part[] {
  const number = isShown(buildNumber) ? buildNumber : id?.toString();
  const label = number === undefined ? words("number unknown") : { name: number };
  return page === undefined ? [words("["), label, words("]")] : [{ label, url: page }];
}

function whatIsWrong(problem: RunFinding | Extract<Problem, { kind: "unreadable" }>): Part[] {
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
    case "unfinished": {
      const { doing, seconds, maxSeconds } = problem;
      return [words(`unfinished, ${doing} for ${duration(seconds)} so far, more than ${maxSeconds} s`)];
    }
  }
}

/** Whether anything is left of a name when it is made harmless. */
function isShown(name: string | undefined): name is string {
  return oneLine(name ?? "").trim() !== "";
}

function linkTo(label: string, url: URL | undefined): Part | undefined {
  return url && { label: words(label), url };
}

/** A piece of a line in our own words. */
export function words(text: string): { words: string } {
  return { words: text };
}

/** A line as Markdown that stands as it is: the chat's delivery escapes all underscores, the run's page does not. */
export function summaryLine({ parts }: Line, sanitize: Sanitize): string {
  return renderParts(parts, wholeMarkdownWriting, sanitize);
}

const plainWriting: Writing = {
  name: (text) => shorten(text, 200),
  link: (label, { href }, isName) => (isName ? label : `${label}: ${href}`),
};

/** A line as plain text, for the run's list of issues. */
export function issueLine({ parts }: Line, sanitize: Sanitize): string {
  return renderParts(parts, plainWriting, sanitize);
}
