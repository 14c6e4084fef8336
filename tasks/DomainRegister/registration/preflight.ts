import { wait } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import { HttpError } from "../../../shared/http/errors";
import { pluralize } from "../../../shared/text/pluralize";
import { hostNameOf } from "../request/domain";
import { reducedRequest } from "../request/request";
import type { RegisterParts } from "./poll";
import { findPriceObjection } from "./price";
import type { Buyer } from "./purchase";
import { type Attempt, findEarlierPurchases, type Repeatable } from "./receipt";
import { renderLocked } from "./receipt-file";
import type { End } from "./state";

/** How a registration ends before its first check. */
export type EarlyEnd =
  | Extract<End, { outcome: "unknown" | "registered" | "refused" }>
  | { outcome: "alreadyOwned"; message: string };

/**
 * Returns the early end of a registration whose domain is, or may be, ours already, or is not sold by the
 * registrar. Undefined if it goes on.
 */
export async function preflight(parts: RegisterParts, buyer: Buyer): Promise<EarlyEnd | undefined> {
  const { domain, registrar, receipts, agent, cancelled } = parts;
  const ownership = await registrar.ownership(domain, cancelled);
  if (ownership.kind === "owned")
    return { outcome: "alreadyOwned", message: `The account already holds ${domain}; nothing was bought.` };
  if (ownership.kind === "unprovable")
    agent.print(
      `Could not check whether the account holds ${domain}, so only receipts prevent a second purchase. ` +
        ownership.message,
    );
  if (ownership.kind === "listed")
    agent.warn(
      `The account lists ${domain} with ${renderStatus(ownership.status)}, ` +
        "which does not prove that it holds the domain. " +
        "Check the account: an order may have failed or may still be open.",
    );
  if (!parts.rules.dryRun) receipts.probe();
  const settled = await checkReceipt(parts, buyer);
  if (settled !== undefined) return settled;
  const notSold = await checkTerms(parts);
  if (notSold !== undefined) return notSold;
  // A crashed agent's lock is found now. At the moment of the release it would cost the domain.
  return receipts.isLocked() ? { outcome: "unknown", message: renderLocked(receipts) } : undefined;
}

/** Returns the end of a registration that the registrar cannot make. Undefined if it can, or does not say. */
async function checkTerms({
  domain,
  request,
  registrar,
  agent,
  cancelled,
}: RegisterParts): Promise<EarlyEnd | undefined> {
  const terms = await registrar.terms(domain, cancelled).catch((error: unknown) => {
    cancelled.throwIfAborted();
    if (!(error instanceof HttpError) || (error.problem.kind === "status" && error.problem.status === 401))
      throw error;
    agent.warn(`Could not check whether the registrar sells ${domain}. ${messageOf(error)}`);
    return undefined;
  });
  if (terms?.kind === "notSold") return { outcome: "refused", message: terms.message, status: undefined };
  const { years } = terms ?? {};
  return years === undefined || request.period === undefined || request.period === years
    ? undefined
    : {
        outcome: "refused",
        message: `The registrar sells ${domain} for ${pluralize(years, "year")} only. Set \`period\` to ${years}.`,
        status: undefined,
      };
}

function renderStatus(status: string | undefined): string {
  return status === undefined ? "an unknown status" : `the status ${status}`;
}

/**
 * Returns how the purchases in the receipt end the registration. Undefined if they do not. Waits once for an
 * agent that may be buying.
 */
async function checkReceipt(
  parts: RegisterParts,
  buyer: Buyer,
  hasWaited = false,
): Promise<EarlyEnd | undefined> {
  const { domain, service, receipts, agent } = parts;
  const { path } = receipts;
  const attempts = receipts.read()?.attempts ?? [];
  const { bought, open, boughtElsewhere } = findEarlierPurchases(attempts, service);
  if (bought !== undefined)
    return {
      outcome: "alreadyOwned",
      message:
        `An earlier run bought ${domain} at ${bought.sentAt} (${path}). ` +
        "To buy it again, delete the receipt.",
    };
  if (open !== undefined) return resolve(attempts, open, parts, buyer, hasWaited);
  if (boughtElsewhere !== undefined)
    agent.warn(
      `According to the receipt ${path}, ${domain} was bought at ${boughtElsewhere.sentAt} ` +
        `from ${hostNameOf(boughtElsewhere.service)}, not from ${hostNameOf(service)}. ` +
        "That purchase does not count here. To stop this warning, delete the receipt.",
    );
  return undefined;
}

