import type { Run, UnreadableRun } from "../../../shared/azure-devops/records";
import { wholeMarkdownWriting } from "../../../shared/chat/markdown";
import { type Line, type Part, renderParts, type Writing } from "../../../shared/chat/message";
import { type Sanitize, shorten } from "../../../shared/text/sanitize";
import type { Issue, ReportLine } from "../issue/issue";
import type { Links } from "../issue/links";
import { numberOf, pipelineOf, words } from "../issue/parts";

/** The line above the lines of a message (rule 7). */
export const header = "Recent pipeline issues";
/** Printed if there is no message (rule 7). */
export const allWell = "No recent pipeline errors.";

/** Replaces that line if every problem is known, muted or in a maintenance window; what follows counts them. */
export const nothingNew = "No new pipeline errors.";

/** Replaces that line if a check that finds issues was enabled but skipped. */
export const allFinishedWell = "No recent pipeline errors in finished runs; some checks were skipped.";

/** Returns one line of the message (design, "The message"): pipeline, run, verdict, figures, the log. */
export function messageLine(issue: Issue): ReportLine {
  return {
    parts: [...partsOf(issue), ...alertParts(issue)],
    severity: issue.severity,
    ...alertOf(issue, issue.rank),
    issues: [issue],
  };
}

/** What puts the lines of important pipelines before all others, and those of unimportant ones after them. */
const ranksApart = 10;

/** Returns the rank of an issue's line by the importance of its pipeline, and whether it has an icon of its own. */
export function alertOf({ alert }: Issue, rank: number): Pick<Line, "rank" | "urgency"> {
  if (alert === undefined || alert.importance === "normal") return { rank };
  const { importance } = alert;
  return { rank: importance === "high" ? rank - ranksApart : rank + ranksApart, urgency: importance };
}

/** Returns what a line says of the pipeline's owner and runbook. */
export function alertParts({ alert }: Issue): Part[] {
  const { owner = "", runbook } = alert ?? {};
  return [
    ...(owner === "" ? [] : [words(" Owner: "), { name: owner }, words(".")]),
    ...(runbook === undefined ? [] : [words(" "), { label: words("runbook"), url: runbook }]),
  ];
}

function partsOf(issue: Issue): Part[] {
  const { about } = issue;
  if (about === "project") return [...whatIsWrong(issue), words(".")];
  if ("unreadable" in about) return runLine(about.unreadable, issue);
  if ("run" in about) return runLine(about.run, issue);
  return [{ name: about.pipeline }, words(" "), ...whatIsWrong(issue), words(".")];
}

function runLine(run: Run | UnreadableRun, issue: Issue): Part[] {
  const { links, explanation } = issue;
  const log = linkToLog(links, run.pipeline);
  const why = explanation?.sentence ?? [];
  return [
    pipelineOf(run),
    words(" "),
    ...numberOf(run, links.runPage),
    words(" "),
    ...whatIsWrong(issue),
    words("."),
    ...(log === undefined ? [] : [words(" "), log]),
    ...(links.note === "" ? [] : [words(` (${links.note})`)]),
    ...(why.length === 0 ? [] : [words(" "), ...why]),
  ];
}

/** Returns what a line says after the pipeline and run, and before the link: verdict, figures and cause. */
export function issueSentence(issue: Issue): Part[] {
  const why = issue.explanation?.sentence ?? [];
  return [...whatIsWrong(issue), words("."), ...(why.length === 0 ? [] : [words(" "), ...why])];
}

/** Returns the verdict, with what history adds to it, and then the figures. */
function whatIsWrong({ words: verdict, figures, news = [] }: Issue): Part[] {
  return [
    ...verdict,
    ...(news.length === 0 ? [] : [words(", "), ...news]),
    ...(figures.length === 0 ? [] : [words(": "), ...figures]),
  ];
}

/** Returns the link to what explains a run: its log, or else its page; undefined if neither is known. */
export function linkToLog(
  { log, logPage = log, runPage }: Links,
  pipeline: string | undefined,
): Part | undefined {
  return linkTo("log", logPage, pipeline) ?? linkTo("run", runPage, pipeline);
}

function linkTo(label: string, url: URL | undefined, pipeline: string | undefined): Part | undefined {
  return url && { label: words(label), url, ...(pipeline === undefined ? {} : { of: pipeline }) };
}

/**
 * Renders a line as complete Markdown for the run's page. Unlike the delivery to a chat, the page does not
 * escape underscores.
 */
export function renderSummaryLine({ parts }: Line, sanitize: Sanitize): string {
  return renderParts(parts, wholeMarkdownWriting, sanitize);
}

const plainWriting: Writing = {
  name: (text) => shorten(text, 200),
  link: (label, href, _title, isName) => (isName ? label : `${label}: ${href}`),
};

/** Renders a line as plain text, for the run's list of issues. */
export function renderIssueLine({ parts }: Line, sanitize: Sanitize): string {
  return renderParts(parts, plainWriting, sanitize);
}
