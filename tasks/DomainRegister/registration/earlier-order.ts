import { messageOf } from "../../../shared/errors";
import { HttpError } from "../../../shared/http/errors";
import type { Ownership } from "../../../shared/registrar/registrar";
import type { Context } from "./context";
import type { Attempt } from "./receipt";
import type { End } from "./state";

/** For how long after a purchase an account may not list the domain yet. A registrar may need a day for an order. */
const settlingHours = 24;

/**
 * How a registration ends after this registrar has granted a purchase: the account is asked once, and what it says
 * stands above the receipt. If it cannot say, the receipt counts.
 */
export async function endOfOrder(order: Attempt, context: Context): Promise<End> {
  const { domain, receipts } = context;
  const undone = await findUndone(order, context);
  if (undone === undefined) return endOfBought(order, context);
  const message =
    `The order of ${order.sentAt} was undone by the registrar (${undone}). Nothing is waited for. Check the account: ` +
    `${domain}, orders and charges. To try again, delete the receipt ${receipts.path}.`;
  return { outcome: "undone", message };
}

export function endOfBought({ sentAt }: Attempt, { domain, receipts }: Context): End {
  const message =
    `An earlier run bought ${domain} at ${sentAt} (${receipts.path}). ` +
    "To buy it again, delete the receipt.";
  return { outcome: "alreadyOwned", message };
}

/** How the account shows that the order is undone. Undefined if it does not, or cannot say. */
async function findUndone(order: Attempt, context: Context): Promise<string | undefined> {
  // The holdings of another account say nothing about this order.
  if (order.account !== context.account) return undefined;
  const ownership = await readOwnership(context);
  if (ownership.kind === "listed" && isUndone(ownership.status)) return ownership.status;
  const ageHours = (context.clock.wallNow() - Date.parse(order.sentAt)) / 3_600_000;
  return ownership.kind === "notOwned" && ageHours > settlingHours
    ? "404: the account does not hold the domain"
    : undefined;
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

/** GoDaddy has many such statuses, such as FAILED_SETUP and CANCELLED_REDEEMABLE. */
function isUndone(status: string | undefined): boolean {
  return status !== undefined && /^(FAILED|CANCELL?ED|REVERTED)(_|$)/i.test(status);
}
