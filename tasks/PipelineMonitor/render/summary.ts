import { wholeMarkdownWriting } from "../../../shared/chat/markdown";
import { type Line, plainText, renderParts, rowsOf } from "../../../shared/chat/message";
import { groupBy } from "../../../shared/group-by";
import { escapeMarkdown, escapeUnderscores } from "../../../shared/text/markdown";
import { pluralize } from "../../../shared/text/pluralize";
import type { Sanitize } from "../../../shared/text/sanitize";
import { renderPeriod } from "../../../shared/text/zone";
import type { Config } from "../config/parse";
import type { Issue } from "../issue/issue";
import { placeOf } from "../issue/ledger";
import { strong, words } from "../issue/parts";
import { isKeptQuiet } from "../issue/problems";
import type { Silenced } from "../issue/reason";
import type { Lasting, ProjectReport, Report, Row } from "../issue/report";
import { endOf } from "../issue/window";
import { groupedBlocks } from "./block-groups";
import { blockOfNote } from "./blocks";
import { renderHeading } from "./heading";
import { allFiguresOf, andMore, maxPipelines, pipelineTable, problemsByRow } from "./pipeline-table";
import { contextLines, quietText, unsilenced } from "./totals";

const notDelivered = "**The message was not delivered:** see the step's log.";

/** A longer page is slow to show. The log holds everything. */
const maxLines = 200;

/** Renders the summary on the run's page as Markdown: of the only project, or of each with a heading. */
export function renderSummary(
  report: Pick<
    Report,
    "projects" | "unread" | "skipped" | "edits" | "notes" | "lasting" | "quiet" | "asides" | "delivered"
  >,
  sanitize: Sanitize,
): string {
  const { projects, unread, quiet, asides } = report;
  const ofMessage = {
    notices: [
      ...(report.delivered === "failed" ? [notDelivered] : []),
      ...editNotice(report.edits, sanitize),
    ],
    asides,
    notes: unsilenced(report.notes).map(blockOfNote),
    held: report.notes.flatMap((note) => withReason(blockOfNote(note), note.silenced)),
    general: report.lasting,
  };
  const heading = ({ projectName }: Config) =>
    `### ${escapeUnderscores(escapeMarkdown(sanitize(projectName)))}`;
  const missing = unread.map((config) => `${heading(config)}\n\nCould not be read; see the step's log.\n`);
  if (projects.length + unread.length === 1)
    return projects
      .map((project) =>
        renderProject(project, { ...ofMessage, quiet, context: contextLines(report) }, sanitize),
      )
      .join("\n");
  const sections = projects.map((project) => {
    // One message is for all projects: what became of it stands with the first, and so do the asides.
    const ofAll = project === projects[0] ? ofMessage : nothingOfAll;
    const own = { ...ofAll, context: [], quiet: quietText([project], true, sanitize) };
    return `${heading(project.config)}\n\n${renderProject(project, own, sanitize)}`;
  });
  return [...missing, ...sections].join("\n");
}

const nothingOfAll = { notices: [], asides: [], notes: [], held: [], general: [] };

const maxEdits = 20;

/** An edit explains what the message tells: it may hide problems or let them in. */
function editNotice(edits: readonly string[], sanitize: Sanitize): string[] {
  if (edits.length === 0) return [];
  const shown = edits.slice(0, maxEdits).map((path) => escapeUnderscores(escapeMarkdown(sanitize(path))));
  const more = edits.length > maxEdits ? `, and ${edits.length - maxEdits} more` : "";
  return [`Edited in the configuration since the last report: ${shown.join(", ")}${more}.`];
}

/** Renders a line as complete Markdown for an item of a list. */
function renderSummaryLine(line: Line, sanitize: Sanitize): string {
  return rowsOf(line)
    .map((row) => renderParts(row, wholeMarkdownWriting, sanitize))
    .join("  \n  ");
}

/**
 * The part of a project's summary that comes from the message. `quiet` stands in place of its issues if there are
 * none.
 */
interface OfMessage {
  /** About no pipeline, and those that wait. */
  notes: readonly Line[];
  held: readonly Line[];
  /** Problems of no single project that could be read. */
  general: readonly Lasting[];
  /** From `contextLines`. */
  context: readonly Line[];
  quiet: string;
  notices: readonly string[];
  asides: readonly Line[];
}

