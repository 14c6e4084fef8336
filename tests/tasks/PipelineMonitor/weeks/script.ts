// Needs: missed-runs, mutes, paging, routes, stuck-runs
import fc from "fast-check";
import { anyReports, calmReports, type ReportScript, weekMinutes } from "./report-script";

/** Random weeks of a monitor. Times are in minutes since the week's beginning. */
export const pipelines = ["invoices", "payments", "stock levels", "price feed", "ledger sync"] as const;
export type Pipeline = (typeof pipelines)[number];
/** `payments` has high severity; it alone is paged for. */
export const high: Pipeline = "payments";
/** It runs every three hours; its problem is that it does not. */
export const scheduled: Pipeline = "ledger sync";
export const everyMinutes = 180;
export const graceMinutes = 15;
export const targets = ["own", "FIRST_WEBHOOK", "SECOND_WEBHOOK", "pager"] as const;
export type TargetName = (typeof targets)[number];

export interface Run {
  pipeline: Pipeline;
  at: number;
  result: "succeeded" | "failed" | "canceled";
}

export interface Period {
  from: number;
  until: number;
}

export function isWithin(periods: readonly Period[], at: number): boolean {
  return periods.some(({ from, until }) => from <= at && at < until);
}

/** The hour's first second is part of the maintenance, its end is not. */
export function isInHour(hour: number | undefined, at: number): boolean {
  return hour !== undefined && Math.floor(at / 60) % 24 === hour;
}

/** What is not there any more: a pipeline, its branch, or, as far as the service tells, neither. */
export const goneKinds = ["pipeline", "branch", "abandoned"] as const;

/** Another pipeline of high severity whose runs get stuck: from when to when, and how they end. */
export const stuckPipeline = "site health";
const stuckEnds = ["succeeded", "failed", "canceled", "deleted"] as const;
export interface StuckRun extends Period {
  result: (typeof stuckEnds)[number];
}
/** The id of the first one. The others follow. */
export const firstStuckId = 5000;
/** A run may take so long. */
export const limitMinutes = 15;

export interface Week {
  runs: Run[];
  /** How long after its end the list has a run. */
  lateMinutes: number;
  /** When the scheduled pipeline does not run. */
  absences: Period[];
  reports: ReportScript[];
  /** When each target takes nothing. */
  outages: Record<TargetName, Period[]>;
  /** A mute is in the configuration from its beginning on, and ends as it says. */
  mutes: (Period & { pipeline: Pipeline })[];
  /** An hour of maintenance for all pipelines each day. */
  maintenanceHour: number | undefined;
  /** Each day, in UTC. */
  businessHours: readonly [from: number, until: number] | undefined;
  afterFailures: number;
  /** Whether failures are compared with earlier runs, as they are anyway if several have to come first. */
  hasHistory: boolean;
  remindHours: number;
  /** The pipelines of each route, and the minute from which on the second is used in place of the first. */
  routes: readonly [first: Pipeline[], second: Pipeline[]][];
  movedAt: number;
  /** Edits that change nothing of the rules: the owner, and the own webhook. */
  editedAt: number[];
  /** A pipeline with a branch of its own does not run any more from a minute on, in which it may be deleted. */
  gone: { pipeline: Pipeline; at: number; kind: (typeof goneKinds)[number] } | undefined;
  stuck: StuckRun[];
  /** From when on the project has another name. */
  renamedAt: number;
}

const minute = fc.integer({ min: 0, max: weekMinutes });
const period = (longest: number): fc.Arbitrary<Period> =>
  fc
    .tuple(minute, fc.integer({ min: 30, max: longest }))
    .map(([from, length]) => ({ from, until: from + length }));

const anyRun: fc.Arbitrary<Run> = fc.record({
  pipeline: fc.constantFrom(...pipelines.filter((name) => name !== scheduled)),
  at: minute,
  result: fc.constantFrom("succeeded", "failed", "failed", "canceled"),
});

const outages = (maxLength: number) => fc.array(period(2500), { maxLength });
const some = fc.subarray([...pipelines]);

