import { markdownWriting } from "../../../shared/chat/markdown";
import { type Line, type Part, renderParts } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { causeParts, isSilent } from "../checks/causes/cause";
import type { Explanation } from "../checks/causes/explanation";
import { type Issue, logOf, numberOf, pipelineOf, ranks, words } from "./lines";

/** A failed run of which it is known why. */
type FailedIssue = Issue & { problem: { kind: "status" }; why: Explanation };

/** A longer line has no room in some chats, beside others, and would be left out whole; as Markdown, links included. */
const maxCharactersOfLine = 1200;

/**
 * The lines of issues, in which failed runs of the same cause share one: it stands where the first of them would. What has
 * a message of another kind, or a cause of its own, has a line of its own.
 */
export function groupedLines(
  issues: readonly Issue[],
  lineOf: (issue: Issue) => Line,
  sanitize: Sanitize,
): Line[] {
  const groups = new Map<string, FailedIssue[]>();
  for (const issue of issues) {
    const key = causeKey(issue);
    if (key === undefined || !isOfFailedRun(issue)) continue;
    groups.set(key, [...(groups.get(key) ?? []), issue]);
  }
  return issues.flatMap((issue) => {
    const group = groups.get(causeKey(issue) ?? "") ?? [];
    if (group.length < 2) return [lineOf(issue)];
    return group[0] === issue ? linesOf(group, sanitize) : [];
  });
}

function isOfFailedRun(issue: Issue): issue is FailedIssue {
  return issue.problem.kind === "status" && issue.why !== undefined;
}

/** What issues of the same cause have in common; undefined for one that shares its cause with no other. */
function causeKey(issue: Issue): string | undefined {
  if (!isOfFailedRun(issue)) return undefined;
  const { cause, line, ending } = issue.why;
  // Two agents without a name need not be the same.
  if (cause?.kind === "lostAgent" && cause.agent === "") return undefined;
  if (cause !== undefined) return JSON.stringify(cause);
  // A line that stands for one that says nothing is likely to be the cause, and no more.
  return line === "" || ending !== "" || isSilent(line) ? undefined : `line ${line}`;
}

/** "agent build-07 lost: 4 runs: nightly import 20261120.4 log, …", on as many lines as they need. */
function linesOf(group: readonly FailedIssue[], sanitize: Sanitize): Line[] {
  const [first] = group;
  if (first === undefined) return [];
  const { cause, line } = first.why;
  const what: Part[] = cause === undefined ? [words('"'), { name: line }, words('"')] : causeParts(cause);
  const all = pluralize(group.length, "run");
  const lines: Line[] = [];
  for (let start = 0; start < group.length; ) {
    const entries = entriesFrom(group, start, sanitize);
    const end = start + entries.length;
    const count = start === 0 ? `: ${all}: ` : `, ${start + 1} to ${end} of ${all}: `;
    const parts = [...what, words(count), ...entries.flat()];
    lines.push({ parts, rank: ranks.status, issueCount: entries.length });
    start = end;
  }
  return lines;
}

/** The runs of a group from one on that have room on a line, one at least. */
function entriesFrom(group: readonly FailedIssue[], start: number, sanitize: Sanitize): Part[][] {
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
function entryOf({ problem, links, news = "" }: FailedIssue, before: FailedIssue | undefined): Part[] {
  const { run } = problem;
  const log = logOf(links);
  const notes = [news, links.note].filter((note) => note !== "");
  return [
    ...(before?.problem.run.pipeline === run.pipeline ? [] : [pipelineOf(run), words(" ")]),
    ...numberOf(run, links.runPage),
    ...(log === undefined ? [] : [words(" "), log]),
    ...(notes.length === 0 ? [] : [words(` (${notes.join(", ")})`)]),
  ];
}
