import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxRun } from "./build-service";
import type { ReceivedRequest, Reply } from "./loopback";

/**
 * Recorded answers of a build service in a folder. What a JSON file is shows in its content: a list of runs,
 * a single run, a list of logs, a timeline; other JSON is passed over. A log's text is a file whose name ends in
 * `<run id>-log-<log id>.txt`.
 */

/** The runs that a folder of recorded answers tells of. Throws when it tells of none. */
export function loadRecorded(folder: string): SandboxRun[] {
  const names = readdirSync(folder).sort();
  const bodies = names
    .filter((name) => name.endsWith(".json"))
    .map((name) => ({ name, body: parse(readFileSync(join(folder, name), "utf8")) }));
  const lists = bodies.map(({ name, body }) => ({ name, entries: asArray(body["value"]) }));
  const records = new Map<string, Record<string, unknown>>();
  for (const record of [...lists.flatMap(({ entries }) => entries), ...bodies.map(({ body }) => body)])
    if ("definition" in record && "id" in record && !records.has(String(record["id"])))
      records.set(String(record["id"]), record);
  if (records.size === 0) throw new Error(`${folder} holds no recorded list of runs`);
  const logLists = lists.filter(({ entries }) => entries.some((entry) => "lineCount" in entry));
  const timelines = new Map(
    bodies
      .filter(({ body }) => Array.isArray(body["records"]))
      .map(({ name, body }) => [/(\d+)/.exec(name)?.[1], body]),
  );
  return [...records].map(([id, record]) => ({
    record,
    timeline: timelines.get(id),
    isUnfinished: record["queueTime"] !== undefined && record["finishTime"] === undefined,
    logs: logLists.find((list) => runIdOf(list) === id)?.entries ?? [],
    logTexts: new Map(
      names.flatMap((name) => {
        const [, runId, logId] = /(\d+)-log-(\d+)\.txt$/.exec(name) ?? [];
        return runId === id ? [[Number(logId), readFileSync(join(folder, name), "utf8")] as const] : [];
      }),
    ),
  }));
}

/** Which run a list of logs belongs to: by the addresses in it, else by the number in its file's name. */
function runIdOf({
  name,
  entries,
}: {
  name: string;
  entries: Record<string, unknown>[];
}): string | undefined {
  const address = String(entries[0]?.["url"] ?? "");
  return /\/builds\/(\d+)\/logs\//i.exec(address)?.[1] ?? /(\d+)/.exec(name)?.[1];
}

/** Keeps a build service's answers in a folder, in the form that `loadRecorded` reads; no credential among them. */
export function recorder(folder: string): (request: ReceivedRequest, reply: Reply) => void {
  mkdirSync(folder, { recursive: true });
  let pages = 0;
  return ({ path }, { status, body }) => {
    if (status !== 200 || typeof body !== "string") return;
    const [, runId, part, logId] = /\/builds\/(\d+)(?:\/(logs|timeline)(?:\/(\d+))?)?$/.exec(path) ?? [];
    if (runId === undefined) writeFileSync(join(folder, `runs-page-${++pages}.json`), body);
    else if (part === undefined) writeFileSync(join(folder, `run-${runId}.json`), body);
    else if (part === "timeline") writeFileSync(join(folder, `run-${runId}-timeline.json`), body);
    else if (logId === undefined) writeFileSync(join(folder, `run-${runId}-logs.json`), body);
    else writeFileSync(join(folder, `run-${runId}-log-${logId}.txt`), body);
  };
}

function parse(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
  return isRecord(value) ? value : {};
}

function asArray(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
