import type { Run, RunRecord } from "../../../shared/azure-devops/records";
import { runState } from "../../../shared/azure-devops/run-state";
import type { Line, Moment, Part, Phrase, Severity, Text } from "../../../shared/chat/message";
import type { ProblemState, Verdict } from "../../../shared/report/form";
import { ordinal } from "../../../shared/text/ordinal";
import type { Importance } from "../config/entries";
import type { Links } from "./links";
import { linkToRun, numberOf, pipelineOf, strong, words } from "./parts";

/** A kind of issue, such as a run that waited too long. */
export interface IssueKind {
  /** Its identity, in the memory of reports too: sentences may change, a code does not. */
  code: string;
  severity: Severity;
  /** 0 is the most severe. If not everything fits, the most severe come first. */
  rank: number;
  /** Follows the number of such issues in the title of a message: "2 failed". */
  tally: string;
  /** How the tab draws a run with such an issue; undefined if none is about a run. */
  verdict?: Verdict;
  /** Whether it is about the present, and lasts as long as each report finds it again. */
  isState?: boolean;
  /** Whether no paging service learns of it, such as of what is to come. */
  pagesNobody?: boolean;
}

/** The code of a run that did not start when it was due. Memory and tab treat it apart. */
export const missedCode = "missed";

/** The tally of an issue that counts earlier ones of other kinds, too. */
export const mixedTally = "had problems";

/** The limits that a run crossed, in seconds. */
export interface CrossedLimits {
  maxSeconds?: number;
  minSeconds?: number;
  maxWaitSeconds?: number;
}

/** Why a run failed, as the report shows it. */
export interface Explanation {
  /** A complete sentence; empty if only the group shows the cause. */
  sentence: readonly Part[];
  /** For products: the line of the log, and the short name of the cause; each may be empty. */
  line: string;
  name: readonly Text[];
  /** Shared with other runs of the same cause; undefined if the run has a line of its own. */
  group: { key: string; title: readonly Part[] } | undefined;
  /**
   * Equal for two failures with the same reason: the named cause, or the line without the parts that differ from
   * run to run.
   */
  cause?: string;
  /** The kind of the named cause, such as lostAgent. */
  kind?: string | undefined;
  /** What the configuration says of the cause, in place of what it says of the pipeline. */
  owner?: string;
  runbook?: URL;
}

/** How a failed run compares with those before it. */
export type News = { orMore: boolean } & (
  | { kind: "first"; successes: number }
  | { kind: "streak"; nth: number; since: Moment }
);

/** Who looks after a pipeline, what to do, and how important its issues are. */
export interface IssueAlert {
  /** The name of the owner; empty if there is none, or the message mentions them. */
  owner: string;
  /** The owner whom the message mentions; empty if it mentions nobody. */
  mention: string;
  runbook: URL | undefined;
  importance: Importance;
}

/** Why the message leaves out an issue or a note. The summary and the tab show it. */
export interface Silenced {
  by: Reason;
  /** A sentence. */
  why: Phrase;
}

/** A kind of reason for which a message leaves something out, and what follows from it. */
export interface Reason {
  /** What the report calls it. */
  state: ProblemState;
  /** Completes "2 problems are …". Undefined if nothing is said of such problems. */
  tally?: string;
  /** Follows a count of them in the heading of the page. Undefined if they are problems like others there. */
  heading?: { one: string; many: string };
  /** Whether the page draws a run like any other, and says why it is left out. */
  isToldOfRun?: boolean;
  /** The order on the page, the least important last; undefined if it is as important as what is told. */
  place?: number;
  /** What a target is owed meanwhile: everything, or what is told once. */
  owes?: "all" | "once";
  /** Whether a target that knew it is told again afterwards. */
  isRepeated?: boolean;
  /** Whether nothing is owed any more. */
  isSettled?: boolean;
  /** Whether an open page is closed. */
  closes?: boolean;
  /** Whether what is found meanwhile is as good as not found. */
  ignores?: boolean;
  /** Whether nothing is to be done about it meanwhile. */
  forbidsActing?: boolean;
}

/** A target knows it, or another target is told of it. */
export const known: Reason = { state: "told", place: 4, isSettled: true };
export const elsewhere: Reason = { state: "otherChannel", isSettled: true };

/** The configuration names a pipeline only. A learned schedule knows its definition, too. */
export interface AboutPipeline {
  pipeline: string;
  definitionId?: number | undefined;
}

/** A problem of a run, a pipeline or the whole project, as a rule or an optional check found it. */
export interface Issue extends IssueKind {
  about: RunRecord | AboutPipeline | "project";
  /** When it happened, in seconds since 1970; undefined if it is about the present. */
  at?: number | undefined;
  /** How long after that time a missed run counts as missed. */
  graceSeconds?: number;
  /** Whether it is one more of a problem that was reported, and only counts. */
  isFurther?: boolean;
  /** When a failed run finished; undefined if it is unknown. */
  failedAt?: Moment;
  /** The problem, worded to follow the pipeline and run: "failed", "ran too long". Has no full stop. */
  words: Phrase;
  /** The figures that its rule names; empty if `words` have them. */
  figures: Phrase;
  /** The same for products, with one unit for each time; `words` and `figures` by default. */
  sentence?: Phrase;
  limits?: CrossedLimits;
  links: Links;
  /** Undefined if the cause is unknown, or the check is not enabled. */
  explanation?: Explanation | undefined;
  /** Undefined if it is unknown, or the check is not enabled. */
  news?: News | undefined;
  /** How many failures in a row it counts as; undefined if it is no failed run, or nobody knows. */
  failuresInRow?: number | undefined;
  /** When it happened first, how often since, and what else happened; undefined if it is told in the hour in which it was found. */
  waited?: { since: Moment; count: number; earlier: Phrase };
  /** What makes it news if it changes, besides its kind and cause. */
  identity?: string;
  /** Whether its words say when it happened. */
  saysWhen?: boolean;
  /** Undefined if the configuration says nothing about it. */
  alert?: IssueAlert;
  /** Undefined if the message has it. */
  silenced?: Silenced | undefined;
}

