import { messageOf } from "../../../shared/errors";
import { HttpError, statusOf } from "../../../shared/http/errors";
import type { Context } from "../issue/context";

/** The state of a pipeline by the service: disabled, paused or deleted; anything else if it can start. Logs a warning if it cannot be read. */
export async function readStatus(
  definitionId: number,
  name: string,
  { service, agent, cancelled }: Context,
  signal: AbortSignal,
): Promise<string> {
  return service.queueStatus(definitionId, signal).catch((error: unknown) => {
    if (error instanceof HttpError && statusOf(error.problem) === 404) return "deleted";
    cancelled.throwIfAborted();
    agent.warn(`Could not read whether ${agent.sanitize(name)} is disabled: ${messageOf(error)}`);
    return "";
  });
}
