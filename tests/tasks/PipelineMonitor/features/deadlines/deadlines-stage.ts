import type { BuildService } from "../../../../../shared/azure-devops/client";
import type { RunSketch } from "../../../../sandbox/runs";
import { assertTexts, now, playHours } from "../../monitor-stage";

/** The hours of a story count from Friday, 2026-11-20 00:00 UTC. */
export const start = (Date.UTC(2026, 10, 20) - now) / 3600_000;

/** A run of a story, in hours; it is still going on in the reports before it finished. */
export interface StoryRun extends RunSketch {
  queued: number;
  started?: number;
  finished?: number;
}

export const limits = { max_proc_time: 86_400, min_proc_time: 0 };
export const nightly = "nightly load";
/** It waits as long as it has to. */
export const usual = { queue_time_max: 86_400, pipelines: { default: limits } };

/** A run that failed or succeeded, by when it was queued and when it finished. */
export const failed = (queued: number, finished: number, more: RunSketch = {}): StoryRun => ({
  ...{ queued, finished, result: "failed" },
  ...more,
});
export const worked = (queued: number, finished: number, more: RunSketch = {}): StoryRun => ({
  ...{ queued, finished },
  ...more,
});
/** Two good nights before the story. */
export const before = [worked(-46, -44), worked(-22, -20)];

/** What makes runs those of one of two pipelines of the same name. */
export const twin = (id: number, folder: string): RunSketch => ({
  definitionId: id,
  record: { definition: { id, name: nightly, path: folder } },
});

export interface StoryHour {
  at: number;
  keys?: object;
  service?: (service: BuildService) => Partial<BuildService>;
}

/** The lines of each report that are about deadlines, without what the others say. `finishBy` is of the nightly pipeline. */
export async function tell(
  finishBy: string,
  runs: readonly StoryRun[],
  hours: readonly (number | StoryHour)[],
  keys: object = {},
): Promise<string[]> {
  const pipelines = { default: limits, [nightly]: { finish_by: finishBy } };
  const texts = await playHours(
    { ...usual, pipelines, ...keys },
    hours.map((hour) => {
      const { at, ...more } = typeof hour === "number" ? { at: hour } : hour;
      return { at: at + start, runs: sketches(runs, at), ...more };
    }),
  );
  return texts.map((text) =>
    text
      .split("\n")
      .filter((line) => line.includes("deadline"))
      .join("\n")
      .replaceAll(/\[(\S+)\]\(\S+\)/g, "[$1]"),
  );
}

export const assertTold = assertTexts;

/** As the service has them at an hour, the latest first. */
export function sketches(runs: readonly StoryRun[], at: number): RunSketch[] {
  const known = runs.map((run, index): StoryRun => ({ id: index + 1, pipeline: nightly, ...run }));
  return known
    .filter(({ queued }) => queued < at)
    .sort((one, other) => (other.finished ?? at) - (one.finished ?? at))
    .map(({ queued, started = queued, finished = Number.POSITIVE_INFINITY, ...sketch }) => {
      const [hasStarted, isDone] = [started < at, finished < at];
      return {
        ...sketch,
        ...(isDone ? {} : { unfinished: hasStarted ? ("running" as const) : ("queued" as const) }),
        ...(isDone ? { finishedSecondsAgo: (at - finished) * 3600 } : { result: undefined }),
        runSeconds: ((isDone ? finished : at) - started) * 3600,
        queuedSeconds: ((hasStarted ? started : at) - queued) * 3600,
      };
    });
}
