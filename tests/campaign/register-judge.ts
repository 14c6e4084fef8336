import assert from "node:assert/strict";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { judgeLast, mayBeUndone } from "./register-last-judge";
import { findCreators, isEditedBefore, judgePurchases, judgeReceipts } from "./register-purchase-judge";
import { isOpen, keyOf } from "./register-receipt";
import type { RegisterScript } from "./register-script";
import { haveSameAccount, member } from "./register-service";
import { type RegisterStep, waitMinutes } from "./register-step";
import { isCalm } from "./register-stories";
import { purchasesIn } from "./register-trace";
import type { PlayedRegistration } from "./register-world";

/** The invariants of DomainRegister, judged from the registrar's side. Throws what is broken. */
export function judgeRegistration(played: PlayedRegistration): void {
  const { script, service, steps, last, trace } = played;
  const purchases = purchasesIn(trace);
  const charges = purchases.filter(({ charged }) => charged > 0);
  const met = charges.map((charge) => `${charge.credential} (${charge.met})`).join(", ");
  assert.ok(service.charges.length <= 1, `charged twice: ${met}`);
  judgePurchases(played);
  for (const step of [...steps, last]) {
    const hasBought = purchases.some(({ by }) => by === step.by);
    assert.ok(!step.script.dryRun || !hasBought, "a dry run bought");
    if (endedFromOutside(step.result, step.script.ending)) continue;
    judgeEnding(step.result, waitMinutes * 60 + maxSecondsBesides);
    judgeOutcome(step, played);
  }
  if (steps.every(({ result }) => result.exitCode === 0))
    assert.deepEqual(played.locks, [], "a purchase lock was not released");
  const hasBoughtBefore = purchases.some(({ by }) => by !== last.by);
  assert.ok(!isAlwaysStale(script) || !hasBoughtBefore, "bought on an old confirmation");
  judgeTokens(played);
  judgeReceipts(played);
  if (isCalm(script)) assert.equal(outcomeOf(steps[0]), "registered", lost(played));
  judgeLast(played);
}

/** Preflight, the end of the wait in a purchase of five minutes, as long to find out, twice; and a slow disk. */
const maxSecondsBesides = 600 + 330 + 300 + 300 + 400;

/** Whether each confirmation is too old once the receipt is on the disk, which takes four files and folders. */
function isAlwaysStale({ passing, weather, registrar }: RegisterScript): boolean {
  const stale = passing.map(({ jumpSeconds, diskSeconds }) => jumpSeconds > 22 || 4 * diskSeconds > 22);
  const isSeen = registrar === "godaddy" && weather.check.length === 0;
  return isSeen && stale.length > 0 && stale.every(Boolean);
}

const outcomeOf = (step: RegisterStep | undefined) => step?.result.outputs["outcome"] ?? "";

/** Says that nothing stood in the way of a purchase that did not happen, and what was special. */
function lost({ script: { record, purchases } }: PlayedRegistration): string {
  const special = [record === undefined ? "" : `a record with ${record}`, purchases.length > 0 ? "429" : ""];
  return `nothing stood in the way (${special.filter(Boolean).join(", ")}), and yet it was not bought`;
}

const results: Record<string, string> = {
  registered: "Succeeded",
  alreadyOwned: "Succeeded",
  undone: "Failed",
  noLongerOwned: "Failed",
  dryRun: "Succeeded",
  notAvailable: "Succeeded",
  tooEarly: "Succeeded",
  tooExpensive: "SucceededWithIssues",
  refused: "Failed",
  unknown: "Failed",
  cancelled: "Failed",
};

function judgeOutcome(step: RegisterStep, played: PlayedRegistration): void {
  const { result, by, credential } = step;
  const outcome = outcomeOf(step);
  // While the account shows something else than the order, this is not plain green.
  const isDoubtful = outcome === "alreadyOwned" && result.result === "SucceededWithIssues";
  const isOvercharged = result.result === "Failed" && /set `notedCharge` to/.test(result.stdout);
  if (!isDoubtful && !isOvercharged)
    assert.equal(result.result, results[outcome || "refused"], `${outcome} came out as ${result.result}`);
  const said = result.stdout + JSON.stringify([result.issues, result.summaries]);
  assert.doesNotMatch(said, /\b(delete|remove) [^.]*\breceipt\b(?!\.)/i, "advises to forget an order");
  const charged = purchasesIn(played.trace).find((purchase) => purchase.charged > 0);
  // The account has an open order that no receipt knows.
  const isOpenOrder = isDoubtful && played.script.oldRecord?.status === "PENDING_SETUP";
  if (!isOpenOrder && ["registered", "alreadyOwned", "undone", "noLongerOwned"].includes(outcome))
    assert.ok(charged, "called ours what was not bought");
  if (["undone", "noLongerOwned"].includes(outcome))
    assert.ok(mayBeUndone(played.script), "called undone what the account holds");
  if (outcome === "registered" && charged) {
    assert.ok(haveSameAccount(charged.credential, credential), "registered what another account bought");
    assert.ok(hasPurchase(step, played), "registered without a purchase of its own");
  }
  const isShown = result.summaries["Domain Register"]?.includes(`| Outcome | ${outcome} |`);
  assert.ok(outcome === "" || isShown, "the summary says something else");
  if (charged?.by === by) {
    const met = `${charged.met}${charged.isLost ? ", lost" : ""}`;
    const isAdmitted = ["registered", "unknown"].includes(outcome);
    assert.ok(isAdmitted, `a purchase that took effect and met ${met}: ${outcome}`);
  }
  judgeDoubt(step, played);
  judgeOpen(step, played);
  judgeRequest(step, played);
}

