import { attemptOf, type Run } from "../../../../shared/azure-devops/records";
import { secondsOf } from "../../../../shared/azure-devops/run-state";
import type { ProjectJournal } from "../../../../shared/journal/schema";
import { type Sanitize, shortenName } from "../../../../shared/text/sanitize";
import { daySeconds } from "../../../../shared/text/time";
import { builtInCauses } from "../../causes/built-in";
import { isHidden } from "../../config/filter";
import type { Config } from "../../config/parse";
import type { HourAfter } from "../../feature";
import type { ToldProject } from "../../issue/report";
import { subjectOf } from "../../issue/subject";
import { endOf, reportedFrom, type Window } from "../../issue/window";
import { maxFigures } from "../../render/figures";
import { pipelineNames } from "../../render/names";
import { type Attributes, activeRuns, addTime, errorsOfRuns, histogram, type Metrics, sum } from "./body";

/** Almost every run has reached the list by then. */
const settledSeconds = 600;

/** Metrics count runs from this time on, in seconds since 1970. Earlier reports counted those until `metricsUntil`. */
export function countedFrom(window: Window, metricsUntil: number | undefined): number {
  return Math.max(Math.floor(metricsUntil ?? reportedFrom(window)), endOf(window) - daySeconds);
}

/**
 * Counts all runs that no filter hides, checked or not, and that finished since `lastUntil`. The window ends ten
 * minutes ago, when every run has reached the list.
 */
export function countMetrics(
  projects: readonly ToldProject[],
  lastUntil: number | undefined,
  sanitize: Sanitize,
  past: HourAfter["past"] = () => [],
  active: ReadonlyMap<Config, readonly Run[]> = new Map(),
): Metrics {
  const now = Math.min(...projects.map(({ window }) => endOf(window)));
  const until = Math.max(lastUntil ?? 0, now - settledSeconds);
  const begins = projects.map(({ window }) => countedFrom(window, lastUntil));
  const nameOf = metricNames(sanitize);
  const durations = series(histogram);
  const sums = new Map(
    [errorsOfRuns, activeRuns].map((metric) => [metric.name, { ...metric, ...series(sum) }]),
  );
  const add = (metric: Omit<Metrics["sums"][number], "figures">, attributes: Attributes, value: number) => {
    const total = sums.get(metric.name) ?? { ...metric, ...series(sum) };
    sums.set(metric.name, total);
    total.of(attributes).value += value;
  };
  for (const [index, project] of projects.entries()) {
    const from = begins[index] ?? until;
    const projectName = shortenName(sanitize(project.config.projectName), maxNameCharacters);
    const shortOf = pipelineNames(project);
    const attributesOf = (pipeline: string) => ({
      "cicd.pipeline.name": nameOf(projectName, pipeline),
      "azure.devops.project": projectName,
    });
    const stateOf = (pipeline: string, state: string) => ({
      ...attributesOf(pipeline),
      "cicd.pipeline.run.state": state,
    });
    const causes = causesOf(project.journal, from);
    for (const run of finishedRuns(project, from, until)) {
      const pipeline = shortOf(subjectOf(run));
      const attributes = attributesOf(pipeline);
      const ending = endingOf(run, causes.get(attemptOf(run)));
      for (const [state, seconds, isEnd] of timesOf(run))
        addTime(durations.of, { ...stateOf(pipeline, state), ...(isEnd ? ending : {}) }, seconds);
      // A rate needs the figure from before the first failure.
      add(errorsOfRuns, { ...attributes, "error.type": "failed" }, 0);
      const { "error.type": errorType } = ending;
      if (errorType !== undefined) add(errorsOfRuns, { ...attributes, "error.type": errorType }, 1);
    }
    for (const [run, state, count] of activeStates(project, from, until, active.get(project.config)))
      add(activeRuns, stateOf(shortOf(subjectOf(run)), state), count);
    for (const { pipeline, attributes, ...metric } of past(project, from, until).flatMap(
      ({ figures }) => figures,
    ))
      add(metric, { ...attributesOf(pipeline), ...attributes }, 1);
  }
  return {
    from: Math.min(until, ...begins),
    until,
    now,
    durations: durations.all(),
    sums: [...sums.values()].flatMap(({ of: _, all, ...metric }) =>
      all().length === 0 ? [] : [{ ...metric, figures: all() }],
    ),
  };
}

