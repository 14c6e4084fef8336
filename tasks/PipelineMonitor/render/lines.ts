import {
  type Line,
  type Moment,
  type Part,
  type Phrase,
  renderParts,
  rowsOf,
  type Text,
  type Writing,
} from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import type { Project } from "../../../shared/project";
import { placeKeyOf, type Subject } from "../../../shared/subject";
import { ordinal } from "../../../shared/text/ordinal";
import { pluralize } from "../../../shared/text/pluralize";
import { oneLine, type Sanitize, shortenName } from "../../../shared/text/sanitize";
import { type Issue, type News, recordOf, runOf, subjectOfIssue } from "../issue/issue";
import { mixedTally } from "../issue/kind";
import type { Links } from "../issue/links";
import { linkOf, namePart } from "../issue/names";
import { numberOf, pipelineOf, words } from "../issue/parts";
import { countOf, type Group, groupsOf } from "./grouping";
import { after, bracketed, filled, joined, spaced } from "./phrases";
import type { ReportLine } from "./report-line";

/** The line above the lines of a message (rule 7). */
export const header = "Recent pipeline issues";
/** Printed if there is no message (rule 7). */
export const allWell = "No recent pipeline errors.";

/** Replaces that line if every problem is known or silenced; what follows counts them. */
export const nothingNew = "No new pipeline errors.";

/** Replaces that line if a check that finds issues was enabled but skipped. */
export const allFinishedWell = "No recent pipeline errors in finished runs; some checks were skipped.";

/** Pipeline, run, verdict, figures, the log in the form of the specification. */
export function messageLine(issue: Issue): ReportLine {
  return {
    parts: [...reminderOf([issue]), ...partsOf(issue), ...alertParts([issue])],
    severity: issue.severity,
    ...alertOf(issue, issue.rank),
    tells: [issue],
  };
}

/** Puts the lines of important pipelines before all others, and those of unimportant ones after them. */
const ranksApart = 10;

/** The importance of the pipeline changes the rank of the line, and may give it an icon of its own. */
export function alertOf({ alert }: Issue, rank: number) {
  if (alert === undefined || alert.importance === "normal") return { rank };
  const { importance } = alert;
  return { rank: importance === "high" ? rank - ranksApart : rank + ranksApart, urgency: importance };
}

/** The owners and runbooks of issues, each once, in their order. */
export function alertsIn(issues: readonly Issue[]) {
  const all = issues.flatMap((issue) => {
    const { runbook: url } = issue.alert ?? {};
    return url === undefined ? [] : [{ url, issue }];
  });
  const owners = issues
    .map(({ alert }) => alert?.owner ?? "")
    .filter((owner) => oneLine(owner).trim() !== "");
  const byUrl = groupBy(all, ({ url }) => url.href);
  return { runbooks: [...byUrl.values()].map(([first]) => first), owners: [...new Set(owners)] };
}

/** Before what was told before and is repeated because it lasts. */
export function reminderOf(group: readonly Issue[]): Text[] {
  return group.every(({ isReminder }) => isReminder === true) ? [words("Reminder: ")] : [];
}

function alertParts(issues: readonly Issue[]): Part[] {
  const { runbooks, owners } = alertsIn(issues);
  const names = owners.map((name) => [{ name }]);
  const label = words(owners.length > 1 ? " Owners: " : " Owner: ");
  return [
    ...(owners.length === 0 ? [] : [label, ...joined(names, ", "), words(".")]),
    ...runbooks.flatMap(({ url }) => [words(" "), { label: words("runbook"), url }]),
  ];
}

function partsOf(issue: Issue): Part[] {
  const { links, explanation } = issue;
  const { earlier = [] } = issue.waited ?? {};
  const [run, subject] = [recordOf(issue), subjectOfIssue(issue)];
  if (run === undefined) {
    const name = subject.pipeline === undefined ? [] : [namePart(subject)];
    return [...spaced(name), ...whatIsWrong(issue), words(".")];
  }
  return [
    pipelineOf(run),
    words(" "),
    ...numberOf(run, links.runPage),
    words(" "),
    ...whatIsWrong(issue),
    words("."),
    ...linkToLog(links, subject),
    ...(links.note === "" ? [] : [words(` (${links.note})`)]),
    ...after(" ", explanation?.sentence ?? []),
    ...(earlier.length === 0 ? [] : [words(" Before that: "), ...earlier, words(".")]),
  ];
}

