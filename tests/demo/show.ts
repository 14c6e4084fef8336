import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { journalType } from "../../shared/journal/schema";
import { root } from "../root";
import type { StepResult } from "../sandbox/agent";
import { attachmentsOf } from "../sandbox/attachments";
import { chatPage } from "../sandbox/chat-page";
import { saveOfferedPages } from "../sandbox/report-pages";
import { sketchRun } from "../sandbox/runs";
import { filledHubs, hubFiles, inlinedRuns, widgetFile } from "../tab/hub-files";
import { type EveryChat, withChats } from "./every-chat";
import { ownPipelineId } from "./reader";

/** Prints what `npm start` shows, and saves its pages. */

export const reports = join(root, "reports");

const colours = process.stdout.isTTY === true;
const paint = (code: number, text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);

/** The step's log as the run's page shows it, its result, outputs and summary. `shown` may change each line. */
export function showStep(task: string, step: StepResult, shown = (line: string) => line): void {
  console.log(paint(32, `Starting: ${task}`));
  console.log("=".repeat(78));
  for (const line of folded(step.log)) console.log(coloured(shown(line)));
  console.log(paint(32, `Finishing: ${task}`));
  console.log("=".repeat(78));
  const outputs = Object.entries(step.outputs).map(([name, value]) => `${name}=${value}`);
  const result = paint(step.result === "Failed" ? 31 : 32, step.result);
  console.log(`Result: ${result}   Outputs: ${outputs.join(", ") || "none"}\n`);
  for (const [title, markdown] of Object.entries(step.summaries)) {
    const lines = markdown.trimEnd().split("\n");
    // The summary of an action repeats its log.
    if (lines.every((line) => line.startsWith("```") || step.log.includes(line))) continue;
    console.log(paint(1, `${title}, as Markdown on the run's page`));
    for (const line of lines) console.log(`  ${shown(line)}`);
    console.log("");
  }
  if (step.result === "Failed") process.exitCode = 1;
}

/** The page shows only the title of the group that is for assistants. */
function folded(log: readonly string[]): string[] {
  const start = log.findIndex((line) => line.startsWith("##[group]Evidence "));
  if (start === -1) return [...log];
  const length = log.slice(start).indexOf("##[endgroup]");
  return log.toSpliced(start, length + 1, `> ${log[start]?.slice("##[group]".length)} (${length - 1} lines)`);
}

/** Links that lead nowhere, because the services have stopped, only make lines long. */
export function withoutLinks(text: string): string {
  return text.replace(/\]\(https?:[^)\s]*\)/g, "](…)").replace(/ ?<https?:[^>\s]*>/g, "");
}

function coloured(line: string): string {
  if (line.startsWith("##[error]")) return paint(31, line);
  return line.startsWith("##[warning]") ? paint(33, line) : line;
}

/** A page of simulated services says so, wherever it is scrolled to. */
export function markSimulated(html: string): string {
  const style =
    "position: fixed; right: 12px; bottom: 12px; margin: 0; padding: 4px 12px; border-radius: 4px; " +
    "background: #5c2d91; color: #fff; font: bold 14px sans-serif";
  const mark = `<p style="${style}">Simulated</p>`;
  return html
    .replace(/<title>/, "<title>Simulated: ")
    .replace(/<body>|(?=<h1>)/, (found) => `${found}${mark}`);
}

/** What is done to a page before it is saved. */
type Mark = (html: string) => string;
const unmarked: Mark = (html) => html;

/** Saves the reports that the steps offer for download, and says where. */
export function saveReports(steps: readonly StepResult[], mark = unmarked): void {
  const paths = steps.flatMap((step) => saveOfferedPages(step, reports, mark));
  if (paths.length > 0)
    console.log(["\nThe reports as pages, for any browser:", ...paths.map((path) => `  ${path}`)].join("\n"));
}

/** Removes the pages of the last time, which may be of something else. */
export function emptyReports(): void {
  mkdirSync(reports, { recursive: true });
  for (const name of readdirSync(reports).filter((name) => name.endsWith(".html")))
    rmSync(join(reports, name));
}

/** Saves the hub over four nights and the widget as pages, and says where. */
export async function saveHub(): Promise<void> {
  savePages("The hub in Pipelines, after four simulated nights:", await hubFiles(), markSimulated);
  savePages("The widget on a dashboard:", { widget: await widgetFile() }, markSimulated);
}

/** Saves the hub of a project as it is after a step of its monitor, and says where. Without a journal, there is none. */
export async function saveOwnHub(step: StepResult, project: { name: string; url: string }): Promise<void> {
  const attachments = attachmentsOf(step).map((one) => ({
    ...one,
    text: Buffer.from(one.text, "latin1").toString("utf8"),
  }));
  if (!attachments.some(({ type }) => type === journalType)) return;
  const now = Date.now();
  const own = sketchRun(now, {
    ...{ id: 0, definitionId: Number(ownPipelineId), pipeline: "Pipeline Monitor" },
    ...{ tags: step.tags, finishedSecondsAgo: 0, runSeconds: 25 },
  });
  const place = { project: project.url, projectName: project.name, parameters: { period: "24h" } };
  const runs = inlinedRuns([{ ...own, attachments }]);
  const files = await filledHubs({ hub: { now: now / 1000, ...place, runs } });
  savePages(`The hub in Pipelines of ${project.name}, after this first run:`, files);
}

function savePages(title: string, files: Readonly<Record<string, string>>, mark = unmarked): void {
  const paths = Object.entries(files).map(([name, html]) => {
    const file = join(reports, `${name}.html`);
    writeFileSync(file, mark(html));
    return `  ${file}`;
  });
  console.log(["", title, ...paths].join("\n"));
}

/** Saves a page with the message in every chat, and says where. A chat without a message is not on it. */
export async function saveChats(post: (chats: EveryChat) => Promise<void>, mark = unmarked): Promise<void> {
  const texts = await withChats(async (chats) => {
    await post(chats);
    return chats.texts();
  });
  if (Object.keys(texts).length === 0) return;
  mkdirSync(reports, { recursive: true });
  const file = join(reports, "chats.html");
  writeFileSync(file, mark(await chatPage(texts)));
  console.log(`\nThe message as each chat shows it:\n  ${file}`);
}
