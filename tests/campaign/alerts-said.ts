import { memberAt } from "../../shared/json/path";
import { reportIn } from "../packaged/monitor-stage";
import type { EndedStep } from "./alerts-memory";
import { firstOwnId, type PlayedRun } from "./alerts-runs";
import { type AlertsScript, pipelineOf, scheduled } from "./alerts-script";

/** By keys such as "run 17", "missed 1763612160" or "few Shop". */
export interface Said {
  problems: ReadonlySet<string>;
  /**
   * "works 17", "limits 17", "runs 17", "finished 17", "enough Shop", "read Shop" or "read others"; for a mute,
   * "muted 1763612160".
   */
  ends: ReadonlySet<string>;
}

const endings = {
  works: /works again\b/,
  limits: /is within its limits again\b/,
  runs: / runs again\b/,
  finished: /has finished\b/,
};

export function printedBy({ result, now }: EndedStep): Said {
  const report = reportIn(result.log);
  return saidIn(report[0]?.startsWith("**") === true ? report : printedBlocks(report), now);
}

/** If the channel took the message, everything: what it does not show, it counts. */
export function toldBy(step: EndedStep): Said {
  return step.texts.length > 0 ? printedBy(step) : { problems: new Set(), ends: new Set() };
}

export function nameOf(key: string, runs: readonly PlayedRun[]): string | undefined {
  const [kind, id] = key.split(" ");
  return kind === "missed" ? pipelineOf(scheduled).name : runs.find((run) => String(run.id) === id)?.name;
}

/** What has a line of its own in a message, and how much is counted in the line in place of the others. */
export function shownBy({ texts, now }: EndedStep, { product }: AlertsScript) {
  const lines = texts.flatMap((text) => linesOf(text, product));
  const isRest = (line: string) => /\d+ more (?:problem|recover|note)|read(?:; \d|\n|$)/.test(line);
  const rest = lines.filter(isRest).join("\n");
  const countOf = (what: RegExp) =>
    [...rest.matchAll(what)].reduce((sum, [, count]) => sum + Number(count), 0);
  return {
    shown: saidIn(
      lines.filter((line) => !isRest(line)),
      now,
    ),
    counted: {
      problems: countOf(/(\d+) (?:more problems?|projects?|lists? of projects)\b/g),
      ends: countOf(/(\d+) more recover/g),
    },
  };
}

/** Without the title. */
function linesOf(text: string, product: AlertsScript["product"]): string[] {
  if (product === "markdown") return text.split("\n").map(withoutEscapes);
  const body: unknown = JSON.parse(text);
  if (product === "slack") {
    const [, ...blocks] = listAt(body, "blocks");
    const shown = blocks.map((block) => textsIn(listAt(block, "elements")).join(""));
    return [...shown.slice(0, -1), ...footerParts(shown.at(-1) ?? "")];
  }
  const descriptions = listAt(body, "embeds").map((embed) =>
    withoutEscapes(String(memberAt(embed, ["description"]))),
  );
  const blocks = descriptions.slice(0, -1).flatMap((description) => description.split("\n\n"));
  return [...blocks, ...footerParts(descriptions.at(-1) ?? "")];
}

/** Without the title; the last line is split into its parts. */
function printedBlocks(log: readonly string[]): string[] {
  const blocks: string[] = [];
  for (const line of log)
    if (/^(🔴|🟠|🟢|ℹ|🚨)/u.test(line)) blocks.push(line);
    else if (line.startsWith("   ") && blocks.length > 0) blocks.push(`${blocks.pop()}\n${line}`);
    else if (/^\d+ runs?.* checked, /.test(line)) blocks.push(...footerParts(line));
  return blocks.slice(1);
}

function footerParts(footer: string): string[] {
  return footer.split(" · ");
}

function textsIn(tree: unknown): string[] {
  if (typeof tree !== "object" || tree === null) return [];
  const text: unknown = Reflect.get(tree, "text");
  return typeof text === "string" ? [text] : Object.values(tree).flatMap(textsIn);
}

function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = memberAt(value, path);
  return Array.isArray(found) ? found : [];
}

function withoutEscapes(line: string): string {
  return line.replaceAll("\\", "");
}

function saidIn(lines: readonly string[], now: number): Said {
  const said = lines.map((line) => saidBy(line, now));
  return {
    problems: new Set(said.flatMap(({ problems }) => problems)),
    ends: new Set(said.flatMap(({ ends }) => ends)),
  };
}

function saidBy(line: string, now: number): { problems: string[]; ends: string[] } {
  const found = [...line.matchAll(/(?:buildId=|20261120\.)(\d+)/g)].map(([, id]) => Number(id));
  const ids = [...new Set(found)].filter((one) => one < firstOwnId);
  const [id] = ids;
  const end = Object.entries(endings).find(([, pattern]) => pattern.test(line))?.[0];
  if (end !== undefined) return { problems: [], ends: [`${end} ${id}`] };
  if (line.includes("can be read again"))
    return { problems: [], ends: [line.includes("The other projects") ? "read others" : "read Shop"] };
  const muted = timesIn("The mute.* ended at ", line, now)[0];
  if (muted !== undefined) return { problems: [], ends: [`muted ${muted}`] };
  const project = line.includes("Shop") ? "Shop" : "Night Shift";
  if (line.includes("As many runs as expected")) return { problems: [], ends: [`enough ${project}`] };
  return { problems: [...problemsIn(line, ids, { project, now })], ends: [] };
}

function* problemsIn(
  line: string,
  ids: readonly number[],
  { project, now }: { project: string; now: number },
): Generator<string> {
  const missed = timesIn("did not (?:run|start) at ", line, now);
  if (missed.length > 0) yield* missed.map((at) => `missed ${at}`);
  else if (/fewer runs than expected/i.test(line)) yield `few ${project}`;
  else if (line.includes("could not be read; see")) yield "unread Shop";
  else if (line.includes("Not all projects could be listed")) yield "unlisted";
  else if (/is still running|running for/.test(line)) yield* ids.map((id) => `stuck ${id}`);
  else yield* ids.map((id) => `${line.includes("inProgress") ? "listed" : "run"} ${id}`);
}

/** Times after these words, in seconds since 1970. One without a date is on the day of `now`. */
function timesIn(words: string, line: string, now: number): number[] {
  const [, times = ""] = new RegExp(`${words}((?:(?:, )?(?:[-\\d]+ )?\\d\\d:\\d\\d UTC)+)`).exec(line) ?? [];
  const today = new Date(now * 1000).toISOString().slice(0, 10);
  return [...times.matchAll(/([-\d]{10} )?(\d\d:\d\d) UTC/g)].map(
    ([, date = today, time]) => Date.parse(`${date.trim()}T${time}Z`) / 1000,
  );
}
