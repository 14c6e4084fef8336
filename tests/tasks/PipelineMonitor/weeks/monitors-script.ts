import fc from "fast-check";
import { inTime } from "./report-script";

/** Random days of several monitors with one pager and one tracker. Times are in minutes. */
export const watchedNames = ["db", "web"] as const;
export type Watched = (typeof watchedNames)[number];

/** A run that is slow crosses the limit of a strict monitor only. */
export interface DayRun {
  pipeline: Watched;
  at: number;
  how: "succeeded" | "failed" | "slow";
}

/** A report of one of the monitors, and what a person does just before it to the last work item of a pipeline. */
export interface MonitorReport {
  monitor: number;
  at: number;
  fate: "fine" | "lost" | "killed" | "forgotten";
  person: { does: "close" | "reopen" | "delete"; to: Watched } | undefined;
}

interface MonitorScript {
  isStrict: boolean;
  /** Edits, at minutes: which pipelines it watches from then on. */
  edits: readonly { at: number; watches: readonly Watched[] }[];
  /** Its pipeline is deleted and created again: it has another id and no memory. */
  createdAgainAt: number;
}

export interface MonitorDays {
  runs: readonly DayRun[];
  monitors: readonly MonitorScript[];
  reports: readonly MonitorReport[];
}

const daysMinutes = 3 * 1440;
const minute = fc.integer({ min: 0, max: daysMinutes });

const anyMonitor: fc.Arbitrary<MonitorScript> = fc.record({
  isStrict: fc.boolean(),
  edits: fc
    .array(fc.record({ at: minute, watches: fc.subarray([...watchedNames]) }), { maxLength: 2 })
    .map((all) => all.sort((one, other) => one.at - other.at)),
  createdAgainAt: fc.oneof({ weight: 2, arbitrary: fc.constant(Number.POSITIVE_INFINITY) }, minute),
});

const anyFate = fc.oneof(
  { weight: 12, arbitrary: fc.constant<MonitorReport["fate"]>("fine") },
  { weight: 1, arbitrary: fc.constantFrom<MonitorReport["fate"][]>("lost", "killed", "forgotten") },
);
const anyPerson = fc.option(
  fc.record({
    does: fc.constantFrom("close", "close", "reopen", "delete"),
    to: fc.constantFrom(...watchedNames),
  }),
  { nil: undefined, freq: 1 },
);
const rarely = <T>(some: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: some });

/** When each pipeline works again, each monitor reports twice, and long after that again, when the holds of lost ones have lapsed. */
const calmAt = daysMinutes + 60;
export const lapsedAt = calmAt + 11 * 1440;
const lastReports = [calmAt, calmAt + 60, lapsedAt, lapsedAt + 60];

export const anyMonitorDays: fc.Arbitrary<MonitorDays> = fc
  .record({
    runs: fc.uniqueArray(
      fc.record({
        pipeline: fc.constantFrom(...watchedNames),
        at: minute,
        how: fc.constantFrom("succeeded", "succeeded", "failed", "failed", "slow"),
      }),
      { minLength: 4, maxLength: 30, size: "max", selector: ({ at }) => at },
    ),
    monitors: fc.array(anyMonitor, { minLength: 2, maxLength: 3, size: "max" }),
    reports: fc.array(
      fc.record({
        gap: fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: 5, max: 60 }) },
          fc.integer({ min: 60, max: 700 }),
        ),
        monitor: fc.nat(2),
        fate: anyFate,
        person: rarely(anyPerson),
      }),
      { minLength: 10, maxLength: 70, size: "max" },
    ),
  })
  .map(({ runs, monitors, reports }) => ({
    monitors,
    runs: [
      ...runs,
      ...watchedNames.map((pipeline, index) => ({
        pipeline,
        at: calmAt - 20 + index,
        how: "succeeded" as const,
      })),
    ],
    reports: [
      ...inTime(reports)
        .map((report) => ({ ...report, monitor: report.monitor % monitors.length }))
        .filter(({ at }) => at < daysMinutes),
      ...lastReports.flatMap((begins) =>
        monitors.map((_, monitor) => ({
          ...{ monitor, at: begins + monitor, fate: "fine" as const, person: undefined },
        })),
      ),
    ],
  }));

/** The pipelines that a monitor watches at a minute. */
export function watchesAt({ edits }: MonitorScript, at: number): readonly Watched[] {
  return edits.findLast((edit) => edit.at <= at)?.watches ?? watchedNames;
}

/** Who a monitor is at a minute. */
export function identityOf(index: number, { createdAgainAt }: MonitorScript, at: number): string {
  return at >= createdAgainAt ? `monitor ${index}, again` : `monitor ${index}`;
}