/** The verdict, the comparison with earlier runs, and then the figures. */
function whatIsWrong(issue: Issue): Part[] {
  const { words: verdict, figures, news, waited, plural } = issue;
  const when = waited === undefined || plural !== undefined ? [] : [words(" at "), waited.since];
  return [
    ...(waited !== undefined && waited.count > 1 ? timesParts(issue, waited) : [...verdict, ...when]),
    ...after(", ", newsParts(news)),
    ...after(": ", figures),
  ];
}

/** "failed 3 times since 02:10 UTC"; if the words have the time, "did not start 6 times, 00:20 to 01:10 UTC". */
export function timesParts(
  { words: verdict, tally, plural, at }: Issue,
  { count, since }: { count: number; since: Moment | undefined },
): Phrase {
  const from = since === undefined ? [] : [words(" since "), since];
  if (tally === mixedTally) return [words(`had ${count} problems`), ...from];
  if (plural === undefined) return [...verdict, words(` ${count} times`), ...from];
  const all = [words(`${plural} ${count} times`)];
  return since === undefined || at === undefined
    ? all
    : [...all, words(", "), { ...since, until: at * 1000, isInWords: true }];
}

/** "first failure after 212 successful runs", "3rd failure in a row since 09:19 UTC" */
export function newsParts(news: News | undefined): Phrase {
  if (news === undefined) return [];
  const { orMore } = news;
  if (news.kind === "first") {
    const runs = pluralize(news.successes, "successful run");
    return [words(`first failure after ${orMore ? "at least " : ""}${runs}`)];
  }
  const count = `${orMore ? "at least the " : ""}${ordinal(news.nth)} failure in a row`;
  return [words(`${count} since `), news.since, ...(orMore ? [words(" or earlier")] : [])];
}

/** The log, or else the page of the run, behind a space; empty if neither is known. */
function linkToLog({ log, runPage }: Links, subject: Subject): Part[] {
  const url = log ?? runPage;
  const label = words(log === undefined ? "run" : "log");
  return url === undefined ? [] : [words(" "), linkOf(label, url, subject)];
}

/**
 * Failed runs of the same cause share a line, in the place of the first of them. All other issues have a line of
 * their own.
 */
export function groupedLines(issues: readonly Issue[]): ReportLine[] {
  return groupsOf(issues, (issue) => issue.explanation?.group?.key).map((group) =>
    group.length === 1 ? messageLine(group[0]) : lineOfGroup(group),
  );
}

/** With its project before it, if the report is on several. */
export function lineAfter<L extends ReportLine>(line: L, project: Project): L {
  return { ...line, project, parts: [{ name: project.name }, words(": "), ...line.parts] };
}

/** "4 runs failed (agent build-07 lost): nightly import 20261120.4 log, …" */
function lineOfGroup(group: Group): ReportLine {
  const [first] = group;
  const title = first.explanation?.group?.title ?? [];
  const runs = group.flatMap((issue, index) => [
    ...(index === 0 ? [] : [words(", ")]),
    ...entryOf(issue, group[index - 1]),
  ]);
  const rank = Math.min(...group.map((issue) => issue.rank));
  return {
    parts: [
      ...reminderOf(group),
      words(`${countOf(group)} (`),
      ...title,
      words("): "),
      ...runs,
      ...after(".", alertParts(group)),
    ],
    severity: "failure",
    ...alertOf(first, rank),
    tells: group,
  };
}

function pipelineKeyIn(issue: Issue): string {
  return placeKeyOf({ pipeline: subjectOfIssue(issue).pipeline });
}

/** The pipeline is named only if it differs from that of the run before. */
function entryOf(issue: Issue, before: Issue | undefined): Part[] {
  const { links, news } = issue;
  const run = runOf(issue);
  const notes = [newsParts(news), links.note === "" ? [] : [words(links.note)]];
  const isSamePipeline = before !== undefined && pipelineKeyIn(before) === pipelineKeyIn(issue);
  return [
    ...(run === undefined
      ? []
      : [...(isSamePipeline ? [] : [pipelineOf(run), words(" ")]), ...numberOf(run, links.runPage)]),
    ...linkToLog(links, subjectOfIssue(issue)),
    ...bracketed(joined(filled<Part>(notes), ", ")),
  ];
}

const plainWriting: Writing = {
  name: (text) => shortenName(text, 200),
  link: (label, href, _title, isName) => (isName ? label : `${label}: ${href}`),
};

/** Renders a line as plain text, for the run's list of issues. */
export function renderIssueLine(line: Line, sanitize: Sanitize): string {
  return rowsOf(line)
    .map((row) => renderParts(row, plainWriting, sanitize))
    .join(" ");
}
