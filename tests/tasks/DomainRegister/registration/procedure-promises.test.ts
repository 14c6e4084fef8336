import assert from "node:assert/strict";
import fc from "fast-check";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import type { StaleConfirmation } from "../../../../tasks/DomainRegister/registration/confirmation";
import { findPriceObjection } from "../../../../tasks/DomainRegister/registration/price";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event } from "../../../../tasks/DomainRegister/registration/state";
import { sampled } from "../../../sampled";
import { failed, purchase, response, rules, taken } from "../samples";

const purchaseOrStale = (made: PurchaseResponse | StaleConfirmation): Event =>
  made.kind === "stale" ? made : purchase(made);

describe("registration", () => {
  it("keeps its promises for every series of responses", () => {
    const someResponse = fc
      .record({
        available: fc.boolean(),
        definitive: fc.boolean(),
        price: fc.option(fc.nat(200), { nil: undefined }),
      })
      .map((more) => response(more));
    const someFailure = fc.constantFrom(failed(), failed({ status: undefined }), failed({ status: 401 }));
    const somePurchase = fc.constantFrom<PurchaseResponse | StaleConfirmation>(
      { kind: "stale", ageSeconds: 23 },
      { kind: "bought", order: {} },
      { kind: "unavailable", message: "" },
      { kind: "refused", message: "", status: 400 },
      { kind: "notTaken", message: "", retryAfterSeconds: 7 },
      { kind: "unknown", message: "" },
    );
    const script = fc.record({
      checks: fc.array(fc.oneof({ weight: 4, arbitrary: someResponse }, someFailure), {
        minLength: 1,
        maxLength: 40,
      }),
      purchases: fc.array(somePurchase, { maxLength: 5 }),
      owned: fc.boolean(),
      requireDefinitive: fc.boolean(),
    });
    fc.assert(
      fc.property(script, ({ checks, purchases, owned, requireDefinitive }) => {
        const wanted = { ...rules, requireDefinitive, endsAt: 600_000 };
        const events: Event[] = [];
        let now = 0;
        let step = begin(now);
        let unknown = false;
        for (let steps = 0; step.action.do !== "end"; steps++) {
          assert.ok(steps < 200, "it never ends");
          const { action } = step;
          if (action.do === "check") {
            assert.ok(action.confirming || action.at <= wanted.endsAt, "a check starts after the wait");
            now = Math.max(now, action.at);
          }
          if (action.do === "purchase") {
            assert.ok(!unknown, "a purchase after one of unknown outcome");
            const [first, second] = events
              .slice(-2)
              .map((event) => (event.kind === "response" ? event.availability : undefined));
            for (const response of [first, second])
              assert.ok(response?.available && (response.definitive || !requireDefinitive));
            assert.equal(findPriceObjection(second ?? assert.fail(), wanted.limit), undefined);
          }
          const event: Event =
            action.do === "check"
              ? (checks.shift() ?? taken)
              : action.do === "purchase"
                ? purchaseOrStale(purchases.shift() ?? { kind: "bought", order: {} })
                : {
                    kind: "reconciled",
                    response: owned ? { kind: "bought", order: {} } : { kind: "unknown", message: "-" },
                  };
          if (event.kind === "purchase" && event.response.kind === "unknown") unknown = true;
          events.push(event);
          step = next(step.registration, event, now, wanted);
        }
      }),
      { numRuns: sampled(1000) },
    );
  });
});
