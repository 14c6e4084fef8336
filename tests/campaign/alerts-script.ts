import fc from "fast-check";

/** `noSpace` and `timeOut` are failures with different causes; `slow` took too long. */
export type Outcome = "ok" | "noSpace" | "timeOut" | "partial" | "slow";

/** A run of a pipeline between two runs of the monitor. */
export interface AlertRun {
  pipeline: number;
  branch: "main" | "feature";
  outcome: Outcome;
  /** When it finishes: minutes after the full hour of the monitor before. */
  minute: number;
  /** After a gap: it finishes in the first hour of the gap, not in the last. */
  isEarly: boolean;
  /** How many minutes after its end the service lists it. */
  listedMinutes: number;
  /** The service lists it among finished runs while it is in progress. */
  isListedInProgress: boolean;
}

/** An hour, and the run of the monitor at its end. */
export interface MonitoredHour {
  runs: AlertRun[];
  /** The outcome of a run of each of sixty further pipelines, which do not fit into one message. */
  crowd: Outcome | "none";
  /** Hours without a monitor before this one. */
  gapHours: number;
  /** By how much the monitor's run is late. */
  lateMinutes: number;
  jitterSeconds: number;
  /**
   * The chat refuses a part of the message; the machine loses power after some requests, or before it could save
   * anything; or it saves the tag of its run, but not the attachment.
   */
  ending: "normal" | "refused" | "killed" | "vanished" | "unattached";
  /** How many parts the chat takes before it refuses one. */
  partsTaken: number;
  killedAfterRequests: number;
  /** The service cannot give the attachments, or what it gives has an unknown form. */
  memory: "fine" | "refused" | "corrupt";
  shopIsUnreadable: boolean;
  /** The organization's list of projects. */
  list: "fine" | "withoutShop" | "refused" | "page";
}

export interface EntryScript {
  /** Ten minutes after the full hour of the monitor with this number. */
  mutedUntilHour?: number;
  owner?: "name" | "mention";
  runbook?: boolean;
  severity?: "high" | "normal" | "info";
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
  /** The monitor runs at minute 0, and over midnight. */
  isAtMidnight: boolean;
  notify: "all" | "changes" | undefined;
  remindHours: number | undefined;
  /** With `changes`: how many failures in a row a message takes. */
  afterFailures: number | undefined;
  /** With `changes`: the hours of a day in which the message has what is not of high severity. */
  businessHours: readonly [from: number, until: number] | undefined;
  window: "last_hour" | "since_last_report" | undefined;
  explains: boolean;
  partialIsSuccess: boolean;
  /** The monitor watches another project by its name, or all of the organization. */
  watches: "own" | "named" | "all";
  checksUnfinished: boolean;
  isScheduled: boolean;
  /** Schedules are learned where none is given; no run is of one. */
  learns: boolean;
  /** The number of runs in an hour that are too few. */
  tooFew: number;
  /** The hour in which the first pipeline is renamed. */
  renamedInHour: number | undefined;
  entries: Partial<Record<EntryName, EntryScript>>;
  quiet: QuietScript[];
  product: "markdown" | "slack" | "discord";
}

/** The names and patterns of entries, in the order in which they apply. */
export const entryNames = ["nightly import", "nightly *", "price*", "*", "default"] as const;
export type EntryName = (typeof entryNames)[number];

/** The pipelines: two have the same name in two folders, and some are of another project. */
const pipelines = [
  { name: "nightly import", definitionId: 7, project: "Night Shift" },
  { name: "nightly @channel", definitionId: 8, project: "Night Shift" },
  { name: "price feed", definitionId: 9, project: "Night Shift" },
  { name: "nightly import", definitionId: 10, project: "Shop" },
  { name: "nightly import", definitionId: 11, project: "Night Shift" },
  { name: "hourly sync", definitionId: 12, project: "Night Shift" },
] as const;
export type ProjectName = (typeof pipelines)[number]["project"];
export const [renamed, ofShop, scheduled] = [0, 3, 5];
/** The first of the crowd's pipelines, and how many they are. */
export const crowd = { first: 100, size: 60 };

export function pipelineOf(index: number): { name: string; definitionId: number; project: ProjectName } {
  const crowded = { name: `batch ${index}`, definitionId: index, project: "Night Shift" } as const;
  return pipelines[index] ?? crowded;
}

