import fc from "fast-check";
import type { Run } from "../../../../shared/azure-devops/records";
import type { KnownSchedule } from "../../../../shared/journal/schema";
import { occurrences, validSchedules } from "../../../../tasks/PipelineMonitor/config/cron";
import { emptyBranch, withRuns } from "../../../../tasks/PipelineMonitor/journal/branch";
import { failedRun, type RunChanges } from "../failed-run";

export const dayMinutes = 24 * 60;
/** A Monday. Times are whole minutes since 1970. */
export const start = Date.UTC(2026, 5, 1) / 60_000;

export function dueTimes(expressions: readonly string[], from: number, until: number): number[] {
  return occurrences(validSchedules(expressions), from * 60, until * 60).map((at) => at / 60);
}

/** A run of a day, which a schedule started at 02:00, and which took ten minutes. */
export const ran = (day: number, commit: string | undefined, changes: RunChanges = {}): Run => {
  const queueTime = (start + day * dayMinutes + 120) * 60;
  const times = { queueTime, startTime: queueTime, finishTime: queueTime + 600 };
  const source = commit === undefined ? {} : { commit };
  return failedRun({ id: day + 1, reason: "schedule", result: "succeeded", ...source, ...times, ...changes });
};
export const daysOf = (times: readonly number[]) => times.map((at) => Math.floor((at - start) / dayMinutes));

/** A branch with these runs, behind those that it has. */
export const branchOf = (runs: readonly Run[], before = emptyBranch("")) =>
  withRuns(
    before,
    runs,
    () => false,
    () => undefined,
  );

/** What is known of a schedule: nothing, but for what is changed. */
export const schedule = (changes: Partial<KnownSchedule> = {}): KnownSchedule => ({
  ...{ pipeline: { id: 1, name: "a" }, branch: undefined, times: [], missed: [], isStopped: false },
  ...{ proofs: [], gaps: [] },
  ...changes,
});
/** The slots at these minutes of every day. */
export const everyDay = (...minutes: number[]) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((day) => minutes.map((minute) => day * dayMinutes + minute));

const within = (min: number, max: number) => fc.integer({ min, max });
const listOf = (min: number, max: number) =>
  fc.uniqueArray(within(min, max), { minLength: 1, maxLength: 3 }).map((values) => values.join(","));
const stepOf = (...steps: number[]) => fc.constantFrom(...steps).map((step) => `*/${step}`);

/** A cron expression whose weeks are all the same. */
export const weeklyCron = fc
  .tuple(
    fc.oneof(within(0, 59).map(String), fc.constant("0"), listOf(0, 59), stepOf(10, 15, 20, 30)),
    fc.oneof(within(0, 23).map(String), fc.constant("*"), listOf(0, 23), stepOf(2, 3, 6, 12)),
    fc.oneof(fc.constant("*"), fc.constantFrom("1-5", "Mon-Fri", "0", "6", "Mon,Wed,Fri"), listOf(0, 6)),
  )
  .map(([minute, hour, weekday]) => `${minute} ${hour} * * ${weekday}`);
