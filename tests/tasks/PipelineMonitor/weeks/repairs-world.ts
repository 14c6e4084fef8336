import type { BuildService } from "../../../../shared/azure-devops/client";
import { parseRun, type RunRecord } from "../../../../shared/azure-devops/records";
import { parseTimeline } from "../../../../shared/azure-devops/timeline";
import { HttpError, type HttpProblem } from "../../../../shared/http/errors";
import { type RunSketch, sketchRun } from "../../../sandbox/runs";
import { testClock } from "../../../test-clock";
import { memoryPipeline, watch } from "../monitor-stage";
import { refusal } from "../refusal";
import { type Course, type Days, type Name, names } from "./repairs-script";
import { everyMinutes } from "./script";
import { begin } from "./world";

const lost = "We stopped hearing from agent build-07. Verify the agent machine is running.";

interface WorldRun {
  id: number;
  name: Name;
  queuedAt: number;
  endsAt: number;
  result: "succeeded" | "failed";
  isLost: boolean;
  attempt: number;
  reason: "schedule" | "manual";
  course: Course;
}

/** A request that changes something, and what was true when it arrived. */
export interface Act {
  what: string;
  at: number;
  /** Which monitor sent it, and how often that had lost its memory before. */
  by: string;
  /** Whether the service does it, now or later. */
  isDone: boolean;
  /** Whether a person did something about the run since it failed, or about the pipeline since it was due. */
  isTouched: boolean;
  /** Whether another run of the pipeline waits or runs, or has run since. */
  isBusy: boolean;
  /** Whether the loss of its agent was the only cause. */
  isLost: boolean;
}

