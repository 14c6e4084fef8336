import type { Part, Phrase, Text } from "../../../shared/chat/message";
import { placeKeyOf } from "../../../shared/subject";
import { pluralize } from "../../../shared/text/pluralize";
import { type Sanitize, shortenName } from "../../../shared/text/sanitize";
import { type Issue, isOfFailedRun, runOf, subjectOfIssue } from "../issue/issue";
import { namePart } from "../issue/names";
import { isShown, strong, words } from "../issue/parts";
import { alertLinks, type Block, blockOf, kindsIn, logLinks, nameIn, rankOf, verdictOf } from "./blocks";
import { byWhom, causeOf, causeRow, causesIn, shownCause, textOf } from "./causes";
import {
  countOf,
  type Group,
  groupsOf,
  inRows,
  latestOf,
  maxCharactersOfRow,
  numberIn,
  numbersOf,
  runsRow,
  sinceOf,
  tallyOf,
} from "./grouping";
import { alertOf, reminderOf } from "./lines";
import { after, bracketed, capitalized, filled, joined, listed, unstyled } from "./phrases";

/**
 * The worst first. Failed runs of one cause in several pipelines share a block, as do issues that share a row. So do the
 * failures of a pipeline, the limits that its runs crossed, and what is about no run of it.
 */
export function groupedBlocks(issues: readonly Issue[], sanitize: Sanitize): Block[] {
  const causes = groupsOf(issues, (issue) => issue.explanation?.group?.key);
  const spread = new Set(causes.filter((group) => pipelinesIn(group).length > 1).flat());
  const keyOf = (issue: Issue) =>
    spread.has(issue) ? `cause ${issue.explanation?.group?.key}` : keyInPipeline(issue);
  const blocks = groupsOf(issues, keyOf).flatMap((group) => {
    if (group.length > 1 && group[0].sharesRow === true) return rowBlocks(group, sanitize);
    return spread.has(group[0]) ? causeBlocks(group, sanitize) : [pipelineBlock(group, sanitize)];
  });
  return blocks.sort((one, other) => one.rank - other.rank || (other.breadth ?? 0) - (one.breadth ?? 0));
}

/** From so many pipelines on, a cause leads, whatever else is wrong. */
const broadFrom = 3;
/** The most of a cause that leads, so that a lock screen shows how many pipelines failed, too. */
const maxLeadingCharacters = 36;

/** Issues with the same key share a block; undefined for an issue with a block of its own. */
function keyInPipeline(issue: Issue): string | undefined {
  const { about, alert, code, limits, tally } = issue;
  const { owner = "", runbook, importance = "normal" } = alert ?? {};
  // Stuck runs have no cause in common: each owner has a row.
  if (issue.sharesRow === true) return JSON.stringify([tally, owner, runbook?.href, importance]);
  if (about === "project" || "unreadable" in about) return undefined;
  const place = placeKeyOf(subjectOfIssue(issue));
  if ("pipeline" in about) return JSON.stringify(["pipeline", place]);
  const kind = limits !== undefined ? "limits" : isOfFailedRun(issue) ? code : undefined;
  return kind === undefined || !isShown(about.run.pipeline.name) ? undefined : JSON.stringify([kind, place]);
}

/** Common to all blocks of several pipelines, `some` of a group. */
function shared(some: Group, group: Group) {
  const [first] = some;
  const rank = Math.min(...some.map(rankOf));
  return { severity: first.severity, tells: some, group, links: alertLinks(some), ...alertOf(first, rank) };
}

/** "price feed failed 3 times since 03:42 UTC, 3rd in a row", why, and the runs: by kind or cause, if there are several. */
function pipelineBlock(group: Group, sanitize: Sanitize): Block {
  const block = blockOf(...group);
  const latest = latestOf(group);
  const earlier = group.filter((issue) => issue !== latest && runOf(issue) !== undefined);
  if (earlier.length === 0) return block;
  const kinds = kindsIn(group);
  const causes = causesIn(group);
  if (kinds.length === 1 && causes.length === 1)
    return { ...block, rows: [...block.rows, [words("Earlier: "), ...numbersOf(earlier, sanitize)]] };
  const lists =
    kinds.length > 1
      ? kinds.map((issues) => ({ label: capitalized([words(issues[0].tally)]), issues }))
      : causes.map((issues) => ({ label: causeOf(issues[0]), issues }));
  const isNamed = ({ label }: (typeof lists)[number]) => label.length > 0;
  const all = [...lists.filter(isNamed), ...lists.filter((list) => !isNamed(list))];
  const titles = block.titles.map(({ cause: _, ...title }) => title);
  return { ...block, titles, rows: runsByLabel(all, sanitize), links: alertLinks([latest]) };
}

/** More lists are joined. */
const maxLists = 3;

