import { requestBody } from "../request/parse";
import { InvalidRequest, poll, type RegisterParts } from "./poll";
import { preflight } from "./preflight";
import { begin } from "./procedure";
import type { End, Registration } from "./state";

/** How a registration ended, and the last state. */
export interface RegisterResult {
  end: End | { outcome: "alreadyOwned"; message: string };
  registration: Registration;
}

/**
 * Waits for a domain's release and buys it, at most once. Rejects if the step is cancelled before polling, if
 * the credential is refused, or if the receipt cannot be read or written. Nothing was bought then.
 */
export async function register(parts: RegisterParts): Promise<RegisterResult> {
  const start = begin(parts.clock.now());
  const settled = await preflight(parts);
  if (settled !== undefined) return { end: settled, registration: start.registration };
  const invalid = new AbortController();
  const validating = validateWhilePolling(parts, invalid);
  try {
    return await poll(parts, AbortSignal.any([parts.cancelled, invalid.signal]));
  } finally {
    invalid.abort(new Error("the registration has ended"));
    await validating;
  }
}

/**
 * Has the request validated while polling goes on, and stops polling if the request is invalid (decision 16).
 */
async function validateWhilePolling(parts: RegisterParts, stop: AbortController): Promise<void> {
  const { request, registrar, agent, clock, cancelled } = parts;
  const signal = AbortSignal.any([stop.signal, cancelled]);
  try {
    const response = await registrar.validate(requestBody(request, clock.now()), signal);
    const yet = response.kind === "unavailable" ? " The domain itself is not available yet." : "";
    if (response.kind === "valid" || response.kind === "unavailable")
      agent.print(`The registrar confirms that the request is valid.${yet}`);
    else if (response.kind === "unclear")
      agent.warn(`The registrar could not validate the request. ${response.message}`);
    else stop.abort(new InvalidRequest(response.message, response.status));
  } catch (error) {
    if (!signal.aborted) stop.abort(error);
  }
}
