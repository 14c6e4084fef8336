import { isCredentialProblem } from "../../../../shared/azure-devops/advice";
import { allRecords, type Run, type RunRecord, runsIn } from "../../../../shared/azure-devops/records";
import type { Timeline } from "../../../../shared/azure-devops/timeline";
import { wait } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import { HttpError } from "../../../../shared/http/errors";
import { mayBe } from "../../../../shared/pipeline";
import { daySeconds } from "../../../../shared/text/time";
import type { Context } from "../../issue/context";
import type { Candidate } from "./candidate";
import type { Repair } from "./record";

/** The service shows a run some seconds after it has accepted it. */
const lookAfterSeconds = [5, 15, 30];

/**
 * Sends the one request for a repair whose intent is recorded, and finds out what became of it. Undefined if nothing was
 * sent. Throws only if the step is cancelled; then the record of the intent remains.
 */
export async function carryOut(
  candidate: Candidate,
  name: string,
  context: Context,
): Promise<Repair | undefined> {
  const { agent, cancelled, clock, service } = context;
  const { run, intent } = candidate;
  try {
    if (run !== undefined) await service.retryRun(run.id, cancelled);
    const runId = run?.id ?? (await service.startRun(intent.pipeline.id, intent.branch, cancelled));
    return { ...intent, state: "sent", runId };
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(
      `Could not ${run === undefined ? "start" : "run again"} ${agent.sanitize(name)}: ${messageOf(error)}`,
    );
    const state = stateAfter(error);
    if (state === "unsent") return undefined;
    if (state === "denied") return { ...intent, state };
    for (const seconds of state === "refused" ? [0] : lookAfterSeconds) {
      await wait(clock, seconds * 1000, cancelled);
      // Whatever the service cannot say now, the next report asks again.
      const seen = await readCandidate(candidate, service, cancelled).catch(() => undefined);
      const started = seen && startedBy(candidate, seen);
      if (started !== undefined) return { ...intent, state: "sent", runId: started.id };
    }
    cancelled.throwIfAborted();
    return { ...intent, state };
  }
}

/** Whether a failed request may have been carried out. One that the service did not take, `unsent`, can be sent again later. */
function stateAfter(error: unknown): "unknown" | "unsent" | "denied" | "refused" {
  if (!(error instanceof HttpError)) return "unknown";
  const { problem } = error;
  if (problem.kind === "notSent" || problem.kind === "paused") return "unsent";
  // A redirect was not followed.
  const isRedirect = problem.kind === "status" && problem.status < 400;
  if (isCredentialProblem(problem) && !isRedirect) return "denied";
  if (problem.kind !== "status" || problem.status >= 500 || problem.status === 408) return "unknown";
  return problem.status === 429 ? "unsent" : "refused";
}

/** The service's present view of a candidate. */
export interface CandidateState {
  /** The runs of the pipeline that were queued since the run, or that were queued or ended since a minute before the missed time. */
  runs: readonly Run[];
  /** Its runs that wait or run now, whenever they were queued. */
  active: readonly Run[];
  /** Whether a record that cannot be read may be one of them. */
  isUnclear: boolean;
  /** The timeline of the run that failed. */
  timeline: Pick<Timeline, "records" | "attempt"> | undefined;
  /** Whether the pipeline can start: enabled, paused or disabled; empty if the service does not tell. */
  queueStatus: string;
}

/** Clocks differ a little, so a run may be queued this long before its time. */
const earlySeconds = 60;

/** Asks the service about a candidate. Throws if it cannot say everything. */
export async function readCandidate(
  { run, intent }: Candidate,
  service: Context["service"],
  signal: AbortSignal,
): Promise<CandidateState> {
  const { at, pipeline } = intent;
  const since = run === undefined ? at - daySeconds : (run.queueTime ?? at);
  const queued = await allRecords(service.runsQueuedSince(since, signal, pipeline.id));
  const unfinished = await allRecords(service.unfinishedRuns(signal));
  const isMaybeOwn = (record: RunRecord) =>
    !("run" in record) && mayBe(record.unreadable.pipeline ?? pipeline, pipeline);
  const from = at - earlySeconds;
  // An earlier run that somebody ran again has run since, too.
  const hasRunSince = ({ queueTime = from, finishTime = from }: Run) =>
    queueTime >= from || finishTime >= from;
  return {
    runs: run === undefined ? runsIn(queued).filter(hasRunSince) : runsIn(queued),
    active: runsIn(unfinished).filter((active) => active.pipeline.id === pipeline.id),
    isUnclear: queued.some((record) => !("run" in record)) || unfinished.some(isMaybeOwn),
    timeline: run === undefined ? undefined : await service.timeline(run.id, signal),
    queueStatus: run === undefined ? await service.queueStatus(pipeline.id, signal) : "",
  };
}

/** The run that shows that a request has been carried out, whoever sent it; undefined if none does. */
export function startedBy({ run, intent }: Candidate, { runs, timeline }: CandidateState): Run | undefined {
  if (run === undefined) return runs.find(({ branch }) => branch === intent.branch);
  const now = runs.find(({ id }) => id === run.id);
  const isAgain = now?.status !== "completed" || now.finishTime !== intent.at || (timeline?.attempt ?? 1) > 1;
  return isAgain ? now : undefined;
}
