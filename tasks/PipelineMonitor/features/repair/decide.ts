import type { Run } from "../../../../shared/azure-devops/records";
import { hasSucceeded } from "../../../../shared/azure-devops/run-state";
import type { TimelineRecord } from "../../../../shared/azure-devops/timeline";
import type { ProjectJournal } from "../../../../shared/journal/schema";
import { mayBeOn } from "../../../../shared/subject";
import { daySeconds } from "../../../../shared/text/time";
import { findReason } from "../../causes/reason";
import { subjectOfIssue } from "../../issue/issue";
import { type CandidateState, startedBy } from "./act";
import type { Candidate } from "./candidate";
import type { Repair } from "./record";

/** A run that ended longer ago is left to people. */
const maxAgeSeconds = 2 * 3600;

/** The one reason of these that a person who reads of the failure needs. */
export const runAgainAlready = "it was run again already";

/** Why a candidate must not be repaired, by what the service says now; undefined if it may. `now` is in seconds since 1970. */
export function heldBy(candidate: Candidate, seen: CandidateState, now: number): string | undefined {
  if (seen.isUnclear) return "a run of it cannot be read";
  return candidate.run === undefined
    ? missedHeldBy(candidate, seen, now)
    : failedHeldBy(candidate, seen, now);
}

function failedHeldBy(candidate: Candidate, seen: CandidateState, now: number): string | undefined {
  const { run, intent } = candidate;
  const { branch, at } = intent;
  const isOfBranch = (other: Run) => other.branch === branch || other.branch === undefined;
  if (seen.timeline === undefined || !seen.runs.some(({ id }) => id === run?.id)) return "it is not listed";
  if (startedBy(candidate, seen) !== undefined) return runAgainAlready;
  if (seen.active.some(isOfBranch)) return "a run of its branch waits or runs";
  if (seen.runs.some((other) => other.id !== run?.id && isOfBranch(other)))
    return "it is not the latest run of its branch";
  if (!(now - at < maxAgeSeconds)) return "it ended more than two hours ago";
  // Why it failed otherwise, its log said.
  if (intent.kind !== "lostAgent") return undefined;
  return lostAgentOf(seen.timeline.records) === undefined
    ? "the loss of an agent is not its only cause"
    : undefined;
}

function missedHeldBy(candidate: Candidate, seen: CandidateState, now: number): string | undefined {
  const { nextDueAt, usualSeconds, issue } = candidate;
  const schedule = subjectOfIssue(issue);
  if (["disabled", "paused"].includes(seen.queueStatus)) return `the pipeline is ${seen.queueStatus}`;
  if (seen.runs.some((run) => mayBeOn(run, schedule))) return "it has run since";
  if (seen.active.some((run) => mayBeOn(run, schedule))) return "a run of it waits or runs";
  if (usualSeconds === undefined) return "its usual run time is unknown";
  if (nextDueAt !== undefined && !(nextDueAt - now > usualSeconds))
    return "it is due again before a run could end";
  return undefined;
}

/** The limits of one report, and of a day. */
export const maxInReport = 5;
const maxInDay = 20;
/** After so many that did not help, a pipeline is left to people until it succeeds. */
const maxInVain = 3;

/** Why nothing more is done as intended, by what was done before; undefined if there is no reason. Followed by a verb, it is told. */
export function limitOf(
  { incident, pipeline, branch, intendedAt: now, configuration }: Repair,
  repairs: readonly Repair[],
  journal: ProjectJournal,
): string | undefined {
  const recent = repairs.filter(({ intendedAt }) => Math.abs(now - intendedAt) < daySeconds);
  const same = repairs.find((repair) => repair.incident === incident);
  if (same?.state === "unknown" || same?.state === "intended")
    return "an earlier request had no known outcome, so it is not repeated";
  if (same !== undefined) return "it was tried before";
  const ofPipeline = repairs.filter((repair) => repair.pipeline.id === pipeline.id);
  const denied = recent.filter(({ state }) => state === "denied");
  if (denied.some((repair) => repair.configuration === configuration && ofPipeline.includes(repair)))
    return denial;
  if (recent.length - denied.length >= maxInDay) return `the monitor has repaired ${maxInDay} runs in a day`;
  const last = ofPipeline.filter(({ outcome }) => outcome !== undefined).slice(-maxInVain);
  const inVainUntil = Math.max(...last.map(({ intendedAt }) => intendedAt));
  const hasWorked = [...journal.pipelines.values()]
    .filter(({ pipeline: { id } }) => id === pipeline.id)
    .flatMap(({ branches }) => branches.find((known) => known.branch === branch)?.runs ?? [])
    .some((run) => hasSucceeded(run) && run.finishTime > inVainUntil);
  return last.length === maxInVain && last.every(({ outcome }) => outcome === "failed") && !hasWorked
    ? `the last ${maxInVain} repairs did not help`
    : undefined;
}

/** The advice if the permissions forbid it. */
export const denial =
  'the credential needs the permission "Queue builds" on this pipeline, and a token the scope Build (read and execute)';

/**
 * The agent whose loss is all that is wrong with a run, empty if it is not named; undefined if it failed for another
 * reason too. The errors of a job's own record count, which the service writes: what a script logs is in the record of
 * its step, and a step that failed is a reason of its own.
 */
export function lostAgentOf(records: readonly TimelineRecord[]): string | undefined {
  const agents = records.filter(hasFailed).map(({ type, errors }) => {
    const causes = errors.map((error) => findReason("failed", undefined, [error])?.cause);
    const lostAgents = causes.flatMap((cause) => (cause?.kind === "lostAgent" ? [cause.agent] : []));
    return type === "Job" && lostAgents.length === errors.length ? lostAgents[0] : undefined;
  });
  return agents.every((agent) => agent !== undefined) ? agents[0] : undefined;
}

/** A job that did not succeed, or a step that failed. */
function hasFailed({ type, result, errors, state }: TimelineRecord): boolean {
  if (type !== "Job") return type === "Task" && result === "failed";
  const isWell = ["succeeded", "succeededWithIssues", "skipped"].includes(result);
  const isCompleted = ["", "completed"].includes(state);
  return isCompleted && !isWell && (errors.length > 0 || result !== "");
}
