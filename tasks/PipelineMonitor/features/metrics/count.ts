import type { Run } from "../../../../shared/azure-devops/records";
import { attemptOf } from "../../../../shared/azure-devops/records";
import { secondsOf } from "../../../../shared/azure-devops/run-seconds";
import { type Sanitize, shorten } from "../../../../shared/text/sanitize";
import { isHidden } from "../../config/filter";
import type { HourAfter } from "../../feature";
import type { Figure, ProjectReport } from "../../issue/report";
import { endOf, lateSeconds } from "../../issue/window";
import { maxPipelines } from "../../render/figures";
import { causesOf, type Ending, endingOf } from "./endings";
import { type Attributes, counters, type Histogram, histograms, type Sum } from "./series";
import { countedFrom } from "./window";

/** The figures of the runs that finished in a window. Times are in seconds since 1970. */
export interface Metrics {
  from: number;
  until: number;
  now: number;
  durations: Histogram[];
  errors: Sum[];
  /** The figures of other features. */
  others: { name: string; unit: string; description: string; sums: Sum[] }[];
  /** The runs that wait or run now. */
  active: Sum[];
}

/**
 * Counts all runs that no filter hides, checked or not, and that finished since `lastUntil`. The window ends ten
 * minutes ago, when every run has reached the list.
 */
export function countMetrics(
  projects: readonly ProjectReport[],
  lastUntil: number | undefined,
  sanitize: Sanitize,
  past: HourAfter["past"] = () => [],
): Metrics {
  const now = Math.min(...projects.map(({ window }) => endOf(window)));
  const until = Math.max(lastUntil ?? 0, now - lateSeconds);
  const begins = projects.map(({ window }) => countedFrom(window, lastUntil));
  const nameOf = pipelineNames(sanitize);
  const [durations, errors, active] = [histograms(), counters(), counters()];
  const others = new Map<
    string,
    Omit<Figure, "pipeline" | "attributes"> & { all: ReturnType<typeof counters> }
  >();
  for (const [index, project] of projects.entries()) {
    const from = begins[index] ?? until;
    const projectName = shorten(sanitize(project.config.projectName), maxNameCharacters);
    const attributesOf = (pipeline: string) => ({
      "cicd.pipeline.name": nameOf(projectName, pipeline),
      "azure.devops.project": projectName,
    });
    countFinished(project, { from, until }, attributesOf, { durations, errors, active });
    countActive(project, attributesOf, active);
    for (const { name, pipeline, attributes, ...known } of past(project, from, until).flatMap(
      ({ figures }) => figures,
    )) {
      const other = others.get(name) ?? { name, ...known, all: counters() };
      others.set(name, other);
      other.all.add({ ...attributesOf(pipeline), ...attributes }, 1);
    }
  }
  const counted = {
    durations: durations.all(),
    errors: errors.all(),
    others: [...others.values()].map(({ all, ...other }) => ({ ...other, sums: all.all() })),
    active: active.all(),
  };
  return { from: Math.min(until, ...begins), until, now, ...counted };
}

/** The runs that finished in a period, in seconds since 1970. */
function countFinished(
  { config, records, journal, active }: ProjectReport,
  { from, until }: { from: number; until: number },
  attributesOf: (pipeline: string) => Attributes,
  all: Figures & { active: ReturnType<typeof counters> },
): void {
  const causes = causesOf(journal, from);
  for (const record of records) {
    if (!("run" in record) || isHidden(config.pipelines, record)) continue;
    const { run } = record;
    const { finishTime = Number.NaN } = run;
    if (!(finishTime >= from && finishTime < until)) continue;
    const attributes = attributesOf(run.pipeline);
    countRun(run, attributes, { ...all, ending: endingOf(run, causes.get(attemptOf(run))) });
    // An idle pipeline has no active runs, if somebody looked.
    if (active) for (const state of states) all.active.add(attributesIn(attributes, state), 0);
  }
}

function countActive(
  { config, active = [] }: ProjectReport,
  attributesOf: (pipeline: string) => Attributes,
  all: ReturnType<typeof counters>,
): void {
  for (const run of active) {
    if (run.finishTime !== undefined || isHidden(config.pipelines, { run })) continue;
    const current = run.startTime === undefined ? "pending" : "executing";
    for (const state of states)
      all.add(attributesIn(attributesOf(run.pipeline), state), state === current ? 1 : 0);
  }
}

const states = ["pending", "executing"] as const;

function attributesIn(attributes: Attributes, state: (typeof states)[number]): Attributes {
  return { ...attributes, "cicd.pipeline.run.state": state };
}

interface Figures {
  durations: ReturnType<typeof histograms>;
  errors: ReturnType<typeof counters>;
}

function countRun(
  run: Run,
  attributes: Attributes,
  { durations, errors, ending: { result, errorType } }: Figures & { ending: Ending },
): void {
  const { runSeconds, queuedSeconds } = secondsOf(run);
  const error: Attributes = errorType === undefined ? {} : { "error.type": errorType };
  const ending = { "cicd.pipeline.result": result, ...error };
  // A run that was canceled in the queue ended there.
  const hasStarted = run.startTime !== undefined;
  const waited = hasStarted ? queuedSeconds : (run.finishTime ?? Number.NaN) - (run.queueTime ?? Number.NaN);
  durations.add({ ...attributesIn(attributes, "pending"), ...(hasStarted ? {} : ending) }, waited);
  durations.add({ ...attributesIn(attributes, "executing"), ...ending }, runSeconds);
  // A rate needs the figure from before the first failure.
  errors.add({ ...attributes, "error.type": "failed" }, 0);
  if (errorType !== undefined) errors.add({ ...attributes, ...error }, 1);
}

const maxNameCharacters = 200;
/** The name for the pipelines beyond the limit, and for those without a name. */
const otherPipelines = "(other)";

/** Beyond the limit, all other pipelines share one name. */
function pipelineNames(sanitize: Sanitize): (project: string, pipeline: string) => string {
  const known = new Set<string>();
  // A list has many runs of few names, and to sanitize one takes its time.
  const shown = new Map<string, string>();
  return (project, pipeline) => {
    const name = shown.get(pipeline) ?? (shorten(sanitize(pipeline), maxNameCharacters) || otherPipelines);
    shown.set(pipeline, name);
    const key = JSON.stringify([project, name]);
    if (known.size < maxPipelines) known.add(key);
    return known.has(key) ? name : otherPipelines;
  };
}
