import type { BuildService } from "../../../../shared/azure-devops/client";
import type { Run } from "../../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import type { Phrase } from "../../../../shared/chat/message";
import { messageOf } from "../../../../shared/errors";
import type { BranchJournal, BranchSchedule, ProjectJournal } from "../../../../shared/journal/schema";
import { mayBe, type Pipeline, pathOf } from "../../../../shared/pipeline";
import { mayBeOn } from "../../../../shared/subject";
import type { Context } from "../../issue/context";
import type { AboutPipeline } from "../../issue/issue";
import { words } from "../../issue/parts";
import { isScheduleOf } from "../../issue/place";
import { isScheduled } from "../../journal/times";
import { proofsOf } from "../../schedules/proof";
import { readStatus } from "../../schedules/queue-status";
import { dayMinutes } from "../../schedules/slots";

// Why a run did not start when it was due, of given schedules and of learned ones.

/**
 * Whether a run is in progress at a minute since 1970, so that with `batch: true`, or a single agent, nothing is queued.
 * Undefined if runs that overlap show that this does not hold the next back.
 */
export function whileRunning(
  branches: readonly BranchJournal[],
  queued: readonly Run[],
): ((at: number) => boolean) | undefined {
  if (branches.some(hasOverlap)) return undefined;
  const scheduled = queued.filter(isScheduled);
  return (at) =>
    scheduled.some(
      ({ queueTime = Number.POSITIVE_INFINITY, finishTime = Number.POSITIVE_INFINITY }) =>
        queueTime < at * 60 && finishTime > at * 60,
    );
}

function hasOverlap({ runs }: BranchJournal): boolean {
  const scheduled = runs.filter((run) => isScheduled(run) && run.attempt === 1);
  return scheduled.some(({ finishTime, queueTime = finishTime }) =>
    scheduled.some((other) => (other.queueTime ?? queueTime) < queueTime && other.finishTime > queueTime),
  );
}

/** How long before a time a run may have been queued that is still in progress: as long as the longest known, a day at most. */
export function longestMinutes(branches: readonly BranchJournal[]): number {
  const seconds = branches.flatMap(({ runs }) =>
    runs.map(({ finishTime, queueTime = finishTime }) => finishTime - queueTime),
  );
  return Math.min(Math.ceil(Math.max(0, ...seconds) / 60), dayMinutes);
}

/** All that a configuration may mean. */
export function pipelinesMeant({ pipelines }: ProjectJournal, given: Pipeline) {
  return [...pipelines.values()].filter(({ pipeline }) => mayBe(pipeline, given));
}

/** Their branches; only one if the schedule is of one. */
export function branchesMeant(journal: ProjectJournal, schedule: AboutPipeline): BranchJournal[] {
  return pipelinesMeant(journal, schedule.pipeline)
    .flatMap(({ branches }) => branches)
    .filter((branch) => branch.branch === "" || mayBeOn(branch, schedule));
}

/** Their schedules, as the runs show; only one if the schedule is of one branch. */
export function schedulesMeant(journal: ProjectJournal, schedule: AboutPipeline): BranchSchedule[] {
  return pipelinesMeant(journal, schedule.pipeline)
    .flatMap(({ schedules }) => schedules)
    .filter((known) => mayBeOn(known, schedule));
}

/**
 * Without `always: true`, a schedule starts nothing if the branch has not changed since its last run that succeeded. Whether it
 * changed, nobody knows, so this is no more than possible.
 */
export function mayBeUnchanged(journal: ProjectJournal, schedule: AboutPipeline): boolean {
  const branches = branchesMeant(journal, schedule);
  const proofs = schedulesMeant(journal, schedule).flatMap((known) => known.proofs);
  return (
    proofsOf(proofs, branches).length === 0 &&
    branches.some(({ runs }) => {
      const last = runs.findLast(isScheduled);
      return last !== undefined && hasSucceeded(last);
    })
  );
}

/** Why a given schedule starts nothing, by the service: its pipeline is disabled, was renamed, or does not exist. Undefined if it can start. */
export async function readReason(
  pipeline: Pipeline,
  journal: ProjectJournal,
  services: Context,
  signal: AbortSignal,
): Promise<Phrase | undefined> {
  const { service, agent, cancelled } = services;
  const name = pathOf(pipeline);
  const knownIds = pipelinesMeant(journal, pipeline).flatMap((known) => known.pipeline.id ?? []);
  try {
    const definitionIds = await service.pipelinesNamed(name, signal);
    if (definitionIds.length > 1 || (definitionIds.length === 0 && knownIds.length > 1)) return undefined;
    const [definitionId = knownIds[0]] = definitionIds;
    if (definitionId === undefined) return [words("no pipeline has this name")];
    const status = await readStatus(definitionId, name, services, signal);
    if (status === "deleted") return [words("it was deleted")];
    if (definitionIds.length === 0) {
      const called = await service.pipelineName(definitionId, signal);
      return called === undefined ? undefined : [words("it is now called "), { name: called }];
    }
    return ["disabled", "paused"].includes(status) ? [words(`it is ${status}`)] : undefined;
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`Could not read whether ${agent.sanitize(name)} can start: ${messageOf(error)}`);
    return undefined;
  }
}

/** A run that was due and was not queued. */
export interface MissedRun extends AboutPipeline {
  /** When it was due, in seconds since 1970. */
  at: number;
  /** How long after that it counts as missed. */
  graceSeconds?: number;
  /** Ends its sentence: why it was due if that was learned, such as " (every day for 5 weeks)", or why nothing started it. */
  because?: Phrase;
  /** When its schedule started it instead, shortly before. */
  insteadAt?: number | undefined;
  /** Whether the service says why nothing can start it. */
  cannotRun?: boolean;
  /** Whether it is one more of a schedule that was reported to have stopped. */
  isFurther?: boolean;
}

/** The runs that were queued, and the pipelines of the records that are not readable; undefined for those that do not say. */
export interface QueuedRuns {
  runs: readonly Run[];
  unknown: readonly (Pipeline | undefined)[];
}

/** Reads the runs of some pipelines since a second. Throws if the runs cannot be listed, because then it is unknown which were missed. */
export async function readQueued(
  pipelines: readonly AboutPipeline[],
  since: number,
  service: Pick<BuildService, "runsQueuedSince">,
  signal: AbortSignal,
): Promise<QueuedRuns> {
  const isAsked = (run: Run) => pipelines.some(({ pipeline }) => mayBe(run.pipeline, pipeline));
  const [runs, unknown]: [Run[], (Pipeline | undefined)[]] = [[], []];
  for await (const page of service.runsQueuedSince(since, signal))
    for (const record of page) {
      if (!("run" in record)) unknown.push(record.unreadable.pipeline);
      else if (record.run.queueTime === undefined) unknown.push(record.run.pipeline);
      else if (isAsked(record.run)) runs.push(record.run);
    }
  return { runs, unknown };
}

export function runsMeant({ runs }: QueuedRuns, schedule: AboutPipeline): Run[] {
  return runs.filter((run) => isScheduleOf(schedule, run));
}

/** How many of the records that are not readable may be of a pipeline. */
export function unknownOf({ unknown }: QueuedRuns, pipeline: Pipeline): number {
  return unknown.filter((other) => other !== undefined && mayBe(other, pipeline)).length;
}
