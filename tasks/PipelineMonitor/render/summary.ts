import { wholeMarkdownWriting } from "../../../shared/chat/markdown";
import { type Line, plainText, renderParts, rowsOf } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import { escapeMarkdown, escapeUnderscores } from "../../../shared/text/markdown";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { renderPeriod } from "../../../shared/text/zone";
import type { Config } from "../config/parse";
import { isIssue } from "../issue/finding";
import type { Issue } from "../issue/issue";
import { strong, words } from "../issue/parts";
import { placeOf } from "../issue/place";
import { isKeptQuiet } from "../issue/problems";
import type { PageProject, Report, Row, ToldProject } from "../issue/report";
import { type Silenced, unsilenced } from "../issue/silenced";
import { endOf } from "../issue/window";
import { asRead, lineAsRead } from "./as-read";
import { groupedBlocks } from "./block-groups";
import { pipelineRows } from "./figures";
import { renderHeading } from "./heading";
import { namesForGood } from "./names";
import { blockOfNote } from "./notes";
import { andMore, pipelineTable } from "./pipeline-table";
import { contextLines, isOnOne, quietText } from "./totals";

const notDelivered = "**The message was not delivered:** see the step's log.";

/** A longer page is slow to show. The log holds everything. */
const maxLines = 200;

/** Renders the summary on the run's page as Markdown: of the only project, or of each with a heading. */
export function renderSummary(report: Report, sanitize: Sanitize): string {
  const { projects, unread } = report;
  if (isOnOne(report)) return projects.map((project) => renderProject(project, report, sanitize)).join("\n");
  const heading = ({ projectName }: Config) => `### ${literally(projectName, sanitize)}\n\n`;
  return [
    ...unread.map((config) => `${heading(config)}Could not be read; see the step's log.\n`),
    ...projects.map((project) => heading(project.config) + renderProject(project, report, sanitize)),
  ].join("\n");
}

function literally(name: string, sanitize: Sanitize): string {
  return escapeUnderscores(escapeMarkdown(sanitize(name)));
}

const maxEdits = 20;

/** An edit explains what the message tells: it may hide problems or let them in. */
function editNotice(edits: readonly string[], sanitize: Sanitize): string[] {
  if (edits.length === 0) return [];
  const shown = edits.slice(0, maxEdits).map((path) => literally(path, sanitize));
  const more = edits.length > maxEdits ? `, and ${edits.length - maxEdits} more` : "";
  return [`Edited in the configuration since the last report: ${shown.join(", ")}${more}.`];
}

/** The log names them, too, but a page is what people look at. */
function warningNotice(warnings: readonly string[], sanitize: Sanitize): string[] {
  const items = warnings.slice(0, maxEdits).map((warning) => `- ${literally(warning, sanitize)}`);
  return warnings.length === 0
    ? []
    : [
        "**Warnings about the configuration**",
        items.join("\n"),
        ...andMore(warnings.length - maxEdits, "warning", "in the step's log"),
      ];
}

/** Renders the summary of a project: what is wrong now, what the message tells besides, then a table of the pipelines, then the window. */
function renderProject(project: PageProject, whole: Report, sanitize: Sanitize): string {
  const { issues, runCount, window, clockNote } = project;
  const isFirst = project === whole.projects[0];
  // One message is for all projects: what became of it stands with the first, and so do the asides.
  const ofMessage: Report = isFirst
    ? whole
    : { ...whole, delivered: "notNeeded", edits: [], notes: [], asides: [], lasting: [] };
  const nameOf = namesForGood(project);
  const list = (some: readonly Line[]) =>
    some.map((line) => renderItem(lineAsRead(line, project, nameOf), sanitize)).join("\n");
  const listed = (some: readonly Line[], end: readonly Line[] = []) => [
    list([...some.slice(0, maxLines), ...end]),
    ...andMore(some.length - maxLines, "line", "in the step's log"),
  ];
  const all = [...issues, ...lastingBefore(project)];
  const notes = [...project.notes, ...ofMessage.notes];
  const loud = all.filter((issue) => !isKeptQuiet(issue));
  const lines = [...problemLines(loud, sanitize), ...unsilenced(notes).map(blockOfNote)];
  lines.sort((one, other) => one.rank - other.rank);
  const left = [
    ...problemLines(all.filter(isKeptQuiet), sanitize),
    ...notes.flatMap((note) => (note.silenced ? withReason(blockOfNote(note), note.silenced) : [])),
    ...ofMessage.asides,
  ];
  const heading = renderHeading(project, ofMessage.lasting, sanitize);
  const quiet = isOnOne(whole) ? whole.quietLine : quietText([project], true, sanitize);
  const period = renderPeriod(
    window.listedSince.getTime() / 1000,
    window.nowMilliseconds / 1000,
    project.config.zone,
  );
  return [
    heading !== undefined
      ? `**${renderParts(asRead(heading, project, nameOf), wholeMarkdownWriting, sanitize)}**`
      : unsilenced(issues).length === 0
        ? quiet
        : "**Nothing is wrong now.**",
    ...(ofMessage.delivered === "failed" ? [notDelivered] : []),
    ...editNotice(ofMessage.edits, sanitize),
    ...(lines.length === 0 ? [] : listed(lines, isOnOne(whole) ? contextLines(whole) : [])),
    ...project.sections.flatMap(({ title, rows }) =>
      rows.length === 0 ? [] : [`**${title}**`, list(rows.map(lineOf))],
    ),
    ...(left.length === 0 ? [] : ["**Not in the message**", ...listed(left)]),
    ...warningNotice(isFirst ? whole.config.warnings : [], sanitize),
    ...pipelineTable(pipelineRows(project), sanitize),
    `${pluralize(runCount, "run")} checked, from ${period}.`,
    ...(clockNote === "" ? [] : [`${clockNote} The times are the service's.`]),
    "",
  ].join("\n\n");
}

/** Renders a line as complete Markdown for an item of a list. */
function renderItem(line: Line, sanitize: Sanitize): string {
  const rows = rowsOf(line).map((row) => renderParts(row, wholeMarkdownWriting, sanitize));
  return `- ${rows.join("  \n  ")}`;
}

/** "nightly import lost its agent at 02:59 UTC; run again, and succeeded: run" */
function lineOf({ pipeline, sentence, page }: Row): Line {
  const link = page === undefined ? [] : [words(": "), { label: words("run"), url: page, of: pipeline }];
  return { parts: [strong({ name: pipeline }), words(" "), ...sentence, ...link], severity: "note", rank: 0 };
}

/** Current problems without an issue in this report. */
function lastingBefore({ issues, lasting, window }: ToldProject): Issue[] {
  const keys = new Set(issues.map((issue) => placeOf(issue, endOf(window)).key));
  return lasting.flatMap(({ entry: { key, content }, silenced }) =>
    isIssue(content) && !keys.has(key) ? [{ ...content, silenced }] : [],
  );
}

/** Grouped by their cause, like the message, and by the reason for which the message has them not. */
function problemLines(issues: readonly Issue[], sanitize: Sanitize): Line[] {
  const reasonOf = ({ silenced }: Issue) => plainText(silenced?.why ?? [], sanitize);
  return [...groupBy(issues, reasonOf).values()].flatMap((some) => {
    const { silenced } = some[0];
    const blocks = groupedBlocks(some, sanitize);
    return silenced === undefined ? blocks : blocks.map((block) => withReason(block, silenced));
  });
}

/** For a line that the message leaves out. */
function withReason(line: Line, { why }: Silenced): Line {
  return { ...line, parts: [...line.parts, words(". "), ...why] };
}
