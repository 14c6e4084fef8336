import fc from "fast-check";
import { hostileText } from "../hostile-text";
import { type ChatProduct, productNames } from "../sandbox/chat";
import { anyPassing, anyWeather, type Passing, type Weather } from "./weather";

/** A run of a random hour. */
export interface ScriptedRun {
  id: number;
  pipeline: string;
  buildNumber: string;
  status: string;
  result: string;
  runSeconds: number;
  queuedSeconds: number;
  logs: string[];
  /** Which of its steps failed, counted over its logs; the others succeeded, whatever they print. */
  failedStep: number;
  /** Whether its failed jobs were run again after two hours, and whether its start is that of its last attempt then. */
  again: "never" | "startMoves" | "startStays";
  /** Another folder may have a pipeline of the same name; empty for the root. */
  folder: "" | "\\Billing";
  /** Its record lacks its status, so that it cannot be understood. */
  broken: boolean;
}

/** A run that is not done, of an hour or long ago. */
export interface HangingRun {
  id: number;
  pipeline: string;
  doing: "queued" | "running";
  seconds: number;
}

/** A run that an earlier hour had, by its pipeline. */
export interface EarlierRun {
  pipeline: string;
  good: boolean;
}

/** The keys of the configuration that ask for more than the specification. */
export interface ExtraKeys {
  explain_failures?: boolean;
  group_causes?: boolean;
  check_unfinished?: boolean;
  window?: "last_hour" | "since_last_report";
  history?: number;
}

/** One run of the monitor's step. */
export interface MonitorAgentScript {
  cancelled: boolean;
  /** The step is cancelled as soon as the services have had so many requests. */
  afterRequests: number;
  onIssues: "succeed" | "warn" | "fail";
  debug: boolean;
  /** It has service connections in place of variables. */
  connected: boolean;
}

/** A random hour of a project, a configuration for it, services, and agents. */
export interface MonitorScript {
  runs: ScriptedRun[];
  pageSize: number;
  runCountMin: number;
  queueSecondsMax: number;
  defaultChecked: boolean;
  quietPipelines: string[];
  extras: ExtraKeys;
  /** A pipeline that nobody has ever seen has to run at 23:30. */
  expectsGhost: boolean;
  /** Runs that are not done, and runs of earlier hours, the oldest first. */
  hanging: HangingRun[];
  earlier: EarlierRun[];
  /** The same for every run. */
  timelineErrors: string[];
  /** The product of the chat. */
  product: ChatProduct;
  lists: Weather[];
  logLists: Weather[];
  timelines: Weather[];
  logs: Weather[];
  webhook: Weather[];
  passing: Passing[];
  agents: MonitorAgentScript[];
}

export const limits = { min_proc_time: 10, max_proc_time: 300 };

const anyName = fc.oneof(
  hostileText,
  fc.constantFrom("nightly import", "constructor", "__proto__", "default", "comment"),
);

/** An error that a step may print and succeed. */
export const survivable = "tried again after this";

const anyRun = fc.record({
  pipeline: anyName,
  buildNumber: hostileText,
  status: fc.constantFrom("completed", "completed", "completed", "inProgress"),
  result: fc.constantFrom(
    ...["succeeded", "succeeded", "succeeded", "failed", "failed", "canceled"],
    ...["partiallySucceeded", "constructor"],
  ),
  // A negative one is of a record with wrong times.
  runSeconds: fc.constantFrom(5, 10, 300, 59, 301, -65),
  queuedSeconds: fc.constantFrom(0, 30, 31, 50),
  logs: fc.array(
    fc.constantFrom(
      ...["##[error]Bash exited with code '1'.", "A: unbound variable\n##[error]no", "x\n##[error]no route"],
      ...["fine", "long\nlonger\nlongest", "an error", "an Error", "two\nlines", "err\nor"],
      ...["Found 0 errors\ncp error.log out", `x\n##[error]${survivable}`],
    ),
    { maxLength: 8 },
  ),
  failedStep: fc.nat(7),
  again: fc.constantFrom("never" as const, "never" as const, "startMoves" as const, "startStays" as const),
  folder: fc.constantFrom("" as const, "" as const, "\\Billing" as const),
  broken: fc.integer({ min: 0, max: 9 }).map((number) => number === 9),
});

