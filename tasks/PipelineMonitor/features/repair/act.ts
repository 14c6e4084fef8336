import { isCredentialProblem } from "../../../../shared/azure-devops/advice";
import type { BuildService } from "../../../../shared/azure-devops/client";
import { wait } from "../../../../shared/clock";
import { messageOf } from "../../../../shared/errors";
import { HttpError } from "../../../../shared/http/errors";
import type { Context } from "../../issue/context";
import type { Candidate } from "./candidate";
import type { Repair } from "./repair-form";
import { type CandidateService, readCandidate, startedBy } from "./seen";

/** The service shows a run some seconds after it has accepted it. */
const lookAfterSeconds = [5, 15, 30];

/**
 * Sends the one request for a repair whose intent is recorded, and finds out what became of it. Undefined if nothing was
 * sent. Throws only if the step is cancelled; then the record of the intent remains.
 */
export async function carryOut(
  candidate: Candidate,
  intent: Repair,
  context: Pick<Context, "agent" | "cancelled" | "clock"> & {
    service: CandidateService & Pick<BuildService, "retryRun" | "startRun">;
  },
): Promise<Repair | undefined> {
  const { agent, cancelled, clock, service } = context;
  const { run, definitionId, branch } = candidate;
  try {
    if (run === undefined)
      return { ...intent, state: "sent", runId: await service.startRun(definitionId, branch, cancelled) };
    await service.retryRun(run.id, cancelled);
    return { ...intent, state: "sent", runId: run.id };
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(
      `Could not ${run === undefined ? "start" : "run again"} ${agent.sanitize(intent.pipeline)}: ${messageOf(error)}`,
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
