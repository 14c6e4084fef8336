import { createSanitizer, shorten } from "../../shared/text/sanitize";
import type { ProjectRun } from "../geometry/project-run";

const clean = createSanitizer((line) => line);
const maxTextCharacters = 300;

/** Undefined for a record without an id or a pipeline. `project` is the URL of the project. */
export function parseRun(record: unknown, project: string): ProjectRun | undefined {
  const { id, buildNumber, definition, sourceBranch, status, result, reason, tags, ...times } =
    Object(record);
  const { id: definitionId, name }: { id?: unknown; name?: unknown } = Object(definition);
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(definitionId)) return undefined;
  return {
    ...{
      id: Number(id),
      definitionId: Number(definitionId),
      number: text(buildNumber),
      pipeline: text(name),
    },
    ...{ branch: text(sourceBranch), status: text(status), result: text(result), reason: text(reason) },
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

/**
 * Since when, and for what, a run waits for a person, by its timeline; undefined if it does not. A checkpoint in progress has
 * an approval or another check below it.
 */
export function parseWait(records: unknown): { since: number | undefined; what: string } | undefined {
  if (!Array.isArray(records)) return undefined;
  const open = records.map(Object).filter(({ state }) => state === "inProgress");
  const wait = open.find(({ type, task }) => waitOf(type, task) !== undefined);
  if (wait === undefined) return undefined;
  const stage = stageOf(wait, records.map(Object));
  return {
    since: secondsOf(wait.startTime),
    what: `waits for ${waitOf(wait.type, wait.task)}${stage === "" ? "" : ` before stage ${stage}`}`,
  };
}

function waitOf(type: unknown, task: unknown): string | undefined {
  if (type === "Checkpoint.Approval") return "an approval";
  if (type === "Checkpoint.ExclusiveLock") return "an exclusive lock";
  if (typeof type === "string" && /^Checkpoint\.(TaskCheck|ExtendsCheck)$/.test(type)) return "a check";
  return Object(task).name === "ManualValidation" ? "a manual validation" : undefined;
}

/** A record is at most six levels below its stage. */
function stageOf(
  from: { parentId?: unknown },
  records: readonly { id?: unknown; parentId?: unknown; type?: unknown; name?: unknown }[],
): string {
  let above: (typeof records)[number] | undefined = from;
  for (let level = 0; level < 6 && above !== undefined && above.type !== "Stage"; level++) {
    const { parentId }: { parentId?: unknown } = above;
    above = records.find(({ id }) => id !== undefined && id === parentId);
  }
  return above?.type === "Stage" ? text(above.name) : "";
}
