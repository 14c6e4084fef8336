import type { Agent } from "../../../shared/agent/agent";
import type { BuildService } from "../../../shared/azure-devops/client";
import type { Run } from "../../../shared/azure-devops/records";
import type { Line } from "../../../shared/chat/message";
import { type Clock, timeLimit } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import type { Config } from "../config/parse";
import type { Finding, Issue } from "../rules/finding";
import type { LogReader } from "../rules/log-search";
import type { ReportWindow } from "../rules/window";

/** A check beyond the specification, switched on by a key of the configuration. It costs only itself when it fails. */
export interface OptionalCheck {
  /** What the report says was skipped when it fails. */
  name: string;
  /** Whether it runs before the checks that are listed above it, because what it reads changes by the minute. */
  isUrgent?: boolean;
  /** Whether the configuration asks for it in this run. */
  isEnabled(config: Config, hour: Hour): boolean;
  /** Begins the check, before the list of runs is read. */
  begin(context: CheckContext): StartedCheck;
}

/** What decides whether a check runs at all. */
export interface Hour {
  /** Whether this is the day's first report, which says what is said once a day. */
  isFirstOfDay: boolean;
}

/** A check at work. */
export interface StartedCheck {
  /** Takes each run of this report whose pipeline is checked, while the list is read. */
  count?(run: Run): void;
  /** How the log of a finding is read, where the check wants to see more of it than whether it holds `error`. */
  logReader?(finding: Finding): LogReader | undefined;
  /** Returns issues of its own. If it throws, the check is skipped and the report does not say that all is well. */
  find?(): Promise<Issue[]>;
  /** Adds what it knows to every issue, after all of them are found. If it throws, the check is skipped. */
  complete?(issues: readonly Issue[]): Promise<Completion>;
}

/** What a check adds to the issues of a report. */
export interface Completion {
  issues: readonly Issue[];
  /** Lines of the report that are no issues. */
  notes?: readonly Line[];
  /** Why a part of the check was skipped; undefined when none was. */
  failure?: unknown;
}

/** What a check works with. */
export interface CheckContext extends CheckParts {
  config: Config;
  service: BuildService;
  window: ReportWindow;
  /** The current time, in milliseconds since 1970. */
  now: number;
  /** Searches the logs of findings, within a time limit of that name. */
  searchLogs(findings: readonly Finding[], limitName: string): Promise<Issue[]>;
}

/** What every optional check needs of its context. */
export interface CheckParts {
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
  time: TimeBudget;
}

/** The time that all optional checks may take together: the message waits for them. */
export interface TimeBudget {
  /** A signal for one of them, which fires when the time that is left is up; `end` counts what it took. */
  limit(name: string, cancelled: AbortSignal): { signal: AbortSignal; end: () => void };
}

/** In seconds, including the tries of a request without a response. */
export const optionalCheckSeconds = 240;

/** A budget of time that is spent by optional checks, and not by what happens in between. */
export function createTimeBudget(clock: Clock): TimeBudget {
  let leftSeconds = optionalCheckSeconds;
  return {
    limit(name, cancelled) {
      const startedAt = clock.now();
      const { signal, end } = timeLimit(clock, leftSeconds, name, cancelled);
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

/** Acts within the time that is left for optional checks. */
export async function withinBudget<T>(
  name: string,
  { time, cancelled }: Pick<CheckParts, "time" | "cancelled">,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, end } = time.limit(name, cancelled);
  try {
    return await act(signal);
  } finally {
    end();
  }
}

/**
 * What an optional act gives. On failure, even one of its own code, logs a warning and gives undefined: what is optional
 * costs only itself. Throws only when the step is cancelled.
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

/** Warns that an optional check was skipped; throws when that is because the step is cancelled. */
export function warnOfSkipped(
  name: string,
  { agent, cancelled }: Pick<CheckParts, "agent" | "cancelled">,
  error: unknown,
): void {
  cancelled.throwIfAborted();
  agent.warn(`Left out: ${name}. ${messageOf(error)}`);
}