/** "no space left on device: 20261120.102, 20261120.104 · Log" */
function runsByLabel(
  lists: readonly { label: readonly Text[]; issues: Group }[],
  sanitize: Sanitize,
): (readonly Part[])[] {
  const room = maxCharactersOfRow / (maxLists + 1);
  const others = lists.slice(maxLists).flatMap(({ issues }) => issues);
  return filled([
    ...lists.slice(0, maxLists).map(({ label, issues }) => {
      const log = after(" · ", logLinks(latestOf(issues)));
      const name = label.length > 0 ? label : [words("Unknown cause")];
      return [...name, words(": "), ...numbersOf(issues, sanitize, room), ...log];
    }),
    after("Others: ", numbersOf(others, sanitize, room)),
  ]);
}

/** "Agent build-07 lost: 4 runs failed since 02:45 UTC", or the line that they share, and the runs. */
function causeBlocks(group: Group, sanitize: Sanitize): Block[] {
  const person = byWhom(group[0]);
  const cause = shownCause(group[0].explanation);
  const name = capitalized(cause.name).map(strong);
  const again = reminderOf(group);
  const failures = words(countOf(group));
  const since = sinceOf(group);
  const more = since === undefined ? [] : [words("since "), since];
  const titles = titlesOfCause(group, more, sanitize);
  let end = 0;
  return inRows(group, (issue) => runsRow([issue]), sanitize).map((some) => {
    const start = end + 1;
    end += some.length;
    const which = some.length === group.length ? [] : [words(`, ${start} to ${end}`)];
    const block = shared(some, group);
    return {
      ...block,
      parts:
        name.length > 0
          ? [...again, ...name, words(": "), failures, ...after(" ", more), ...which]
          : [...again, strong(failures), ...after(" ", more), ...person, ...which],
      rows: filled([name.length > 0 ? [] : causeRow(cause), runsRow(some)]),
      links: [...logLinks(latestOf(some)), ...block.links],
      ...titles,
    };
  });
}

/** `more` is since when. */
function titlesOfCause(group: Group, more: Phrase, sanitize: Sanitize) {
  const person = byWhom(group[0]);
  const { line, name } = shownCause(group[0].explanation);
  const again = reminderOf(group);
  const failures = words(countOf(group));
  const pipelines = pipelinesIn(group);
  const names = bracketed(listed(pipelines, maxNamed));
  const beneath = { parts: capitalized(more) };
  // A name has no row of its own.
  const isSaid = { ...beneath, ...(line.length === 0 || name.length > 0 ? {} : { cause: [] }) };
  if (pipelines.length >= broadFrom) {
    const whole = (name.length > 0 ? name : line).map(unstyled);
    const leading = whole.map((part) =>
      "name" in part
        ? { name: shortenName(sanitize(part.name.replace(/[\s.:,;]+$/, "")), maxLeadingCharacters) }
        : part,
    );
    const count = words(`${pipelines.length} pipelines ${tallyOf(group)}`);
    const lead = [...leading, ...(leading.length === 0 ? [] : [words(": ")]), count, ...person];
    const title = { ...(textOf(leading) === textOf(whole) ? isSaid : beneath), phrase: [...again, ...lead] };
    return { titles: [title], shortTitle: lead, breadth: pipelines.length };
  }
  if (name.length > 0) {
    const lead = [...again, ...capitalized(name), words(": "), failures];
    return {
      titles: [
        { phrase: [...lead, ...names, ...after(" ", more)], parts: [] },
        { phrase: [...lead, ...after(" ", more)], parts: [] },
      ],
      shortTitle: name,
    };
  }
  const why = after(": ", line);
  return {
    titles: [
      { ...isSaid, phrase: [...again, failures, ...person, ...names, ...why] },
      // Gives way to this one only if too little of its line is left.
      ...(why.length === 0 ? [] : [{ ...isSaid, phrase: [...again, failures, ...why.map(unstyled)] }]),
    ],
    shortTitle: [failures, ...names],
  };
}

/** "**nightly import** 20261120.4 running for 55 min (limit 15 min) · **site health** 20261120.5 queued for 22 min (limit 5 min)" */
function rowBlocks(group: Group, sanitize: Sanitize): Block[] {
  const count = words(`${pluralize(group.length, "run")} ${group[0].tally}`);
  const titles = [maxNamed, 1].map((most) => ({
    phrase: [count, words(": "), ...listed(pipelinesIn(group), most)],
  }));
  return inRows(group, (issue) => runsRow([issue]), sanitize).map((some) => ({
    ...shared(some, group),
    parts: joined(
      some.map((issue) => [
        ...nameIn(issue).map(strong),
        words(" "),
        ...numberIn(issue),
        words(" "),
        ...verdictOf(issue),
      ]),
      " · ",
    ),
    rows: [],
    titles,
    shortTitle: [count],
  }));
}

/** How many pipelines a title names. */
const maxNamed = 2;

function pipelinesIn(group: Group): Text[][] {
  const subjects = new Map(group.map(subjectOfIssue).map((subject) => [placeKeyOf(subject), subject]));
  return [...subjects.values()].flatMap((subject) => (subject.pipeline ? [[namePart(subject)]] : []));
}
