import { markdownWriting } from "../../../shared/chat/markdown";
import { type Line, type Part, renderParts } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { type Issue, runOf } from "../rules/finding";
import { numberOf, pipelineOf, words } from "../rules/run-parts";
import { logOf, rankOf } from "./lines";

/** A longer line has no room in some chats, beside others, and would be left out whole; as Markdown, links included. */
const maxCharactersOfLine = 1200;

/**
 * The lines of issues, in which failed runs of the same cause share one: it stands where the first of them would. An
 * issue of another kind, or with a cause of its own, has a line of its own.
 */
export function groupedLines(
  issues: readonly Issue[],
  lineOf: (issue: Issue) => Line,
  sanitize: Sanitize,
): Line[] {
  const groups = new Map<string, Issue[]>();
  for (const issue of issues) {
    const key = issue.explanation?.group?.key;
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), issue]);
  }
  return issues.flatMap((issue) => {
    const { key, title = [] } = issue.explanation?.group ?? {};
    const group = key === undefined ? [] : (groups.get(key) ?? []);
    if (group.length < 2) return [lineOf(issue)];
    return group[0] === issue ? linesOf(group, title, sanitize) : [];
  });
}

/** "agent build-07 lost: 4 runs: nightly import 20261120.4 log, …", on as many lines as they need. */
function linesOf(group: readonly Issue[], title: readonly Part[], sanitize: Sanitize): Line[] {
  const all = pluralize(group.length, "run");
  const lines: Line[] = [];
  for (let start = 0; start < group.length; ) {
    const entries = entriesFrom(group, start, sanitize);
    const end = start + entries.length;
    const count = start === 0 ? `: ${all}: ` : `, ${start + 1} to ${end} of ${all}: `;
    const parts = [...title, words(count), ...entries.flat()];
    const ranks = group.slice(start, end).map(({ finding }) => rankOf(finding));
    lines.push({ parts, rank: Math.min(...ranks), issueCount: entries.length });
    start = end;
  }
  return lines;
}

/** The runs of a group from one on that have room on a line, one at least. */
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

/** A run of a group; its pipeline is named where that is not the one before it. */
function entryOf({ finding, links, news = "" }: Issue, before: Issue | undefined): Part[] {
  const run = runOf(finding);
  const log = logOf(links);
  const notes = [news, links.note].filter((note) => note !== "");
  const isSamePipeline = before !== undefined && runOf(before.finding)?.pipeline === run?.pipeline;
  return [
    ...(run === undefined || isSamePipeline ? [] : [pipelineOf(run), words(" ")]),
    ...(run === undefined ? [] : numberOf(run, links.runPage)),
    ...(log === undefined ? [] : [words(" "), log]),
    ...(notes.length === 0 ? [] : [words(` (${notes.join(", ")})`)]),
  ];
}
