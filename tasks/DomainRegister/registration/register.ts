import { requestBody } from "../request/parse";
import { InvalidRequest, poll, type RegisterParts } from "./poll";
import { begin, type End, type Registration } from "./procedure";
import { claimed } from "./purchase";
import { earlierPurchases, hostOf } from "./receipt";

/** How a registration ended, and how far it came. */
export interface RegisterResult {
  end: End | { outcome: "alreadyOwned"; message: string };
  registration: Registration;
}

/**
 * Waits for a domain's release and buys it, at most once. Rejects with the reason of a cancelled step, with a
 * credential that is refused, and with a receipt that cannot be read or written; nothing was bought then.
 */
export async function register(parts: RegisterParts): Promise<RegisterResult> {
  const { clock } = parts;
  const start = begin(clock.now());
  const settled = await preflight(parts);
  if (settled !== undefined) return { end: settled, registration: start.registration };
  const invalid = new AbortController();
  const validating = validateBeside(parts, invalid);
  try {
    return await poll(parts, AbortSignal.any([parts.cancelled, invalid.signal]));
  } finally {
    invalid.abort(new Error("the registration has ended"));
    await validating;
  }
}

/** What settles the matter before the first check: the domain is ours already, or may be. */
async function preflight(parts: RegisterParts): Promise<RegisterResult["end"] | undefined> {
  const { domain, registrar, receipts, agent, cancelled } = parts;
  const ownership = await registrar.ownership(domain, cancelled);
  if (ownership.kind === "owned")
    return { outcome: "alreadyOwned", message: `The account holds ${domain} already; nothing was bought.` };
  if (ownership.kind === "unprovable")
    agent.print(
      `The account cannot be asked whether it holds ${domain}, so receipts are the only memory. ${ownership.message}`,
    );
  if (ownership.kind === "listed")
    agent.warn(
      `The account lists ${domain} with ${statusWords(ownership.status)}, which does not prove that it holds the ` +
        "domain. Look into the account: an order may have failed, or still be open.",
    );
  if (!parts.rules.dryRun) receipts.probe();
  const { bought, open, boughtElsewhere } = earlierPurchases(receipts.read()?.attempts ?? [], parts.service);
  if (bought !== undefined)
    return {
      outcome: "alreadyOwned",
      message: `An earlier run bought ${domain} at ${bought.sentAt} (${receipts.path}). Remove the receipt to buy it anew.`,
    };
  if (open !== undefined) {
    const account = `the registrar's account${hostOf(open.service) === hostOf(parts.service) ? "" : ` at ${hostOf(open.service)}`}`;
    return {
      outcome: "unknown",
      message:
        `An earlier run sent a purchase at ${open.sentAt} whose outcome is not known. Look into ${account}; ` +
        `then remove ${receipts.path} and, where it exists, ${receipts.claimPath}.`,
    };
  }
  if (boughtElsewhere !== undefined)
    agent.warn(
      `The receipt ${receipts.path} says that ${domain} was bought at ${boughtElsewhere.sentAt}, but at ` +
        `${hostOf(boughtElsewhere.service)}, not at ${hostOf(parts.service)}. That purchase does not count here.`,
    );
  // A right to buy that a dead agent kept is found now: at the moment of the release it would cost the domain.
  return receipts.isClaimed() ? { outcome: "unknown", message: claimed(receipts) } : undefined;
}

function statusWords(status: string | undefined): string {
  return status === undefined ? "an unknown status" : `the status ${status}`;
}

/** Has the request validated while polling goes on; a verdict of invalid stops that (decision 16). */
async function validateBeside(parts: RegisterParts, stop: AbortController): Promise<void> {
  const { request, registrar, agent, clock, cancelled } = parts;
  const signal = AbortSignal.any([stop.signal, cancelled]);
  try {
    const verdict = await registrar.validate(requestBody(request, clock.now()), signal);
    const yet =
      verdict.kind === "unavailable" ? ", but for the domain itself, which is not available yet" : "";
    if (verdict.kind === "valid" || verdict.kind === "unavailable")
      agent.print(`The registrar finds the request valid${yet}.`);
    else if (verdict.kind === "unclear")
      agent.warn(`The registrar could not validate the request. ${verdict.message}`);
    else stop.abort(new InvalidRequest(verdict.message, verdict.status));
  } catch (error) {
    if (!signal.aborted) stop.abort(error);
  }
}
