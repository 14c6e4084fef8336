import { messageOf } from "../../../shared/errors";
import { HttpError } from "../../../shared/http/errors";
import type { Ownership } from "../../../shared/registrar/registrar";
import { utc } from "../../../shared/text/time";
import { isSameAttempt } from "./attempt-log";
import type { Context } from "./context";
import { type Reading, readingOf, withReading } from "./reading";
import { type Attempt, startOverAdvice } from "./receipt";
import type { ReceiptFile } from "./receipt-file";
import { standingOf } from "./standing";
import type { End } from "./state";

/**
 * How a registration ends after this registrar has granted a purchase: the account is asked once, and what it has said
 * of this order for a day stands above the receipt. If it cannot say, the receipt counts.
 */
export async function endOfOrder(order: Attempt, context: Context): Promise<End> {
  // The holdings of another account say nothing about this order.
  if (order.account !== context.account) return endOfBought(order, context);
  const ownership = await readOwnership(context);
  const at = new Date(context.registrar.now() ?? context.clock.wallNow()).toISOString();
  const reading = readingOf(ownership, at);
  return endByStanding(standingOf(observe(order, reading, context), reading), order, context);
}

function endByStanding(standing: ReturnType<typeof standingOf>, order: Attempt, context: Context): End {
  const { domain, receipts } = context;
  if (standing.kind === "held") return endOfBought(order, context);
  const { shows } = standing;
  if (standing.kind === "doubtful") {
    const { message } = endOfBought(order, context);
    const doubt = `The account does not confirm this order: it shows ${shows}.`;
    return { outcome: "alreadyOwned", message: `${message} ${doubt}`, isDoubtful: true };
  }
  const since = `since ${utc(Date.parse(standing.since))} UTC`;
  const message =
    standing.kind === "undone"
      ? `The registrar has undone the order of ${order.sentAt}: the account has shown ${shows} ${since}. Nothing is ` +
        `waited for. Check the account's orders and charges, and keep the receipt ${receipts.path} while a charge stands.`
      : `An earlier run bought ${domain} at ${order.sentAt}, and the account no longer holds it: it has shown ${shows} ` +
        `${since}. ${renderEndOfName(shows)} Nothing is waited for. Check the account, and keep the receipt ${receipts.path}.`;
  const outcome = standing.kind === "undone" ? "undone" : "noLongerOwned";
  return { outcome, message: `${message} ${startOverAdvice}` };
}

function renderEndOfName(shows: string): string {
  if (/TRANSFER|OWNERSHIP|REASSIGNED|elsewhere/i.test(shows)) return "The name was moved away.";
  return shows.startsWith("404")
    ? "The name has lapsed, or was moved away."
    : "The name has lapsed, or was canceled.";
}

export function endOfBought(
  { sentAt }: Attempt,
  { domain, receipts }: Context,
): Extract<End, { outcome: "alreadyOwned" }> {
  return {
    outcome: "alreadyOwned",
    message: `An earlier run bought ${domain} at ${sentAt} (${receipts.path}).`,
  };
}

/**
 * Adds a reading of the account to an order, and to the receipt if it shows something new. If that cannot be written now,
 * or an agent holds the purchase lock, a later run notes it.
 */
function observe(order: Attempt, reading: Reading, { receipts, agent }: Context): Attempt {
  const accountSince = withReading(order.accountSince, reading);
  if (reading.kind === "unprovable" || accountSince.at(-1) === order.accountSince.at(-1)) return order;
  try {
    note({ ...order, accountSince }, receipts);
  } catch (error) {
    agent.print(`The receipt does not note what the account shows: ${messageOf(error)}`);
  }
  return { ...order, accountSince };
}

function note(observed: Attempt, receipts: ReceiptFile): void {
  if (!receipts.acquireLock()) return;
  try {
    const { accountSince } = observed;
    const receipt = receipts.read();
    const attempts = receipt?.attempts.map((attempt) =>
      isSameAttempt(attempt, observed) ? { ...attempt, accountSince } : attempt,
    );
    if (receipt !== undefined && attempts !== undefined) receipts.write({ ...receipt, attempts });
  } finally {
    receipts.releaseLock();
  }
}

/** A refused credential is no news here: the domain is bought. */
async function readOwnership({ domain, registrar, cancelled }: Context): Promise<Ownership> {
  try {
    return await registrar.ownership(domain, cancelled);
  } catch (error) {
    cancelled.throwIfAborted();
    if (!(error instanceof HttpError)) throw error;
    return { kind: "unprovable", message: messageOf(error) };
  }
}
