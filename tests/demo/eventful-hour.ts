import type { SandboxRun } from "../sandbox/build-service";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { scheduledRuns } from "../sandbox/schedule";

/** The id of the monitor's own pipeline, and of its run of this hour. */
export const ownDefinitionId = 99;
export const ownRunId = 9000;

const own = { pipeline: "pipeline monitor", definitionId: ownDefinitionId, logs: [] };

/** The monitor's own run of this hour, with the tags that it has so far. */
export function ownRun(now: number, tags: readonly string[] = []): SandboxRun {
  return sketchRun(now, {
    ...{ ...own, tags, id: ownRunId, buildNumber: ownNumber(now), unfinished: "running", runSeconds: 25 },
  });
}

/** Its number on a day on which it ran every hour. */
function ownNumber(now: number): string {
  const moment = new Date(now);
  return `${dateOf(moment.toISOString())}.${moment.getUTCHours() + 1}`;
}

/** The date of a moment as the numbers of runs have it. */
const dateOf = (moment: string): string => moment.slice(0, 10).replaceAll("-", "");

/** The monitor's own run of the hour before, with the tags that it left. */
export function ownRunBefore(now: number, tags: readonly string[]): SandboxRun {
  return sketchRun(now, {
    ...{ ...own, id: ownRunId - 1, buildNumber: ownNumber(now - 4000 * 1000) },
    ...{ finishedSecondsAgo: 4000, runSeconds: 45, tags },
  });
}

export const everyExtra = {
  explain_failures: true,
  group_causes: true,
  check_unfinished: true,
  window: "since_last_report",
  history: 300,
};

const wiki = "https://wiki.contoso.com";
const limits = { max_proc_time: 900, min_proc_time: 30 };
const dataTeam = { owner: "Data team", runbook: `${wiki}/imports` };

/**
 * The rest of that configuration: whom to ask, what may be run again, and a pipeline that has to run by schedule, more often
 * than the service lets it.
 */
export const eventfulConfig = {
  ...everyExtra,
  run_ct_min: 20,
  runs_per_week_max: 1000,
  pipelines: {
    default: limits,
    "nightly import": dataTeam,
    "price feed": { ...dataTeam, repair: { lost_agent: true } },
    invoices: { owner: "Billing team", runbook: `${wiki}/invoices`, severity: "high" },
    db_backup: { owner: "Platform team", runbook: `${wiki}/backups` },
    "site health": { owner: "Platform team" },
    "stock levels": { owner: "Shop team", schedule: "*/10 * * * *", grace: 300 },
  },
};

/** The moment of that hour: the day's first report, which tells of limits. */
export function eventfulMoment(today: number): number {
  const day = 24 * 3600 * 1000;
  return today - (today % day) + 19 * 60_000;
}

const steps = ["Initialize job", "Checkout", "Install", "Pool"].map(
  (step) => `Starting: ${step}\nFinishing: ${step}`,
);
const stopped =
  "We stopped hearing from agent build-07. Verify the agent machine is running and has a healthy network connection.";

/** A run that failed; its logs behind the four that are skipped. */
const failed = (logs: readonly string[], sketch: RunSketch): RunSketch => ({
  result: "failed",
  logs: [...steps, ...logs],
  ...sketch,
});

/**
 * An hour in which everything happens that the monitor can tell of: an agent is lost, a disk is full, a variable is not
 * defined, a run hangs and another finds no agent, a pipeline fails on, one fails for the first time, one works again, a
 * schedule skips a run, and comes to its limit.
 */
export function eventfulHour(now: number): SandboxRun[] {
  const minutes = 60;
  const ago = (count: number) => count * minutes;
  const imports = { pipeline: "nightly import", definitionId: 1 };
  const prices = { pipeline: "price feed", definitionId: 2 };
  const backup = { pipeline: "db_backup", definitionId: 3 };
  const health = { pipeline: "site health", definitionId: 4 };
  const bills = { pipeline: "invoices", definitionId: 5 };
  const lostLog = ["Starting: Import rows", `##[error]${stopped}`].join("\n");
  const unbound = [
    "Starting: Send",
    "/tmp/send.sh: line 4: SMTP_HOST: unbound variable",
    "##[error]Bash exited with code '1'.",
  ];
  const sketches: RunSketch[] = [
    failed([lostLog], { ...imports, finishedSecondsAgo: ago(12) }),
    failed([], {
      ...prices,
      logs: [],
      finishedSecondsAgo: ago(13),
      agent: "build-07",
      timelineErrors: [stopped],
    }),
    failed([lostLog], { ...prices, finishedSecondsAgo: ago(25) }),
    failed([lostLog], { ...imports, finishedSecondsAgo: ago(31) }),
    failed(["pg_dump: error: could not write: No space left on device"], {
      ...backup,
      finishedSecondsAgo: ago(40),
    }),
    failed([unbound.join("\n")], { ...bills, finishedSecondsAgo: ago(20) }),
    ...[140, 200, 260].map((count) =>
      failed([unbound.join("\n")], { ...bills, finishedSecondsAgo: ago(count) }),
    ),
    { ...bills, finishedSecondsAgo: ago(320) },
    { ...health, finishedSecondsAgo: ago(5) },
    ...[130, 190, 250].map((count) => failed(["an error"], { ...health, finishedSecondsAgo: ago(count) })),
    ...Array.from({ length: 212 }, (_, index) => ({ ...backup, finishedSecondsAgo: ago(100 + 60 * index) })),
    { ...imports, finishedSecondsAgo: ago(150) },
    { ...prices, finishedSecondsAgo: ago(155) },
    {
      ...imports,
      unfinished: "running",
      runSeconds: ago(55),
      logs: [...steps, "Starting: Import rows\nRow 17 of 2000000"],
    },
    { ...health, unfinished: "queued", queuedSeconds: ago(22) },
  ];
  const stock = {
    everyMinutes: 10,
    days: 7,
    skips: [now - (now % (10 * 60_000))],
    run: { id: 0, pipeline: "stock levels", definitionId: 6, logs: [] },
  };
  const scheduled = { reason: "schedule", sourceBranch: "refs/heads/main", sourceVersion: "c0ffee" };
  return [
    ...numbered(now, [...sketches, ...scheduledRuns(now, stock)]).map((sketch) =>
      sketchRun(now, { ...sketch, record: scheduled }),
    ),
    ownRun(now),
  ];
}

/** Runs with ids and numbers in the order in which they were queued, as the service gives them. */
function numbered(now: number, sketches: readonly RunSketch[]): RunSketch[] {
  const numbers = new Map<string, number>();
  const queueTimeOf = (sketch: RunSketch) => String(sketchRun(now, sketch).record["queueTime"]);
  return sketches
    .map((sketch) => ({ sketch, queueTime: queueTimeOf(sketch) }))
    .sort((one, other) => one.queueTime.localeCompare(other.queueTime))
    .map(({ sketch, queueTime }, index) => {
      const date = dateOf(queueTime);
      const ofDay = `${sketch.pipeline} ${date}`;
      const number = (numbers.get(ofDay) ?? 0) + 1;
      numbers.set(ofDay, number);
      return { ...sketch, id: 7000 + index, buildNumber: `${date}.${number}` };
    });
}
