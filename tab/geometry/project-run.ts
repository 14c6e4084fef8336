import { groupBy } from "../../shared/group-by";
import { createSanitizer, shorten } from "../../shared/text/sanitize";

/** A run as the service lists it. Times are in seconds since 1970. */
export type ProjectRun = NonNullable<ReturnType<typeof parseRun>>;

const clean = createSanitizer((line) => line);
const maxTextCharacters = 300;

/** Undefined for a record without an id or a pipeline. `project` is the URL of the project. */
export function parseRun(record: unknown, project: string) {
  const {
    id,
    buildNumber,
    definition,
    sourceBranch,
    sourceVersion,
    status,
    result,
    reason,
    tags,
    ...others
  } = Object(record);
  const { requestedFor, ...times } = others;
  const { displayName }: { displayName?: unknown } = Object(requestedFor);
  const { id: definitionId, ...named }: Readonly<Record<string, unknown>> = Object(definition);
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(definitionId)) return undefined;
  return {
    id: Number(id),
    number: text(buildNumber),
    pipeline: {
      id: Number(definitionId),
      name: text(named["name"]),
      folder: text(named["path"]) || undefined,
    },
    branch: text(sourceBranch),
    /** Empty if it is unknown. */
    commit: text(sourceVersion),
    /** Who pushed the commit or started the run; empty if it is unknown. */
    requestedFor: text(displayName),
    /** Such as completed, inProgress or notStarted. */
    status: text(status),
    /** Such as succeeded or failed; empty while it runs. */
    result: text(result),
    /** Why it started, such as schedule. */
    reason: text(reason),
    tags: Array.isArray(tags) ? tags.map(text) : [],
    queueTime: secondsOf(times.queueTime),
    startTime: secondsOf(times.startTime),
    finishTime: secondsOf(times.finishTime),
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

/** Undefined if it is not known. */
export function waitSecondsOf({
  queueTime,
  startTime,
}: Partial<Pick<ProjectRun, "queueTime" | "startTime">>): number | undefined {
  return queueTime === undefined || startTime === undefined ? undefined : startTime - queueTime;
}

/** Undefined if it is not known. */
export function runSecondsOf({
  startTime,
  finishTime,
}: Partial<Pick<ProjectRun, "startTime" | "finishTime">>): number | undefined {
  return startTime === undefined || finishTime === undefined ? undefined : finishTime - startTime;
}

const heads = "refs/heads/";

export function shortBranch(branch: string): string {
  return branch.startsWith(heads) ? branch.slice(heads.length) : branch;
}

/** The branch that most runs are of; undefined if none is known. */
export function usualBranch(runs: readonly Pick<ProjectRun, "branch">[]): string | undefined {
  const branches = runs.filter(({ branch }) => branch.startsWith(heads));
  const [most] = [...groupBy(branches, ({ branch }) => shortBranch(branch))].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  return most?.[0];
}
