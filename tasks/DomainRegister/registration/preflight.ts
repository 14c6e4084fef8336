import { wait } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import { HttpError } from "../../../shared/http/errors";
import type { Ownership, Terms } from "../../../shared/registrar/registrar";
import { pluralize } from "../../../shared/text/pluralize";
import { hostNameOf } from "../request/domain";
import type { Context } from "./context";
import { endOfBought, endOfOrder } from "./earlier-order";
import { renderMoney } from "./price";
import type { Buyer } from "./purchase";
import { readingOf } from "./reading";
import { type Attempt, findEarlierPurchases, type RepeatableAttempt, renderOpen } from "./receipt";
import { renderLocked } from "./receipt-file";
import { findRepeatable, undecidedSecondsLeft } from "./replay";
import { isOpenOrder } from "./standing";
import type { End } from "./state";

/**
 * Ends a registration early if the domain is ours already, or may be, or if the registrar does not sell it. Reads the
 * receipt before anything that can fail, because an earlier purchase matters more than what is wrong now.
 */
export async function preflight(
  context: Context,
  buyer: Buyer,
): Promise<{ end: End } | { isAccepted: boolean }> {
  const { receipts, service, wanted } = context;
  const { bought } = findEarlierPurchases(receipts.read()?.attempts ?? [], service);
  if (bought !== undefined) return { end: await endOfOrder(bought, context) };
  const ownership = await checkOwnership(context);
  buyer.see(ownership);
  if (ownership.kind === "owned") return { end: endOfOwned(context) };
  const settled = await checkReceipt(context, buyer);
  if (settled !== undefined) return { end: settled };
  const openOrder = endOfOpenOrder(ownership, context);
  if (openOrder !== undefined) return { end: openOrder };
  if (!wanted.dryRun) receipts.probe();
  const terms = await readTerms(context);
  const notSold = findObjectionToTerms(terms, context);
  if (notSold !== undefined) return { end: { outcome: "refused", message: notSold, status: undefined } };
  await checkFunds(context);
  // A crashed agent's lock is found now. At the moment of the release it would cost the domain.
  if (receipts.isLocked()) return { end: { outcome: "unknown", message: renderLocked(receipts) } };
  return { isAccepted: ownership.kind !== "unprovable" || terms !== undefined };
}

function endOfOwned({ domain }: Context): End {
  return {
    outcome: "alreadyOwned",
    message: `The account already holds ${domain}. This run bought nothing.`,
  };
}

/** Where no receipt lasts, only the account knows of an order that an earlier run sent. While it is open, nothing is ordered again. */
function endOfOpenOrder(ownership: Ownership, { domain, registrar, clock }: Context): End | undefined {
  const now = registrar.now() ?? clock.wallNow();
  const reading = readingOf(ownership, new Date(now).toISOString());
  if (!isOpenOrder(reading, now)) return undefined;
  const message = `The account already has an open order for ${domain} (${reading.status}). This run bought nothing. The next run asks the account again.`;
  return { outcome: "alreadyOwned", message, isDoubtful: true };
}

/** Tells people if the account cannot prove whether it holds the domain. */
async function checkOwnership({ domain, registrar, agent, cancelled }: Context): Promise<Ownership> {
  const ownership = await registrar.ownership(domain, cancelled);
  if (ownership.kind === "unprovable")
    agent.print(
      `Could not check whether the account holds ${domain}, so only receipts prevent a second purchase. ` +
        ownership.message,
    );
  if (ownership.kind === "listed") {
    const { status } = ownership;
    agent.warn(
      `The account lists ${domain} with ${status === undefined ? "an unknown status" : `the status ${status}`}, ` +
        "which does not prove that it holds the domain. " +
        "Check the account: an order may have failed or may still be open.",
    );
  }
  return ownership;
}

/** Undefined if the registrar does not say. A refused credential shows in the first check. */
async function readTerms({ domain, registrar, agent, cancelled }: Context): Promise<Terms | undefined> {
  return registrar.terms?.(domain, cancelled).catch((error: unknown) => {
    cancelled.throwIfAborted();
    if (!(error instanceof HttpError)) throw error;
    agent.warn(`Could not check whether the registrar sells ${domain}. ${messageOf(error)}`);
    return undefined;
  });
}

