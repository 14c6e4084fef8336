import fc from "fast-check";

/** The runs of a monitor in a random week. */
export const weekMinutes = 7 * 24 * 60;

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
  /** Whether it can read which alerts lost steps were about to open. */
  readsRecords: boolean;
}

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
const anyReading = fc.integer({ max: 5, min: 0 }).map((one) => one > 0);

/** The reports of a script, each of which has the minutes since the one before. */
export function inTime<Report extends { gap: number }>(reports: readonly Report[]) {
  let at = 0;
  return reports.map(({ gap, ...report }) => {
    at += gap;
    return { ...report, at };
  });
}

export const anyReports = fc
  .array(
    fc.record({
      gap: anyGap,
      fate: anyFate,
      journal: anyJournal,
      ledger: anyLedger,
      readsRecords: anyReading,
    }),
    { ...{ minLength: 30, maxLength: 70, size: "max" } },
  )
  .map((all) => withReadings(withLedgers(withTwins(inTime(all)))).filter(({ at }) => at < weekMinutes));

/** A twin runs a minute after another run that went well. */
function withTwins(all: readonly ReportScript[]): ReportScript[] {
  return all.map((one, index) => {
    const before = all[index - 1];
    if (one.fate !== "twin") return one;
    return before?.fate === "fine" ? { ...one, at: before.at + 1 } : { ...one, fate: "fine" };
  });
}

/** What a report could not read, the next one can. */
function withReadings(all: readonly ReportScript[]): ReportScript[] {
  return all.map((one, index) => {
    const next = all[index + 1];
    return { ...one, readsRecords: one.readsRecords || next?.fate !== "fine" || !next.readsRecords };
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

/** Long after the last outage and mute, in business hours. */
export function calmReports(hours: readonly [from: number, until: number] | undefined): ReportScript[] {
  const begins = 10 * 24 * 60 + (hours?.[0] ?? 8) * 60 + 5;
  return [0, 60, 120, 180].map((later) => ({
    at: begins + later,
    fate: "fine",
    journal: "kept",
    ledger: "kept",
    readsRecords: true,
  }));
}
