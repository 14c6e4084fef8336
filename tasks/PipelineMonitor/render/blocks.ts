import type { Line, Link, Part, Phrase, Text } from "../../../shared/chat/message";
import { ordinal } from "../../../shared/text/ordinal";
import { pluralize } from "../../../shared/text/pluralize";
import { type Issue, type News, recordOf, subjectOfIssue } from "../issue/issue";
import { mixedTally } from "../issue/kind";
import { linkOf, namePart, namePartAfter } from "../issue/names";
import { isShown, linkToRun, pipelineOf, strong, words } from "../issue/parts";
import { besideTitle, byWhom, causeOf, titleCauses } from "./causes";
import { countIn, type Group, groupsOf, latestOf, sinceOf } from "./grouping";
import { alertOf, alertsIn, reminderOf, timesParts } from "./lines";
import { after, bracketed, capitalized, filled, joined, spaced, withFullStop } from "./phrases";
import { isOfIssues, type ReportLine } from "./report-line";

/** A title of a message on one block, and the rows that are left to stand beneath it. */
export interface Title {
  phrase: Phrase;
  /** The rest of the first row; all of it by default. */
  parts?: readonly Part[];
  /** The rest of the row of the cause, which is the first of `rows`; all of it by default. */
  cause?: readonly Part[];
}

/** A line in the form for products, and what the title of a message says of it. */
export interface Block extends ReportLine {
  rows: NonNullable<Line["rows"]>;
  links: NonNullable<Line["links"]>;
  /** On its own, the longest first. */
  titles: readonly Title[];
  /** Beside others. */
  shortTitle: Phrase;
  /** How many pipelines share its cause, which then leads the title, whatever else is wrong; absent if they are few. */
  breadth?: number;
  /** All issues that its titles are about, if others of them are in other blocks. */
  group?: readonly Issue[];
}

/** Whether it tells of a problem that lasts. */
export function isLive(block: Block): boolean {
  return isOfIssues(block) && block.severity !== "recovery";
}

/**
 * Who has the problem, the verdict, the cause and the links, of issues that belong together: those of a pipeline, with the
 * worst kind first. The latest stands for all.
 */
export function blockOf(...group: Group): Block {
  const kinds = kindsIn(group);
  const [worst = group, ...milder] = kinds;
  const latest = latestOf(worst);
  const [count, since] = [countIn(worst), sinceOf(worst)];
  const { news, severity, waited } = latest;
  const name = nameIn(latest);
  const subject = spaced(name);
  const [first = [], ...others] = kinds.map(oftenOf);
  const verdict = [...first, ...others.flatMap((phrase) => [words(". It "), ...phrase])];
  const compared = milder.length > 0 ? [] : comparison(news, count);
  // A row of failures says since when.
  const isDue =
    count > 1 || since === undefined || milder.length > 0 || news?.kind === "streak" || !isAtOneTime(latest);
  const when = isDue ? [] : [words("at "), since];
  const person = worst.every((issue) => byWhom(issue).length > 0) ? byWhom(latest) : [];
  const isCounted = news?.kind === "streak" && news.nth <= count;
  const again = reminderOf(group);
  const whole = [...again, ...subject, ...verdict, ...person];
  const cause = causeOf(latest);
  const left = (...pieces: Phrase[]) => capitalized(joined(filled(pieces), ", "));
  const why = titleCauses(group).map((causes) => ({
    phrase: [...whole, ...causes],
    parts: left(when, compared),
    ...(cause.length === 0 ? {} : { cause: besideTitle(latest) }),
  }));
  const longest = why[0] ?? { phrase: whole, parts: left(when, compared) };
  return {
    parts: [
      ...again,
      ...spaced(name.map(strong)),
      ...(name.length === 0 && again.length === 0 ? capitalized(verdict) : verdict),
      ...after(" ", when),
      ...person,
      ...after(", ", compared),
    ],
    rows: filled([cause, after("Before that: ", waited?.earlier ?? [])]),
    links: linksOf(latest),
    severity,
    tells: group,
    ...alertOf(latest, Math.min(...group.map(rankOf))),
    titles: [
      isCounted
        ? longest
        : { ...longest, phrase: [...longest.phrase, ...bracketed(compared)], parts: left(when) },
      ...why,
      {
        phrase: [...again, ...subject, ...verdict],
        ...(person.length > 0 ? {} : { parts: left(when, compared) }),
      },
      { phrase: [...again, ...subject, ...first] },
    ],
    shortTitle: shortTitleOf(latest, count),
  };
}

/** With each of its phrases as `write` returns it. */
export function withPhrases(
  block: Block,
  write: <T extends Part>(phrase: readonly T[]) => readonly T[],
): Block {
  const { parts, rows, titles, shortTitle, links } = block;
  return {
    ...block,
    links: write(links),
    parts: write(parts),
    rows: rows.map(write),
    titles: titles.map((title) => ({
      phrase: write(title.phrase),
      ...(title.parts === undefined ? {} : { parts: write(title.parts) }),
      ...(title.cause === undefined ? {} : { cause: write(title.cause) }),
    })),
    shortTitle: write(shortTitle),
  };
}

