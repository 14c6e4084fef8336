import { type Moment, type Part, plainText, type Text } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Issue, missedCode, pipelineNameOf, runOf } from "../issue/issue";
import { numberOf, pipelineOf, strong, words } from "../issue/parts";
import {
  after,
  alertLinks,
  type Block,
  blockOf,
  bracketed,
  cancelledBy,
  capitalized,
  causeRows,
  eventBlock,
  logLinks,
  rankOf,
  shownCause,
  subjectOf,
  timesOf,
  verdictOf,
} from "./blocks";
import { countIn, countOf, type Group, groupsOf } from "./grouping";
import { alertOf } from "./lines";

/** A longer row does not fit beside others in some chats. Without the URLs of its links. */
const maxCharactersOfRow = 300;

/**
 * The worst first. Failed runs of one cause share a block, which is about their pipeline if it is only one. So do stuck
 * runs, and the issues of a pipeline's schedule.
 */
export function groupedBlocks(issues: readonly Issue[], sanitize: Sanitize): Block[] {
  const blocks = groupsOf(issues, keyOf).flatMap((group) => blocksOf(group, sanitize));
  return blocks.sort((one, other) => one.rank - other.rank);
}

/** Issues with the same key share a block; undefined for an issue with a block of its own. */
function keyOf(issue: Issue): string | undefined {
  const { about, alert, explanation, verdict } = issue;
  if (explanation?.group !== undefined) return `cause ${explanation.group.key}`;
  const { owner = "", runbook, importance = "normal" } = alert ?? {};
  if (verdict === "stuck") return `stuck ${JSON.stringify([owner, runbook?.href, importance])}`;
  return about !== "project" && "pipeline" in about ? `pipeline ${about.pipeline}` : undefined;
}

function blocksOf(group: Group, sanitize: Sanitize): Block[] {
  const [first] = group;
  if (group.length === 1) return [blockOf(first)];
  if (first.verdict === "stuck") return inRows(group, sanitize).map((some) => stuckBlock(some, group));
  if (first.explanation?.group === undefined) return [scheduleBlock(group)];
  if (new Set(group.map(pipelineNameOf)).size === 1) return [pipelineBlock(group, sanitize)];
  let end = 0;
  return inRows(group, sanitize).map((some) => {
    const start = end + 1;
    end += some.length;
    const which = some.length === group.length ? [] : [words(`, ${start} to ${end}`)];
    return causeBlock(some, group, which);
  });
}

/** Common to all blocks of several issues, `some` of a group. */
function shared(some: Group, group = some) {
  const [first] = some;
  const rank = Math.min(...some.map(rankOf));
  return { severity: first.severity, tells: some, group, links: alertLinks(first), ...alertOf(first, rank) };
}

/** "price feed failed 3 times since 03:42 UTC, 3rd in a row", the line that they share, and the runs. */
function pipelineBlock(group: Group, sanitize: Sanitize): Block {
  const latest = latestOf(group);
  const block = eventBlock(latest, {
    ...{ count: countIn(group), since: sinceOf(group), severity: latest.severity, tells: group },
  });
  const earlier = group.filter((issue) => issue !== latest);
  const rows = [...(block.rows ?? []), [words("Earlier: "), ...numbersOf(earlier, sanitize)]];
  return { ...block, rows, ...alertOf(latest, Math.min(...group.map(rankOf))) };
}

export function latestOf(group: Group): Issue {
  return group.reduce((latest, issue) => ((issue.at ?? 0) > (latest.at ?? 0) ? issue : latest));
}

/** "Agent build-07 lost: 4 runs failed since 02:45 UTC", or the line that they share, and the runs. */
function causeBlock(some: Group, group: Group, which: readonly Text[]): Block {
  const { explanation = { line: "", name: [], sentence: [], group: undefined } } = group[0];
  const cause = shownCause(explanation);
  const cancelled = cancelledBy(group[0]);
  const name = cancelled.length > 0 ? [] : capitalized(cause.name);
  const hasName = name.length > 0;
  const failures = words(countOf(group));
  const since = sinceOf(group);
  const more = since === undefined ? [] : [words(" since "), since];
  const names = bracketed(pipelinesIn(group));
  const why = cancelled.length > 0 ? [] : after(": ", cause.line);
  const block = shared(some, group);
  return {
    ...block,
    parts: hasName
      ? [...name.map(strong), words(": "), failures, ...more, ...which]
      : [strong(failures), ...more, ...cancelled, ...which],
    rows: [...(hasName || cancelled.length > 0 ? [] : causeRows(cause)), runsRow(some)],
    links: [...logLinks(latestOf(some)), ...block.links],
    titles: hasName
      ? [
          [...name, words(": "), failures, ...names, ...more],
          [...name, words(": "), failures, ...more],
        ]
      : [
          [failures, ...cancelled, ...names, ...why],
          ...(why.length === 0 ? [] : [[failures, ...why.map(unstyled)]]),
        ],
    shortTitle: hasName ? cause.name : [failures, ...names],
  };
}

/** A title with names has its line cut first, and gives way to one without names only if too little of it is left. */
function unstyled<T extends Part>(part: T): T | Text {
  return "name" in part ? { name: part.name } : part;
}

