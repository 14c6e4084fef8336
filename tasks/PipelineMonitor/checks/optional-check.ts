import type { Agent } from "../../../shared/agent/agent";
import type { BuildService } from "../../../shared/azure-devops/client";
import type { Run } from "../../../shared/azure-devops/records";
import { type Clock, timeLimit } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import type { Config } from "../config/parse";
import type { Issue, Note } from "../issue/issue";
import type { ReportWindow } from "../issue/window";
import type { LogReader } from "../rules/log-search";

/**
 * A check beyond the specification. A key of the configuration enables it. If it fails, nothing else is
 * affected.
 */
export interface OptionalCheck {
  /** Names the check in the report if it was skipped. */
  name: string;
  /** Whether it runs before the checks that are listed above it, because what it reads changes by the minute. */
  isUrgent?: boolean;
  /** Returns whether the configuration enables it in this run. */
  isEnabled(config: Config, hour: Hour): boolean;
  /** Begins the check, before the list of runs is read. */
  begin(context: CheckContext): StartedCheck;
}

/** What `isEnabled` depends on, besides the configuration. */
export interface Hour {
  /** Whether this is the day's first report, which includes what is reported once a day. */
  isFirstOfDay: boolean;
}

/** A check at work. */
export interface StartedCheck {
  /** Called with each run of this report whose pipeline is checked, while the list is read. */
  count?(run: Run): void;
  /** Returns how to read the logs of an issue, if the check needs more than whether they hold `error`. */
  logReader?(issue: Issue): LogReader | undefined;
  /** Returns issues of its own. If it throws, the check is skipped and the report does not say that all is well. */
  find?(): Promise<Issue[]>;
  /** Adds what it knows to every issue, after all of them are found. If it throws, the check is skipped. */
  complete?(issues: readonly Issue[]): Promise<Completion>;
}

/** What a check adds to the issues of a report. */
export interface Completion {
  issues: readonly Issue[];
  /** Lines of the report that are not issues. */
  notes?: readonly Note[];
  /** Why a part of the check was skipped; undefined if none was. */
  failure?: unknown;
}

/** What a check needs. */
export interface CheckContext extends CheckParts {
  config: Config;
  service: BuildService;
  window: ReportWindow;
  /** The current time, in milliseconds since 1970. */
  now: number;
  /** Searches the logs of issues. `limitName` names the time limit. */
  searchLogs(issues: readonly Issue[], limitName: string): Promise<Issue[]>;
}

/** What every optional check needs from its context. */
export interface CheckParts {
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
  time: TimeBudget;
}

/** The time that all optional checks may take together, because the message waits for them. */
export interface TimeBudget {
  /**
   * Returns a signal for one check, which fires when the remaining time is up. `end` deducts the time that
   * the check took.
   */
  limit(cancelled: AbortSignal): { signal: AbortSignal; end: () => void };
}

/** In seconds. Includes retries of requests without a response. */
export const optionalCheckSeconds = 240;

/** Creates a time budget. Only optional checks use it up, not what happens between them. */
export function createTimeBudget(clock: Clock, seconds = optionalCheckSeconds): TimeBudget {
  let leftSeconds = seconds;
  return {
    limit(cancelled) {
      const startedAt = clock.now();
      const { signal, end } = timeLimit(clock, leftSeconds, cancelled);
      return {
        signal,
        end() {
          end();
          leftSeconds = Math.max(0, leftSeconds - (clock.now() - startedAt) / 1000);
        },
      };
    },
  };
}

/** Returns the result of `act`, which must end within the remaining time for optional checks. */
export async function withinBudget<T>(
  { time, cancelled }: Pick<CheckParts, "time" | "cancelled">,
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
 * Returns the result of an optional act. On any error, even a programming error, logs a warning and returns
 * undefined, so that nothing else is affected. Throws only if the step is cancelled.
 */
export async function attempt<T>(
  name: string,
  parts: Pick<CheckParts, "agent" | "cancelled">,
  act: () => T | Promise<T>,
): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    warnOfSkipped(name, parts, error);
    return undefined;
  }
}

/** Logs a warning that an optional check was skipped. Throws if the reason is that the step is cancelled. */
export function warnOfSkipped(
  name: string,
  { agent, cancelled }: Pick<CheckParts, "agent" | "cancelled">,
  error: unknown,
): void {
  cancelled.throwIfAborted();
  agent.warn(`Could not check ${name}: ${messageOf(error)}`);
}