export const anyWeek: fc.Arbitrary<Week> = fc
  .record({
    runs: fc.uniqueArray(anyRun, { maxLength: 60, size: "max", selector: ({ at }) => at }),
    lateMinutes: fc.constantFrom(0, 0, 7, 15, 30),
    absences: fc.array(period(1500), { maxLength: 3 }),
    reports: anyReports,
    outages: fc.record({
      own: outages(3),
      FIRST_WEBHOOK: outages(3),
      SECOND_WEBHOOK: outages(2),
      pager: outages(3),
    }),
    mutes: fc.array(fc.tuple(period(3000), fc.constantFrom(...pipelines)), { maxLength: 2 }).map((all) =>
      all
        .map(([one, pipeline]) => ({ ...one, pipeline }))
        // An entry has one mute.
        .filter((one, index) => all.findIndex(([, pipeline]) => pipeline === one.pipeline) === index),
    ),
    maintenanceHour: fc.option(fc.integer({ min: 0, max: 23 }), { nil: undefined, freq: 2 }),
    businessHours: fc.constantFrom<Week["businessHours"][]>(undefined, undefined, [8, 18], [0, 6]),
    afterFailures: fc.constantFrom(1, 1, 1, 3),
    hasHistory: fc.boolean(),
    remindHours: fc.constantFrom(4, 24, 168),
    routes: fc.tuple(fc.tuple(some, some), fc.tuple(some, some)),
    movedAt: minute,
    editedAt: fc.array(minute, { maxLength: 4 }),
    gone: fc.option(
      fc.record({
        pipeline: fc.constantFrom(...pipelines.filter((name) => name !== scheduled)),
        at: fc.integer({ min: 1440, max: weekMinutes }),
        kind: fc.constantFrom(...goneKinds),
      }),
      { nil: undefined, freq: 2 },
    ),
    stuck: fc.array(
      fc.tuple(period(900), fc.constantFrom(...stuckEnds)).map(([when, result]) => ({ ...when, result })),
      { maxLength: 5 },
    ),
    stuckAtLosses: fc.array(fc.option(fc.constantFrom(...stuckEnds), { nil: undefined, freq: 2 }), {
      ...{ minLength: 10, maxLength: 10 },
    }),
    renamedAt: minute,
    mutedAfterKill: fc.option(fc.integer({ min: 100, max: 3000 }), { nil: undefined, freq: 2 }),
    endHeardByOne: fc.option(fc.record({ isDownThen: fc.boolean(), isOver: fc.boolean() }), {
      nil: undefined,
      freq: 2,
    }),
  })
  .map(({ endHeardByOne, ...week }) =>
    endHeardByOne === undefined ? week : { ...week, ...heardByOne(week, endHeardByOne) },
  )
  .map(({ mutedAfterKill, ...week }) =>
    mutedAfterKill === undefined ? week : { ...week, ...killedBeforeMute(week, mutedAfterKill) },
  )
  .map(({ stuckAtLosses, ...week }) => ({
    ...week,
    stuck: [...week.stuck, ...onlySeenByLost(week.reports, stuckAtLosses)],
    // What is below the threshold and what happened in maintenance are told apart one by one.
    maintenanceHour: week.afterFailures > 1 ? undefined : week.maintenanceHour,
    runs: week.runs
      .filter(({ pipeline, at }) => pipeline !== week.gone?.pipeline || at < week.gone.at)
      .sort((one, other) => one.at - other.at),
    // At the end, everything that waits can be told.
    reports: [...week.reports, ...calmReports(week.businessHours)],
  }));

/** A step is killed just when it has paged for a pipeline that worked before and is muted a minute later, for some minutes. */
function killedBeforeMute(
  { runs, mutes, reports }: Pick<Week, "runs" | "mutes" | "reports">,
  minutes: number,
): Partial<Pick<Week, "runs" | "mutes">> {
  const index = reports.findIndex(({ fate }, before) => fate === "killed" && before > 0);
  const [before, killed] = [reports[index - 1], reports[index]];
  if (before === undefined || killed === undefined) return {};
  const more: Run[] = [
    { pipeline: high, at: before.at - 3, result: "succeeded" },
    { pipeline: high, at: killed.at - 5, result: "failed" },
  ];
  const mute = { pipeline: high, from: killed.at + 1, until: killed.at + 1 + minutes };
  return {
    runs: [...runs.filter(({ at }) => more.every((one) => one.at !== at)), ...more],
    mutes: [...mutes.filter(({ pipeline }) => pipeline !== high), mute],
  };
}

/**
 * Two chats take a pipeline. One hears of a failure and its end while the other is down, and then both of the next failure, for
 * which the first may be down, and which may be over by then.
 */
function heardByOne(
  { runs, outages, reports, routes, mutes }: Pick<Week, "runs" | "outages" | "reports" | "routes" | "mutes">,
  { isDownThen, isOver }: { isDownThen: boolean; isOver: boolean },
): Partial<Pick<Week, "runs" | "outages" | "routes" | "mutes">> {
  const pipeline: Pipeline = "invoices";
  const isSound = (one: ReportScript | undefined) => one?.fate === "fine" && one.ledger === "kept";
  const index = reports.findIndex((_, first) =>
    [0, 1, 2, 3].every((later) => isSound(reports[first + later])),
  );
  const four = reports.slice(index, index + 4).map(({ at }) => at);
  const [failed, ended, again, all] = four;
  if (index < 0 || failed === undefined || ended === undefined || again === undefined || all === undefined)
    return {};
  const more: Run[] = [
    { pipeline, at: failed - 5, result: "failed" },
    { pipeline, at: ended - 5, result: "succeeded" },
    { pipeline, at: again - 5, result: "canceled" },
    ...(isOver ? [{ pipeline, at: all - 5, result: "succeeded" } as const] : []),
  ];
  const isApart = ({ at, ...run }: Run) => run.pipeline !== pipeline || at < failed - 60 || at > all;
  const withIt = (some: Pipeline[]) => [...new Set([...some, pipeline])];
  return {
    runs: [...runs.filter((run) => isApart(run) && more.every(({ at }) => at !== run.at)), ...more],
    mutes: mutes.filter((mute) => mute.pipeline !== pipeline),
    routes: [
      [withIt(routes[0]?.[0] ?? []), withIt(routes[0]?.[1] ?? [])],
      [withIt(routes[1]?.[0] ?? []), withIt(routes[1]?.[1] ?? [])],
    ],
    outages: {
      ...outages,
      FIRST_WEBHOOK: isDownThen ? [{ from: again, until: again + 1 }] : [],
      SECOND_WEBHOOK: [{ from: failed, until: again + 1 }],
    },
  };
}

/** Runs that are stuck for one report of the monitor, whose step is lost. */
function onlySeenByLost(
  reports: readonly ReportScript[],
  results: readonly (StuckRun["result"] | undefined)[],
): StuckRun[] {
  const losses = reports.filter(({ fate }) => fate === "lost" || fate === "killed");
  return losses.flatMap(({ at }, index) => {
    const result = results[index];
    return result === undefined ? [] : [{ from: at - limitMinutes - 10, until: at + 10, result }];
  });
}
