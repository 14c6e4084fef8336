import assert from "node:assert/strict";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { judgeLast } from "./register-last-judge";
import {
  findCreators,
  isEditedBefore,
  judgePurchases,
  judgeReceipts,
  type Purchase,
} from "./register-purchase-judge";
import { isOpen, keyOf } from "./register-receipt";
import type { RegisterScript } from "./register-script";
import { haveSameAccount } from "./register-service";
import { type RegisterStep, waitMinutes } from "./register-step";
import { isCalm } from "./register-stories";
import type { PlayedRegistration } from "./register-world";

/** The invariants of DomainRegister, judged from the registrar's side. Throws what is broken. */
export function judgeRegistration(played: PlayedRegistration): void {
  const { script, service, steps, last, trace } = played;
  const charges = trace.filter((event): event is Purchase => event.kind === "purchase" && event.charged > 0);
  assert.ok(
    service.charges.length <= 1,
    `charged twice: ${charges.map(({ credential, met }) => `${credential} (${met})`).join(", ")}`,
  );
  judgePurchases(played);
  for (const step of [...steps, last]) {
    if (step.script.dryRun)
      assert.ok(
        !trace.some((event) => event.kind === "purchase" && event.by === step.by),
        "a dry run bought",
      );
    if (endedFromOutside(step.result, step.script.ending)) continue;
    judgeEnding(step.result, waitMinutes * 60 + maxSecondsBesides);
    judgeOutcome(step, played);
  }
  if (steps.every(({ result }) => result.exitCode === 0))
    assert.deepEqual(played.locks, [], "a purchase lock was not released");
  if (isAlwaysStale(script))
    assert.ok(
      !trace.some((event) => event.kind === "purchase" && event.by !== last.by),
      "bought on an old confirmation",
    );
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

const results: Record<string, string[]> = {
  registered: ["Succeeded"],
  alreadyOwned: ["Succeeded"],
  dryRun: ["Succeeded"],
  notAvailable: ["Succeeded"],
  tooEarly: ["Succeeded"],
  tooExpensive: ["SucceededWithIssues"],
  refused: ["Failed"],
  unknown: ["Failed"],
  cancelled: ["Failed"],
};

/** The purchase that was charged. */
const chargedIn = ({ trace }: PlayedRegistration) =>
  trace.find((event): event is Purchase => event.kind === "purchase" && event.charged > 0);

function judgeOutcome(step: RegisterStep, played: PlayedRegistration): void {
  const { result, by, credential } = step;
  const outcome = outcomeOf(step);
  assert.ok(
    results[outcome || "refused"]?.includes(result.result),
    `${outcome} came out as ${result.result}`,
  );
  const charged = chargedIn(played);
  if (outcome === "registered" || outcome === "alreadyOwned")
    assert.ok(charged, "called ours what was not bought");
  if (outcome === "registered" && charged) {
    assert.ok(haveSameAccount(charged.credential, credential), "registered what another account bought");
    assert.ok(hasPurchase(step, played), "registered without a purchase of its own");
  }
  if (outcome !== "")
    assert.ok(
      result.summaries["Domain Register"]?.includes(`| Outcome | ${outcome} |`),
      "the summary says something else",
    );
  if (charged?.by === by)
    assert.ok(
      ["registered", "unknown"].includes(outcome),
      `a purchase that took effect and met ${charged.met}${charged.isLost ? ", lost" : ""}: ${outcome}`,
    );
  judgeDoubt(step, played);
  judgeOpen(step, played);
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
  if (before.length > 0)
    assert.doesNotMatch(
      step.result.stdout + JSON.stringify(step.result.summaries),
      /permanent folder|set `receiptFolder`/,
      "suggests another folder",
    );
  if (!staysOpen || isSettled) return;
  const outcome = outcomeOf(step);
  assert.ok(
    ["unknown", "registered", "alreadyOwned"].includes(outcome),
    `${outcome || "no outcome"} while a purchase is open`,
  );
  if (outcome === "unknown") assert.match(said, /\.receipt\.json/, "the receipt is not named");
}

/** Whether a step sent a purchase, or found one of its own credential that was open. */
function hasPurchase({ by, run, credential }: RegisterStep, played: PlayedRegistration): boolean {
  const creators = findCreators(played);
  const found = (played.receipts[run - 1]?.before ?? []).filter(isOpen);
  return (
    played.trace.some((event) => event.kind === "purchase" && event.by === by) ||
    found.some((attempt) => creators.get(keyOf(attempt))?.includes(credential))
  );
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
  if (isOthers || isEdited)
    assert.ok(
      !wentOn.includes(outcomeOf(step)),
      `${outcomeOf(step)} after ${isEdited ? "an edit" : "an open purchase of another credential"}`,
    );
}

/** Tokens of quotes could be used to buy, so nobody sees them. The receipt alone has them. */
function judgeTokens({ steps, last, trace }: PlayedRegistration): void {
  const tokens = trace.flatMap((event) => (event.kind === "quote" ? [event.token] : []));
  for (const { result } of [...steps, last]) {
    const shown = [result.stdout, result.stderr, JSON.stringify([result.outputs, result.summaries])].join(
      "\n",
    );
    assert.ok(!tokens.some((token) => shown.includes(token)), "the token of a quote was shown");
  }
}
