import type { Line, Link, Part, Phrase, Text } from "../../../shared/chat/message";
import { oneLine } from "../../../shared/text/sanitize";
import type { Explanation, Issue, News, Note, ReportLine } from "../issue/issue";
import { linkToRun, pipelineOf, strong, words } from "../issue/parts";
import { alertOf, ordinal, waitedParts } from "./lines";

/** A line in the form for products, and what the title of a message says of it: on its own, and beside others. */
export interface Block extends ReportLine {
  title: Phrase;
  shortTitle: Phrase;
}

/** Who has the problem, the verdict, the cause and the links. */
export function blockOf(issue: Issue): Block {
  const { news, severity, failedAt, waited } = issue;
  const subject = subjectOf(issue);
  const space = subject.length === 0 ? [] : [words(" ")];
  const verdict = verdictOf(issue);
  const cause = causeOfIssue(issue);
  const compared = news === undefined ? [] : comparison(news);
  // A streak says since when.
  const at = news?.kind === "streak" ? undefined : failedAt;
  const when =
    waited !== undefined ? waitedParts(issue, waited) : at === undefined ? [] : [words(" at "), at];
  const why = cause.line.length === 0 ? cause.name : cause.line;
  return {
    parts: [
      ...subject.map(strong),
      ...space,
      ...(subject.length === 0 ? capitalized(verdict) : verdict),
      ...when,
      ...after(", ", compared),
    ],
    rows: causeRows(cause),
    links: linksOf(issue),
    severity,
    ...alertOf(issue, issue.rank),
    tells: [issue],
    title: [...subject, ...space, ...verdict, ...after(": ", why), ...bracketed(compared)],
    shortTitle:
      news?.kind === "streak"
        ? [...subject, words(" failing since "), news.since]
        : [...subject, ...space, ...verdict],
  };
}

export function blockOfNote(note: Note): Block {
  const { parts, block = { parts: withoutFullStop(parts) }, severity, rank } = note;
  const title = block.parts.flatMap((part) => ("url" in part ? [part.label] : [part]));
  return { ...block, severity, rank, tells: [note], title, shortTitle: title };
}

/** Verdict, history and cause, without the pipeline. */
export function sentenceOf(issue: Issue): Phrase {
  const { news, about } = issue;
  return [
    ...(about === "project" ? capitalized(verdictOf(issue)) : verdictOf(issue)),
    ...after(", ", news === undefined ? [] : comparison(news)),
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

/** "first time in 213 runs", "4th in a row since 19:59 UTC" */
function comparison(news: News): Phrase {
  if (news.kind === "first")
    return [words(`first time in ${news.orMore ? "at least " : ""}${news.successes + 1} runs`)];
  const count = `${news.orMore ? "at least the " : ""}${ordinal(news.nth)} in a row since `;
  return [words(count), news.since, ...(news.orMore ? [words(" or earlier")] : [])];
}

type ShownCause = Record<"line" | "name", readonly Text[]>;

/** The line is shown as code. An empty line is left out. */
export function shownCause({ line, name }: Pick<Explanation, "line" | "name">): ShownCause {
  return { line: oneLine(line).trim() === "" ? [] : [{ name: line, style: "code" }], name };
}

/** Empty if nobody knows the cause. */
export function causeOf(issue: Issue): Phrase {
  const [cause = []] = causeRows(causeOfIssue(issue));
  return cause;
}

function causeOfIssue({ explanation }: Issue): ShownCause {
  const isShown = explanation !== undefined && explanation.sentence.length > 0;
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

function after(separator: string, phrase: Phrase): Phrase {
  return phrase.length === 0 ? [] : [words(separator), ...phrase];
}

function bracketed<T extends Part>(phrase: readonly T[]): (T | Text)[] {
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
  const { runPage, log, logPage = log, note } = links;
  const [subject] = subjectOf(issue);
  const of = subject !== undefined && "name" in subject ? { of: subject.name } : {};
  const run =
    about === "project" || "pipeline" in about ? undefined : "run" in about ? about.run : about.unreadable;
  return [
    ...(run === undefined || runPage === undefined ? [] : [linkToRun(run, runPage)]),
    ...(run === undefined || logPage === undefined
      ? []
      : [{ label: words("Log"), url: logPage, ...of, isSpare: true }]),
    ...(note === "" ? [] : [words(note)]),
    ...alertLinks(issue),
  ];
}

export function alertLinks({ alert }: Issue): NonNullable<Line["links"]> {
  const { owner = "", runbook } = alert ?? {};
  return [
    ...(runbook === undefined ? [] : [{ label: words("Runbook"), url: runbook }]),
    ...(oneLine(owner).trim() === "" ? [] : [{ name: owner }]),
  ];
}
