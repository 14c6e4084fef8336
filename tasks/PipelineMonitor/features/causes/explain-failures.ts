import pMap from "p-map";
import type { Run } from "../../../../shared/azure-devops/records";
import { aboveOfType, placeOfStep, type Timeline } from "../../../../shared/azure-devops/timeline";
import type { Phrase } from "../../../../shared/chat/message";
import { pathOfRun } from "../../../../shared/pipeline";
import type { Cause, KnownIssue } from "../../causes/cause";
import { type ExplanationOptions, explanationOf, type FailureReason, findReason } from "../../causes/reason";
import { safeLine } from "../../causes/safe-line";
import type { Entries } from "../../config/entries";
import type { Context } from "../../issue/context";
import { type Explanation, type Issue, isOfFailedRun, runOf } from "../../issue/issue";
import type { Links } from "../../issue/links";
import { words } from "../../issue/parts";
import { joinedNotes } from "../../logs/log-search";
import { placeOfFailure, type RunFailure } from "../../logs/run-failure";
import { withTimelines } from "../../logs/timelines";
import { type Evidence, evidenceOf } from "./evidence";

export interface CauseSettings extends ExplanationOptions {
  /** The first one that a failed run has names its cause. */
  knownIssues: Entries<readonly KnownIssue[]>;
}

/** If a timeline cannot be read, the line of its run says so. Throws if the step is cancelled. */
export async function explainFailures(
  issues: readonly Issue[],
  { knownIssues, ...telling }: CauseSettings,
  context: Context,
): Promise<Issue[]> {
  const { sanitize } = context.agent;
  return withTimelines(context, (read, signal) =>
    pMap(
      issues,
      async (issue) => {
        const run = runOf(issue);
        if (run === undefined || !isOfFailedRun(issue)) return issue;
        const known = knownIssues.entryFor(pathOfRun(run));
        if (!telling.explains && !telling.groups && known.length === 0) return issue;
        const { problems = [] } = run;
        // A run that could not begin says itself what kept it.
        const evidence =
          problems.length > 0
            ? { errors: problems.map((message) => ({ message: safeLine(message, sanitize), agent: "" })) }
            : await evidenceOf(issue, run, await read(run.id), known, context, signal);
        return withReason(issue, run, evidence, known, telling);
      },
      { concurrency: context.connections },
    ),
  );
}

function withReason(
  issue: Issue,
  run: Run,
  evidence: Evidence,
  known: readonly KnownIssue[],
  telling: ExplanationOptions,
): Issue {
  const { reason: found, timedOut } = reasonOf(run.result, evidence, known);
  const reason = withFailedPart(found, evidence, run);
  const { unread = "", links: linked = issue.links } = evidence;
  const note = joinedNotes(linked.note, unread);
  const links = { ...linked, note, ...placeIn(evidence, run, linked, reason) };
  const explanation = reason && explanationOf(reason, issue, telling);
  const isSure = unread === "" || (reason?.cause !== undefined && reason.cause.kind !== "failedPart");
  const told = timedOut && telling.explains ? withTimeOut(issue) : issue;
  return { ...told, links, explanation: isSure ? explanation : explanation && withoutCause(explanation) };
}

/** If a step says why it failed, that comes first, and that a job timed out, too, is told beside it. */
function reasonOf(
  result: string,
  { log, errors, timeOuts = [] }: Evidence,
  known: readonly KnownIssue[],
): { reason: FailureReason | undefined; timedOut: boolean } {
  if (timeOuts.length === 0) return { reason: findReason(result, log, errors, known), timedOut: false };
  // Nobody canceled it, whatever its result.
  const own = findReason("failed", log, errors, known);
  if (own !== undefined && own.certainty !== "footer") return { reason: own, timedOut: true };
  return { reason: findReason(result, log, [...(errors ?? []), ...timeOuts], known), timedOut: false };
}

function withTimeOut(issue: Issue): Issue {
  const beside = (text: Phrase) => [...text, words(", and a job timed out")];
  const { sentence } = issue;
  return {
    ...issue,
    words: beside(issue.words),
    ...(sentence === undefined ? {} : { sentence: beside(sentence) }),
  };
}

/** A log that could not be read may hold another reason, so no failure counts as another because of it. */
function withoutCause({ cause: _, ...explanation }: Explanation): Explanation {
  return explanation;
}

/** Names the part that failed if nothing says why. */
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
  const checkedRecord = isValidation
    ? refused
    : (others.find(({ type }) => type.startsWith("Checkpoint.")) ?? refused);
  const checkpoint =
    Object.entries(checkpoints).find(([type]) => type === checkedRecord.type)?.[1] ?? "check";
  const stage = aboveOfType(timeline, checkedRecord, "Stage")?.name ?? "";
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

/** The line that is quoted may be in the log of another step than the first. */
function placeIn(
  { timeline, logId }: Evidence,
  { result }: Run,
  { choice, lineNumber }: Links,
  reason: FailureReason | undefined,
): Pick<Links, "place"> {
  if (timeline === undefined) return {};
  const { number: line, logId: quoted = logId } = reason ?? {};
  const step = quoted === logId ? undefined : timeline.records.find((one) => one.logId === quoted);
  if (step !== undefined) return { place: placeOfStep(timeline, step, line) ?? "unknown" };
  const shown = logId === undefined ? { logId: choice?.logId, line: lineNumber } : { logId, line };
  return { place: placeOfFailure(timeline, result, shown) ?? "unknown" };
}
