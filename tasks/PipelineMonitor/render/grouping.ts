import type { Moment, Part } from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import { type Issue, runOf } from "../issue/issue";
import { numberOf, pipelineOf, words } from "../issue/parts";
import { alertOf, alertParts, linkToLog, newsParts } from "./lines";
import { joined } from "./phrases";
import type { ReportLine } from "./report-line";

/** Issues that share a line or a block. */
export type Group = readonly [Issue, ...Issue[]];

/**
 * Failed runs of the same cause share a line, in the place of the first of them. All other issues have a line of
 * their own.
 */
export function groupedLines(issues: readonly Issue[], lineOf: (issue: Issue) => ReportLine): ReportLine[] {
  return groupsOf(issues, (issue) => issue.explanation?.group?.key).map((group) =>
    group.length === 1 ? lineOf(group[0]) : lineOfGroup(group),
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

/** "4 runs failed (agent build-07 lost): nightly import 20261120.4 log, …" */
function lineOfGroup(group: Group): ReportLine {
  // Only issues that share owner, runbook and importance share a line.
  const [first] = group;
  const [title, about] = [first.explanation?.group?.title ?? [], alertParts(first)];
  const runs = group.flatMap((issue, index) => [
    ...(index === 0 ? [] : [words(", ")]),
    ...entryOf(issue, group[index - 1]),
  ]);
  const rank = Math.min(...group.map((issue) => issue.rank));
  return {
    parts: [words(`${countOf(group)} (`), ...title, words("): "), ...runs, ...ended(about)],
    severity: "failure",
    ...alertOf(first, rank),
    tells: group,
  };
}

/** Those included that waited to be told. */
export function countIn(issues: readonly Issue[]): number {
  return issues.reduce((sum, { waited }) => sum + (waited?.count ?? 1), 0);
}

export function latestOf(group: Group): Issue {
  return group.reduce((latest, issue) => ((issue.at ?? 0) > (latest.at ?? 0) ? issue : latest));
}

/** The first time, those included that waited to be told. Some words have it. */
export function sinceOf(group: Group): Moment | undefined {
  const times = group.flatMap(({ waited, failedAt, plural, sentence = [] }) => {
    const own = plural === undefined ? undefined : sentence.find((part) => "time" in part);
    return waited?.since ?? failedAt ?? own ?? [];
  });
  return times.sort((one, other) => one.time - other.time)[0];
}

/** "4 runs failed" */
export function countOf(group: readonly Issue[]): string {
  const tallies = new Set(group.map(({ tally }) => tally));
  return `${pluralize(countIn(group), "run")} ${tallies.size === 1 ? [...tallies].join() : "did not succeed"}`;
}

/** Follows a list of runs, after a full stop. */
function ended(parts: readonly Part[]): Part[] {
  return parts.length === 0 ? [] : [words("."), ...parts];
}

/** The pipeline is named only if it differs from that of the run before. */
function entryOf(issue: Issue, before: Issue | undefined): Part[] {
  const { links, news } = issue;
  const run = runOf(issue);
  const log = linkToLog(links, run?.pipeline);
  const notes: Part[][] = [
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
