import assert from "node:assert/strict";
import { findCreators, isEditedBefore } from "./register-purchase-judge";
import { isOpen, keyOf } from "./register-receipt";
import type { RegisterScript } from "./register-script";
import { haveSameAccount, member } from "./register-service";
import type { Wanted } from "./register-step";
import { type Purchase, purchasesIn } from "./register-trace";
import type { PlayedRegistration } from "./register-world";

/**
 * Judges the run after all weather. Every purchase of its own credential is settled: bought by us, or not bought. What it
 * cannot know, it calls unknown.
 */
export function judgeLast(played: PlayedRegistration): void {
  const { last, trace } = played;
  const outcome = last.result.outputs["outcome"] ?? "";
  const isNamed = last.result.issues.some(({ message }) => message.includes(".receipt.json"));
  if (["unknown", ""].includes(outcome) && isEditedBefore(last, played))
    assert.ok(isNamed, "the edited receipt is not named");
  const charged = purchasesIn(trace).find((purchase) => purchase.charged > 0);
  const expected = charged === undefined ? endsUnbought(played) : endsBought(charged, played);
  const fate = charged === undefined ? "not bought" : "bought";
  assert.ok(expected.includes(outcome), `${fate}, and the last run says ${outcome || "nothing"}`);
}

function endsUnbought(played: PlayedRegistration): string[] {
  const doubt = doubtOf(played);
  if (doubt === "certain") return unknown(played);
  // Without a key, nothing is replayed, and a refused replay proves nothing about a first request that was lost.
  const isOpenAtEnd = (played.receipts.at(-1)?.after ?? []).some(isOpen);
  if (isOpenAtEnd) return ["unknown"];
  // An open order that no receipt knows is not repeated.
  const ofAccount = played.script.oldRecord?.status === "PENDING_SETUP" ? ["alreadyOwned"] : [];
  return [...ofAccount, "notAvailable", "tooExpensive", "refused"];
}

function endsBought(charged: Purchase, played: PlayedRegistration): string[] {
  const doubt = doubtOf(played);
  if (!haveSameAccount(charged.credential, played.last.credential))
    return doubt === "certain" ? unknown(played) : ["alreadyOwned", "notAvailable", "unknown"];
  const { service, script, receipts } = played;
  const isKnown = (receipts.at(-1)?.before ?? []).some((one) => member(one, "outcome") === "registered");
  const canProve = script.ownership === "answers" && isShownAsOwned(script);
  const isUnkeyed = service.name === "godaddy" && !canProve;
  const isUnprovable = doubt !== "none" || isLost(charged, played) || isUnkeyed;
  return [
    ...["registered", "alreadyOwned", ...(isKnown && mayBeUndone(script) ? ["undone", "noLongerOwned"] : [])],
    ...(isUnprovable ? unknown(played) : []),
  ];
}

/** A receipt that is no JSON any more stops a step before it has an outcome. */
const unknown = (played: PlayedRegistration) => [
  "unknown",
  ...(isEditedBefore(played.last, played) ? [""] : []),
];

/** Whether the last run finds a purchase that it cannot resolve, or a receipt that somebody has edited. */
function doubtOf(played: PlayedRegistration): "certain" | "possible" | "none" {
  const { script, last, receipts } = played;
  const creators = findCreators(played);
  const open = (receipts.at(-1)?.before ?? []).filter(isOpen);
  const makers = open.map((attempt) => creators.get(keyOf(attempt)) ?? []);
  const isForeign = makers.some((names) => !names.includes(last.credential));
  if (isEditedBefore(last, played) || isForeign) return "certain";
  const isAmbiguous = makers.some((names) => names.length > 1);
  const isOther = !open.every((attempt) => isFor(attempt, last.wanted));
  return isAmbiguous || isOther || (open.length > 0 && script.isTooLate) ? "possible" : "none";
}

/** Whether an attempt is for the years that are wanted now. Porkbun sells one period only. */
function isFor(attempt: unknown, { years }: Wanted): boolean {
  const body = member(attempt, "repeatable", "body");
  const period: unknown = typeof body === "string" ? member(JSON.parse(body), "period") : undefined;
  return period === undefined || period === years;
}

const isShownAsOwned = ({ ownedAs, oldRecord }: RegisterScript) =>
  ownedAs === "ACTIVE" && oldRecord === undefined;

/**
 * Whether an account may have shown for a day the end of an order: by its status, or because it lists nothing. A record
 * of before never does.
 */
export function mayBeUndone({ oldRecord, isTooLate }: RegisterScript): boolean {
  return isTooLate && oldRecord === undefined;
}

/** Whether Porkbun's account shows an order by the last run. */
function isListed({ script, service, lastAt }: PlayedRegistration): boolean {
  return lastAt >= (service.charges[0]?.at ?? 0) + script.showsOrdersAfterSeconds * 1000;
}

/** Whether the registrar lost what it answered, and the account does not prove the order, or not yet. */
function isLost({ isLost: lost }: Purchase, played: PlayedRegistration): boolean {
  const { ownership, registrar } = played.script;
  const isShown = registrar === "porkbun" ? isListed(played) : ownership === "answers";
  return lost && (!isShown || !isShownAsOwned(played.script));
}