/** A charge above the cap is said by each run that finds it, and nothing is bought for a token. */
function judgeRequest({ result, run, by, script }: RegisterStep, played: PlayedRegistration): void {
  const { before = [] } = played.receipts[run - 1] ?? {};
  const isCharged = before.some((attempt) => member(attempt, "overcharge") !== undefined);
  if (isCharged) assert.equal(result.result, "Failed", "a charge above the cap was forgotten");
  if (!script.isUnfilled || played.service.name === "porkbun") return;
  assert.equal(result.result, "Failed", "took a token for a value");
  assert.ok(!purchasesIn(played.trace).some((purchase) => purchase.by === by), "bought for a token");
}

/**
 * A purchase that was open before a step and stays open is what the step is about, whatever else is wrong. Where the
 * step settled it and could not write that down, it says so.
 */
function judgeOpen(step: RegisterStep, played: PlayedRegistration): void {
  const { before = [], after = [] } = played.receipts[step.run - 1] ?? {};
  const said = step.result.issues.map(({ message }) => message).join("\n");
  const isSettled = /Keep this record: .*"kind":"(bought|unavailable|refused|notTaken)"/.test(said);
  const staysOpen = before
    .filter(isOpen)
    .some((attempt) => after.some((later) => isOpen(later) && keyOf(later) === keyOf(attempt)));
  const shown = step.result.stdout + JSON.stringify(step.result.summaries);
  if (before.length > 0)
    assert.doesNotMatch(shown, /permanent folder|set `receiptFolder`/, "suggests another folder");
  if (!staysOpen || isSettled) return;
  const outcome = outcomeOf(step);
  const isSaid = ["unknown", "registered", "alreadyOwned", "undone", "noLongerOwned"].includes(outcome);
  assert.ok(isSaid, `${outcome || "no outcome"} while a purchase is open`);
  if (outcome === "unknown") assert.match(said, /\.receipt\.json/, "the receipt is not named");
}

/** Whether a step sent a purchase, or found one of its own credential that was open. */
function hasPurchase({ by, run, credential }: RegisterStep, played: PlayedRegistration): boolean {
  const creators = findCreators(played);
  const found = (played.receipts[run - 1]?.before ?? []).filter(isOpen);
  const hasSent = purchasesIn(played.trace).some((purchase) => purchase.by === by);
  return hasSent || found.some((attempt) => creators.get(keyOf(attempt))?.includes(credential));
}

/** A step that finds a purchase that it cannot resolve, or an edited receipt, goes no further. */
function judgeDoubt(step: RegisterStep, played: PlayedRegistration): void {
  const { before = [], credentials = [] } = played.receipts[step.run - 1] ?? {};
  const creators = findCreators(played);
  // An agent beside it may resolve what it has sent itself.
  const isOthers = before
    .filter(isOpen)
    .some((attempt) => !creators.get(keyOf(attempt))?.some((name) => credentials.includes(name)));
  const isEdited = isEditedBefore(step, played);
  const wentOn = ["registered", "notAvailable", "tooExpensive", "tooEarly", "dryRun"];
  const why = isEdited ? "an edit" : "an open purchase of another credential";
  if (isOthers || isEdited) assert.ok(!wentOn.includes(outcomeOf(step)), `${outcomeOf(step)} after ${why}`);
}

/** Tokens of quotes could be used to buy, so nobody sees them. The receipt alone has them. */
function judgeTokens({ steps, last, trace }: PlayedRegistration): void {
  const tokens = trace.flatMap((event) => (event.kind === "quote" ? [event.token] : []));
  for (const { result } of [...steps, last]) {
    const { stdout, stderr, outputs, summaries } = result;
    const shown = [stdout, stderr, JSON.stringify([outputs, summaries])].join("\n");
    assert.ok(!tokens.some((token) => shown.includes(token)), "the token of a quote was shown");
  }
}