/** "**nightly import** 20261120.4 running for 55 min (limit 15 min) · **site health** 20261120.5 queued for 22 min (limit 5 min)" */
function stuckBlock(some: Group, group: Group): Block {
  const stuck = some.map((issue) => [
    ...subjectOf(issue).map(strong),
    words(" "),
    ...numberIn(issue),
    words(" "),
    ...verdictOf(issue),
  ]);
  const count = words(`${pluralize(group.length, "run")} stuck`);
  return {
    ...shared(some, group),
    parts: joined(stuck),
    titles: [maxNamed, 1].map((most) => [count, words(": "), ...pipelinesIn(group, most)]),
    shortTitle: [count],
  };
}

/** "stock levels did not start 6 times, 00:10 to 01:00 UTC. It reaches the weekly run limit (1,000) at 01:20 UTC" */
function scheduleBlock(group: Group): Block {
  const [first] = group;
  const missed = group.filter(({ code }) => code === missedCode);
  const others = group.filter(({ code }) => code !== missedCode);
  const subject = { name: pipelineNameOf(first) ?? "" };
  const [oldest] = missed;
  const [latest] = missed.slice(-1);
  const count = missed.length === 0 ? 0 : countIn(missed);
  const begin = oldest?.waited?.since ?? momentIn(oldest);
  const often = latest === undefined ? [] : count === 1 ? verdictOf(latest) : timesOf(latest, count, begin);
  const [sentence = [], ...more] = [...(often.length === 0 ? [] : [often]), ...others.map(verdictOf)];
  const all = [words(" "), ...sentence, ...more.flatMap((one) => [words(". It "), ...one])];
  const short = count > 1 && latest !== undefined ? timesOf(latest, count, undefined) : sentence;
  return {
    ...shared(group),
    parts: [strong(subject), ...all],
    titles: [
      [subject, ...all],
      [subject, words(" "), ...sentence],
    ],
    shortTitle: [subject, words(" "), ...short],
  };
}

function momentIn(issue: Issue | undefined): Moment | undefined {
  return issue === undefined ? undefined : verdictOf(issue).find((part) => "time" in part);
}

/** The first failure, those included that waited to be told. */
function sinceOf(group: Group): Moment | undefined {
  const times = group.flatMap(({ waited, failedAt }) => waited?.since ?? failedAt ?? []);
  return times.sort((one, other) => one.time - other.time)[0];
}

/** How many pipelines a title names. */
const maxNamed = 2;

/** "ledger, db backup, and more" */
function pipelinesIn(group: Group, most = maxNamed): Text[] {
  const names = [...new Set(group.map(pipelineNameOf))].flatMap((name) => name ?? []);
  const shown = names.slice(0, most).flatMap((name, index) => [words(index === 0 ? "" : ", "), { name }]);
  return names.length > most ? [...shown, words(", and more")] : shown;
}

/** "nightly import ×2 (20261120.4, 20261120.5) · price feed (20261120.6)" */
function runsRow(group: Group): readonly Part[] {
  const byPipeline = new Map<string | undefined, Issue[]>();
  for (const issue of group) {
    const name = pipelineNameOf(issue);
    byPipeline.set(name, [...(byPipeline.get(name) ?? []), issue]);
  }
  return joined(
    [...byPipeline.values()].map((issues) => [
      ...issues.slice(0, 1).flatMap((issue) => subjectWithCount(issue, countIn(issues))),
      ...commaSeparated(issues.map(numberIn)),
      words(")"),
    ]),
  );
}

/** As many as fit on a row, and how many more there are. */
export function numbersOf(issues: readonly Issue[], sanitize: Sanitize): Part[] {
  const [first, ...others] = issues;
  if (first === undefined) return [];
  const [shown = [first]] = inRows([first, ...others], sanitize);
  const more = issues.length - shown.length;
  return [...commaSeparated(shown.map(numberIn)), ...(more === 0 ? [] : [words(`, and ${more} more`)])];
}

function commaSeparated(lists: readonly (readonly Part[])[]): Part[] {
  return lists.flatMap((list, index) => [...(index === 0 ? [] : [words(", ")]), ...list]);
}

function subjectWithCount(issue: Issue, count: number): Part[] {
  const run = runOf(issue);
  return [...(run === undefined ? [] : [pipelineOf(run)]), words(count === 1 ? " (" : ` ×${count} (`)];
}

function numberIn(issue: Issue): Part[] {
  const run = runOf(issue);
  const { runPage, note } = issue.links;
  return run === undefined ? [] : [...numberOf(run, runPage), ...(note === "" ? [] : [words(`: ${note}`)])];
}

function joined<T extends Part>(lists: readonly (readonly T[])[]): (T | Text)[] {
  return lists.flatMap((list, index): (T | Text)[] => (index === 0 ? [...list] : [words(" · "), ...list]));
}

/** Parts a group into as many as fit on a row each; at least one. */
function inRows(group: Group, sanitize: Sanitize): Group[] {
  const rows: Group[] = [];
  let left = 0;
  for (const issue of group) {
    const length = plainText(runsRow([issue]), sanitize).length;
    const last = rows.pop();
    left -= length;
    if (last !== undefined && left >= 0) rows.push([...last, issue]);
    else {
      rows.push(...(last === undefined ? [] : [last]), [issue]);
      left = maxCharactersOfRow - length;
    }
  }
  return rows;
}
