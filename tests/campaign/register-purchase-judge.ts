import assert from "node:assert/strict";
import { domain } from "../packaged/register-stage";
import { isOpen, keyOf } from "./register-receipt";
import { type CredentialName, member } from "./register-service";
import type { RegisterStep } from "./register-step";
import { type Offer, type Purchase, purchasesIn, type TraceEvent } from "./register-trace";
import type { PlayedRegistration } from "./register-world";

/** Judges each purchase request by what had happened before. Throws what is broken. */
export function judgePurchases(played: PlayedRegistration): void {
  const creators = findCreators(played);
  for (const [index, event] of played.trace.entries()) {
    if (event.kind !== "purchase") continue;
    const before = sinceDeleted(played.trace.slice(0, index));
    judgeKey(event, before, creators.get(event.key));
    judgeWish(event, before, played);
    if (event.isFirst) judgeGrounds(event, before, played);
  }
}

/** A person who deletes the receipt makes everything before unknown. */
export function sinceDeleted(trace: readonly TraceEvent[]): readonly TraceEvent[] {
  return trace.slice(trace.findLastIndex(({ kind }) => kind === "deleted") + 1);
}

/** Whether somebody had edited the receipt before a step, and nobody has deleted it since. */
export function isEditedBefore({ run }: RegisterStep, { trace }: Pick<PlayedRegistration, "trace">): boolean {
  const touched = trace.filter(({ kind, ...event }) => "run" in event && event.run <= run);
  return touched.at(-1)?.kind === "edited";
}

/**
 * By key, the credentials that may have made it: those of the run that wrote it to the receipt, or the one of them that
 * sent it first.
 */
export function findCreators({ receipts, trace }: Pick<PlayedRegistration, "receipts" | "trace">) {
  const creators = new Map<string, readonly CredentialName[]>();
  for (const { credentials, before, after } of receipts)
    for (const key of [...before, ...after].map(keyOf))
      creators.set(key, creators.get(key) ?? [...new Set(credentials)]);
  for (const { isFirst, key, credential } of purchasesIn(trace))
    if (isFirst && creators.get(key)?.includes(credential)) creators.set(key, [credential]);
  return creators;
}

/**
 * A key is in the receipt before it is used, has one body and one credential, and is new only if every older one is
 * closed. Nothing is sent from a receipt that somebody has edited.
 */
function judgeKey(event: Purchase, before: readonly TraceEvent[], creators: readonly CredentialName[] = []) {
  const { key, body, credential, isFirst, isInReceipt, othersOpen } = event;
  assert.ok(!before.some(({ kind }) => kind === "edited"), "a purchase from an edited receipt");
  assert.ok(isInReceipt, "a key that was not in the receipt");
  assert.ok(creators.includes(credential), "a purchase of another credential was sent");
  const purchases = purchasesIn(before);
  for (const earlier of purchases.filter((one) => one.key === key)) {
    assert.equal(body, earlier.body, "a key with another body");
    assert.equal(credential, earlier.credential, "a key with another credential");
  }
  if (!isFirst) return;
  for (const earlier of purchases) {
    assert.equal(earlier.charged, 0, "a new key after a purchase");
    const isClosed = before.some((one) => one.kind === "closed" && one.key === earlier.key);
    assert.ok(isClosed, `a new key while another one is open, which met ${earlier.met}`);
  }
  assert.deepEqual(othersOpen, [], "a new key while the receipt has an open one");
}

/** Whoever sends a purchase, for the first time or again, wants that domain and period at that price today. */
function judgeWish(event: Purchase, before: readonly TraceEvent[], played: PlayedRegistration): void {
  const { by, body, charged } = event;
  const { wanted } = stepBy(by, played);
  const parsed: unknown = JSON.parse(body);
  const token = member(parsed, "quoteToken");
  const quote = before.find((event) => event.kind === "quote" && event.token === token);
  const cents = quote?.kind === "quote" ? quote.total : Number(member(parsed, "cost"));
  // The token of a quote that got lost on its way is in no body.
  assert.ok(!(Math.max(cents, charged) > wanted.cap), `a purchase for ${cents}, above the cap ${wanted.cap}`);
  if (played.service.name === "porkbun") return;
  const bought = [member(parsed, "domain"), member(parsed, "period")];
  assert.deepEqual(bought, [domain, wanted.years], "a purchase of something else");
}

