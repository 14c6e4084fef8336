import { markdownWriting } from "../../../shared/chat/markdown";
import { type Part, renderParts } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Issue, type ReportLine, runOf } from "../issue/issue";
import { numberOf, pipelineOf, words } from "../issue/parts";
import { alertOf, alertParts, linkToLog, newsParts } from "./lines";

/**
 * In some chats, a longer line does not fit beside others and would be dropped. Counted as Markdown, with
 * links.
 */
const maxCharactersOfLine = 1200;

/** Issues that share a line or a block. */
export type Group = readonly [Issue, ...Issue[]];

/**
 * Failed runs of the same cause share a line, in the place of the first of them. All other issues have a line of
 * their own.
 */
export function groupedLines(
  issues: readonly Issue[],
  lineOf: (issue: Issue) => ReportLine,
  sanitize: Sanitize,
): ReportLine[] {
  return groupsOf(issues, (issue) => issue.explanation?.group?.key).flatMap((group) =>
    group.length === 1 ? lineOf(group[0]) : linesOf(group, sanitize),
  );
}

/** In the order of the first of each; an issue without a key is a group of its own. */
export function groupsOf(issues: readonly Issue[], keyOf: (issue: Issue) => string | undefined): Group[] {
  const groups = new Map<string | Issue, Group>();
  for (const issue of issues) {
    const key = keyOf(issue) ?? issue;
    const group = groups.get(key);
    groups.set(key, group === undefined ? [issue] : [...group, issue]);
  }
  return [...groups.values()];
}

/** "4 runs failed (agent build-07 lost): nightly import 20261120.4 log, …", on as many lines as the group needs. */
function linesOf(group: Group, sanitize: Sanitize): ReportLine[] {
  // Only issues that share owner, runbook and importance share a line.
  const [first] = group;
  const [title, about] = [first.explanation?.group?.title ?? [], alertParts(first)];
  const all = countOf(group);
  const lines: ReportLine[] = [];
  for (let start = 0; start < group.length; ) {
    const entries = entriesFrom(group, start, sanitize);
    const end = start + entries.length;
    const count = start === 0 ? all : `${all}, ${start + 1} to ${end}`;
    const parts = [words(`${count} (`), ...title, words("): "), ...entries.flat(), ...ended(about)];
    const rank = Math.min(...group.slice(start, end).map((issue) => issue.rank));
    lines.push({
      parts,
      severity: "failure",
      ...alertOf(first, rank),
      issueCount: entries.length,
      tells: group.slice(start, end),
    });
    start = end;
  }
  return lines;
}

/** "4 runs failed" */
export function countOf(group: readonly Issue[]): string {
  const tallies = new Set(group.map(({ tally }) => tally));
  return `${pluralize(group.length, "run")} ${tallies.size === 1 ? [...tallies].join() : "did not succeed"}`;
}

/** Follows a list of runs, after a full stop. */
function ended(parts: readonly Part[]): Part[] {
  return parts.length === 0 ? [] : [words("."), ...parts];
}

/** As many runs of the group as fit on a line, from index `start` on; at least one. */
function entriesFrom(group: readonly Issue[], start: number, sanitize: Sanitize): Part[][] {
  const entries: Part[][] = [];
  let left = maxCharactersOfLine;
  for (const [index, issue] of group.slice(start).entries()) {
    const separator = index === 0 ? [] : [words(", ")];
    const entry = [...separator, ...entryOf(issue, index === 0 ? undefined : group[start + index - 1])];
    left -= renderParts(entry, markdownWriting, sanitize).length;
    if (left < 0 && index > 0) break;
    entries.push(entry);
  }
  return entries;
}

/** The pipeline is named only if it differs from that of the run before. */
function entryOf(issue: Issue, before: Issue | undefined): Part[] {
  const { links, news } = issue;
  const run = runOf(issue);
  const log = linkToLog(links, run?.pipeline);
  const notes = [
    news === undefined ? [] : newsParts(news),
    links.note === "" ? [] : [words(links.note)],
  ].filter((note) => note.length > 0);
  const isSamePipeline = before !== undefined && runOf(before)?.pipeline === run?.pipeline;
  return [
    ...(run === undefined || isSamePipeline ? [] : [pipelineOf(run), words(" ")]),
    ...(run === undefined ? [] : numberOf(run, links.runPage)),
    ...(log === undefined ? [] : [words(" "), log]),
    ...(notes.length === 0 ? [] : [words(" ("), ...joined(notes, ", "), words(")")]),
  ];
}

/** Joins lists of parts with a separator in our own words. */
function joined(lists: readonly (readonly Part[])[], separator: string): Part[] {
  return lists.flatMap((list, index) => (index === 0 ? list : [words(separator), ...list]));
}
