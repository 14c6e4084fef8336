import type { Run } from "../../../shared/azure-devops/records";
import { type Sanitize, shorten } from "../../../shared/text/sanitize";
import { isHidden } from "../config/filter";
import { secondsOf } from "../issue/issue";
import type { ProjectReport } from "../issue/report";
import { countedFrom, endOf, lateSeconds } from "../issue/window";
import { maxPipelines } from "../render/figures";

/** The attributes of a series, by the names of OpenTelemetry's conventions. */
export type Attributes = Readonly<Record<string, string>>;

export interface Sum {
  attributes: Attributes;
  value: number;
}

export interface Histogram {
  attributes: Attributes;
  count: number;
  totalSeconds: number;
  shortestSeconds: number;
  longestSeconds: number;
  /** How many times are up to each of `bucketSeconds` and above the one before, and how many are above all. */
  buckets: number[];
}

/** The figures of the runs that finished in a window. Times are in seconds since 1970. */
export interface Metrics {
  from: number;
  /** The next window begins here. */
  until: number;
  now: number;
  durations: Histogram[];
  errors: Sum[];
  /** The runs that wait or run now. */
  active: Sum[];
}

/** From a second to eight hours. */
export const bucketSeconds = [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];

/**
 * Returns the figures of all runs that no filter hides, checked or not, and that no earlier window counted. The window ends
 * ten minutes ago, when every run has reached the list. `metricsUntil` is the end of the last one.
 */
export function countMetrics(
  projects: readonly ProjectReport[],
  metricsUntil: number | undefined,
  sanitize: Sanitize,
): Metrics {
  const now = Math.min(...projects.map(({ window }) => endOf(window)));
  const until = Math.max(metricsUntil ?? 0, now - lateSeconds);
  const begins = projects.map(({ window }) => countedFrom(window, metricsUntil));
  const nameOf = pipelineNames(sanitize);
  const [durations, errors, active] = [histograms(), sums(), sums()];
  projects.forEach((project, index) => {
    const { config, records } = project;
    const isSeen = (run: Run) => !isHidden(config.pipelines, { run });
    const projectName = shorten(sanitize(config.projectName), maxNameCharacters);
    const attributesOf = ({ pipeline }: Run) => ({
      "cicd.pipeline.name": nameOf(projectName, pipeline),
      "azure.devops.project": projectName,
    });
    const isCounted = ({ finishTime = Number.NaN }: Run) =>
      finishTime >= (begins[index] ?? until) && finishTime < until;
    for (const record of records) {
      if (!("run" in record) || !isSeen(record.run) || !isCounted(record.run)) continue;
      const { run } = record;
      const attributes = attributesOf(run);
      countRun(run, attributes, { durations, errors });
      for (const state of states) if (project.active) active.add(attributesIn(attributes, state), 0);
    }
    for (const run of project.active ?? []) {
      if (run.finishTime !== undefined || !isSeen(run)) continue;
      const current = run.startTime === undefined ? "pending" : "executing";
      for (const state of states)
        active.add(attributesIn(attributesOf(run), state), state === current ? 1 : 0);
    }
  });
  const counted = { durations: durations.all(), errors: errors.all(), active: active.all() };
  return { from: Math.min(until, ...begins), until, now, ...counted };
}

const states = ["pending", "executing"] as const;

function attributesIn(attributes: Attributes, state: (typeof states)[number]): Attributes {
  return { ...attributes, "cicd.pipeline.run.state": state };
}

function countRun(
  run: Run,
  attributes: Attributes,
  { durations, errors }: { durations: ReturnType<typeof histograms>; errors: ReturnType<typeof sums> },
): void {
  const { runSeconds, queuedSeconds } = secondsOf(run);
  const { result, errorType } = endingOf(run);
  const error: Attributes = errorType === undefined ? {} : { "error.type": errorType };
  const ending = { "cicd.pipeline.result": result, ...error };
  // A run that was canceled in the queue ended there.
  const hasStarted = run.startTime !== undefined;
  const waited = hasStarted ? queuedSeconds : (run.finishTime ?? Number.NaN) - (run.queueTime ?? Number.NaN);
  durations.add({ ...attributesIn(attributes, "pending"), ...(hasStarted ? {} : ending) }, waited);
  durations.add({ ...attributesIn(attributes, "executing"), ...ending }, runSeconds);
  if (errorType !== undefined) errors.add({ ...attributes, ...error }, 1);
}

interface Ending {
  result: "success" | "failure" | "error" | "cancellation";
  /** Undefined if it is no failure. */
  errorType?: string;
}

/** The conventions' names of the service's results. */
const endings: ReadonlyMap<string, Ending> = new Map([
  ["succeeded", { result: "success" }],
  ["partiallySucceeded", { result: "failure", errorType: "partiallySucceeded" }],
  ["failed", { result: "failure", errorType: "failed" }],
  ["canceled", { result: "cancellation" }],
]);

function endingOf({ result }: Run): Ending {
  return endings.get(result) ?? { result: "error", errorType: "_OTHER" };
}

const maxNameCharacters = 200;
/** The name for the pipelines beyond the limit, and for those without a name. */
const otherPipelines = "(other)";

/** Returns a function that names pipelines, of which there may be so many before the others share a name. */
function pipelineNames(sanitize: Sanitize): (project: string, pipeline: string) => string {
  const known = new Set<string>();
  return (project, pipeline) => {
    const name = shorten(sanitize(pipeline), maxNameCharacters) || otherPipelines;
    const key = JSON.stringify([project, name]);
    if (known.size < maxPipelines) known.add(key);
    return known.has(key) ? name : otherPipelines;
  };
}

/** A figure for each set of attributes. */
function series<T>(begin: (attributes: Attributes) => T) {
  const all = new Map<string, T>();
  return {
    of(attributes: Attributes): T {
      const key = JSON.stringify(attributes);
      const one = all.get(key) ?? begin(attributes);
      all.set(key, one);
      return one;
    },
    all: () => [...all.values()],
  };
}

function sums() {
  const { of, all } = series((attributes): Sum => ({ attributes, value: 0 }));
  const add = (attributes: Attributes, value: number) => {
    of(attributes).value += value;
  };
  return { add, all };
}

function histograms() {
  const begin = (attributes: Attributes): Histogram => ({
    ...{ attributes, count: 0, totalSeconds: 0, longestSeconds: 0 },
    shortestSeconds: Number.POSITIVE_INFINITY,
    buckets: [...bucketSeconds, 0].map(() => 0),
  });
  const { of, all } = series(begin);
  return {
    all,
    /** A time that is unknown or negative counts nowhere. */
    add(attributes: Attributes, seconds: number): void {
      if (!(seconds >= 0)) return;
      const one = of(attributes);
      const bucket = bucketSeconds.findIndex((bound) => seconds <= bound);
      const index = bucket === -1 ? bucketSeconds.length : bucket;
      one.count++;
      one.totalSeconds += seconds;
      one.shortestSeconds = Math.min(one.shortestSeconds, seconds);
      one.longestSeconds = Math.max(one.longestSeconds, seconds);
      one.buckets[index] = (one.buckets[index] ?? 0) + 1;
    },
  };
}
