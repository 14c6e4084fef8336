import { type Part, type Phrase, plainText, type Text } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Issue, missedCode, pipelineNameOf, runOf } from "../issue/issue";
import { numberOf, pipelineOf, strong, words } from "../issue/parts";
import { alertLinks, type Block, blockOf, capitalized, causeRows, shownCause, verdictOf } from "./blocks";
import { countOf, type Group, groupsOf } from "./grouping";
import { alertOf } from "./lines";

/** A longer row does not fit beside others in some chats. Without the URLs of its links. */
const maxCharactersOfRow = 300;

/**
 * The worst first. Failed runs of one cause share a block. So do stuck runs, and the issues of a pipeline's
 * schedule.
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
  if (first.verdict === "stuck") return inRows(group, sanitize).map(stuckBlock);
  if (first.explanation?.group === undefined) return scheduleBlocks(group);
  const failures = countOf(group);
  const times = group.flatMap(({ failedAt }) => failedAt ?? []).sort((one, other) => one.time - other.time);
  const since = times.slice(0, 1).flatMap((earliest) => [words(" since "), earliest]);
  let end = 0;
  return inRows(group, sanitize).map((some) => {
    const start = end + 1;
    end += some.length;
    const which = some.length === group.length ? [] : [words(`, ${start} to ${end}`)];
    return causeBlock(some, failures, [...since, ...which]);
  });
}

/** Common to all blocks of several issues. */
function shared(group: Group) {
  const [first] = group;
  const rank = Math.min(...group.map((issue) => issue.rank));
  return {
    ...{ severity: first.severity, tells: group, links: alertLinks(first) },
    ...alertOf(first, rank),
  };
}

/** "Agent build-07 lost: 4 runs failed since 02:45 UTC", or the line that they share, and the runs. */
function causeBlock(group: Group, failures: string, more: Phrase): Block {
  const cause = shownCause(group[0].explanation ?? { line: "", name: [] });
  const name = capitalized(cause.name);
  const hasName = name.length > 0;
  return {
    ...shared(group),
    parts: hasName
      ? [...name.map(strong), words(`: ${failures}`), ...more]
      : [strong(words(failures)), ...more],
    rows: [...(hasName ? [] : causeRows(cause)), runsRow(group)],
    title: [...(hasName ? name : cause.line), words(`: ${failures}`), ...more],
    shortTitle: hasName ? cause.name : [words(failures)],
  };
}

/** "nightly import running for 55 min (limit 15 min) · site health queued for 22 min (limit 5 min)", and the runs. */
function stuckBlock(group: Group): Block {
  const titles = group.map((issue) => blockOf(issue));
  const stuck = joined(titles.map(({ parts }) => parts));
  const title = [
    words(`${pluralize(group.length, "run")} stuck: `),
    ...joined(titles.map(({ title }) => title)),
  ];
  const shortTitle = [words(`${pluralize(group.length, "run")} stuck`)];
  return { ...shared(group), parts: stuck, rows: [runsRow(group)], title, shortTitle };
}

/** More missed times take another block. */
const maxTimes = 24;

/** "stock levels did not start at 00:10 UTC. It will reach 1,000 runs a week at 00:20 UTC." */
function scheduleBlocks(group: Group): Block[] {
  const [first = [], ...more] = chunksOf(group.filter(({ code }) => code === missedCode));
  const others = group.filter(({ code }) => code !== missedCode);
  return [[...first, ...others], ...more].flatMap(scheduleBlock);
}

function chunksOf(issues: readonly Issue[]): (readonly Issue[])[] {
  const count = Math.ceil(issues.length / maxTimes);
  return Array.from({ length: count }, (_, index) => issues.slice(index * maxTimes, (index + 1) * maxTimes));
}

function scheduleBlock([first, ...others]: readonly Issue[]): Block[] {
  if (first === undefined) return [];
  const isMissed = ({ code }: Issue) => code === missedCode;
  const times = isMissed(first)
    ? others.filter(isMissed).flatMap((issue) => [words(", "), ...verdictOf(issue).slice(1)])
    : [];
  const more = others.filter((issue) => !isMissed(issue)).map(verdictOf);
  const subject = { name: pipelineNameOf(first) ?? "" };
  const sentences = [
    words(" "),
    ...verdictOf(first),
    ...times,
    ...more.flatMap((one) => [words(". It "), ...one]),
  ];
  const { shortTitle } = blockOf(first);
  const title = [subject, ...sentences];
  return [{ ...shared([first, ...others]), parts: [strong(subject), ...sentences], title, shortTitle }];
}

/** By pipeline: "nightly import ×2 (700, 703) · price feed (701)". */
function runsRow(group: readonly Issue[]): Part[] {
  const byPipeline = new Map<string, Issue[]>();
  for (const issue of group) {
    const name = pipelineNameOf(issue) ?? "";
    byPipeline.set(name, [...(byPipeline.get(name) ?? []), issue]);
  }
  return joined(
    [...byPipeline.values()].map((issues) => [
      ...issues.slice(0, 1).flatMap((issue) => subjectWithCount(issue, issues.length)),
      ...issues.flatMap((issue, index) => [...(index === 0 ? [] : [words(", ")]), ...numberIn(issue)]),
      words(")"),
    ]),
  );
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
