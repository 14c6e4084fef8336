import type { TaskContext } from "../../../shared/agent/task";
import type { BuildService } from "../../../shared/azure-devops/client";
import { maxRunsSeconds } from "../../../shared/azure-devops/pages";
import { allRecords, type RunRecord } from "../../../shared/azure-devops/records";
import { type Clock, timeLimit } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";

/** For the warning of a fault, which is given unless the step is cancelled. */
export type Warner = Pick<TaskContext, "agent" | "cancelled">;

/** One for the step, and in its place one for each project and each part of its check (`projects.ts`). */
export interface Context extends TaskContext {
  /** The time that a project may take, because the message waits for it. */
  time: TimeBudget;
  /** The service of the project that is checked. */
  service: BuildService;
  /** Lists the runs that wait or run now, once for all who only report them. */
  unfinishedRuns: (signal: AbortSignal) => Promise<readonly RunRecord[]>;
  /** How many requests may be under way at the same time. */
  connections: number;
  /** Shows how far a long search is, from 0 to 100. */
  progress: (percent: number, what: string) => void;
}

/** The requests about the monitor's own runs, and the file of its pipeline. */
type OwnRuns = Pick<BuildService, "taggedRuns" | "attachments" | "pipelineSource" | "repositoryFile">;

/** The monitor's own pipeline. A tag marks those of its runs that have written their ledger. */
export interface OwnPipeline {
  service: OwnRuns;
  definitionId: string;
  /** The id of this run. */
  runId: string;
  /** Such as refs/heads/main; empty if it is unknown. */
  branch: string;
  /** Identifies the organization or collection: ids of definitions and tags are unique only within it. */
  collection: string;
  /** The tag of this monitor's runs. No other monitor in the same collection uses it. */
  tag: string;
}

/** A list that could not be read is requested again. */
export function listedOnce(service: Pick<BuildService, "unfinishedRuns">): Context["unfinishedRuns"] {
  let kept: readonly RunRecord[] | undefined;
  return async (signal: AbortSignal): Promise<readonly RunRecord[]> => {
    kept ??= await allRecords(service.unfinishedRuns(signal));
    return kept;
  };
}

export const searchSeconds = 600;
/** For all optional checks together. Includes retries of requests without a response. */
export const optionalCheckSeconds = 240;
/** For everything before the message: after that, no list is read on, and what was read is reported. */
export const maxReadSeconds = maxRunsSeconds + searchSeconds + optionalCheckSeconds;

/** Pages of the list of earlier runs, for all projects together. */
const fillPages = 30;

/**
 * Creates a time budget, or that of one of several projects. Only optional checks use up theirs, not what happens
 * between them. When `whole` fires, nothing is left of it.
 */
export function createTimeBudget(
  clock: Clock,
  { share, projects } = { share: 1, projects: 1 },
  whole?: AbortSignal,
) {
  return {
    /** For the search for logs. A run that it does not reach is reported without its log. */
    search: limits(clock, searchSeconds * share, whole),
    /** For the runs before the first report. */
    fill: {
      pages: Math.max(1, Math.floor(fillPages / projects)),
      seconds: Math.ceil((optionalCheckSeconds * share) / 3),
    },
    /** For optional checks. */
    limit: limits(clock, optionalCheckSeconds * share, whole),
  };
}

export type TimeBudget = ReturnType<typeof createTimeBudget>;

/** The signal is for one of several steps, and fires when the remaining time of all is up. `end` deducts the time it took. */
function limits(clock: Clock, seconds: number, whole?: AbortSignal) {
  let leftSeconds = seconds;
  return (cancelled: AbortSignal): { signal: AbortSignal; end: () => void } => {
    const startedAt = clock.now();
    const { signal, end } = timeLimit(
      clock,
      leftSeconds,
      whole ? AbortSignal.any([whole, cancelled]) : cancelled,
    );
    return {
      signal,
      end() {
        end();
        leftSeconds = Math.max(0, leftSeconds - (clock.now() - startedAt) / 1000);
      },
    };
  };
}

/** Ends `act` when the remaining time for optional checks is up. */
export async function withinBudget<T>(
  { time, cancelled }: Pick<Context, "time" | "cancelled">,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, end } = time.limit(cancelled);
  try {
    return await act(signal);
  } finally {
    end();
  }
}

/**
 * On any error, even a programming error, logs a warning and returns undefined, so that nothing else is affected.
 * Throws only if the step is cancelled.
 */
export async function attempt<T>(
  name: string,
  context: Warner,
  act: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    warnOfSkipped(name, context, error);
    return undefined;
  }
}

/** Logs a warning that an optional check was skipped. Throws if the reason is that the step is cancelled. */
export function warnOfSkipped(name: string, { agent, cancelled }: Warner, error: unknown): void {
  cancelled.throwIfAborted();
  agent.warn(`Could not check ${name}: ${messageOf(error)}`);
}
