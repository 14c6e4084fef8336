import { wishAt } from "../request/request";
import type { Context } from "./context";
import { InvalidRequest, poll } from "./poll";
import { preflight } from "./preflight";
import { begin } from "./procedure";
import { type Buyer, createBuyer } from "./purchase";
import { UnusableReceipt } from "./receipt-file";
import type { Registered } from "./state";

/**
 * Waits for a domain's release and buys it, at most once. Rejects if the step is cancelled before polling, if
 * the credential is refused, or if the receipt cannot be read or written. Nothing was bought then.
 */
export async function register(parts: Context): Promise<Registered> {
  const { registration } = begin(parts.clock.now());
  const buyer = createBuyer(parts);
  try {
    const settled = await preflight(parts, buyer);
    return settled === undefined ? await pollAndValidate(parts, buyer) : { end: settled, registration };
  } catch (error) {
    if (!(error instanceof UnusableReceipt)) throw error;
    return { end: { outcome: "unknown", message: error.message }, registration };
  }
}

async function pollAndValidate(parts: Context, buyer: Buyer): Promise<Registered> {
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
 * Has the request validated while polling goes on, and stops polling if the request is invalid (decision 16). A
 * single refusal may be a passing problem, so a refusal counts only if it is repeated.
 */
async function validateWhilePolling(context: Context, stop: AbortController): Promise<void> {
  const { request, registrar, agent, clock, cancelled } = context;
  const signal = AbortSignal.any([stop.signal, cancelled]);
  const validate = () => registrar.validate(wishAt(request, clock.now()), signal);
  try {
    const first = await validate().catch(() => undefined);
    signal.throwIfAborted();
    const response = first === undefined || first.kind === "invalid" ? await validate() : first;
    if (response.kind === "valid") agent.print("The registrar confirms that the request is valid.");
    else if (response.kind === "unavailable")
      agent.print("The registrar does not validate the request while the domain is not available.");
    else if (response.kind === "unclear")
      agent.warn(`The registrar could not validate the request. ${response.message}`);
    else stop.abort(new InvalidRequest(response.message, response.status));
  } catch (error) {
    if (!signal.aborted) stop.abort(error);
  }
}
