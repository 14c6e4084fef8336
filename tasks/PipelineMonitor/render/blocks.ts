import type { Line, Link, Moment, Part, Phrase, Text } from "../../../shared/chat/message";
import { oneLine } from "../../../shared/text/sanitize";
import {
  type Explanation,
  type Issue,
  isOfIssues,
  missedCode,
  mixedTally,
  type News,
  type Note,
  type ReportLine,
} from "../issue/issue";
import { linkToRun, pipelineOf, strong, words } from "../issue/parts";
import { alertOf, ordinal, timesParts } from "./lines";

/** A line in the form for products, and what the title of a message says of it. */
export interface Block extends ReportLine {
  /** On its own, the longest first. */
  titles: readonly Phrase[];
  /** Beside others. */
  shortTitle: Phrase;
  /** What its first row says and its titles do not; by default, the whole row. */
  beside?: Phrase;
  /** All issues that its titles are about, if others of them are in other blocks. */
  group?: readonly Issue[];
}

/** Whether it tells of a problem that lasts. */
export function isLive(block: Block): boolean {
  return isOfIssues(block) && block.severity !== "recovery";
}

/** Who has the problem, the verdict, the cause and the links. */
export function blockOf(issue: Issue): Block {
  const { severity, failedAt, waited } = issue;
  return eventBlock(issue, {
    count: waited?.count ?? 1,
    since: waited?.since ?? failedAt,
    severity,
    tells: [issue],
  });
}

/** How often something happened that is told once, and since when. */
interface Happened extends Pick<ReportLine, "severity" | "tells"> {
  count: number;
  since: Moment | undefined;
}

/** The block of an issue that stands for all that happened. */
export function eventBlock(issue: Issue, { count, since, ...told }: Happened): Block {
  const { news } = issue;
  const subject = subjectOf(issue);
  const space = subject.length === 0 ? [] : [words(" ")];
  const cause = shownCauseOf(issue);
  const often = count === 1 ? undefined : timesOf(issue, count, since);
  const verdict = often ?? verdictOf(issue);
  const compared = news === undefined ? [] : comparison(news, count);
  // A row of failures says since when.
  const isDue = count > 1 || since === undefined || news?.kind === "streak" || !isAtOneTime(issue);
  const when = isDue ? [] : [words("at "), since];
  const why = after(": ", askedOf(issue) ?? (cause.line.length === 0 ? cause.name : cause.line));
  const byWhom = cancelledBy(issue);
  const isSaid = news?.kind === "streak" && news.nth <= count;
  return {
    parts: [
      ...subject.map(strong),
      ...space,
      ...(subject.length === 0 ? capitalized(verdict) : verdict),
      ...after(" ", when),
      ...byWhom,
      ...after(", ", compared),
    ],
    rows: causeRows(cause),
    links: linksOf(issue),
    ...told,
    ...alertOf(issue, rankOf(issue)),
    titles: [
      [...subject, ...space, ...verdict, ...byWhom, ...why, ...(isSaid ? [] : bracketed(compared))],
      [...subject, ...space, ...verdict, ...byWhom, ...why],
      [...subject, ...space, ...verdict],
    ],
    shortTitle: [...subject, ...space, ...shortVerdict(issue, count)],
    beside: capitalized(when.length === 0 ? compared : [...when, ...after(", ", compared)]),
  };
}

/** "client secret expired, ask jane": who named a cause wants to read its name. Undefined for another cause. */
function askedOf({ explanation, alert }: Issue): Phrase | undefined {
  if (explanation?.kind !== "knownIssue") return undefined;
  const { owner = "" } = alert ?? {};
  return [...explanation.name, ...(owner === "" ? [] : [words(", ask "), { name: owner }])];
}

/** What is about the present, and a missed run, have their time in their words. */
function isAtOneTime({ failedAt, waited, code }: Issue): boolean {
  return failedAt !== undefined || (waited !== undefined && code !== missedCode);
}

function shortVerdict(issue: Issue, count: number): Phrase {
  const { news, limits, isState = false } = issue;
  if (news?.kind === "streak") return [words("failing since "), news.since];
  if (count > 1) return timesOf(issue, count, undefined);
  return limits === undefined || isState ? verdictOf(issue) : issue.words;
}

/** "failed 3 times since 03:42 UTC"; for a limit, with how far the last run went. */
export function timesOf(issue: Issue, count: number, since: Moment | undefined): Phrase {
  const { limits, sentence = [], tally } = issue;
  const isShort = limits === undefined || since === undefined || tally === mixedTally;
  const last = isShort ? [] : bracketed([words("last: "), ...sentence]);
  return [...timesParts(issue, { count, since }, "did not start"), ...last];
}

/** What stopped an agent comes before what one run did. */
export function rankOf({ rank, explanation }: Issue): number {
  return explanation?.kind === "lostAgent" ? rank - 1 : rank;
}

export function blockOfNote(note: Note): Block {
  const { parts, block = { parts: withoutFullStop(parts) }, severity, rank } = note;
  const title = block.parts.flatMap((part) => ("url" in part ? [part.label] : [part]));
  return { ...block, severity, rank, tells: [note], titles: [title], shortTitle: title };
}

