import fc from "fast-check";
import { withoutLoop } from "../../../../../tasks/PipelineMonitor/step";
import { memoryBuildService } from "../../../../memory-build-service";
import { type RunSketch, sketchRun } from "../../../../sandbox/runs";
import {
  createCourse,
  createHook,
  createLockedPipeline,
  type HistoryRow,
} from "../../../../sandbox/service-hook";
import { now } from "../../monitor-stage";
import { hookedMonitor, ownAgent, ownDefinition } from "./service-hook-stage";

const hour = 3600;
const weekSeconds = 7 * 24 * hour;

/** A run of the project. Times are in seconds since the week began, at 19 past an hour. */
export interface ProjectRun {
  pipeline: string;
  queuedAt: number;
  finishedAt: number;
  isFailed: boolean;
}

/** What happens in a project in a random week, whatever watches it. */
export interface HookedWeek {
  endsAt: number;
  runs: readonly ProjectRun[];
  /** In seconds, one after the other: until a hook calls, until an agent is free, and until the list has a run. */
  delays: readonly number[];
  waits: readonly number[];
  lags: readonly number[];
  /** When calls of the incoming webhook fail, and with which status. */
  outages: readonly { from: number; until: number; status: number }[];
  /** When somebody renames the monitor's pipeline, and when the next commit follows; never by default. */
  renamed: { at: number; committedAt: number } | undefined;
}

const names = ["invoices", "payments", "stock levels", "price feed", "ledger sync", "site health"];

/** A pipeline that works fails with one run in fifty, and one that fails goes on with more than every second. */
const anyCourse = fc.array(fc.record({ chance: fc.nat(99), seconds: fc.integer({ min: 30, max: 1200 }) }), {
  ...{ minLength: 167, maxLength: 167 },
});
/** A batch whose runs all fail, within ten minutes. */
const anyBurst = fc.record({
  at: fc.integer({ min: hour, max: weekSeconds - hour }),
  count: fc.constantFrom(5, 20, 60, 200),
});
const anyOutage = fc.record({
  from: fc.nat(weekSeconds),
  lasts: fc.integer({ min: 30, max: 2 * hour }),
  status: fc.constantFrom(500, 503, 503),
});
const seconds = (min: number, max: number) =>
  fc.array(fc.integer({ min, max }), { minLength: 50, maxLength: 50 });

export const anyHookedWeek: fc.Arbitrary<HookedWeek> = fc
  .record({
    courses: fc.array(anyCourse, { minLength: names.length, maxLength: names.length }),
    bursts: fc.array(anyBurst, { minLength: 1, maxLength: 2 }),
    delays: seconds(5, 60),
    waits: seconds(5, 90),
    lags: seconds(0, 90),
    outages: fc.array(anyOutage, { maxLength: 2 }),
    renamed: fc.option(
      fc.record({ at: fc.nat(weekSeconds), lasts: fc.integer({ min: hour, max: 24 * hour }) }),
      { nil: undefined, freq: 2 },
    ),
  })
  .map(({ courses, bursts, outages, renamed, ...times }) => ({
    ...times,
    endsAt: weekSeconds,
    runs: [
      ...courses.flatMap((course, index) => courseOf(names[index] ?? "", index * 540, course)),
      ...bursts.flatMap(({ at, count }, index) =>
        Array.from({ length: count }, (_, nth) => ({
          ...{ pipeline: `batch ${index}`, queuedAt: at + Math.floor((nth * 600) / count) - 60 },
          ...{ finishedAt: at + Math.floor((nth * 600) / count), isFailed: true },
        })),
      ),
    ],
    outages: outages.map(({ from, lasts, status }) => ({ from, until: from + lasts, status })),
    renamed: renamed && { at: renamed.at, committedAt: renamed.at + renamed.lasts },
  }));

function courseOf(
  pipeline: string,
  offset: number,
  course: readonly { chance: number; seconds: number }[],
): ProjectRun[] {
  let isFailed = false;
  return course.map(({ chance, seconds: lasts }, index) => {
    isFailed = chance < (isFailed ? 55 : 2);
    const queuedAt = index * hour + offset;
    return { pipeline, queuedAt, finishedAt: queuedAt + lasts, isFailed };
  });
}

/** How the monitor is started, and what makes its step fail. */
export interface Manner {
  everySeconds: number;
  isHooked: boolean;
  onIssues?: "succeed" | "fail";
}

export interface Message {
  at: number;
  text: string;
}

/** A week of the monitor: its messages, its own rows in the run history, and what the hook lost. */
export interface PlayedWeek {
  messages: readonly Message[];
  rows: readonly HistoryRow[];
  lost: readonly number[];
}

