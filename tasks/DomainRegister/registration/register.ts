import { wishAt } from "../request/request";
import { InvalidRequest, poll, type RegisterParts } from "./poll";
import { type EarlyEnd, preflight } from "./preflight";
import { begin } from "./procedure";
import { createBuyer } from "./purchase";
import type { End, Registration } from "./state";

/** How a registration ended, and the last state. */
export interface RegisterResult {
  end: End | EarlyEnd;
  registration: Registration;
}

/**
 * Waits for a domain's release and buys it, at most once. Rejects if the step is cancelled before polling, if
 * the credential is refused, or if the receipt cannot be read or written. Nothing was bought then.
 */
export async function register(parts: RegisterParts): Promise<RegisterResult> {
  const start = begin(parts.clock.now());
  const buyer = createBuyer(parts);
  const settled = await preflight(parts, buyer);
  if (settled !== undefined) return { end: settled, registration: start.registration };
  const invalid = new AbortController();
  const validating = parts.registrar.traits.validatesEarly ? validateWhilePolling(parts, invalid) : undefined;
  try {
    return await poll(parts, buyer, AbortSignal.any([parts.cancelled, invalid.signal]));
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
    const response = await registrar.validate(wishAt(request, clock.now()), signal);
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