function stepBy(by: string, { steps, last }: Pick<PlayedRegistration, "steps" | "last">): RegisterStep {
  const step = [...steps, last].find((one) => one.by === by);
  assert.ok(step, `a purchase by ${by}`);
  return step;
}

/**
 * Grounds for a new purchase: two available responses to the same step just before, the second of them under the cap, or
 * the quote of the purchase after them. A step may send the purchase of an earlier run, or of an agent beside it, and it may be
 * the first to reach the service: then the grounds are that agent's.
 */
function judgeGrounds(event: Purchase, before: readonly TraceEvent[], played: PlayedRegistration): void {
  const { run, script } = stepBy(event.by, played);
  const isEarlier = played.receipts[run - 1]?.before.some((attempt) => keyOf(attempt) === event.key);
  const mayBeAnothers = isEarlier || script.companion !== undefined;
  const buyers = mayBeAnothers ? new Set(before.flatMap((one) => ("by" in one ? [one.by] : []))) : [event.by];
  // The buyer may have gone on by then. Its grounds are those of the moment when it wrote down its intent.
  const moments = mayBeAnothers ? before.map((_, at) => before.slice(0, at + 1)) : [before];
  const objections = [...buyers].flatMap((by) =>
    moments.map((known) => groundsObjection({ ...event, by }, known, played)),
  );
  assert.ok(objections.includes(""), [...new Set(objections)].join("; ") || "bought without any check");
}

/** Empty if a step had grounds for its purchase. */
function groundsObjection(
  { by, body }: Purchase,
  before: readonly TraceEvent[],
  played: PlayedRegistration,
): string {
  const { service } = played;
  const own = before.filter((event) => "by" in event && event.by === by);
  const [first, second] = own.filter(({ kind }) => kind === "check" || kind === "purchase").slice(-2);
  if (first?.kind !== "check" || second?.kind !== "check" || !first.available || !second.available)
    return "bought without two available responses just before";
  if (service.name === "godaddy")
    return isWithin(second.offer, stepBy(by, played).wanted) ? "" : "bought above the cap";
  if (service.name === "porkbun") return "";
  const token = member(JSON.parse(body), "quoteToken");
  const at = own.findIndex((event) => event.kind === "quote" && event.token === token);
  if (at < 0) return "bought on no quote of its own";
  return at < own.findLastIndex(({ kind }) => kind === "check") ? "bought on an old quote" : "";
}

/** Whether an offer is for all the years that are wanted, under the cap and in the right currency. */
function isWithin({ price, currency, period = 1 }: Offer, { years, cap }: RegisterStep["wanted"]): boolean {
  const isPeriod = Number.isInteger(period) && Number(period) >= years && Number(period) <= 10;
  return isPeriod && currency === "USD" && Number(price) > 0 && Number(price) <= cap;
}

/** Judges what runs do to the receipt: what is open of another credential stays, and what was bought is not denied. */
export function judgeReceipts({ receipts, trace }: PlayedRegistration): void {
  const known = sinceDeleted(trace);
  // Who edits a receipt may write anything.
  if (known.some(({ kind }) => kind === "edited")) return;
  const creators = findCreators({ receipts, trace });
  for (const { credentials, before, after } of receipts)
    for (const attempt of before.filter(isOpen)) {
      const key = keyOf(attempt);
      if (creators.get(key)?.some((name) => credentials.includes(name))) continue;
      const left = after.find((other) => keyOf(other) === key);
      assert.ok(left, "an open purchase of another credential was overwritten");
      assert.notEqual(member(left, "outcome"), "notBought", "the purchase of another credential was denied");
    }
  const attempts = receipts.at(-1)?.after ?? [];
  const isDenied = (attempt: unknown) => member(attempt, "outcome") === "notBought";
  for (const key of new Set(attempts.filter(isDenied).map(keyOf))) {
    // Without keys, two agents of one account and one time share a key: then each purchase needs an attempt of its own.
    const others = attempts.filter((attempt) => keyOf(attempt) === key && !isDenied(attempt)).length;
    const purchases = purchasesIn(known).filter((purchase) => purchase.key === key);
    const charged = purchases.filter((purchase) => purchase.charged !== 0).length;
    assert.ok(charged <= others, "the receipt denies a purchase");
    const isClosed = known.some((event) => event.kind === "closed" && event.key === key);
    assert.ok(purchases.length <= others || isClosed, "the receipt denies a purchase without proof");
  }
}
