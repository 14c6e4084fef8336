import assert from "node:assert/strict";
import { price } from "../packaged/register-stage";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import type { SandboxRegistrar } from "../sandbox/registrar";
import { type Fate, type PlayedRegistration, type RegisterStep, surelyNotBought } from "./register-world";

/** The invariants of DomainRegister, judged from the registrar's side. Throws what is broken. */
export function judgeRegistration(played: PlayedRegistration): void {
  const { steps, registrar, fates, receipt } = played;
  assert.ok(registrar.charges.length <= 1, "charged twice");
  judgePurchases(played);
  judgeFates(fates);
  for (const step of steps) {
    if (endedFromOutside(step.result, step.script.ending)) continue;
    judgeEnding(step.result, maxSeconds);
    judgeOutcome(step, registrar);
  }
  const purchases = registrar.history.filter(({ kind }) => kind === "purchase").length;
  if (purchases > 0) {
    const attempts: unknown = Reflect.get(Object(receipt), "attempts");
    assert.ok(Array.isArray(attempts) && attempts.length >= purchases, "a purchase without its receipt");
    const last: unknown = Reflect.get(Object(attempts.at(-1)), "outcome");
    if (registrar.charges.length > 0) assert.notEqual(last, "notBought", "the receipt denies a purchase");
  }
}

/** Preflight, five minutes of wait, a purchase, and the looks into the account after it. */
const maxSeconds = 180 + 300 + 330 + 300 + 300;

/** Two available FULL answers just before each purchase, the last one under the cap. */
function judgePurchases({ registrar, steps }: PlayedRegistration): void {
  for (const [index, purchase] of registrar.history.entries()) {
    if (purchase.kind !== "purchase") continue;
    const own = registrar.history.slice(0, index).filter(({ by }) => by === purchase.by);
    const [first, second] = own.slice(-2);
    assert.ok(
      first?.kind === "available" && second?.kind === "available",
      "bought without two available answers just before",
    );
    assert.ok(Number(second.price) <= price && second.currency === "USD", "bought above the cap");
  }
  const buyers = new Set(registrar.history.filter(({ kind }) => kind === "purchase").map(({ by }) => by));
  for (const by of buyers) {
    const scripts = steps.filter((step) => step.by === by).map(({ script }) => script);
    assert.ok(!scripts.every(({ dryRun }) => dryRun), "a dry run bought");
  }
}

/** Nothing follows a purchase of which it is not sure that it bought nothing. */
function judgeFates(fates: readonly Fate[]): void {
  const sure = (fate: Fate) => fate !== "healthy" && surelyNotBought.includes(fate.fault);
  const open = fates.findIndex((fate) => fate !== "healthy" && !sure(fate));
  assert.ok(open === -1 || open === fates.length - 1, "bought again after an unknown outcome");
}

const outcomes: Record<string, string[]> = {
  registered: ["Succeeded"],
  alreadyOwned: ["Succeeded"],
  dryRun: ["Succeeded"],
  notAvailable: ["Succeeded"],
  tooExpensive: ["Succeeded"],
  refused: ["Failed"],
  unknown: ["Failed"],
  cancelled: ["Failed"],
};

function judgeOutcome({ result, bought }: RegisterStep, registrar: SandboxRegistrar): void {
  const outcome = result.outputs["outcome"] ?? "";
  assert.ok(
    outcomes[outcome || "refused"]?.includes(result.result),
    `${outcome} came out as ${result.result}`,
  );
  if (outcome === "registered" || outcome === "alreadyOwned")
    assert.equal(registrar.charges.length, 1, "called ours what was not bought");
  if (bought)
    assert.ok(["registered", "unknown"].includes(outcome), `a purchase that took effect: ${outcome}`);
}