const anyExtras: fc.Arbitrary<ExtraKeys> = fc.record(
  {
    explain_failures: fc.boolean(),
    group_causes: fc.boolean(),
    check_unfinished: fc.boolean(),
    window: fc.constantFrom("last_hour", "since_last_report"),
    history: fc.constantFrom(20, 1000),
  },
  { requiredKeys: [] },
);

/** More runs than one hour's, of pipelines that this hour knows. */
const ofPipelines = (runs: readonly ScriptedRun[], index: number) =>
  runs.length === 0 ? "nightly import" : (runs[index % runs.length]?.pipeline ?? "");

/** Nothing stands in the way of reading why runs failed, and how those ended that were run again. */
const clear = {
  ...{ lists: [], logLists: [], timelines: [], logs: [], webhook: [], passing: [] },
  product: "markdown" as const,
};
const read = { explain_failures: true, check_unfinished: true };

/** Random hours, services and agents. */
export const anyMonitorScript: fc.Arbitrary<MonitorScript> = fc
  .record({
    runs: fc.array(anyRun, { maxLength: 7 }).map((runs) =>
      runs.map((run, index) => ({
        ...run,
        id: index + 1,
        again: run.runSeconds < 0 ? ("never" as const) : run.again,
      })),
    ),
    pageSize: fc.integer({ min: 1, max: 4 }),
    runCountMin: fc.integer({ min: -1, max: 8 }),
    queueSecondsMax: fc.constantFrom(30, 40),
    defaultChecked: fc.integer({ min: 0, max: 4 }).map((number) => number > 0),
    // A star would make it a pattern.
    quietPipelines: fc
      .array(anyName, { maxLength: 2 })
      .map((names) => names.filter((name) => !/[*?]/.test(name))),
    extras: fc.oneof(fc.constant({}), anyExtras),
    expectsGhost: fc.boolean(),
    hanging: fc.array(
      fc.record({
        pipeline: fc.nat(6),
        doing: fc.constantFrom("queued" as const, "running" as const),
        seconds: fc.constantFrom(10, 200, 400, 90_000),
      }),
      { maxLength: 3 },
    ),
    earlier: fc.array(fc.record({ pipeline: fc.nat(6), good: fc.boolean() }), { maxLength: 6 }),
    timelineErrors: fc.array(fc.oneof(hostileText, fc.constant("We stopped hearing from agent build-07.")), {
      maxLength: 2,
    }),
    product: fc.oneof(fc.constant("markdown" as const), fc.constantFrom(...productNames)),
    lists: anyWeather,
    logLists: anyWeather,
    timelines: anyWeather,
    logs: anyWeather,
    webhook: anyWeather,
    passing: anyPassing,
    isClear: fc.integer({ min: 0, max: 2 }).map((number) => number === 0),
    agents: fc.array(
      fc.record({
        cancelled: fc.integer({ min: 0, max: 3 }).map((number) => number === 3),
        afterRequests: fc.integer({ min: 1, max: 12 }),
        onIssues: fc.constantFrom<MonitorAgentScript["onIssues"]>("succeed", "warn", "fail"),
        debug: fc.boolean(),
        connected: fc.boolean(),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  })
  .map(({ isClear, ...script }) =>
    isClear ? { ...script, ...clear, extras: { ...script.extras, ...read } } : script,
  )
  .map((script) => ({
    ...script,
    // It is one of the extras: without any, the report is the specification's.
    expectsGhost: script.expectsGhost && Object.keys(script.extras).length > 0,
    hanging: script.hanging.map((run, index) => ({
      ...run,
      id: 300 + index,
      pipeline: ofPipelines(script.runs, run.pipeline),
    })),
    earlier: script.earlier.map((run) => ({ ...run, pipeline: ofPipelines(script.runs, run.pipeline) })),
  }));