/** Verdict, history and cause, without the pipeline. */
export function sentenceOf(issue: Issue): Phrase {
  const { news, about } = issue;
  return [
    ...(about === "project" ? capitalized(verdictOf(issue)) : verdictOf(issue)),
    ...cancelledBy(issue),
    ...after(", ", news === undefined ? [] : comparison(news, 1)),
    ...after(": ", causeOf(issue)),
    words("."),
  ];
}

/** The pipeline's name; empty for an issue about the project. */
export function subjectOf({ about }: Issue): Text[] {
  if (about === "project") return [];
  if ("unreadable" in about) return [pipelineOf(about.unreadable)];
  return "run" in about ? [pipelineOf(about.run)] : [{ name: about.pipeline }];
}

/** Follows the name of the pipeline. */
export function verdictOf({ words: verdict, figures, sentence }: Issue): Phrase {
  return sentence ?? [...verdict, ...after(": ", figures)];
}

/** " by a person" or ", probably by a person", behind the verdict; empty for another cause. */
export function cancelledBy({ explanation }: Issue): Text[] {
  const { kind, name = [] } = explanation ?? {};
  return kind === "cancelled" ? [words(textOf(name).replace(/^canceled/, ""))] : [];
}

/** "first time in 213 runs", "4th in a row since 19:59 UTC"; of several runs, the last one's row. */
function comparison(news: News, count: number): Phrase {
  if (news.kind === "first")
    return count > 1
      ? []
      : [words(`first time in ${news.orMore ? "at least " : ""}${news.successes + 1} runs`)];
  const nth = `${news.orMore ? "at least the " : ""}${ordinal(news.nth)} in a row`;
  if (news.nth <= count) return [words(nth)];
  return [words(`${nth} since `), news.since, ...(news.orMore ? [words(" or earlier")] : [])];
}

type ShownCause = Record<"line" | "name", readonly Text[]>;

/** The line is shown as code. An empty line is left out. */
export function shownCause({ line, name }: Pick<Explanation, "line" | "name">): ShownCause {
  return { line: oneLine(line).trim() === "" ? [] : [{ name: line, style: "code" }], name };
}

/** Empty if nobody knows the cause. */
export function causeOf(issue: Issue): Phrase {
  const [cause = []] = causeRows(shownCauseOf(issue));
  return cause;
}

export function shownCauseOf({ explanation }: Issue): ShownCause {
  // That a person canceled the run is its verdict.
  const isShown =
    explanation !== undefined && explanation.sentence.length > 0 && explanation.kind !== "cancelled";
  return isShown ? shownCause(explanation) : { line: [], name: [] };
}

/** One row or none. A name that the line itself has is left out. */
export function causeRows({ line, name }: ShownCause): Phrase[] {
  const isSaid = textOf(line).includes(textOf(name));
  const row = line.length === 0 ? name : [...line, ...(isSaid ? [] : bracketed(name))];
  return row.length === 0 ? [] : [row];
}

function textOf(texts: readonly Text[]): string {
  return texts
    .map((text) => ("words" in text ? text.words : text.name))
    .join("")
    .toLowerCase();
}

export function after(separator: string, phrase: Phrase): Phrase {
  return phrase.length === 0 ? [] : [words(separator), ...phrase];
}

export function bracketed<T extends Part>(phrase: readonly T[]): (T | Text)[] {
  return phrase.length === 0 ? [] : [words(" ("), ...phrase, words(")")];
}

export function capitalized<T extends Part>(phrase: readonly T[]): (T | Text)[] {
  const [first, ...others] = phrase;
  if (first === undefined || !("words" in first)) return [...phrase];
  return [{ ...first, words: first.words.charAt(0).toUpperCase() + first.words.slice(1) }, ...others];
}

function withoutFullStop(parts: readonly Part[]): readonly Part[] {
  const last = parts.at(-1);
  return last !== undefined && "words" in last
    ? [...parts.slice(0, -1), { ...last, words: last.words.replace(/\.$/, "") }]
    : parts;
}

/** Each is labelled by its target. The note and the owner follow as text. */
function linksOf(issue: Issue): (Link | Text)[] {
  const { about, links } = issue;
  const { runPage, note } = links;
  const run =
    about === "project" || "pipeline" in about ? undefined : "run" in about ? about.run : about.unreadable;
  return [
    ...(run === undefined || runPage === undefined ? [] : [linkToRun(run, runPage)]),
    ...(run === undefined ? [] : logLinks(issue)),
    ...(note === "" ? [] : [words(note)]),
    ...alertLinks(issue),
  ];
}

/** None if no log explains the issue. */
export function logLinks(issue: Issue): Link[] {
  const { log, logPage = log } = issue.links;
  const [subject] = subjectOf(issue);
  const of = subject !== undefined && "name" in subject ? { of: subject.name } : {};
  return logPage === undefined ? [] : [{ label: words("Log"), url: logPage, ...of, isSpare: true }];
}

export function alertLinks({ alert }: Issue): NonNullable<Line["links"]> {
  const { owner = "", runbook } = alert ?? {};
  return [
    ...(runbook === undefined ? [] : [{ label: words("Runbook"), url: runbook }]),
    ...(oneLine(owner).trim() === "" ? [] : [{ name: owner }]),
  ];
}
