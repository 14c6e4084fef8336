import fc from "fast-check";

/** Random weeks of a monitor. Times are in minutes since the week's beginning. */
const weekMinutes = 7 * 24 * 60;
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

/**
 * How a run of the monitor goes: all that it did is lost with its agent, or with its step, but for what it attached before it
 * paged; it belongs to a guest; it cannot list the monitor's runs; nothing is left of earlier ones; or it read the memory before
 * the run a minute ago had written its own.
 */
export type Fate = "fine" | "lost" | "killed" | "guest" | "unreadable" | "forgotten" | "twin";

/** What a run of the monitor finds of the journal. A journal that is not kept is filled again, and changes nothing of what is told. */
const journals = ["kept", "lost", "cut", "foreign"] as const;
export type JournalFate = (typeof journals)[number];

/** What becomes of the memory that a run attached, for ever. */
const ledgers = ["kept", "gone", "refused"] as const;
export type LedgerFate = (typeof ledgers)[number];

/** One run of the monitor, and how it goes. A guest's run was started by a person, with another webhook. */
export interface ReportScript {
  at: number;
  fate: Fate;
  journal: JournalFate;
  ledger: LedgerFate;
}

/** What is not there any more: a pipeline, its branch, or, as far as the service tells, neither. */
export const goneKinds = ["pipeline", "branch", "abandoned"] as const;

/** Another pipeline of high severity whose runs get stuck: from when to when, and how they end. */
export const stuckPipeline = "site health";
export interface StuckRun extends Period {
  result: "succeeded" | "failed" | "canceled";
}
/** A run may take so long. */
export const limitMinutes = 15;

export interface Week {
  runs: Run[];
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

/** Mostly each hour, sometimes after a sleep of days. */
const anyGap = fc.oneof(
  { weight: 30, arbitrary: fc.integer({ min: 50, max: 75 }) },
  { weight: 3, arbitrary: fc.integer({ min: 75, max: 600 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1440, max: 4000 }) },
);

const anyFate = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Fate>("fine") },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Fate[]>("lost", "killed", "guest", "guest", "unreadable", "forgotten", "twin"),
  },
);
const anyLedger = fc.oneof(
  { weight: 14, arbitrary: fc.constant<LedgerFate>("kept") },
  { weight: 1, arbitrary: fc.constantFrom(...ledgers) },
);
const anyJournal = fc.oneof(
  { weight: 9, arbitrary: fc.constant<JournalFate>("kept") },
  { weight: 1, arbitrary: fc.constantFrom(...journals) },
);
/** The reports of a script, each of which has the minutes since the one before. */
export function inTime<Report extends { gap: number }>(reports: readonly Report[]) {
  let at = 0;
  return reports.map(({ gap, ...report }) => {
    at += gap;
    return { ...report, at };
  });
}

const anyReports = fc
  .array(fc.record({ gap: anyGap, fate: anyFate, journal: anyJournal, ledger: anyLedger }), {
    ...{ minLength: 30, maxLength: 70, size: "max" },
  })
  .map((all) => withLedgers(withTwins(inTime(all))).filter(({ at }) => at < weekMinutes));

/** A twin runs a minute after another run that went well. */
function withTwins(all: readonly ReportScript[]): ReportScript[] {
  return all.map((one, index) => {
    const before = all[index - 1];
    if (one.fate !== "twin") return one;
    return before?.fate === "fine" ? { ...one, at: before.at + 1 } : { ...one, fate: "fine" };
  });
}

/** A memory that cannot be read has readable ones before it. */
function withLedgers(all: readonly ReportScript[]): ReportScript[] {
  const isSound = (one: ReportScript | undefined) => one?.fate === "fine" && one.ledger === "kept";
  return all.map((one, index) =>
    one.fate === "fine" &&
    isSound(all[index - 1]) &&
    isSound(all[index - 2]) &&
    all[index + 1]?.fate !== "twin"
      ? one
      : { ...one, ledger: "kept" },
  );
}

const outages = (maxLength: number) => fc.array(period(2500), { maxLength });
const some = fc.subarray([...pipelines]);

export const anyWeek: fc.Arbitrary<Week> = fc
  .record({
    runs: fc.uniqueArray(anyRun, { maxLength: 60, size: "max", selector: ({ at }) => at }),
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
    remindHours: fc.constantFrom(4, 24, 24),
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
      fc
        .tuple(period(900), fc.constantFrom<StuckRun["result"][]>("succeeded", "failed", "canceled"))
        .map(([when, result]) => ({ ...when, result })),
      { maxLength: 5 },
    ),
    renamedAt: minute,
  })
  .map((week) => ({
    ...week,
    // What is below the threshold and what happened in maintenance are told apart one by one.
    maintenanceHour: week.afterFailures > 1 ? undefined : week.maintenanceHour,
    runs: week.runs
      .filter(({ pipeline, at }) => pipeline !== week.gone?.pipeline || at < week.gone.at)
      .sort((one, other) => one.at - other.at),
    // At the end, everything that waits can be told.
    reports: [...week.reports, ...calm(week.businessHours)],
  }));

/** Long after the last outage and mute, in business hours. */
function calm(hours: Week["businessHours"]): ReportScript[] {
  const begins = 10 * 24 * 60 + (hours?.[0] ?? 8) * 60 + 5;
  return [0, 60, 120, 180].map((later) => ({
    at: begins + later,
    fate: "fine",
    journal: "kept",
    ledger: "kept",
  }));
}