/**
 * Finds out how the purchase of an earlier run ended, if it has a key that the registrar still knows.
 * Undefined if it bought nothing. If nothing can be found out, the outcome stays unknown.
 */
async function resolve(
  attempts: readonly Attempt[],
  open: Attempt,
  parts: RegisterParts,
  buyer: Buyer,
  hasWaited: boolean,
): Promise<EarlyEnd | undefined> {
  const { service, receipts, agent } = parts;
  const unknown: EarlyEnd = {
    outcome: "unknown",
    message:
      `An earlier run sent a purchase at ${open.sentAt}, and its outcome is unknown. ` +
      `Check ${renderAccount(open, service)}. ` +
      `Then delete ${receipts.path} and, if it exists, ${receipts.lockPath}.`,
  };
  const others = attempts.filter((attempt) => attempt !== open);
  const isOnly = findEarlierPurchases(others, service).open === undefined;
  if (!isOnly || !isRepeatable(open, parts)) return unknown;
  const undecidedSeconds = undecidedSecondsLeft(open, parts);
  if (undecidedSeconds > 0 && !hasWaited) {
    agent.print(
      "Another agent holds the purchase lock and may be buying. Waiting until it has sent its purchase.",
    );
    await wait(parts.clock, undecidedSeconds * 1000, parts.cancelled);
    return checkReceipt(parts, buyer, true);
  }
  agent.print(`An earlier run sent a purchase at ${open.sentAt}. Asking the registrar how it ended.`);
  const response = await buyer.resume(others, open);
  if (response.kind === "bought") return { outcome: "registered", order: response.order };
  if (response.kind === "unknown" || response.kind === "accepted") return unknown;
  agent.print(`That purchase bought nothing: ${response.message}`);
  return undefined;
}

/** An agent sends its purchase, or decides not to, within so many seconds after it has written its intent. */
const decidedWithinSeconds = 60;

/**
 * For how many seconds more the agent that holds the lock may decide not to send this purchase. If it were
 * sent again by then, that agent could buy with another key beside it.
 */
function undecidedSecondsLeft(
  { sentAt, outcome }: Attempt,
  { receipts, clock }: Pick<RegisterParts, "receipts" | "clock">,
): number {
  if (outcome !== "sending" || !receipts.isLocked()) return 0;
  const ageSeconds = (clock.wallNow() - Date.parse(sentAt)) / 1000;
  return Math.min(decidedWithinSeconds, decidedWithinSeconds - ageSeconds);
}

/**
 * Returns whether an attempt may be sent again by its key: to the same registrar, while it remembers the key,
 * for what is still wanted, and at a price that is still within the cap, because a request that never arrived
 * buys now.
 */
function isRepeatable(
  attempt: Attempt,
  { registrar, service, rules, clock, request }: RegisterParts,
): attempt is Attempt & { repeatable: Repeatable } {
  const { purchaseKeyHours = 0, name } = registrar.traits;
  const { repeatable } = attempt;
  const ageHours = (clock.wallNow() - Date.parse(attempt.sentAt)) / 3_600_000;
  if (repeatable === undefined || rules.dryRun || attempt.registrar !== name) return false;
  const { price, currency, period } = repeatable;
  return (
    hostNameOf(attempt.service) === hostNameOf(service) &&
    // Another agent's clock may be ahead.
    ageHours > -1 &&
    ageHours < purchaseKeyHours &&
    withoutTimes(attempt.request) === withoutTimes(reducedRequest(request)) &&
    findPriceObjection({ price, currency, period }, rules.limit) === undefined
  );
}

/** A request without the moments of consent, which differ from run to run. */
function withoutTimes(request: unknown): string {
  return JSON.stringify(request, (key, value: unknown) => (key === "agreedAt" ? undefined : value));
}

function renderAccount(attempt: Attempt, service: string): string {
  const host = hostNameOf(attempt.service);
  return `the registrar's account${host === hostNameOf(service) ? "" : ` at ${host}`}`;
}