/** One time in so many. */
const rarely = (times: number) =>
  fc.integer({ min: 0, max: times - 1 }).map((number) => number === times - 1);
/** Mostly the first. */
const mostly = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(usual) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );

// Most runs have the same problem, so that there is something to hold back.
const anyOutcome = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Outcome>("noSpace") },
  { weight: 2, arbitrary: fc.constant<Outcome>("ok") },
  { weight: 2, arbitrary: fc.constantFrom<Outcome>("timeOut", "partial", "slow") },
);

const anyRun: fc.Arbitrary<AlertRun> = fc.record({
  pipeline: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 3, 3, 4, 5),
  branch: mostly<AlertRun["branch"]>("main", "feature"),
  outcome: anyOutcome,
  minute: fc.constantFrom(4, 14, 29, 34, 46, 54),
  isEarly: fc.boolean(),
  listedMinutes: mostly(0, 8),
  isListedInProgress: rarely(6),
});

const anyHour: fc.Arbitrary<MonitoredHour> = fc.record({
  // A success and a failure of a pipeline may end in the same second.
  runs: fc.uniqueArray(anyRun, {
    maxLength: 4,
    selector: ({ pipeline, branch, minute, outcome }) => [pipeline, branch, minute, outcome].join(),
  }),
  crowd: fc.oneof(
    { weight: 12, arbitrary: fc.constant("none" as const) },
    { weight: 1, arbitrary: fc.constantFrom("noSpace", "ok") },
  ),
  gapHours: fc.constantFrom(...Array.from({ length: 10 }, () => 0), 3, 30),
  lateMinutes: fc.constantFrom(0, 0, 0, 0, 7, 50),
  jitterSeconds: fc.constantFrom(0, 7, 30, -45),
  ending: fc.oneof(
    { weight: 6, arbitrary: fc.constant("normal" as const) },
    { weight: 2, arbitrary: fc.constant("refused" as const) },
    { weight: 1, arbitrary: fc.constantFrom("killed", "vanished", "unattached") },
  ),
  partsTaken: fc.constantFrom(0, 1, 1, 2, 3),
  killedAfterRequests: fc.integer({ min: 1, max: 9 }),
  memory: fc.constantFrom(...Array.from({ length: 10 }, () => "fine" as const), "refused", "corrupt"),
  shopIsUnreadable: rarely(4),
  list: mostly<MonitoredHour["list"]>("fine", "withoutShop", "refused", "page"),
});

const anyEntry: fc.Arbitrary<EntryScript> = fc.record(
  {
    mutedUntilHour: fc.integer({ min: 0, max: 6 }),
    owner: fc.constantFrom("name", "mention"),
    runbook: fc.boolean(),
    severity: fc.constantFrom("high", "normal", "info"),
  },
  { requiredKeys: [] },
);

/** Random hours of a monitor that holds back what is known, muted or in maintenance. */
export const anyAlertsScript: fc.Arbitrary<AlertsScript> = fc.record({
  hours: fc.array(anyHour, { minLength: 2, maxLength: 6, size: "max" }),
  isAtMidnight: rarely(3),
  notify: fc.constantFrom("changes", "changes", "changes", "changes", "changes", "all", undefined),
  remindHours: fc.constantFrom(undefined, 1, 2, 3),
  afterFailures: fc.constantFrom(undefined, undefined, 2, 3),
  businessHours: fc.constantFrom<AlertsScript["businessHours"][]>(
    undefined,
    undefined,
    [0, 5],
    [6, 24],
    [5, 7],
  ),
  window: fc.constantFrom(undefined, "last_hour", "since_last_report"),
  explains: fc.boolean(),
  partialIsSuccess: fc.boolean(),
  watches: fc.constantFrom("own", "named", "all"),
  checksUnfinished: fc.boolean(),
  isScheduled: fc.boolean(),
  learns: fc.boolean(),
  tooFew: fc.constantFrom(-1, -1, 0, 1, 2),
  renamedInHour: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 2 }),
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
      hour: fc.constantFrom(3, 4, 5, 6, 7, 23, 0, 1, 2),
      hours: fc.constantFrom(1, 2),
      ofNightly: fc.boolean(),
    }),
    { maxLength: 1 },
  ),
  product: fc.constantFrom("markdown", "markdown", "slack", "discord"),
});
