import { type Phrase, plainText, type Text } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import { pipelineIdOf } from "../../../shared/pipeline";
import { pluralize } from "../../../shared/text/pluralize";
import { type Sanitize, shorten } from "../../../shared/text/sanitize";
import { isNote, subjectIn } from "../issue/finding";

import { words } from "../issue/parts";
import { type Block, isLive, type Title } from "./blocks";
import { after, bracketed, capitalized, joined, listed, lowered } from "./phrases";
import { isOfIssues, problemsIn, problemsTold, tallies } from "./report-line";

/** How many blocks a title names. */
const maxNamed = 2;
/** Slack takes no longer title. The icon before it counts. */
const maxCharacters = 150 - "🔴 ".length;

/**
 * For a lock screen, what is true now: the problem if there is only one, "db_backup failed: no space left on device"; or
 * the total and the worst two, "Night Shift: 10 problems: invoices failing since 19:59 UTC, agent build-07 lost, and more".
 * Without problems, the recoveries and then the other notes. `place` is the project, or says how many there are.
 */
export function renderTitle(
  place: Text,
  blocks: readonly Block[],
  problemCount: number,
  sanitize: Sanitize,
): Title {
  const firsts = [...groupBy(blocks, (block) => block.group ?? block).values()].map(([first]) => first);
  return fitted(candidatesOf(place, firsts.filter(isNews()), problemCount), sanitize);
}

/** Whether a block has a problem that no earlier one has. */
function isNews(): (block: Block) => boolean {
  const before = new Set<unknown>();
  return (block) => {
    const keys = problemsIn(block).map(({ key }) => key);
    const isNew = keys.length === 0 || keys.some((key) => !before.has(key));
    for (const key of keys) before.add(key);
    return isNew;
  };
}

/** The only block that the title is about, if there is one. */
export function onlyOf(blocks: readonly Block[]): Block | undefined {
  const problems = blocks.filter((block) => isLive(block) || isUnread(block));
  const worst = [problems, blocks.filter(isRecovery), blocks].find((some) => some.length > 0);
  return worst?.length === 1 ? worst[0] : undefined;
}

/** Whether it tells of a project that could not be read. */
function isUnread(block: Block): boolean {
  return block.severity === "failure" && !isOfIssues(block);
}

function isRecovery({ severity }: Block): boolean {
  return severity === "recovery";
}

/** The longest first. */
function candidatesOf(place: Text, blocks: readonly Block[], problemCount: number): readonly Title[] {
  const only = onlyOf(blocks);
  const count = `${pluralize(problemCount, "problem")}${"words" in place ? ` in ${place.words}` : ""}`;
  if (only?.breadth !== undefined)
    return titlesOf(only, (title) => withOthers(capitalized(title), place, [only], blocks, problemCount));
  if (only !== undefined) {
    if (problemsTold([wholeGroup(only)]).length < 2)
      return titlesOf(only, (title) => withSubject(place, capitalized(title)));
    const total = "words" in place ? [words(count)] : [place, words(`: ${count}`)];
    return titlesOf(only, (title) => withTotal(problemCount, title, total));
  }
  const [unread = [], live = [], recoveries = []] = [isUnread, isLive, isRecovery].map((is) =>
    blocks.filter(is),
  );
  const broad = broadOf(place, live, problemCount);
  const problems = broad.length > 0 ? broad : severalOf(count, live, problemCount);
  if (unread.length > 0) return withUnread(unread, problems).map((phrase) => ({ phrase }));
  if (broad.length > 0) return broad.map((phrase) => ({ phrase: capitalized(phrase) }));
  const all = live.length > 0 ? problems : recoveries.length > 0 ? endingsOf(recoveries) : notesOf(blocks);
  const isOfAll = "words" in place && recoveries.length + live.length > 0;
  return all.map((title) => ({ phrase: isOfAll ? title : [place, ...after(": ", title)] }));
}

/**
 * If many pipelines share a cause: "ORA-12541: TNS:no listener: 20 pipelines failed; 40 other problems (Night Shift)", behind what is
 * more important; with the next such cause, as far as it fits.
 */
function broadOf(place: Text, live: readonly Block[], problemCount: number): Phrase[] {
  const broad = live.filter(({ breadth }) => breadth !== undefined).slice(0, maxNamed);
  const urgent = live.slice(0, 1).filter((block) => block.urgency === "high" && block.breadth === undefined);
  return broad.map((_, index) => {
    const named = [...urgent, ...broad.slice(0, broad.length - index)];
    const titles = named.map(({ shortTitle }) => shortTitle);
    return withOthers(joined(titles, "; "), place, named, live, problemCount);
  });
}

/** With how many problems there are besides, or the only one, and where. */
function withOthers(
  title: Phrase,
  place: Text,
  named: readonly Block[],
  blocks: readonly Block[],
  problemCount: number,
): Phrase {
  const count = problemCount - problemsTold(named.map(wholeGroup)).length;
  const [other, ...more] = blocks.filter((block) => isLive(block) && !named.includes(block));
  const isNamed = count === 1 && other !== undefined && more.length === 0;
  const others: Phrase = isNamed ? other.shortTitle : [words(pluralize(count, "other problem"))];
  return [...title, ...(count > 0 ? after("; ", others) : []), ...bracketed([place])];
}

