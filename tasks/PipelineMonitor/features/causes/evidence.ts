import type { Run } from "../../../../shared/azure-devops/records";
import type { Timeline, TimelineError } from "../../../../shared/azure-devops/timeline";
import { timeLimit } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import type { Sanitize } from "../../../../shared/text/sanitize";
import { type CauseLine, isTimeOut } from "../../causes/cause";
import { safeLine } from "../../causes/safe-line";
import type { Context } from "../../issue/context";
import type { Links } from "../../issue/links";
import { failureOf, type RunFailure } from "../../logs/run-failure";
import { readCauseLine } from "./cause-line";

/** The evidence of a failure. */
export interface Evidence {
  /** From the log of the failed step. */
  line?: CauseLine | undefined;
  /** Those of what failed; undefined if they are unknown. */
  errors: readonly TimelineError[] | undefined;
  /** Those of jobs that ran longer than they may, beside a step that failed by itself. */
  timeOuts?: readonly TimelineError[];
  failure?: RunFailure;
  timeline?: Timeline;
  /** The log that was read. */
  logId?: number | undefined;
  /** A note on what could not be read; empty by default. */
  unread?: string;
}

/**
 * The log is that of the first step that failed, or the one that was found for the run if there is no timeline. The signal fires
 * when the time for optional checks is up.
 */
export async function evidenceOf(
  run: Run,
  { choice }: Links,
  timeline: Timeline | undefined,
  context: Context,
  signal: AbortSignal,
): Promise<Evidence> {
  if (timeline === undefined || timeline.records.length === 0) {
    const line = choice?.holdsError === true ? await readLine(run, choice.logId, context, signal) : undefined;
    const unread = timeline === undefined ? "its timeline could not be read" : "";
    return { line: line === "unread" ? undefined : line, errors: undefined, unread };
  }
  const failure = failureOf(timeline, run.result);
  const [step] = failure.steps;
  // What a step prints before it is stopped is not the reason.
  const logId = step?.result === "canceled" || step?.result === "abandoned" ? undefined : step?.logId;
  const line = await readLine(run, logId, context, signal);
  const isOfStep = step?.result === "failed";
  const timeOuts = isOfStep ? timeOutsIn(timeline) : [];
  const errors = [...failure.steps, ...failure.others]
    .flatMap((record) => record.errors)
    .filter((error) => !timeOuts.includes(error))
    .slice(0, maxErrors);
  const evidence = { errors, timeOuts, failure, timeline, logId };
  return line === "unread"
    ? { ...evidence, unread: "the log of what failed could not be read" }
    : { ...evidence, line };
}

/** A job that timed out is canceled (microsoft/winappCli#775), whether or not one of its steps failed before. */
function timeOutsIn({ records }: Timeline): TimelineError[] {
  const jobs = records.filter(({ type, result }) => type === "Job" && result !== "succeeded");
  return jobs.flatMap(({ errors }) => errors.slice(0, maxErrors)).filter(({ message }) => isTimeOut(message));
}

/** Each error is searched for causes and secrets. A run with this many errors has one cause for them. */
const maxErrors = 100;
const maxLogSeconds = 30;

async function readLine(
  run: Run,
  logId: number | undefined,
  { service, clock, cancelled, agent }: Context,
  signal: AbortSignal,
): Promise<CauseLine | undefined | "unread"> {
  if (logId === undefined) return undefined;
  const limit = timeLimit(clock, maxLogSeconds, signal);
  try {
    return await service.readLog(run.id, logId, readCauseLine, limit.signal);
  } catch (error) {
    cancelled.throwIfAborted();
    if (!signal.aborted)
      agent.print(`Log ${logId} of run ${run.id} could not be read for its cause: ${messageOf(error)}`);
    return "unread";
  } finally {
    limit.end();
  }
}

/** Secrets are removed before a text is cut, because half a secret cannot be recognized. */
export function safeEvidence(
  { line, errors, timeOuts = [] }: Evidence,
  sanitize: Sanitize,
): Pick<Evidence, "line" | "errors"> & { timeOuts: TimelineError[] } {
  const safe = (text: string) => safeLine(text, sanitize);
  const safeError = (error: TimelineError) => ({ ...error, message: safe(error.message) });
  return {
    line: line && {
      ...line,
      text: safe(line.text),
      ending: safe(line.ending),
      before: line.before.map(safe),
    },
    errors: errors?.map(safeError),
    timeOuts: timeOuts.map(safeError),
  };
}
