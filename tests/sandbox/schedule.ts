import type { RunSketch } from "./runs";

/** A schedule of the sandbox's: when it started a pipeline, and when it should have. */
export interface SandboxSchedule {
  everyMinutes: number;
  days: number;
  /** The times, as milliseconds since 1970, at which it starts nothing. */
  skips?: readonly number[];
  run: RunSketch;
}

/** The runs that a schedule has started before a moment, each a few seconds after its time; their ids count from that of its run. */
export function scheduledRuns(
  now: number,
  { everyMinutes, days, skips = [], run }: SandboxSchedule,
): RunSketch[] {
  const pause = everyMinutes * 60_000;
  const last = now - (now % pause);
  const times = Array.from(
    { length: Math.ceil((days * 24 * 60) / everyMinutes) },
    (_, index) => last - index * pause,
  );
  const runSeconds = 60;
  return times
    .filter((time) => !skips.includes(time) && time + 1000 * (runSeconds + 5) < now)
    .map((time, index) => ({
      ...run,
      id: (run.id ?? 1) + index,
      runSeconds,
      queuedSeconds: 3,
      finishedSecondsAgo: (now - time) / 1000 - runSeconds - 5,
    }));
}
