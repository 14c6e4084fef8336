import { wait } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import { isRecord, type Lookup } from "../../../shared/rdap/client";
import type { ValidationResponse } from "../../../shared/registrar/registrar";
import { dayMilliseconds } from "../../../shared/text/time";
import { findProvenRelease, type ReleaseWindow } from "../lifecycle/release";
import { endingOf } from "../lifecycle/stages";
import { wishAt } from "../request/request";
import type { Context } from "./context";
import { InvalidRequest, poll } from "./poll";
import { preflight } from "./preflight";
import { begin } from "./procedure";
import { type Buyer, createBuyer } from "./purchase";
import { findDoubt } from "./receipt-file";
import type { RegistrationResult } from "./state";

/**
 * Waits for a domain's release and buys it, at most once. Rejects if the step is cancelled before polling, if
 * the credential is refused, or if the receipt cannot be written. This run bought nothing then, and no purchase in the
 * receipt is open.
 */
export async function register(context: Context): Promise<RegistrationResult> {
  const { registration } = begin(context.clock.now());
  const buyer = createBuyer(context);
  try {
    const preflighted = await preflight(context, buyer);
    return "end" in preflighted
      ? { ...preflighted, registration }
      : await pollAndValidate(context, buyer, preflighted.isAccepted);
  } catch (error) {
    buyer.flush();
    const doubt = findDoubt(context.receipts, error);
    if (doubt === undefined) throw error;
    return { end: { outcome: "unknown", message: doubt }, registration };
  } finally {
    buyer.flush();
  }
}

async function pollAndValidate(
  context: Context,
  buyer: Buyer,
  isAccepted: boolean,
): Promise<RegistrationResult> {
  const { registrar, cancelled, clock, domain } = context;
  const laterRelease = findLaterRelease(await context.readRecord(), endingOf(domain), clock.now());
  const invalid = new AbortController();
  const validating = registrar.traits.validatesEarly ? validateWhilePolling(context, invalid) : undefined;
  try {
    const stopped = AbortSignal.any([cancelled, invalid.signal]);
    return await poll(context, buyer, stopped, isAccepted, laterRelease);
  } finally {
    invalid.abort(new Error("the registration has ended"));
    await validating;
  }
}

const longestWaitMilliseconds = dayMilliseconds;

/** Undefined unless the record proves that the release comes after any wait that begins now. */
function findLaterRelease(record: Lookup, ending: string, now: number): ReleaseWindow | undefined {
  const release = isRecord(record) ? findProvenRelease(record, ending, now) : undefined;
  return release !== undefined && release.earliest > now + longestWaitMilliseconds ? release : undefined;
}

/**
 * Has the request validated while polling goes on, and stops polling if the request is invalid (decision 16). A
 * single refusal may be a passing problem, so only two of the same kind count, as far apart as two checks.
 */
async function validateWhilePolling(context: Context, stop: AbortController): Promise<void> {
  const { request, registrar, wanted, clock, cancelled } = context;
  const signal = AbortSignal.any([stop.signal, cancelled]);
  // It throws if the credential is refused.
  const validate = () =>
    registrar.validate(wishAt(request, clock.now()), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      return { kind: "threw" as const, error };
    });
  try {
    const first = await validate();
    const isRefused = first.kind === "threw" || first.kind === "invalid";
    if (isRefused) await wait(clock, wanted.pollSeconds * 1000, signal);
    const response = isRefused ? await validate() : first;
    if (response.kind === "threw" && first.kind === "threw") stop.abort(response.error);
    else if (response.kind === "invalid" && first.kind === "invalid")
      stop.abort(new InvalidRequest(response.message, response.status));
    else tellValidation(response, context);
  } catch (error) {
    if (!signal.aborted) stop.abort(error);
  }
}

function tellValidation(
  response: ValidationResponse | { kind: "threw"; error: unknown },
  { agent }: Context,
): void {
  if (response.kind === "valid") agent.print("The registrar confirms that the request is valid.");
  else if (response.kind === "unavailable")
    agent.print("The registrar does not validate the request while the domain is not available.");
  else {
    const why = response.kind === "threw" ? messageOf(response.error) : response.message;
    agent.warn(`The registrar could not validate the request. ${why}`);
  }
}
