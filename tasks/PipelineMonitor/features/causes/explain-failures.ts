import pMap from "p-map";
import { maxConnections } from "../../../../shared/azure-devops/client";
import type { Run } from "../../../../shared/azure-devops/records";
import { aboveOfType, type Timeline, type TimelineError } from "../../../../shared/azure-devops/timeline";
import { timeLimit } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import type { Sanitize } from "../../../../shared/text/sanitize";
import type { Cause, CauseLine } from "../../causes/cause";
import { explanationOf } from "../../causes/explanation";
import { type FailureReason, findReason } from "../../causes/reason";
import { safeLine } from "../../causes/safe-line";
import type { Context } from "../../issue/context";
import { type Issue, isOfFailedRun, runOf } from "../../issue/issue";
import type { Links } from "../../issue/links";
import type { OptionalStage } from "../../issue/report";
import { failureOf, placeOfFailure, type RunFailure } from "../../logs/run-failure";
import { withTimelines } from "../../logs/timelines";
import { readCauseLine } from "./cause-line";
import type { CauseSettings } from "./causes";

/** Says why runs failed, by what failed: their records, the records of their timelines, and the logs of those. */
export const explainedFailures = (settings: CauseSettings): OptionalStage => ({
  name: "causes of failures",
  isEnabled: () => true,
  async run(report, context) {
    const issues = await explainFailures(report.issues, settings, context);
    return { ...report, issues };
  },
});

/** If a timeline cannot be read, the line of its run says so. Throws if the step is cancelled. */
export async function explainFailures(
  issues: readonly Issue[],
  { knownIssues, ...telling }: CauseSettings,
  context: Context,
): Promise<Issue[]> {
  return withTimelines(context, (read, signal) =>
    pMap(
      issues,
      async (issue) => {
        const run = runOf(issue);
        if (run === undefined || !isOfFailedRun(issue)) return issue;
        const known = knownIssues.entryFor(run.pipeline);
        if (!telling.explains && !telling.groups && known.length === 0) return issue;
        const { problems = [] } = run;
        const timeline = problems.length > 0 ? "unneeded" : await read(run.id);
        const evidence =
          timeline === "unneeded"
            ? { errors: problems.map((message) => ({ message, agent: "" })) }
            : await evidenceOf(run, issue.links, timeline, { ...context, signal });
        const safe = safeEvidence(evidence, context.agent.sanitize);
        const reason = withFailedPart(findReason(run.result, safe.line, safe.errors, known), evidence, run);
        const notes = [issue.links.note, timeline === undefined ? "its timeline could not be read" : ""];
        const links = {
          ...issue.links,
          note: notes.filter((text) => text !== "").join(", "),
          ...placeIn(evidence, run, issue.links, reason?.number),
        };
        return { ...issue, links, explanation: reason && explanationOf(reason, issue, telling) };
      },
      { concurrency: maxConnections },
    ),
  );
}

/** What is known of a failure. */
interface Evidence {
  /** Of the log of what failed. */
  line?: CauseLine | undefined;
  /** Those of what failed; undefined if they are unknown. */
  errors: readonly TimelineError[] | undefined;
  failure?: RunFailure;
  timeline?: Timeline;
  /** The log that was read. */
  logId?: number | undefined;
}

interface Reading extends Pick<Context, "service" | "clock" | "cancelled" | "agent"> {
  /** Fires when the time for optional checks is up. */
  signal: AbortSignal;
}

/** The log is that of the first step that failed, or the one that was found for the run if there is no timeline. */
async function evidenceOf(
  run: Run,
  { choice }: Links,
  timeline: Timeline | undefined,
  context: Reading,
): Promise<Evidence> {
  if (timeline === undefined || timeline.records.length === 0) {
    const line = choice?.holdsError === true ? await readLine(run, choice.logId, context) : undefined;
    return { line, errors: undefined };
  }
  const failure = failureOf(timeline, run.result);
  const [step] = failure.steps;
  // What a step prints before it is stopped is not the reason.
  const logId = step?.result === "canceled" || step?.result === "abandoned" ? undefined : step?.logId;
  const line = await readLine(run, logId, context);
  const errors = [...failure.steps, ...failure.others].flatMap((record) => record.errors).slice(0, maxErrors);
  return { line, errors, failure, timeline, logId };
}