/** Plays a week with the real monitor, in memory. */
export async function playHookedWeek(
  week: HookedWeek,
  { everySeconds, isHooked, onIssues }: Manner,
): Promise<PlayedWeek> {
  const course = createCourse();
  const monitor = hookedMonitor({ window: "since_last_report", pipelines: limits, service_hook: isHooked });
  const finished: { sketch: Omit<RunSketch, "finishedSecondsAgo">; at: number; listedAt: number }[] = [];
  const messages: Message[] = [];
  const drawn = (values: readonly number[]) => {
    let index = 0;
    return () => values[index++ % values.length] ?? 0;
  };
  const [delay, wait, lag] = [drawn(week.delays), drawn(week.waits), drawn(week.lags)];
  let lastId = 10_000;

  const finish = (sketch: RunSketch, at: number) => {
    finished.push({ sketch, at, listedAt: at + lag() });
    if (isHooked && sketch.result === "failed") course.at(at + delay(), () => hook.fire(sketch.id ?? 0));
  };
  const seenAt = (at: number, isSeen: (one: (typeof finished)[number]) => boolean) =>
    finished
      .filter((one) => one.at > at - 4 * hour && isSeen(one))
      .sort((one, other) => other.at - one.at)
      .map((one): RunSketch => ({ ...one.sketch, finishedSecondsAgo: at - one.at }));

  const own = createLockedPipeline(
    course,
    () => ++lastId,
    (row) => {
      const listsAt = course.now() + wait() + setUpSeconds;
      course.at(listsAt, () => report(row, listsAt));
      return listsAt + reportSeconds;
    },
    (row) => finish(ownSketch(row), row.finishedAt ?? 0),
  );
  const hook = createHook(course, (runId) => {
    const outage = week.outages.find(({ from, until }) => from <= course.now() && course.now() < until);
    return outage?.status ?? own.callWebhook(runId);
  });

  async function report(row: HistoryRow, at: number): Promise<void> {
    const variables = { "Build.BuildId": String(row.id), "Build.Reason": buildReasons[row.reason] };
    const state = { variables, inputs: { hookRunId: String(row.hookRunId ?? "") } };
    const known = () => seenAt(at, () => true).map((sketch) => sketchRun(now + at * 1000, sketch));
    const { posted, report: totals } = await monitor(
      at / hour,
      seenAt(at, ({ listedAt }) => listedAt <= at),
      {
        state,
        service: () => ({
          run: (id, signal) => memoryBuildService(new URL("https://h/o/p"), known()).run(id, signal),
        }),
      },
    );
    messages.push(...posted.map((text) => ({ at: at + postSeconds, text })));
    const isBad = onIssues === "fail" && totals.issueCount > 0;
    const outcome = { result: isBad ? "Failed" : "Succeeded", message: "", exitCode: 0 } as const;
    row.result = results[withoutLoop(outcome, ownAgent(state)).result];
  }

  for (const { pipeline, queuedAt, finishedAt, isFailed } of week.runs)
    course.at(queuedAt, () => {
      const id = ++lastId;
      const sketch: RunSketch = {
        ...{ id, pipeline, result: isFailed ? "failed" : "succeeded", runSeconds: finishedAt - queuedAt },
        record: { sourceBranch: "refs/heads/main", reason: "schedule" },
      };
      course.at(finishedAt, () => finish(sketch, finishedAt));
    });
  for (let at = 0; at < week.endsAt; at += everySeconds)
    course.at(at, () => void own.queue({ reason: "schedule" }));
  if (week.renamed !== undefined) {
    course.at(week.renamed.at, own.rename);
    course.at(week.renamed.committedAt, own.commit);
  }
  await course.playUntil(week.endsAt + hour);
  return { messages, rows: own.rows, lost: hook.lost };
}

/** From its agent to its list of runs, from there to its message, and to its end. */
const [setUpSeconds, postSeconds, reportSeconds] = [25, 5, 20];
const limits = { default: { max_proc_time: 3600, min_proc_time: 0 } };
const buildReasons = { schedule: "Schedule", manual: "Manual", resourceTrigger: "ResourceTrigger" };
const results = {
  Succeeded: "succeeded",
  SucceededWithIssues: "partiallySucceeded",
  Failed: "failed",
} as const;

function ownSketch({ id, reason, result, queuedAt, startedAt, finishedAt = 0 }: HistoryRow): RunSketch {
  const isSuperseded = result === "canceled";
  const time = (at: number) => new Date(now + at * 1000).toISOString();
  return {
    ...{ id, pipeline: "night watch", definitionId: ownDefinition, result },
    ...(isSuperseded && { timeline: "none" as const }),
    record: {
      ...{ reason, sourceBranch: "refs/heads/main", queueTime: time(queuedAt), finishTime: time(finishedAt) },
      startTime: startedAt === undefined ? undefined : time(startedAt),
    },
  };
}

/** How long each problem waited for a message that names its pipeline: the first failures after a success, in seconds. */
export function reachOf(
  { runs }: Pick<HookedWeek, "runs">,
  { messages }: Pick<PlayedWeek, "messages">,
): number[] {
  const failing = new Set<string>();
  return [...runs]
    .sort((one, other) => one.finishedAt - other.finishedAt)
    .flatMap(({ pipeline, finishedAt, isFailed }) => {
      const isFirst = isFailed && !failing.has(pipeline);
      if (isFailed) failing.add(pipeline);
      else failing.delete(pipeline);
      if (!isFirst) return [];
      const told = messages.find(({ at, text }) => at > finishedAt && text.includes(`${pipeline} [`));
      return [(told?.at ?? Number.POSITIVE_INFINITY) - finishedAt];
    });
}
