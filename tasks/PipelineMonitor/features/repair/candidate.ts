import type { Run } from "../../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../../../shared/azure-devops/run-state";
import { medianOf } from "../../../../shared/journal/median";
import { pipelineAt } from "../../../../shared/pipeline";
import { mayBeOn } from "../../../../shared/subject";
import { daySeconds } from "../../../../shared/text/time";
import { occurrences } from "../../config/cron";
import type { Entries } from "../../config/entries";
import { fingerprint } from "../../config/fingerprint";
import type { HourBefore } from "../../feature";
import { pathIn } from "../../issue/finding";

import { type AboutPipeline, type Issue, isOfFailedRun, runOf } from "../../issue/issue";
import { isScheduleOf, missedBy, missedKey } from "../../issue/place";
import type { FoundProject } from "../../issue/report";
import { subjectOf } from "../../issue/subject";
import { endOf } from "../../issue/window";
import { strayBefore, timesOf } from "../../schedules/slots";
import type { Repair } from "./record";

/** A problem that the configuration allows to repair. Times are in seconds since 1970. */
export interface Candidate {
  issue: Issue;
  intent: Repair;
  /** The run that failed; undefined for a missed run. */
  run?: Run;
  /** When the schedule is due next, and how long a run takes; undefined if nobody knows, or for a run that ended. */
  nextDueAt?: number | undefined;
  usualSeconds?: number | undefined;
}

/** A problem that may be repaired, or why it may not. */
export type Considered = Candidate | { issue: Issue; kind: Repair["kind"]; why: string };

/** Finds the problems of a report that may be repaired. If a pipeline missed several times, the last one counts. */
export function findCandidates(
  report: FoundProject,
  allowed: Entries<readonly Repair["kind"][]>,
  quiet: HourBefore["quiet"],
  configuration: string,
): Considered[] {
  const { issues, window } = report;
  const now = endOf(window);
  const plan = { intendedAt: now, configuration, state: "intended" } as const;
  const missed = new Map<string, Issue>();
  const failed: Considered[] = [];
  for (const issue of issues) {
    const pipeline = pathIn(issue) ?? "";
    const kinds = allowed.entryFor(pipeline);
    if (issue.isFurther === true || quiet(issue, now)?.by.forbidsActing === true) continue;
    const mayRetry = issue.explanation?.mayRetry === true;
    if ((kinds.includes("lostAgent") || mayRetry) && isOfFailedRun(issue))
      failed.push(failedCandidate(issue, mayRetry ? "knownIssue" : "lostAgent", plan));
    const about = missedBy(issue);
    if (!kinds.includes("missed") || about === undefined) continue;
    const key = missedKey(subjectOf(about));
    if ((missed.get(key)?.at ?? 0) <= (issue.at ?? 0)) missed.set(key, issue);
  }
  return [...failed, ...[...missed.values()].map((issue) => missedCandidate(issue, report, plan))];
}

/** Common to the intents of an hour. */
type Plan = Pick<Repair, "intendedAt" | "configuration" | "state">;

function failedCandidate(issue: Issue, kind: "knownIssue" | "lostAgent", plan: Plan): Considered {
  const run = runOf(issue);
  const { branch, finishTime } = run ?? {};
  const id = run?.pipeline.id;
  const held = (why: string): Considered => ({ issue, kind, why });
  if (run === undefined || id === undefined || branch === undefined || finishTime === undefined)
    return held("its record lacks its pipeline, branch or end");
  if (run.result !== "failed") return held(`its result is ${run.result}`);
  if (run.reason === "manual") return held("a person started it");
  const runId = run.id;
  const pipeline = { ...run.pipeline, id };
  const incident = fingerprint(["failed", runId]);
  return { issue, run, intent: { ...plan, kind, incident, pipeline, branch, at: finishTime, runId } };
}

/** The longest time between two occurrences of a schedule that are of use here. */
const longestSeconds = 370 * daySeconds;

function missedCandidate(issue: Issue, report: FoundProject, plan: Plan): Considered {
  const { journal, window } = report;
  const about: AboutPipeline = missedBy(issue) ?? { pipeline: pipelineAt("") };
  const held = (why: string): Considered => ({ issue, kind: "missed", why });
  const now = endOf(window);
  const at = issue.at ?? now;
  const schedule = scheduleOf(about, report);
  if (schedule === undefined) return held("its schedule is not known any more");
  if (schedule.hasMoved(at)) return held("its schedule has started it at another time");
  const [own, ...others] = [...journal.pipelines.values()].filter((known) => isScheduleOf(about, known));
  if (others.length > 0) return held("several pipelines have its name");
  if (own?.pipeline.id === undefined) return held("no earlier run of it is known");
  const [branch, ...more] = own.branches.filter(
    ({ branch: name, runs }) =>
      name !== "" && mayBeOn(about, { branch: name }) && runs.some(({ reason }) => reason === "schedule"),
  );
  if (branch === undefined || more.length > 0)
    return held(
      `its schedule has started runs of ${branch === undefined ? "no branch" : "several branches"}`,
    );
  const pipeline = { ...own.pipeline, id: own.pipeline.id };
  const incident = fingerprint(["missed", pipeline.id, branch.branch, at]);
  const seconds = branch.runs.filter(hasSucceeded).map((run) => secondsOf(run).runSeconds);
  return {
    issue,
    intent: { ...plan, kind: "missed", incident, pipeline, branch: branch.branch, at },
    nextDueAt: schedule.nextAfter(now),
    usualSeconds: medianOf(seconds.filter((time) => !Number.isNaN(time))),
  };
}

/** The given schedule of a pipeline that missed a run, or else the learned one, which is proven. */
function scheduleOf(
  about: AboutPipeline,
  { config, journal }: FoundProject,
): { nextAfter(now: number): number | undefined; hasMoved(at: number): boolean } | undefined {
  const given = config.schedules.find((schedule) => isScheduleOf(schedule, about));
  if (given !== undefined)
    return {
      nextAfter: (now) => firstWithin((until) => occurrences(given.schedules, now + 1, until), now),
      hasMoved: () => false,
    };
  const learned = [...journal.pipelines.values()]
    .filter((pipeline) => isScheduleOf(about, pipeline))
    .flatMap(({ schedules }) => schedules.filter((schedule) => mayBeOn(schedule, about)));
  const { pattern, times = [] } = learned.find((schedule) => schedule.pattern !== undefined) ?? {};
  if (pattern === undefined) return undefined;
  const { slots } = pattern;
  const inMinutes = (now: number) => Math.floor(now / 60) + 1;
  return {
    nextAfter: (now) =>
      firstWithin((until) => timesOf(slots, inMinutes(now), until / 60).map((at) => at * 60), now),
    hasMoved: (at) => strayBefore(at / 60, slots, times) !== undefined,
  };
}

/** Most schedules are due again within a day, and to look further takes longer. */
function firstWithin(timesUntil: (until: number) => readonly number[], now: number): number | undefined {
  for (const seconds of [daySeconds, 32 * daySeconds, longestSeconds]) {
    const [next] = timesUntil(now + seconds);
    if (next !== undefined) return next;
  }
  return undefined;
}
