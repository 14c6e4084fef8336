import { markdownLines } from "../../../shared/chat/markdown";
import {
  type Message,
  type MessageForm,
  plainText,
  renderLine,
  type Writing,
} from "../../../shared/chat/message";
import { pluralize } from "../../../shared/text/pluralize";
import { type Sanitize, shortenName } from "../../../shared/text/sanitize";
import type { ToldProject } from "../issue/report";
import { otherPipelines, pipelineRows } from "./figures";
import { maxTableRows, meanAndLongest } from "./pipeline-table";

/** Names in the log; no address stands in the way. */
const writing: Writing = { name: (text) => shortenName(text, 200), link: (label) => label };

/** Renders a message for the step's log. That of a product has a title, a paragraph for each line, and a footer. */
export function renderMessageText(message: Message, form: MessageForm, sanitize: Sanitize): string[] {
  if (form === "specification") return markdownLines(message, sanitize);
  const { title, lines, footer } = message;
  return [
    plainText(title, sanitize),
    ...lines.flatMap((line) => ["", ...renderLine(line, writing, sanitize, "\n   ").split("\n")]),
    "",
    plainText(footer, sanitize),
  ];
}

const head = ["Pipeline", "Runs", "Problems", "Failed", "Mean time", "Longest"];
const maxNameCharacters = 40;

/** Renders the table of all pipelines for the step's log, the most failures first. */
export function renderTable(projects: readonly ToldProject[], sanitize: Sanitize): string[] {
  const all = projects.flatMap((project) => {
    const before = projects.length === 1 ? "" : `${project.config.projectName}: `;
    return pipelineRows(project).map(({ pipeline, runs, problems, failures, runTime }) => [
      shortenName(
        sanitize(before + (pipeline === otherPipelines ? "(others)" : pipeline)),
        maxNameCharacters,
      ),
      ...[runs, problems, failures].map(String),
      ...meanAndLongest(runTime),
    ]);
  });
  if (all.length === 0) return [];
  const rows = [head, ...all.slice(0, maxTableRows)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  const more = all.length - maxTableRows;
  return [
    ...rows.map((row) => row.map(cell).join("  ").trimEnd()),
    ...(more > 0 ? [`… and ${pluralize(more, "more pipeline")}`] : []),
    "",
  ];
}