/** The worst first. */
export function kindsIn(group: Group): Group[] {
  return groupsOf(group, ({ code }) => code).sort((one, other) => rankOf(one[0]) - rankOf(other[0]));
}

/** "failed", or "failed 3 times since 03:42 UTC"; for a limit, with how far the last run went. */
function oftenOf(kind: Group): Phrase {
  const [latest, count] = [latestOf(kind), countIn(kind)];
  if (count === 1) return verdictOf(latest);
  const { limits, sentence = [], tally } = latest;
  const last = limits === undefined || tally === mixedTally ? [] : bracketed([words("last: "), ...sentence]);
  return [...timesParts(latest, { count, since: sinceOf(kind) }), ...last];
}

/** Issues about the present have no time, and some have it in their words. */
function isAtOneTime({ failedAt, waited, plural }: Issue): boolean {
  return failedAt !== undefined || (waited !== undefined && plural === undefined);
}

function shortTitleOf(issue: Issue, count: number): Phrase {
  const { news, limits, isState = false, saysWhen = false, explanation } = issue;
  const subject = nameIn(issue);
  if (explanation?.isLeading === true && !saysWhen) return [...explanation.name, ...bracketed(subject)];
  const verdict = () => {
    if (news?.kind === "streak") return [words("failing since "), news.since];
    if (count > 1) return timesParts(issue, { count, since: undefined });
    return limits === undefined || isState ? verdictOf(issue) : issue.words;
  };
  return [...spaced(subject), ...verdict()];
}

export function rankOf({ rank, explanation }: Issue): number {
  return explanation?.isLeading === true ? rank - 1 : rank;
}

/** Verdict, history and cause, without the pipeline. */
export function sentenceOf(issue: Issue): Phrase {
  const { news, about } = issue;
  return withFullStop([
    ...(about === "project" ? capitalized(verdictOf(issue)) : verdictOf(issue)),
    ...byWhom(issue),
    ...after(", ", comparison(news, 1)),
    ...after(": ", causeOf(issue)),
  ]);
}

/** The pipeline's name; empty for an issue about the project. */
export function nameIn(issue: Issue): Text[] {
  const { about } = issue;
  if (about === "project") return [];
  const record = recordOf(issue);
  return [record === undefined ? namePart(subjectOfIssue(issue)) : pipelineOf(record)];
}

/** Follows the name of the pipeline. */
export function verdictOf({ words: verdict, figures, sentence }: Issue): Phrase {
  return sentence ?? [...verdict, ...after(": ", figures)];
}

/** "first time in 213 runs", "4th in a row since 19:59 UTC"; of several runs, the last one's row. */
function comparison(news: News | undefined, count: number): Phrase {
  if (news === undefined || (news.kind === "first" && count > 1)) return [];
  if (news.kind === "first")
    return [words(`first time in ${news.orMore ? "at least " : ""}${news.successes + 1} runs`)];
  const nth = `${news.orMore ? "at least the " : ""}${ordinal(news.nth)} in a row`;
  // "failed 4 times" says it.
  if (news.nth === count && count > 1 && !news.orMore) return [];
  if (news.nth <= count) return [words(nth)];
  return [words(`${nth} since `), news.since, ...(news.orMore ? [words(" or earlier")] : [])];
}

/** Each is labelled by its target. The note and the owner follow as text. */
function linksOf(issue: Issue): (Link | Text)[] {
  const { runPage, note } = issue.links;
  const run = recordOf(issue);
  return [
    ...(run === undefined || runPage === undefined ? [] : [linkToRun(run, runPage)]),
    ...logLinks(issue),
    ...(note === "" ? [] : [words(note)]),
    ...alertLinks([issue]),
  ];
}

/** None if no log explains the issue. */
export function logLinks(issue: Issue): Link[] {
  const { log, logPage = log } = issue.links;
  return logPage === undefined
    ? []
    : [{ ...linkOf(words("Log"), logPage, subjectOfIssue(issue)), isSpare: true }];
}

/** A block of more lists the first, and counts the rest. */
const [maxRunbooks, maxOwners] = [3, 5];

/** The runbooks and owners of issues that share a block. */
export function alertLinks(issues: readonly Issue[]): NonNullable<Line["links"]> {
  const { runbooks, owners } = alertsIn(issues);
  const more = owners.length - maxOwners;
  return [
    ...runbooks.slice(0, maxRunbooks).map(({ url, issue }) => {
      const subject = subjectOfIssue(issue);
      const isAlone = runbooks.length === 1 || !isShown(subject.pipeline?.name);
      return { label: isAlone ? words("Runbook") : namePartAfter("Runbook of ", subject), url };
    }),
    ...owners.slice(0, maxOwners).map((name) => ({ name })),
    ...(more > 0 ? [words(`and ${pluralize(more, "more owner")}`)] : []),
  ];
}
