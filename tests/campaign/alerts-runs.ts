import type { SandboxRun } from "../sandbox/build-service";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { beginOf, hourSeconds } from "./alerts-config";
import {
  type AlertRun,
  type AlertsScript,
  crowd,
  type MonitoredHour,
  type Outcome,
  ofShop,
  type ProjectName,
  pipelineOf,
  renamed,
  scheduled,
} from "./alerts-script";

/** The ids of the monitor's own runs begin here. */
export const firstOwnId = 900;

/** From the start of a step to the moment that the monitor takes for now. */
export const startUpSeconds = 25;

/** A run of a pipeline, as the service knows it. Times are in seconds since 1970. */
export interface PlayedRun {
  id: number;
  /** As it was called when it ran. */
  name: string;
  definitionId: number;
  project: ProjectName;
  branch: string;
  outcome: Outcome;
  queue: number;
  start: number;
  finish: number;
  /** When the service lists that it has finished. */
  listedAt: number;
  /** How the service lists the run while it is in progress. */
  unfinished: "nothing" | "unfinished" | "finished";
}

/** The full hour at whose end a run of the monitor starts if it is on time, in seconds since 1970. */
function slotOf(script: AlertsScript, index: number): number {
  const gaps = script.hours.slice(0, index + 1).reduce((sum, { gapHours }) => sum + gapHours, 0);
  return beginOf(script) + (index + 1 + gaps) * hourSeconds;
}

/** In seconds since 1970. */
export function startOf(script: AlertsScript, hour: MonitoredHour, index: number): number {
  return slotOf(script, index) + hour.lateMinutes * 60 + hour.jitterSeconds;
}

const crowdsRun: Omit<AlertRun, "pipeline" | "outcome"> = {
  ...{ branch: "main", minute: 34, isEarly: false },
  ...{ listedMinutes: 0, isListedInProgress: false },
};

/** The oldest first. */
export function runsOf(script: AlertsScript): PlayedRun[] {
  return script.hours
    .flatMap((hour, index) => {
      const sixty = Array.from({ length: crowd.size }, (_, number) => crowd.first + number);
      const outcome = hour.crowd;
      const more: AlertRun[] =
        outcome === "none" ? [] : sixty.map((pipeline) => ({ ...crowdsRun, pipeline, outcome }));
      return [...hour.runs, ...more].map((run) => runOf(script, run, index));
    })
    .sort((one, other) => one.finish - other.finish)
    .map((run, index) => ({ ...run, id: 1 + index }));
}

const secondsOf = { ok: 60, noSpace: 300, timeOut: 300, partial: 300, slow: 5000 };
const inProgressSeconds = 600;

function runOf(script: AlertsScript, run: AlertRun, index: number): Omit<PlayedRun, "id"> {
  const { outcome, branch, minute, isEarly, isListedInProgress } = run;
  const pipeline = run.pipeline === ofShop && script.watches === "own" ? renamed : run.pipeline;
  const isRenamed = pipeline === renamed && index >= (script.renamedInHour ?? Number.POSITIVE_INFINITY);
  const hours = 1 + (isEarly ? (script.hours[index]?.gapHours ?? 0) : 0);
  const finish = slotOf(script, index) - hours * hourSeconds + minute * 60 + (pipeline % 100);
  const start =
    finish - Math.max(secondsOf[outcome], outcome !== "slow" && isListedInProgress ? inProgressSeconds : 0);
  // A run that is not listed for a while is no run that a schedule misses.
  const listedMinutes = pipeline === scheduled ? 0 : run.listedMinutes;
  return {
    ...pipelineOf(pipeline),
    ...(isRenamed ? { name: "price import" } : {}),
    ...{ branch, outcome, start, finish, queue: start - 5, listedAt: finish + listedMinutes * 60 },
    unfinished: listedMinutes > 0 ? "nothing" : isListedInProgress ? "finished" : "unfinished",
  };
}

const logs = ["1", "2", "3", "4"];
const sketches: Record<Outcome, RunSketch> = {
  ok: {},
  noSpace: { result: "failed", logs: [...logs, "##[error]write failed: No space left on device"] },
  timeOut: {
    result: "failed",
    logs: [...logs, "##[error]The job ran longer than the maximum time of 60 minutes."],
  },
  partial: { result: "partiallySucceeded", logs: [] },
  slow: { logs: [] },
};

/** Undefined if the service knows nothing of the run yet. */
export function recordAt(time: number, run: PlayedRun): SandboxRun | undefined {
  const { id, name, definitionId, branch, start, finish, listedAt, unfinished } = run;
  const sketch = { id, definitionId, pipeline: name, record: { sourceBranch: `refs/heads/${branch}` } };
  if (time >= listedAt) {
    const ended = { ...sketch, ...sketches[run.outcome], finishedSecondsAgo: 0, runSeconds: finish - start };
    return sketchRun(finish * 1000, ended);
  }
  if (!isUnfinished(time, run)) return undefined;
  const doing = sketchRun(time * 1000, { ...sketch, unfinished: "running", runSeconds: time - start });
  return { ...doing, isUnfinished: unfinished === "unfinished" };
}

export function isUnfinished(time: number, { start, finish, unfinished }: PlayedRun): boolean {
  return unfinished !== "nothing" && time >= start && time < finish;
}