/** A figure for each set of attributes. */
function series<T>(begin: (attributes: Attributes) => T) {
  const all = new Map<string, T>();
  return {
    of(attributes: Attributes): T {
      const key = JSON.stringify(attributes);
      const figure = all.get(key) ?? begin(attributes);
      all.set(key, figure);
      return figure;
    },
    all: () => [...all.values()],
  };
}

function finishedRuns({ config, records }: ToldProject, from: number, until: number): Run[] {
  return records.flatMap((record) => {
    if (!("run" in record) || isHidden(config.pipelines, record)) return [];
    const { finishTime = Number.NaN } = record.run;
    return finishTime >= from && finishTime < until ? [record.run] : [];
  });
}

/** The times of a run by its state, and whether it ended in it: one that was canceled in the queue ended there. */
function timesOf(run: Run): [state: string, seconds: number, isEnd: boolean][] {
  const { runSeconds, queuedSeconds } = secondsOf(run);
  const hasStarted = run.startTime !== undefined;
  const waited = hasStarted ? queuedSeconds : (run.finishTime ?? Number.NaN) - (run.queueTime ?? Number.NaN);
  return [
    ["pending", waited, !hasStarted],
    ["executing", runSeconds, true],
  ];
}

/** How many runs wait and run, by pipelines: none of one that has run and is idle, if somebody looked. */
function activeStates(project: ToldProject, from: number, until: number, active: readonly Run[] | undefined) {
  const { config } = project;
  if (active === undefined) return [];
  const going = active.filter((run) => run.finishTime === undefined && !isHidden(config.pipelines, { run }));
  const states = (run: Run, isGoing: boolean) => {
    const current = run.startTime === undefined ? "pending" : "executing";
    return ["pending", "executing"].map(
      (state) => [run, state, isGoing && state === current ? 1 : 0] as const,
    );
  };
  return [
    ...finishedRuns(project, from, until).flatMap((run) => states(run, false)),
    ...going.flatMap((run) => states(run, true)),
  ];
}

const maxNameCharacters = 200;
/** The name for the pipelines beyond the limit, and for those without a name. */
const otherPipelines = "(other)";

/** Beyond the limit, all other pipelines share one name. */
function metricNames(sanitize: Sanitize): (project: string, pipeline: string) => string {
  const own = new Set<string>();
  // A list has many runs of few names, and to sanitize one takes its time.
  const shown = new Map<string, string>();
  return (project, pipeline) => {
    const name =
      shown.get(pipeline) ?? (shortenName(sanitize(pipeline), maxNameCharacters) || otherPipelines);
    shown.set(pipeline, name);
    const key = JSON.stringify([project, name]);
    if (own.size < maxFigures) own.add(key);
    return own.has(key) ? name : otherPipelines;
  };
}

/** The conventions' names of the service's results, and of the type of the error if it is a failure. */
const endings: ReadonlyMap<string, readonly [result: string, errorType?: string]> = new Map([
  ["succeeded", ["success"]],
  ["partiallySucceeded", ["failure", "partiallySucceeded"]],
  ["failed", ["failure", "failed"]],
  ["canceled", ["cancellation"]],
]);

/** The service reports runs that lost their agent or timed out as failed or canceled. */
const resultsByCause: ReadonlyMap<string, string> = new Map([
  ["lostAgent", "error"],
  ["timeOut", "timeout"],
]);

const namedCauses: readonly string[] = [
  ...["noSpace", "undefinedVariable", "knownIssue"],
  ...builtInCauses.map(({ kind }) => kind),
];

/** `cause` is the kind of the run's cause, if that is known. */
function endingOf(run: Run, cause = ""): Attributes {
  const [result, errorType] = endings.get(run.result) ?? ["error", "_OTHER"];
  const byCause = result === "success" ? undefined : resultsByCause.get(cause);
  const isNamed = byCause !== undefined || (result === "failure" && namedCauses.includes(cause));
  const named = isNamed ? cause : errorType;
  const error = named === undefined ? {} : { "error.type": named };
  return { "cicd.pipeline.result": byCause ?? result, ...error };
}

/** The kinds of the causes of runs that finished since a second since 1970, by the attempts of runs. */
function causesOf({ pipelines }: ProjectJournal, since: number): Map<string, string> {
  const runs = [...pipelines.values()].flatMap(({ branches }) => branches.flatMap((branch) => branch.runs));
  return new Map(
    runs.flatMap((run) =>
      run.cause === undefined || run.finishTime < since ? [] : [[attemptOf(run), run.cause]],
    ),
  );
}