function titlesOf({ titles }: Block, write: (title: Phrase) => Phrase): Title[] {
  return titles.map((title) => ({ ...title, phrase: write(title.phrase) }));
}

/** "10 problems: invoices failing since 19:59 UTC, agent build-07 lost, and more"; of a single block, what it says. */
function severalOf(count: string, blocks: readonly Block[], problemCount = 0): Phrase[] {
  const { length } = problemsTold(blocks.map(wholeGroup));
  // What stands elsewhere is more, too.
  const all = [...blocks.map(({ shortTitle }) => shortTitle), ...(problemCount > length ? [[]] : [])];
  const named = blocks.slice(0, maxNamed);
  return named.map((_, index) => [
    ...(blocks.length === 1 ? [] : [words(`${count}: `)]),
    ...listed(all, named.length - index),
  ]);
}

/** "2 problems: import failed 3 times since 03:09 UTC". One that begins with the number is as it is. */
export function withTotal(
  problemCount: number,
  title: Phrase,
  total: Phrase = [words(pluralize(problemCount, "problem"))],
): Phrase {
  const [first] = title;
  const hasNumber = first !== undefined && "words" in first && first.words.startsWith(`${problemCount} `);
  return hasNumber ? title : [...total, words(": "), ...lowered(title)];
}

/** With all problems of its group, of which some may be in other blocks. */
function wholeGroup(block: Block): Block {
  return { ...block, tells: block.group ?? block.tells };
}

/** "Could not read Shop; db_backup failed in Night Shift" */
function withUnread([first, ...others]: readonly Block[], problems: readonly Phrase[]): Phrase[] {
  const unread = [...(first?.shortTitle ?? []), ...(others.length === 0 ? [] : [words(", and more")])];
  return [...problems.map((problem) => [...unread, words("; "), ...problem]), unread];
}

/** "2 pipelines work again: price feed, site health", "3 problems ended: too few runs, price feed, and more" */
function endingsOf(recoveries: readonly Block[]): Phrase[] {
  const byName = groupBy(recoveries, ({ shortTitle }) => JSON.stringify(shortTitle));
  const ended = [...byName.values()].map(([first]) => first);
  const pipelines = ended.flatMap(({ tells }) =>
    tells.flatMap((content) => subjectIn(content).pipeline ?? []),
  );
  // Two branches of one pipeline are not two.
  const isOfPipelines = new Set(pipelines.map(pipelineIdOf)).size === ended.length;
  if (ended.length === 1) return ended.flatMap(({ titles }) => titles.map(({ phrase }) => phrase));
  return severalOf(`${ended.length} ${isOfPipelines ? "pipelines work again" : "problems ended"}`, ended);
}

/** "2 mutes ended"; or the first, if others cannot be counted. */
function notesOf(blocks: readonly Block[]): Phrase[] {
  const [first] = blocks;
  if (first === undefined) return [[]];
  const notes = blocks.flatMap(({ tells }) => tells.filter(isNote));
  if (notes.every(({ tally }) => tally !== undefined)) return [[words(tallies(notes).join(", "))]];
  return [[...first.shortTitle, words(", and more")]];
}

/** Where nothing else says what it is about, it is about the project. */
function withSubject(place: Text, title: Phrase): Phrase {
  return title.some((part) => "name" in part) ? title : [place, words(": "), ...lowered(title)];
}

/** A shorter line of a log says nothing. */
const minLineCharacters = 40;

/**
 * The first that fits, or the last one with a line of a log, if a part of that fits; else the last, with shorter names. What is
 * shortened says nothing in place of the rows.
 */
function fitted(candidates: readonly Title[], sanitize: Sanitize): Title {
  const lineOf = ({ phrase }: Title) => phrase.find((part) => "name" in part && part.style === "code");
  const lastWithLine = candidates.findLast((title) => lineOf(title) !== undefined);
  for (const title of candidates) {
    const { phrase, cause: _, ...rest } = title;
    const tooLong = lengthOf(phrase, sanitize) - maxCharacters;
    if (tooLong <= 0) return title;
    const line = title === lastWithLine ? lineOf(title) : undefined;
    const room = line === undefined ? 0 : lengthOf([line], sanitize) - tooLong;
    if (room >= minLineCharacters)
      return { ...rest, phrase: withShorter(phrase, (part) => part === line, room, sanitize) };
  }
  const last = candidates.at(-1)?.phrase ?? [];
  const names = last.filter((part) => "name" in part);
  const others = lengthOf(last, sanitize) - lengthOf(names, sanitize);
  const room = Math.max(1, Math.floor((maxCharacters - others) / names.length));
  return { phrase: withShorter(last, () => true, room, sanitize) };
}

function withShorter(
  title: Phrase,
  isMeant: (part: Text) => boolean,
  length: number,
  sanitize: Sanitize,
): Phrase {
  return title.map((part) => {
    if (!("name" in part && isMeant(part))) return part;
    // A right-to-left name has marks around it.
    const marks = Math.max(0, plainText([part], sanitize, 1).length - 1);
    return { ...part, name: shorten(sanitize(part.name), Math.max(1, length - marks)) };
  });
}

function lengthOf(phrase: Phrase, sanitize: Sanitize): number {
  return plainText(phrase, sanitize).length;
}