/** Undefined if the registrar can make the registration, or does not say. */
function findObjectionToTerms(terms: Terms | undefined, { domain, request }: Context): string | undefined {
  if (terms === undefined) return undefined;
  if (terms.kind === "notSold") return terms.message;
  const { years } = terms;
  return years === undefined || request.period === undefined || request.period === years
    ? undefined
    : `The registrar sells ${domain} for ${pluralize(years, "year")} only. Set \`period\` to ${years}.`;
}

/** Warns if the account cannot pay the most that may be paid. The price is known only when it can be bought. */
async function checkFunds({ registrar, wanted, agent, cancelled }: Context): Promise<void> {
  const { maxPrice, currency, unit } = wanted.limit;
  const funds = await registrar.funds?.(cancelled);
  for (const [what, amount, advice] of [
    ["credit", funds?.credit, "Add credit"],
    ["API spending limit", funds?.limit, "Raise the limit"],
  ] as const)
    if (amount !== undefined && amount < (maxPrice ?? 1n))
      agent.warn(
        `The account's ${what} is ${renderMoney(amount, registrar.traits.currency, unit)}` +
          `${maxPrice === undefined ? "" : `, less than maxPrice ${renderMoney(maxPrice, currency, unit)}`}. ` +
          `${advice} before the release: a purchase that costs more will be refused.`,
      );
}

/**
 * How the purchases in the receipt end the registration; undefined if they do not. Waits once for an agent that
 * may be buying.
 */
async function checkReceipt(parts: Context, buyer: Buyer, hasWaited = false): Promise<End | undefined> {
  const { domain, service, receipts, agent, clock, cancelled } = parts;
  const { path } = receipts;
  const attempts = receipts.read()?.attempts ?? [];
  const { bought, open, boughtElsewhere } = findEarlierPurchases(attempts, service);
  if (bought !== undefined) return endOfBought(bought, parts);
  if (open !== undefined) {
    const others = attempts.filter((attempt) => attempt !== open);
    const { open: another } = findEarlierPurchases(others, service);
    const repeatable =
      another === undefined
        ? findRepeatable(open, parts)
        : "the outcome of another purchase is unknown as well";
    if (typeof repeatable === "string")
      return {
        outcome: "unknown",
        message: `${renderOpen(open)} The registrar was not asked how it ended: ${repeatable}.`,
      };
    const undecidedSeconds = hasWaited ? 0 : undecidedSecondsLeft(open, parts);
    if (undecidedSeconds <= 0) return resolve(others, repeatable, parts, buyer);
    agent.print(
      "Another agent holds the purchase lock and may be buying. Waiting until it has sent its purchase.",
    );
    await wait(clock, undecidedSeconds * 1000, cancelled);
    return checkReceipt(parts, buyer, true);
  }
  if (boughtElsewhere !== undefined)
    agent.warn(
      `According to the receipt ${path}, ${domain} was bought at ${boughtElsewhere.sentAt} ` +
        `from ${hostNameOf(boughtElsewhere.service)}, not from ${hostNameOf(service)}. ` +
        "That purchase does not count here. If it was no trial, cancel this step.",
    );
  return undefined;
}

/**
 * Finds out by its key how the purchase of an earlier run ended. Undefined if it bought nothing. If nothing can
 * be found out, the outcome stays unknown.
 */
async function resolve(
  others: Attempt[],
  open: RepeatableAttempt,
  { agent }: Context,
  buyer: Buyer,
): Promise<End | undefined> {
  agent.print(`An earlier run sent a purchase at ${open.sentAt}. Asking the registrar how it ended.`);
  const response = await buyer.resume(others, open);
  if (response.kind === "bought") return { outcome: "registered", order: response.order };
  if (response.kind === "unknown") {
    const said = response.reason === undefined ? "" : ` The registrar's last word is: ${response.reason}.`;
    return { outcome: "unknown", message: renderOpen(open) + said };
  }
  agent.print(`That purchase bought nothing: ${response.message}`);
  return undefined;
}
