import { createSanitizer, shorten } from "../../shared/text/sanitize";
import { openWait, type TimedRecord, type WaitKind, waitsOf } from "../../shared/waits";
import type { ProjectRun } from "../geometry/project-run";

const clean = createSanitizer((line) => line);
const maxTextCharacters = 300;

/** Undefined for a record without an id or a pipeline. `project` is the URL of the project. */
export function parseRun(record: unknown, project: string): ProjectRun | undefined {
  const { id, buildNumber, definition, sourceBranch, sourceVersion, status, result, reason, tags, ...times } =
    Object(record);
  const { id: definitionId, name }: { id?: unknown; name?: unknown } = Object(definition);
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(definitionId)) return undefined;
  return {
    id: Number(id),
    definitionId: Number(definitionId),
    number: text(buildNumber),
    pipeline: text(name),
    branch: text(sourceBranch),
    commit: text(sourceVersion),
    status: text(status),
    result: text(result),
    reason: text(reason),
    tags: Array.isArray(tags) ? tags.map(text) : [],
    queueTime: secondsOf(times.queueTime),
    startTime: secondsOf(times.startTime),
    finishTime: secondsOf(times.finishTime),
    url: `${project}/_build/results?buildId=${id}`,
  };
}

export function text(value: unknown): string {
  return typeof value === "string" ? shorten(clean(value), maxTextCharacters) : "";
}

/** Since 1970. */
function secondsOf(value: unknown): number | undefined {
  const milliseconds = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

/** Since when, and for what, a run waits for a person, by its timeline; undefined if it does not. */
export function parseWait(records: unknown): { since: number | undefined; what: string } | undefined {
  if (!Array.isArray(records)) return undefined;
  const wait = openWait(waitsOf(records.flatMap(timedRecord)));
  if (wait === undefined) return undefined;
  const { kind, stage, since } = wait;
  return { since, what: `waits for ${waitWords[kind]}${stage === "" ? "" : ` before stage ${stage}`}` };
}

const waitWords: Readonly<Record<WaitKind, string>> = {
  approval: "an approval",
  lock: "an exclusive lock",
  check: "a check",
  validation: "a manual validation",
};

function timedRecord(record: unknown): TimedRecord[] {
  const { id, parentId, type, name, state, task, startTime, finishTime } = Object(record);
  if (typeof id !== "string") return [];
  return [
    {
      id,
      parentId: typeof parentId === "string" ? parentId : undefined,
      type: text(type),
      name: text(name),
      state: text(state),
      task: text(Object(task).name),
      startTime: secondsOf(startTime),
      finishTime: secondsOf(finishTime),
    },
  ];
}
