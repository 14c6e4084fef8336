import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { indexName } from "../../shared/azure-devops/recording/format";
import { root } from "../root";
import { runProcess } from "./agent-process";
import type { SandboxRun } from "./build-service";

/**
 * Recorded answers of a build service in a folder. What a JSON file is shows in its content: a list of runs,
 * a single run, a list of logs, a timeline; other JSON is passed over. A log's text is a file whose name ends in
 * `<run id>-log-<log id>.txt`. Where `--explain --record` has made the folder, its list tells which file is what.
 */

/** The runs that a folder of recorded answers tells of. Throws when it tells of none. */
export function loadRecorded(folder: string): SandboxRun[] {
  const files = filesIn(folder);
  const bodies = files
    .filter(({ name }) => name.endsWith(".json"))
    .map(({ name, path }) => ({ name, body: parse(readFileSync(path, "utf8")) }));
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
      files.flatMap(({ name, path }) => {
        const [, runId, logId] = /(\d+)-log-(\d+)\.txt$/.exec(name) ?? [];
        return runId === id ? [[Number(logId), readFileSync(path, "utf8")] as const] : [];
      }),
    ),
  }));
}

/** The files of a folder, each under a name that tells what it is. */
function filesIn(folder: string): { name: string; path: string }[] {
  const index = join(folder, indexName);
  if (!existsSync(index))
    return readdirSync(folder)
      .sort()
      .map((name) => ({ name, path: join(folder, name) }));
  return asArray(parse(readFileSync(index, "utf8"))["answers"]).flatMap(({ request, file }) =>
    typeof file === "string" ? [{ name: nameOf(String(request), file), path: join(folder, file) }] : [],
  );
}

/** The name of a recorded answer, by what was asked for. */
function nameOf(request: string, file: string): string {
  const [, runId, part, logId] =
    /\/builds\/(\d+)(?:\/(logs|timeline)(?:\/(\d+))?)?(?:\?|$)/.exec(request) ?? [];
  if (logId !== undefined) return `${runId}-log-${logId}.txt`;
  return runId === undefined ? file : `${runId}-${part ?? "run"}.json`;
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

/**
 * Has the packaged monitor record a build service's answers, with the configuration beside them, so that both
 * `npm start -- --replay` and `--explain --replay` read them.
 */
export async function record(
  folder: string,
  config: object,
  { buildAuth, at }: { buildAuth: string; at: number },
): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "record-"));
  const configFile = join(scratch, "monitor.json");
  writeFileSync(configFile, JSON.stringify(config, null, 2));
  const packaged = join(root, "dist", "tasks", "PipelineMonitor", "index.js");
  try {
    const { exitCode, stderr } = await runProcess(
      ["fake-clock"],
      [packaged, "--explain", configFile, "--record", folder],
      { cwd: process.cwd(), env: { BUILD_AUTH: buildAuth, SANDBOX_CLOCK_STARTS_AT: String(at) } },
    );
    if (exitCode !== 0) throw new Error(stderr.trim());
    copyFileSync(configFile, join(folder, "monitor.json"));
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