/** Renders the summary of a project: what is wrong now, what the message tells besides, then a table of the pipelines, then the window. */
function renderProject(
  project: ProjectReport,
  { context, quiet, notices, asides, notes: others, held, general }: OfMessage,
  sanitize: Sanitize,
): string {
  const { issues, notes, runCount, window, clockNote } = project;
  const list = (some: readonly Line[]) =>
    some.map((line) => `- ${renderSummaryLine(line, sanitize)}`).join("\n");
  const listed = (some: readonly Line[], end: readonly Line[] = []) => [
    list([...some.slice(0, maxLines), ...end]),
    ...andMore(some.length - maxLines, "line", "in the step's log"),
  ];
  const all = [...issues, ...lastingBefore(project)];
  const told = [
    ...problemLines(
      all.filter((issue) => !isKeptQuiet(issue)),
      sanitize,
    ),
    ...unsilenced(notes).map(blockOfNote),
    ...others,
  ];
  told.sort((one, other) => one.rank - other.rank);
  const left = [
    ...problemLines(all.filter(isKeptQuiet), sanitize),
    ...notes.flatMap((note) => withReason(blockOfNote(note), note.silenced)),
    ...held,
    ...asides,
  ];
  const heading = renderHeading(project, general, sanitize);
  const pipelines = allFiguresOf(project);
  const { zone } = project.config;
  const period = renderPeriod(window.listedSince.getTime() / 1000, window.now / 1000, zone);
  return [
    heading !== undefined
      ? `**${renderParts(heading, wholeMarkdownWriting, sanitize)}**`
      : unsilenced(issues).length === 0
        ? quiet
        : "**Nothing is wrong now.**",
    ...notices,
    ...(told.length === 0 ? [] : listed(told, context)),
    ...project.sections.flatMap(({ title, rows }) =>
      rows.length === 0 ? [] : [`**${title}**`, list(rows.map(lineOf))],
    ),
    ...(left.length === 0 ? [] : ["**Not in the message**", ...listed(left)]),
    ...(pipelines.length === 0
      ? []
      : [pipelineTable(pipelines.slice(0, maxPipelines), problemsByRow(project, pipelines), sanitize)]),
    ...andMore(pipelines.length - maxPipelines, "pipeline", "with no more failures than these"),
    `${pluralize(runCount, "run")} checked, from ${period}.`,
    ...(clockNote === "" ? [] : [`${clockNote} The times are the service's.`]),
    "",
  ].join("\n\n");
}

/** "nightly import lost its agent at 02:59 UTC; run again, and succeeded: run" */
function lineOf({ pipeline, sentence, page }: Row): Line {
  const link = page === undefined ? [] : [words(": "), { label: words("run"), url: page, of: pipeline }];
  return { parts: [strong({ name: pipeline }), words(" "), ...sentence, ...link], severity: "note", rank: 0 };
}

/** Current problems without an issue in this report. */
function lastingBefore({ issues, lasting, window }: ProjectReport): Issue[] {
  const found = new Set(issues.map((issue) => placeOf(issue, endOf(window)).key));
  return lasting.flatMap(({ entry: { key, content }, silenced }) =>
    "about" in content && !found.has(key) ? [{ ...content, silenced }] : [],
  );
}

/** Grouped by their cause, like the message, and by the reason for which the message has them not. */
function problemLines(issues: readonly Issue[], sanitize: Sanitize): Line[] {
  const reasonOf = ({ silenced }: Issue) => plainText(silenced?.why ?? [], sanitize);
  return [...groupBy(issues, reasonOf).values()].flatMap((some) =>
    groupedBlocks(some, sanitize).flatMap((block) => {
      const silenced = some[0]?.silenced;
      return silenced === undefined ? [block] : withReason(block, silenced);
    }),
  );
}

/** For a line that the message leaves out; none if the message has it. */
function withReason(line: Line, silenced: Silenced | undefined): Line[] {
  return silenced === undefined ? [] : [{ ...line, parts: [...line.parts, words(". "), ...silenced.why] }];
}
