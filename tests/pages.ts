import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { root } from "./root";

/** The names of the tasks. */
export const tasks = readdirSync(join(root, "tasks"));

/** The members of a task's manifest that tests read. */
export interface TaskManifest {
  id: string;
  name: string;
  friendlyName: string;
  description: string;
  category: string;
  version?: unknown;
  minimumAgentVersion: string;
  instanceNameFormat: string;
  groups: { name: string }[];
  inputs: {
    name: string;
    type: string;
    required: boolean;
    helpMarkDown: string;
    groupName?: string;
    defaultValue?: string;
    options?: Record<string, string>;
  }[];
  outputVariables: { name: string; description: string }[];
  execution: object;
  restrictions: { settableVariables: { allowed: string[] } };
}

export const manifestOf = (task: string): TaskManifest => JSON.parse(readPage("tasks", task, "task.json"));

/** The paths of the pages that people read, from the root of the repository; the generated ones are among them. */
export const pagePaths: readonly string[] = [
  ...filesIn("", /^[A-Z]+\.md$/),
  ...filesIn("docs", /\.md$/),
  ...tasks.map((task) => `tasks/${task}/README.md`),
  "tests/README.md",
  "tests/bench/README.md",
  "tests/faults/README.md",
];

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: folder !== "", encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => name.test(path))
    .map((path) => (folder === "" ? path : `${folder}/${path}`))
    .sort();
}

/** A page of the repository. */
export function readPage(...path: string[]): string {
  return readFileSync(join(root, ...path), "utf8");
}

/** Up to the next heading that is no deeper. Throws if there is no such heading. */
export function under(heading: string, page: string): string {
  const headings = headingsOf(page);
  const found = headings.findIndex(({ text }) => text === heading);
  const start = headings[found];
  if (start === undefined) throw new Error(`there is no heading "${heading}"`);
  const end = headings.slice(found + 1).find(({ level }) => level <= start.level);
  return page.slice(start.end, end?.start);
}

/** The headings of a page, outside of its blocks of code. */
export function headingsOf(page: string): { level: number; text: string; start: number; end: number }[] {
  const blocks = [...page.matchAll(/^```[\s\S]*?^```$/gm)].map(({ index, 0: text }) => [
    index,
    index + text.length,
  ]);
  const isCode = (at: number) => blocks.some(([from = 0, to = 0]) => from < at && at < to);
  return [...page.matchAll(/^(#+) (.+)$/gm)]
    .filter(({ index }) => !isCode(index))
    .map(({ index, 0: line, 1: marks = "", 2: text = "" }) => ({
      level: marks.length,
      text,
      start: index,
      end: index + line.length,
    }));
}

/** The cells of every row of the tables in a text, but for the rows that hold headings and lines. */
export function rowsOf(text: string): string[][] {
  const tables = text.matchAll(/^\|.*\|\n\|[-:| ]+\|\n((?:\|.*\|\n?)*)/gm);
  return [...tables].flatMap(([, body = ""]) =>
    body
      .trim()
      .split("\n")
      .map((row) =>
        row
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
}

/** The texts in a cell that are written as code. */
export function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);
}

type Line = ReturnType<ReturnType<typeof MarkdownIt>["parse"]>[number];

/** Of a line of text: its words and code spans, without the targets of links, pictures, and HTML. */
function shownIn(children: Line["children"]): string {
  return (children ?? [])
    .map(({ type, content }) =>
      type.endsWith("break") ? " " : type === "text" || type === "code_inline" ? content : "",
    )
    .join("");
}

/** How many words a person reads on a page: what is rendered, without blocks of code. A word has a letter or a digit. */
export function wordsOn(page: string): number {
  const lines = new MarkdownIt({ html: true }).parse(page, {}).filter(({ type }) => type === "inline");
  const words = lines.flatMap(({ children }) => shownIn(children).split(/\s+/));
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: string): string[] {
  return headingsOf(page).map(({ text }) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** The targets of the links and pictures of a page, outside of its code. */
export function linksOf(page: string): { isPicture: boolean; target: string }[] {
  const prose = page.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]+`/g, "code");
  return [...prose.matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, mark, target = ""]) => ({
    isPicture: mark === "!",
    target,
  }));
}

/** The examples of a page in a language. */
export function blocksOf(path: string, language: string): string[] {
  const blocks = readPage(path).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, name, text = ""]) => (name === language ? [text] : []));
}

/** Every mapping within a value that has a member of that name. */
export function mappingsWith(member: string, value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((item) => mappingsWith(member, item));
  if (typeof value !== "object" || value === null) return [];
  const mapping: Record<string, unknown> = { ...value };
  const within = Object.values(mapping).flatMap((item) => mappingsWith(member, item));
  return member in mapping ? [mapping, ...within] : within;
}
