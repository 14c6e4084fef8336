import { groupBy } from "../../shared/group-by";
import { createSanitizer, shorten } from "../../shared/text/sanitize";

/** A run as the service lists it. Times are in seconds since 1970. */
export type ProjectRun = NonNullable<ReturnType<typeof parseRun>>;

const clean = createSanitizer((line) => line);
const maxTextCharacters = 300;

/** Undefined for a record without an id or a pipeline. `project` is the URL of the project. */
export function parseRun(record: unknown, project: string) {
  const { id, definition, requestedFor, tags, ...run } = Object(record);
  const { id: definitionId, name, path } = Object(definition);
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(definitionId)) return undefined;
  return {
    id: Number(id),
    number: text(run.buildNumber),
    pipeline: { id: Number(definitionId), name: text(name), folder: text(path) || undefined },
    branch: text(run.sourceBranch),
    /** Empty if it is unknown. */
    commit: text(run.sourceVersion),
    /** Who pushed the commit or started the run; empty if it is unknown. */
    requestedFor: text(Object(requestedFor).displayName),
    /** Such as completed, inProgress or notStarted. */
    status: text(run.status),
    /** Such as succeeded or failed; empty while it runs. */
    result: text(run.result),
    /** Why it started, such as schedule. */
    reason: text(run.reason),
    tags: Array.isArray(tags) ? tags.map(text) : [],
    queueTime: secondsOf(run.queueTime),
    startTime: secondsOf(run.startTime),
    finishTime: secondsOf(run.finishTime),
    /** Its page. */
    url: `${project}/_build/results?buildId=${id}`,
  };
}

export function text(value: unknown): string {
  return typeof value === "string" ? shorten(clean(value), maxTextCharacters) : "";
}

/** Since 1970. */
export function secondsOf(value: unknown): number | undefined {
  const milliseconds = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000);
}

interface Times {
  queueTime?: number | undefined;
  startTime?: number | undefined;
  finishTime?: number | undefined;
}

/** When it was queued, or the first time that is known of it. */
export function beganAt({ queueTime, startTime, finishTime }: Times): number | undefined {
  return queueTime ?? startTime ?? finishTime;
}

/** Undefined if it is not known. */
export function waitSecondsOf({ queueTime, startTime }: Times): number | undefined {
  return queueTime === undefined || startTime === undefined ? undefined : startTime - queueTime;
}

/** Undefined if it is not known. */
export function runSecondsOf({ startTime, finishTime }: Times): number | undefined {
  return startTime === undefined || finishTime === undefined ? undefined : finishTime - startTime;
}

const heads = "refs/heads/";

export function shortBranch(branch: string): string {
  return branch.startsWith(heads) ? branch.slice(heads.length) : branch;
}

/** The branch that most runs are of; undefined if none is known. */
export function usualBranch(runs: readonly ProjectRun[]): string | undefined {
  const branches = runs.filter(({ branch }) => branch.startsWith(heads));
  const [most] = [...groupBy(branches, ({ branch }) => shortBranch(branch))].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return most?.[0];
}
