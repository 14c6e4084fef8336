import assert from "node:assert/strict";
import fc from "fast-check";
import type { StepResult } from "../sandbox/agent";
import { json, type Reply } from "../sandbox/loopback";
import type { SandboxRegistrar } from "../sandbox/registrar";
import { useAgent } from "./monitor-stage";
import { domain, price, type RegisterStage, releasedAtCheck, withRegistrar } from "./register-stage";

/** What a purchase request meets: an answer before it took effect, one after, or none of these. */
type PurchaseFate = { before: Reply } | { after: Reply } | "bought";

interface Script {
  /** The FULL check that finds the domain released. */
  releasedAt: number;
  falsePositives: number;
  /** What some checks answer instead of the truth, by their number. */
  oddAnswers: { check: number; answer: Record<string, unknown> }[];
  purchases: PurchaseFate[];
  ownership: "answers" | "forbidden" | "missing";
  forgetsSales: boolean;
  /** The text in the log at which each run of the step is cancelled; empty: never. As many runs as there are. */
  cancels: string[];
}

const apiError = (code: string, status: number): Reply => ({
  ...json({ code, message: "no", name: "ApiError" }),
  status,
});
const surelyNotBought = [
  apiError("UNAVAILABLE_DOMAIN", 422),
  apiError("INVALID", 422),
  apiError("TOO_MANY", 429),
  apiError("PAYMENT", 402),
];
const unknown: Reply[] = [
  { ending: "reset" },
  { status: 500 },
  { status: 409 },
  { status: 200, body: "{", ending: "reset" },
];

const script: fc.Arbitrary<Script> = fc.record({
  releasedAt: fc.integer({ min: 1, max: 8 }),
  falsePositives: fc.nat(4),
  oddAnswers: fc.array(
    fc.record({
      check: fc.integer({ min: 1, max: 12 }),
      answer: fc.constantFrom<Record<string, unknown>>(
        { available: "true" },
        { available: false },
        { domain: "other.org" },
        { price: price + 1 },
        { price: undefined },
        { currency: "EUR" },
        { definitive: false },
      ),
    }),
    { maxLength: 5 },
  ),
  purchases: fc.array(
    fc.oneof(
      fc.constantFrom(...surelyNotBought, ...unknown).map((before) => ({ before })),
      fc.constantFrom(...unknown).map((after) => ({ after })),
      fc.constant("bought" as const),
    ),
    { maxLength: 4 },
  ),
  ownership: fc.constantFrom("answers", "forbidden", "missing"),
  forgetsSales: fc.boolean(),
  cancels: fc.array(fc.constantFrom("", "", "Not available", "Asking a second time", "Buying."), {
    minLength: 1,
    maxLength: 4,
  }),
});

/** Makes purchases meet their fates, and tells after which of them the outcome was unknown to the task. */
function arrangeFates(
  registrar: SandboxRegistrar,
  fates: PurchaseFate[],
): { unknownAfter: number | undefined } {
  const state: { unknownAfter: number | undefined } = { unknownAfter: undefined };
  const purchases = () => registrar.history.filter(({ kind }) => kind === "purchase").length;
  const left = [...fates];
  let reply: Reply = {};
  registrar.faults.push({
    when({ path }) {
      const fate = path.endsWith("/purchase") ? (left.shift() ?? "bought") : "bought";
      if (fate === "bought") return false;
      if ("after" in fate) {
        const { after: answered } = fate;
        registrar.afterEffect.push({
          times: 1,
          get reply() {
            state.unknownAfter ??= purchases();
            return answered;
          },
        });
        return false;
      }
      registrar.history.push({ kind: "purchase", domain, price });
      if (!surelyNotBought.includes(fate.before)) state.unknownAfter ??= purchases();
      reply = fate.before;
      return true;
    },
    get reply() {
      return reply;
    },
  });
  return state;
}

/** The invariants, judged from the registrar's side. */
function judge(registrar: SandboxRegistrar, results: StepResult[], unknownAfter: number | undefined): void {
  const { history, charges } = registrar;
  assert.ok(charges.length <= 1, "charged twice");
  const purchases = history.flatMap(({ kind }, index) => (kind === "purchase" ? [index] : []));
  for (const index of purchases) {
    const [first, second] = history.slice(index - 2, index);
    assert.ok(
      index >= 2 && first?.kind === "available" && second?.kind === "available",
      "bought without two available answers",
    );
    assert.ok(Number(second.price) <= price, "bought above the cap");
  }
  if (unknownAfter !== undefined)
    assert.ok(purchases.length <= unknownAfter, "bought again after an unknown outcome");
  for (const { exitCode, result, outputs } of results) {
    assert.equal(exitCode, 0, "a run did not end by itself");
    if (outputs["outcome"] === "registered" || outputs["outcome"] === "alreadyOwned") {
      assert.equal(result, "Succeeded");
      assert.equal(charges.length, 1, "called registered what was not bought");
    }
  }
}

describe("packaged DomainRegister, whatever happens", () => {
  const agent = useAgent();

  it("never charges twice, buys only on two FULL answers just before, never above the cap, never after an unknown outcome, and always ends", async () => {
    await fc.assert(
      fc.asyncProperty(script, async (played) => {
        const odd = new Map(played.oddAnswers.map(({ check, answer }) => [check, answer]));
        const registrar = {
          domains: [
            releasedAtCheck(played.releasedAt, {
              falsePositives: played.falsePositives,
              answer: (checks) => odd.get(checks) ?? {},
            }),
          ],
          ownership: played.ownership,
          forgetsSales: played.forgetsSales,
        };
        await withRegistrar(
          agent(),
          { registrar, inputs: { currency: "USD", waitMinutes: "5" } },
          async (stage: RegisterStage) => {
            const fates = arrangeFates(stage.registrar, played.purchases);
            const results: StepResult[] = [];
            for (const cancelAt of played.cancels)
              results.push(
                await stage.run(
                  cancelAt === "" ? {} : { step: { cancelWhen: (output) => output.includes(cancelAt) } },
                ),
              );
            judge(stage.registrar, results, fates.unknownAfter);
          },
        );
      }),
      { numRuns: Number(process.env["CAMPAIGN_RUNS"] ?? 15), endOnFailure: true },
    );
  }).timeout(0);
});
