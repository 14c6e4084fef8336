import fc from "fast-check";

/** What became of a run: two failures with different causes, a partial success, a run that took too long. */
export type Outcome = "ok" | "noSpace" | "timeOut" | "partial" | "slow";

/** A run of a pipeline between two runs of the monitor. */
export interface AlertRun {
  pipeline: number;
  outcome: Outcome;
  /** Minutes after the full hour of the monitor before. */
  minute: number;
}

/** An hour, and the run of the monitor at its end. */
export interface MonitoredHour {
  runs: AlertRun[];
  /** By how much the monitor's run is late. */
  lateMinutes: number;
  /** The chat refuses the message; the machine loses power after some requests, or before it could save anything. */
  ending: "normal" | "undelivered" | "killed" | "vanished";
  killedAfterRequests: number;
  /** The service cannot give the attachments. */
  forgets: boolean;
  shopIsUnreadable: boolean;
}

/** What an entry of the configuration says of its pipelines. */
export interface EntryScript {
  /** Half past the hour with this number. */
  mutedUntilHour?: number;
  owner?: "name" | "mention";
  runbook?: boolean;
  severity?: "page" | "normal" | "info";
}

/** Maintenance from the beginning of an hour. */
export interface QuietScript {
  hour: number;
  hours: number;
  ofNightly: boolean;
}

/** Successive runs of a monitor that is configured at random. */
export interface AlertsScript {
  hours: MonitoredHour[];
  notify: "all" | "changes" | undefined;
  remindHours: number | undefined;
  window: "last_hour" | "since_last_report" | undefined;
  explains: boolean;
  partialIsSuccess: boolean;
  watchesShop: boolean;
  entries: Partial<Record<EntryName, EntryScript>>;
  quiet: QuietScript[];
  product: "markdown" | "slack" | "discord";
}

/** The names and patterns of entries, in the order in which they apply. */
export const entryNames = ["nightly import", "nightly *", "price*", "*", "default"] as const;
export type EntryName = (typeof entryNames)[number];

/** The pipelines, some of which are of another project. */
export const pipelines = [
  { name: "nightly import", definitionId: 7, project: "Night Shift" },
  { name: "nightly @channel", definitionId: 8, project: "Night Shift" },
  { name: "price feed", definitionId: 9, project: "Night Shift" },
  { name: "nightly import", definitionId: 10, project: "Shop" },
] as const;

const anyHour: fc.Arbitrary<MonitoredHour> = fc.record({
  runs: fc.uniqueArray(
    fc.record({
      pipeline: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
      // Most runs have the same problem, so that there is something to hold back.
      outcome: fc.oneof(
        { weight: 2, arbitrary: fc.constant<Outcome>("noSpace") },
        { weight: 1, arbitrary: fc.constantFrom<Outcome>("ok", "timeOut", "partial", "slow") },
      ),
      minute: fc.constantFrom(4, 14, 29, 34, 46, 54),
    }),
    { minLength: 1, maxLength: 3, selector: ({ pipeline, minute }) => `${pipeline} ${minute}` },
  ),
  lateMinutes: fc.constantFrom(0, 0, 0, 7, 50),
  ending: fc.constantFrom(
    ...(["normal", "normal", "normal", "normal", "normal", "undelivered", "killed", "vanished"] as const),
  ),
  killedAfterRequests: fc.integer({ min: 1, max: 9 }),
  forgets: fc.integer({ min: 0, max: 6 }).map((number) => number === 6),
  shopIsUnreadable: fc.integer({ min: 0, max: 4 }).map((number) => number === 4),
});

const anyEntry: fc.Arbitrary<EntryScript> = fc.record(
  {
    mutedUntilHour: fc.integer({ min: 0, max: 6 }),
    owner: fc.constantFrom("name", "mention"),
    runbook: fc.boolean(),
    severity: fc.constantFrom("page", "normal", "info"),
  },
  { requiredKeys: [] },
);

/** Random hours of a monitor that holds back what is known, muted or in maintenance. */
export const anyAlertsScript: fc.Arbitrary<AlertsScript> = fc.record({
  hours: fc.array(anyHour, { minLength: 2, maxLength: 5, size: "max" }),
  notify: fc.constantFrom("changes", "changes", "changes", "changes", "all", undefined),
  remindHours: fc.constantFrom(undefined, 1, 2, 3),
  window: fc.constantFrom(undefined, "last_hour", "since_last_report"),
  explains: fc.boolean(),
  partialIsSuccess: fc.boolean(),
  watchesShop: fc.boolean(),
  entries: fc.oneof(
    { weight: 2, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.record(Object.fromEntries(entryNames.map((name) => [name, anyEntry])), {
        requiredKeys: [],
      }),
    },
  ),
  quiet: fc.array(
    fc.record({
      hour: fc.integer({ min: 3, max: 7 }),
      hours: fc.constantFrom(1, 2),
      ofNightly: fc.boolean(),
    }),
    { maxLength: 1 },
  ),
  product: fc.constantFrom("markdown", "markdown", "slack", "discord"),
});
