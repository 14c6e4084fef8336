import type { Run } from "../../../../shared/azure-devops/records";
import {
  aboveOfType,
  type Timeline,
  type TimelineError,
  type TimelineRecord,
} from "../../../../shared/azure-devops/timeline";
import { timeLimit } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import type { KnownIssue } from "../../causes/cause";
import { causeSearch } from "../../causes/cause-search";
import type { LogEvidence } from "../../causes/reason";
import { reasonIn } from "../../causes/reason-in";
import { safeLine, safeText } from "../../causes/safe-line";
import { isTimeOut } from "../../causes/wordings";
import type { Context } from "../../issue/context";
import type { Issue } from "../../issue/issue";
import type { Links } from "../../issue/links";
import { lastErrorReader } from "../../logs/last-error";
import { linkLog } from "../../logs/log-search";
import { failureOf, type RunFailure } from "../../logs/run-failure";
import { readFailedLog } from "./failed-log";

/** The evidence of a failure, without secrets. */
export interface Evidence {
  /** From the logs of the failed steps. */
  log?: LogEvidence | undefined;
  /** Those of what failed; undefined if they are unknown. */
  errors: readonly TimelineError[] | undefined;
  /** Those of jobs that ran longer than they may, beside a step that failed by itself. */
  timeOuts?: readonly TimelineError[];
  failure?: RunFailure;
  timeline?: Timeline;
  /** The log that was read. */
  logId?: number | undefined;
  /** To that log, or to the one that the rules choose; undefined if nobody looked for one. */
  links?: Links;
  /** A note on what could not be read; empty by default. */
  unread?: string;
}

/** The logs of more steps are not read. */
const maxSteps = 20;

/**
 * The logs are those of the steps that failed, or the one that the rules choose if there is no timeline. The signal fires when
 * the time for optional checks is up.
 */
export async function evidenceOf(
  issue: Issue,
  run: Run,
  timeline: Timeline | undefined,
  issues: readonly KnownIssue[],
  context: Context,
  signal: AbortSignal,
): Promise<Evidence> {
  if (timeline === undefined || timeline.records.length === 0) {
    const links = await linksByRules(issue, context, signal);
    const { choice } = links;
    const { log } = await readLogs(run, choice?.holdsError ? [choice.logId] : [], issues, context, signal);
    const unread = timeline === undefined ? "its timeline could not be read" : "";
    return { log, links, errors: undefined, unread };
  }
  const failure = failureOf(timeline, run.result);
  const [step] = failure.steps;
  // What a step prints before it is stopped is not the reason.
  const steps = failure.steps.filter(({ result }) => result !== "canceled" && result !== "abandoned");
  const ids = (steps[0] === step ? steps : []).slice(0, maxSteps).map(({ logId }) => logId);
  const { log, isUnread } = await readLogs(run, ids, issues, context, signal);
  const [logId] = ids;
  const { service } = context;
  const links =
    logId === undefined || isUnread
      ? await linksByRules(issue, context, signal)
      : { runPage: service.runPage(run.id), log: service.logUrl(run.id, logId), note: "" };
  const isOfStep = step?.result === "failed";
  const timeOuts = isOfStep ? timeOutsIn(timeline) : [];
  const errors = errorsOf(failure, timeline, run)
    .filter((error) => !timeOuts.includes(error))
    .slice(0, maxErrors);
  const safe = (some: readonly TimelineError[]) =>
    some.map((error) => ({ ...error, message: safeLine(error.message, context.agent.sanitize) }));
  return {
    log,
    errors: safe(errors),
    timeOuts: safe(timeOuts),
    failure,
    timeline,
    logId,
    links,
    unread: isUnread ? "the log of what failed could not be read" : "",
  };
}

/** If the time is up, the links stay for the search that has its own. */
async function linksByRules(issue: Issue, context: Context, signal: AbortSignal): Promise<Links> {
  if (signal.aborted) return issue.links;
  const { links } = await linkLog(issue, lastErrorReader(context), signal, context);
  return signal.aborted ? issue.links : links;
}

/**
 * The service may say of every step and job that it succeeded, although one has an error that failed the run
 * (microsoft/azure-pipelines-yaml#283). Only then are the errors of others better than none.
 */
function errorsOf({ steps, others }: RunFailure, timeline: Timeline, { result }: Run): TimelineError[] {
  const failed = [...steps, ...others];
  const errors = failed.flatMap((record) => record.errors);
  const isNamed = failed.some(({ type }) => type !== "Phase" && type !== "Stage");
  if (isNamed || errors.length > 0 || result === "canceled") return errors;
  // What another stage has marked says nothing of the one that failed.
  const isOf = (record: TimelineRecord) =>
    failed.length === 0 || failed.some((above) => aboveOfType(timeline, record, above.type) === above);
  const marked = timeline.records.filter((record) => record.errors.length > 0 && isOf(record));
  const successes = timeline.errorsOfSuccesses.filter(({ record }) => isOf(record));
  return [...marked.flatMap((record) => record.errors), ...successes.map(({ error }) => error)];
}

/** A job that timed out is canceled (microsoft/winappCli#775), whether or not one of its steps failed before. */
function timeOutsIn({ records }: Timeline): TimelineError[] {
  const jobs = records.filter(({ type, result }) => type === "Job" && result !== "succeeded");
  return jobs.flatMap(({ errors }) => errors.slice(0, maxErrors)).filter(({ message }) => isTimeOut(message));
}

/** Each error is searched for causes and secrets. A run with this many errors has one cause for them. */
const maxErrors = 100;
const maxLogSeconds = 30;

/** The reason is in the first log, and what names a cause may be in any. Secrets are removed before a line is taken apart. */
async function readLogs(
  run: Run,
  ids: readonly (number | undefined)[],
  issues: readonly KnownIssue[],
  { service, clock, cancelled, agent }: Context,
  signal: AbortSignal,
): Promise<{ log: LogEvidence | undefined; isUnread: boolean }> {
  let log: LogEvidence | undefined;
  let isUnread = false;
  for (const [index, logId] of ids.entries()) {
    if (logId === undefined) continue;
    const limit = timeLimit(clock, maxLogSeconds, signal);
    const search = causeSearch(issues, (line) => safeText(line, agent.sanitize));
    try {
      const lines = await service.readLog(run.id, logId, (body) => readFailedLog(body, search), limit.signal);
      const found = search.found();
      const named = found && { ...found, logId };
      if (index === 0) {
        const safe = lines.map((line) => ({ ...line, text: safeText(line.text, agent.sanitize) }));
        log = { reason: reasonIn(safe), before: safe.map(({ text }) => text), logId, named };
      } else log = { reason: undefined, before: [], ...log, named: firstOf(log?.named, named, issues) };
    } catch (error) {
      cancelled.throwIfAborted();
      isUnread ||= index === 0;
      if (!signal.aborted)
        agent.print(`Log ${logId} of run ${run.id} could not be read for its cause: ${messageOf(error)}`);
    } finally {
      limit.end();
    }
  }
  return { log, isUnread };
}

/** Takes the first of the list if the team has named the causes, and else that of the step that failed first. */
function firstOf(
  one: LogEvidence["named"],
  other: LogEvidence["named"],
  issues: readonly KnownIssue[],
): LogEvidence["named"] {
  if (one === undefined || other === undefined) return one ?? other;
  const turn = ({ known }: NonNullable<LogEvidence["named"]>) =>
    known === undefined ? issues.length : issues.indexOf(known);
  return turn(other) < turn(one) ? other : one;
}
