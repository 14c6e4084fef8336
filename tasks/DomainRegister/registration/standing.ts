import { memberAt } from "../../../shared/json/path";
import { dayMilliseconds } from "../../../shared/text/time";
import type { Reading } from "./reading";
import type { Attempt } from "./receipt";

/**
 * Judges an order by the account. A state belongs to the order whose record has it (decision 31): accounts go on listing
 * names that were canceled, failed or moved away long before.
 */

/** The time for which an account must show an end before it counts. A registrar may need a day for an order. */
const settlingMilliseconds = dayMilliseconds;
/** No registration ends by itself before. */
const shortestRegistrationMilliseconds = 365 * dayMilliseconds;

/**
 * How an order stands that was granted, by the account's readings since. `reading` is that of this moment, and the
 * order's readings include it.
 *
 * - `held`: nothing speaks against the order.
 * - `doubtful`: the account shows something in its place, which does not prove its end, or that it waits for a person, or after a
 *   day that it is still open.
 * - `undone`, `ended`: the account has shown for a day that the order failed or was taken back, or that the name has ended.
 */
export function standingOf(order: Attempt, reading: Reading) {
  const ageMilliseconds = Date.parse(reading.at) - Date.parse(order.sentAt);
  const objection = objectionIn(reading, order);
  if (objection === undefined) return { kind: "held" } as const;
  const { shows, isOfOrder } = objection;
  const isLag = reading.kind === "notOwned" && ageMilliseconds < settlingMilliseconds;
  if (isLag) return { kind: "held" } as const;
  const before = order.accountSince.findLastIndex((other) => objectionIn(other, order)?.isOfOrder !== true);
  const since = order.accountSince[before + 1]?.at ?? reading.at;
  const isLasting = Date.parse(reading.at) - Date.parse(since) >= settlingMilliseconds;
  if (!isOfOrder || !isLasting) return { kind: "doubtful", shows } as const;
  const hasEnded =
    wasHeld(order) || isEndOfName(reading) || ageMilliseconds >= shortestRegistrationMilliseconds;
  return { kind: hasEnded ? "ended" : "undone", shows, since } as const;
}

/** The words against the order in a reading, and whether they can be about it. Undefined if there are none. */
function objectionIn(reading: Reading, order: Attempt): { shows: string; isOfOrder: boolean } | undefined {
  if (reading.kind === "notOwned")
    return { shows: "404: the account does not list the domain", isOfOrder: true };
  const { status = "" } = reading;
  const isLate = Date.parse(reading.at) - Date.parse(order.sentAt) >= settlingMilliseconds;
  // Time alone ends no wait for a person.
  if ((isLate || /^AWAITING_/i.test(status)) && reading.kind === "listed" && openOrder.test(status))
    return { shows: `${status}, so it is still open`, isOfOrder: false };
  if (reading.kind !== "listed" || !(endOfOrder.test(status) || isEndOfName(reading))) return undefined;
  return mayBeOf(order, reading)
    ? { shows: status, isOfOrder: true }
    : { shows: `${status}, which may be the record of something older`, isOfOrder: false };
}

/** GoDaddy has many such statuses, such as FAILED_SETUP. A transfer that failed is no order's. */
const endsOfOrders = [
  "FAILED(?!_TRANSFER)|CANCELL?ED|REVERTED|EXCLUDED",
  "PENDING_(SETUP_(ABANDON|FAILED)|ABORT_CANCEL_SETUP|SUBMIT_FAILURE)",
  "PENDING_FAILED_(EPP_CREATE|(RESERVE|PURCHASE)_PREMIUM|\\w+_FIREHOSE)",
];
const endOfOrder = new RegExp(`^(${endsOfOrders.join("|")})(_|$)`, "i");

/** Only a name that was registered can be moved away, lapse, or be redeemed. GoDaddy's APIs have different words for that. */
function isEndOfName({ status = "" }: Reading): boolean {
  return /^((CANCELL?ED|DELETED)_(TRANSFER|REDEEMABLE)|FAILED_RE(DEMPTION|STORATION)|TRANSFERRED|EXPIRED_REASSIGNED|UPDATED_OWNERSHIP|OWNERSHIP_CHANGED|CONFISCATED|REPOSSESSED|REVOKED|ACTIVE \(managed elsewhere\))/i.test(
    status,
  );
}

function wasHeld({ accountSince, answers }: Attempt): boolean {
  return [...accountSince, ...answers].some((reading) => memberAt(reading, ["kind"]) === "owned");
}

/** Whether a listed record can be the order's: one that was there before, or is older, is not. */
function mayBeOf(order: Attempt, reading: Reading): boolean {
  const { accountBefore, answers, sentAt } = order;
  const orderNumbers = answers.map((answer) => memberAt(answer, ["order", "orderId"]));
  const orderNumber = orderNumbers.find((number) => number !== undefined);
  if (reading.orderNumber !== undefined && orderNumber !== undefined)
    return reading.orderNumber === String(orderNumber);
  const olderMilliseconds = Date.parse(sentAt) - Date.parse(reading.createdAt ?? "");
  if (olderMilliseconds > dayMilliseconds) return false;
  if (accountBefore.some((before) => mayBeSame(before, reading))) return false;
  const isKnown = accountBefore.length > 0 && accountBefore.every(({ kind }) => kind !== "unprovable");
  return isKnown || olderMilliseconds <= 0;
}

/** The registry may still call the name available while the order waits for a person, payment, a check or a launch, or is sent again. */
const openOrders = [
  "AWAITING_(PAYMENT|CLAIM_ACK|DOCUMENT_UPLOAD)|RESERVED_PREMIUM",
  "PENDING_(SETUP(?!_(ABANDON|FAILED))|\\w*REGISTRATION|(RETRY_)?EPP_CREATE|(RESERVE|PURCHASE)_PREMIUM)",
  "PENDING_(FRAUD|VERIFICATION_FRAUD|DOCUMENT|(BLOCKED|ESCALATION)_REGISTRY)",
  "PENDING_(?!FAILED)\\w+_(FIREHOSE|LANDRUSH|SUNRISE)",
];
const openOrder = new RegExp(`^(${openOrders.join("|")})(_|$)`, "i");

/**
 * Whether the account shows an order that is not completed yet, of whomever: a registrar may need a day for it. What is open for
 * longer says nothing any more.
 */
export function isOpenOrder({ kind, status = "", createdAt }: Reading, now: number): boolean {
  const isOpen = kind === "listed" && openOrder.test(status);
  return isOpen && !(now - Date.parse(createdAt ?? "") >= settlingMilliseconds);
}

/** Whether two readings may be of one record: its status may have changed, and not every service identifies it. */
function mayBeSame(before: Reading, after: Reading): boolean {
  if (before.kind !== "listed" && before.kind !== "owned") return false;
  return (["id", "createdAt", "orderNumber"] as const).every(
    (name) => before[name] === undefined || after[name] === undefined || before[name] === after[name],
  );
}