/** A line of the report that is not an issue, such as a pipeline that works again, and what it is about. */
export interface Note extends Line {
  /** Its form for products; the line itself by default. */
  block?: Pick<Line, "parts" | "links">;
  /** What ended, beside other recoveries in a title; the pipeline by default. */
  ended?: Phrase;
  /** The run that it is about; undefined if it is about none. */
  run?: Run;
  /** The pipeline that it is about, if it is about no run of it. */
  pipeline?: string;
  /** At least how many failures in a row it ends; undefined if there may have been more. */
  failuresBefore?: number;
  /** When the pipeline began to work again, in seconds since 1970; undefined if the note is not from its history. */
  since?: number;
  /** Identifies the note in the memory; undefined if it is told only once. */
  key?: string;
  /** Whether it lasts as long as each report finds it again, as that of a run that waits for a person. It is told once. */
  isState?: boolean;
  /** How the title of a message counts such notes: "2 mutes ended". Recoveries are counted anyway. */
  tally?: { thing: string; what: string };
  /** Undefined if the message has it. */
  silenced?: Silenced | undefined;
}

/** A line of the message, and what it tells. */
export interface ReportLine extends Line {
  tells: readonly (Issue | Note)[];
  /** As it reads without the title, where the title takes a part of it. */
  whole?: Line;
  /** The name of its project, if the report is on several. */
  project?: string;
}

export function isOfReport(line: Line): line is ReportLine {
  return "tells" in line;
}

/** As it reads on its own. */
export function wholeOf(line: Line): Line {
  return isOfReport(line) ? (line.whole ?? line) : line;
}

export function issuesIn(line: Line): Issue[] {
  return isOfReport(line) ? line.tells.flatMap((one) => ("about" in one ? [one] : [])) : [];
}

export function isOfIssues(line: Line): boolean {
  return issuesIn(line).length > 0;
}

/** By default, an issue has no links, and if it is about a run, it happened when the run finished. */
export function issueOf(
  kind: IssueKind,
  about: Issue["about"],
  text: Phrase,
  more: Partial<Issue> = {},
): Issue {
  const links = { runPage: undefined, log: undefined, note: "" };
  const issue = { ...kind, about, words: text, figures: [], links, ...more };
  return "at" in more ? issue : { ...issue, at: runOf(issue)?.finishTime };
}

/** By rule 5.2. */
export function hasSucceeded(run: Pick<Run, "status" | "result">): boolean {
  return runState(run) === "succeeded";
}

/**
 * The time that a run took, and the time that it waited before (rule 4). If a time is missing, the result is NaN,
 * which is neither above nor below any limit.
 */
export function secondsOf({
  queueTime,
  startTime,
  finishTime,
}: Pick<Run, "queueTime" | "startTime" | "finishTime">): {
  runSeconds: number;
  queuedSeconds: number;
} {
  const between = (from = Number.NaN, to = Number.NaN) => to - from;
  return { runSeconds: between(startTime, finishTime), queuedSeconds: between(queueTime, startTime) };
}

/** As the service listed it. */
export function runOf({ about }: Pick<Issue, "about">): Run | undefined {
  return about !== "project" && "run" in about ? about.run : undefined;
}

/** True only for a run that finished. */
export function isOfFailedRun(issue: Issue): boolean {
  const run = runOf(issue);
  return run !== undefined && issue.isState !== true && !hasSucceeded(run);
}

/** Undefined if the issue is about no pipeline, or the name is unknown. */
export function pipelineNameOf({ about }: Issue): string | undefined {
  if (about === "project") return undefined;
  if ("unreadable" in about) return about.unreadable.pipeline;
  return "run" in about ? about.run.pipeline : about.pipeline;
}

/** The pipeline that a line is about, if it is about one. */
export function pipelineIn(told: Issue | Note): string | undefined {
  return "about" in told ? pipelineNameOf(told) : (told.run?.pipeline ?? told.pipeline);
}

export function importanceOf({ alert }: Issue): Importance {
  return alert?.importance ?? "normal";
}

/** `text` has no full stop. */
export function recoveryNote(run: Run, runPage: URL, text: string): Note {
  const { attempt = 1 } = run;
  const whole = attempt > 1 ? `${text}, at the ${ordinal(attempt)} attempt` : text;
  return {
    parts: [pipelineOf(run), words(" "), ...numberOf(run, runPage), words(` ${whole}.`)],
    block: {
      parts: [strong(pipelineOf(run)), words(` ${whole}`)],
      links: [linkToRun(run, runPage)],
    },
    severity: "recovery",
    rank: 6,
    run,
  };
}