export async function playDays(script: Days): Promise<Act[]> {
  const runs: WorldRun[] = [];
  const acts: Act[] = [];
  const touched = new Set<number>();
  const touchedAt: { name: Name; at: number }[] = [];
  /** What happens at a minute that nobody sees before. */
  const events: { at: number; happen: () => void }[] = [];
  const pending = [...script.answers];
  let lastId = 100;
  let [actor, forgotten] = ["", 0];

  const run = (name: Name, at: number, course: Course, reason: WorldRun["reason"]) => {
    const isLost = course === "lost" || course === "lostThenFailed";
    const result = course === "fine" ? "succeeded" : "failed";
    const times = { queuedAt: at, endsAt: at + 10 };
    runs.push({ id: ++lastId, name, ...times, result, isLost, attempt: 1, reason, course });
    return lastId;
  };
  const again = (one: WorldRun, at: number) => {
    one.attempt++;
    one.endsAt = at + 10;
    one.isLost = false;
    one.result = one.course === "lostThenFailed" || one.course === "failed" ? "failed" : "succeeded";
  };
  names.forEach((name, index) => {
    script.courses[index]?.forEach((course, nth) => {
      const at = nth * everyMinutes;
      if (course !== "missed" || nth === 0)
        events.push({ at, happen: () => run(name, at, nth === 0 ? "fine" : course, "schedule") });
    });
  });
  for (const { name, at, what } of script.persons)
    events.push({
      at,
      happen() {
        const last = runs.findLast((one) => one.name === name);
        touchedAt.push({ name, at });
        if (what === "new" || last === undefined || last.endsAt > at || last.result === "succeeded")
          run(name, at, "fine", "manual");
        else {
          touched.add(last.id);
          again(last, at);
        }
      },
    });
  const happenUntil = (now: number) => {
    for (const { happen } of events.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at))
      happen();
    const left = events.filter(({ at }) => at > now);
    events.splice(0, events.length, ...left);
  };

  const act = (
    what: string,
    now: number,
    facts: Omit<Act, "what" | "at" | "by" | "isDone">,
    happen: () => void,
  ) => {
    const answer = pending.shift() ?? "done";
    const isDone = ["done", "doneUnsaid", "doneLate", "twice"].includes(answer);
    if (answer !== "unsent") acts.push({ what, at: now, by: actor, isDone, ...facts });
    const fail = (problem: HttpProblem): never => {
      throw new HttpError("build service: PATCH", problem, 1, "");
    };
    if (answer === "unsent") fail({ kind: "notSent", code: "ECONNREFUSED" });
    if (answer === "refused") throw refusal(409);
    if (answer === "denied") throw refusal(403);
    if (answer === "notDoneUnsaid") throw refusal(503);
    if (answer === "doneLate") events.push({ at: now + 3, happen });
    else happen();
    if (answer === "twice" && what.startsWith("start")) happen();
    if (answer === "doneUnsaid" || answer === "doneLate") fail({ kind: "timeout", seconds: 60 });
  };

  const pipelines = [memoryPipeline(), memoryPipeline()];
  for (const { monitor, at, isCut, isForgotten } of script.reports) {
    if (isForgotten) {
      pipelines[monitor] = memoryPipeline();
      forgotten++;
    }
    actor = `${monitor} ${forgotten}`;
    const own = pipelines[monitor]?.(at / 60);
    if (own === undefined) continue;
    const clock = testClock({
      startsAt: begin + at * 60_000,
      passes: (milliseconds) => milliseconds <= 60_000,
    });
    const now = () => {
      const minute = (clock.now() - begin) / 60_000;
      happenUntil(minute);
      return minute;
    };
    const shown = (isMeant: (one: WorldRun) => boolean) => {
      const minute = now();
      return runs.filter(isMeant).map((one) => sketchRun(begin + minute * 60_000, sketchOf(one, minute)));
    };
    const records = (isMeant: (one: WorldRun) => boolean): RunRecord[] =>
      shown(isMeant).map(({ record }) => parseRun(record));
    const service: Partial<BuildService> = {
      async *runsQueuedSince(since, _signal, definitionId) {
        const isAsked = (name: Name) => definitionId === undefined || definitionId === idOf(name);
        yield records(({ name, queuedAt }) => begin / 1000 + queuedAt * 60 >= since && isAsked(name));
      },
      async *unfinishedRuns() {
        const minute = now();
        yield records((one) => one.endsAt > minute);
      },
      async timeline(runId) {
        return parseTimeline(shown(({ id }) => id === runId)[0]?.timeline);
      },
      async retryRun(runId) {
        const minute = now();
        const one = runs.find(({ id }) => id === runId) ?? failOn();
        const others = runs.filter((other) => other.name === one.name && other.id > one.id);
        const facts = {
          isTouched: touched.has(runId),
          isBusy: one.endsAt > minute || others.length > 0,
          isLost: one.isLost,
        };
        act(`again ${runId}`, minute, facts, () => one.attempt === 1 && again(one, minute));
      },
      async startRun(definitionId) {
        const minute = now();
        const name = names.find((other) => idOf(other) === definitionId) ?? failOn();
        const due = Math.floor(minute / everyMinutes) * everyMinutes;
        const isBusy = runs.some(
          (other) => other.name === name && (other.queuedAt >= due || other.endsAt > minute),
        );
        const isTouched = touchedAt.some((one) => one.name === name && one.at >= due);
        act(`start ${name} ${due}`, minute, { isTouched, isBusy, isLost: true }, () =>
          run(name, minute, "fine", "manual"),
        );
        return lastId;
      },
    };
    const minute = now();
    const finished = runs.filter(({ endsAt }) => endsAt <= minute).map((one) => sketchOf(one, minute));
    const attachReport: typeof own.agent.attachReport = (type, ...rest) => {
      if (!isCut || type === "pipeline-keeper.repairs") own.agent.attachReport(type, ...rest);
    };
    await watch(finished.reverse(), {
      ownPipeline: own.ownPipeline,
      agent: { ...own.agent, attachReport },
      clock,
      keys,
      service: () => service,
    });
  }
  return acts;
}

const repaired = { schedule: "0 */3 * * *", grace: 300, repair: { lost_agent: true, missed: true } };
const keys = {
  ...{ notify: "changes", run_ct_min: -1 },
  pipelines: {
    default: { max_proc_time: 900, min_proc_time: 30 },
    ...Object.fromEntries(names.map((name) => [name, repaired])),
  },
};

const idOf = (name: Name) => names.indexOf(name) + 1;
const failOn = (): never => {
  throw new Error("the service asks for a run that does not exist");
};

function sketchOf(one: WorldRun, minute: number): RunSketch {
  const isOver = one.endsAt <= minute;
  const queueTime = new Date(begin + one.queuedAt * 60_000).toISOString();
  return {
    ...{ id: one.id, pipeline: one.name, definitionId: idOf(one.name), logs: [], runSeconds: 300 },
    ...(isOver
      ? { result: one.result, finishedSecondsAgo: (minute - one.endsAt) * 60 }
      : { unfinished: "running" as const }),
    timelineErrors: !isOver || one.result === "succeeded" ? [] : [one.isLost ? lost : "exit code 3"],
    record: { sourceBranch: "refs/heads/main", reason: one.reason, queueTime },
  };
}