/** Each error is searched for causes and secrets. A run with this many errors has one cause for them. */
const maxErrors = 100;
const maxLogSeconds = 30;

async function readLine(
  run: Run,
  logId: number | undefined,
  { service, clock, signal, cancelled, agent }: Reading,
): Promise<CauseLine | undefined> {
  if (logId === undefined) return undefined;
  const limit = timeLimit(clock, maxLogSeconds, signal);
  try {
    return await service.readLog(run.id, logId, readCauseLine, limit.signal);
  } catch (error) {
    cancelled.throwIfAborted();
    agent.print(`Log ${logId} of run ${run.id} could not be read for its cause: ${messageOf(error)}`);
    return undefined;
  } finally {
    limit.end();
  }
}

/** Secrets are removed before a text is cut, because half a secret cannot be recognized. */
function safeEvidence({ line, errors }: Evidence, sanitize: Sanitize): Pick<Evidence, "line" | "errors"> {
  const safe = (text: string) => safeLine(text, sanitize);
  return {
    line: line && {
      ...line,
      text: safe(line.text),
      ending: safe(line.ending),
      before: line.before.map(safe),
    },
    errors: errors?.map((error) => ({ ...error, message: safe(error.message) })),
  };
}

/** Where nothing says why, what failed is said. */
function withFailedPart(
  reason: FailureReason | undefined,
  { failure, timeline }: Evidence,
  { result }: Run,
): FailureReason | undefined {
  if (failure === undefined || timeline === undefined || reason?.cause !== undefined) return reason;
  const refused = result === "canceled" ? undefined : refusedIn(failure, timeline);
  const cause = refused ?? (reason === undefined ? failedPartOf(failure) : undefined);
  return cause === undefined ? reason : { line: "", ending: "", ...reason, cause };
}

const checkpoints = { "Checkpoint.Approval": "approval", "Checkpoint.ExclusiveLock": "lock" } as const;

function refusedIn({ steps, others }: RunFailure, timeline: Timeline): Cause | undefined {
  const [refused = others[0]] = steps;
  if (refused === undefined) return undefined;
  const isValidation = /^ManualValidation$/i.test(refused.task);
  if (!isValidation && !refused.type.startsWith("Checkpoint")) return undefined;
  const named = isValidation
    ? refused
    : (others.find(({ type }) => type.startsWith("Checkpoint.")) ?? refused);
  const checkpoint = Object.entries(checkpoints).find(([type]) => type === named.type)?.[1] ?? "check";
  const stage = aboveOfType(timeline, named, "Stage")?.name ?? "";
  return {
    kind: "refused",
    what: isValidation ? "manual validation" : checkpoint,
    // A pipeline without stages has one of this name.
    stage: stage === "__default" ? "" : stage,
  };
}

const parts = { Task: "step", Job: "job", Stage: "stage" } as const;
/** Those that the service gives. */
const unnamed = /^(?:|__default|(?:agent )?job(?: \d+)?|stage ?\d+)$/i;

function failedPartOf({ steps, others }: RunFailure): Cause | undefined {
  for (const { type, name } of [...steps, ...others])
    if ((type === "Task" || type === "Job" || type === "Stage") && !unnamed.test(name))
      return { kind: "failedPart", part: parts[type], name };
  return undefined;
}

/** `number` is the line that is quoted. */
function placeIn(
  { timeline, logId }: Evidence,
  { result }: Run,
  { choice, lineNumber }: Links,
  number: number | undefined,
): Pick<Links, "place"> {
  if (timeline === undefined) return {};
  const shown = logId === undefined ? { logId: choice?.logId, line: lineNumber } : { logId, line: number };
  return { place: placeOfFailure(timeline, result, shown) ?? "unknown" };
}
