import assert from "node:assert/strict";
import { price, receiptUploads } from "../packaged/register-stage";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import type { SandboxRegistrar } from "../sandbox/registrar";
import type { Happening } from "../sandbox/registrar-engine";
import { forbidsPurchases, isCalm, type RegisterScript } from "./register-script";
import type { PlayedRegistration, RegisterStep } from "./register-world";

/** The invariants of DomainRegister, judged from the registrar's side. Throws what is broken. */
export function judgeRegistration(played: PlayedRegistration): void {
  const { script, steps, registrar, denials, receipt } = played;
  assert.ok(registrar.charges.length <= 1, "charged twice");
  const open = denials.indexOf(false);
  assert.ok(open === -1 || open === denials.length - 1, "a purchase followed one that may have bought");
  for (const step of steps) judgePurchases(step, script.years);
  if (isAlwaysStale(script))
    assert.ok(!registrar.history.some(({ kind }) => kind === "purchase"), "bought on an old confirmation");
  for (const step of steps) {
    if (endedFromOutside(step.result, step.script.ending)) continue;
    judgeEnding(step.result, maxSeconds);
    judgeOutcome(step, registrar);
  }
  if (isCalm(script)) {
    const outcomes = steps.map(({ result }) => result.outputs["outcome"]);
    assert.equal(outcomes[0], "registered", "nothing stood in the way, and yet it was not bought");
  }
  if (steps.every(({ result }) => result.exitCode === 0))
    assert.deepEqual(played.claims, [], "a right to buy was not given back");
  const purchases = registrar.history.filter(({ kind }) => kind === "purchase").length;
  const attempts: unknown = Reflect.get(Object(receipt), "attempts");
  if (script.earlier !== "none") {
    const [first]: unknown[] = Array.isArray(attempts) ? attempts : [];
    assert.equal(
      Reflect.get(Object(first), "sentAt"),
      "2026-11-01T00:00:00.000Z",
      "what was before was forgotten",
    );
  }
  if (forbidsPurchases(script)) assert.equal(purchases, 0, "bought although a receipt of before forbids it");
  if (script.earlier === "another domain")
    for (const { result } of steps)
      assert.deepEqual(receiptUploads(result), [], "a receipt that is not understood was uploaded");
  if (purchases > 0) {
    const before = script.earlier === "none" ? 0 : 1;
    assert.ok(
      Array.isArray(attempts) && attempts.length >= purchases + before,
      "a purchase without its receipt",
    );
    const last: unknown = Reflect.get(Object(attempts.at(-1)), "outcome");
    if (registrar.charges.length > 0) assert.notEqual(last, "notBought", "the receipt denies a purchase");
  }
}

/** Preflight, five minutes of wait, a purchase, the looks into the account after it, and a slow disk. */
const maxSeconds = 180 + 300 + 330 + 300 + 300 + 400;

/** Whether each confirmation is too old once the receipt is on the disk, which takes four files and folders. */
function isAlwaysStale({ passing, availability }: RegisterScript): boolean {
  const stale = passing.map(({ jumpSeconds, diskSeconds }) => jumpSeconds > 22 || 4 * diskSeconds > 22);
  return availability.length === 0 && stale.length > 0 && stale.every(Boolean);
}

/** The most that an offer costs for so many years; not a number where its period makes no sense. */
function costs({ price: named, period = 1 }: Happening, years: number): number {
  const makesSense = Number.isInteger(period) && Number(period) >= 1 && Number(period) <= 10;
  return makesSense ? Number(named) * Math.max(1, years / Number(period)) : Number.NaN;
}

/** Two available FULL answers to the same step just before each purchase, the last one under the cap. */
function judgePurchases({ script, happenings }: RegisterStep, years: number): void {
  for (const [index, { kind }] of happenings.entries()) {
    if (kind !== "purchase") continue;
    assert.ok(!script.dryRun, "a dry run bought");
    const before = happenings.slice(Math.max(0, index - 2), index);
    assert.deepEqual(
      before.map((happening) => happening.kind),
      ["available", "available"],
      "bought without two available answers just before",
    );
    const [, second] = before;
    assert.ok(second !== undefined && costs(second, years) <= price * years, "bought above the cap");
    assert.equal(second.currency, "USD", "bought in another currency");
    if (script.requireDefinitive)
      assert.ok(
        before.every(({ definitive }) => definitive === true),
        "bought on an answer that was not certain",
      );
  }
}

const outcomes: Record<string, string[]> = {
  registered: ["Succeeded"],
  alreadyOwned: ["Succeeded"],
  dryRun: ["Succeeded"],
  notAvailable: ["Succeeded"],
  tooExpensive: ["SucceededWithIssues"],
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
  if (outcome !== "")
    assert.ok(
      result.summaries["Domain Register"]?.includes(`| Outcome | ${outcome} |`),
      "the summary says something else",
    );
  if (bought)
    assert.ok(["registered", "unknown"].includes(outcome), `a purchase that took effect: ${outcome}`);
}
