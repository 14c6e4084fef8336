import assert from "node:assert/strict";
import fc from "fast-check";
import type { PurchaseResponse } from "../../../../shared/registrar/responses";
import type { Stale } from "../../../../tasks/DomainRegister/registration/confirmation";
import { findPriceObjection } from "../../../../tasks/DomainRegister/registration/price";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event, Rules, Step } from "../../../../tasks/DomainRegister/registration/state";
import { answer, available, failed, purchase, rules, taken } from "../samples";

/** Where the procedure stands after these events, which all happen at the same moment. */
function stepAfter(events: Event[], changes: Partial<Rules> = {}, now = 0): Step {
  let step = begin(now);
  for (const event of events) step = next(step.registration, event, now, { ...rules, ...changes });
  return step;
}
const actionAfter = (...history: Parameters<typeof stepAfter>) => stepAfter(...history).action;
const purchaseOrStale = (answered: PurchaseResponse | Stale): Event =>
  answered.kind === "stale" ? answered : purchase(answered);
const registrationAfter = (events: Event[]) => stepAfter(events).registration;
const outcomeAfter = (events: Event[], changes: Partial<Rules> = {}, now = 0) => {
  const action = actionAfter(events, changes, now);
  return action.do === "end" ? action.end.outcome : action.do;
};

describe("registration", () => {
  it("begins with a check at once, and knows nothing", () => {
    assert.deepEqual(begin(5), {
      registration: {
        confirmations: 0,
        checks: 0,
        failures: 0,
        lastFailure: "",
        lastResponse: undefined,
        lastResponseAt: 5,
        priceObjection: "",
      },
      action: { do: "check", at: 5, confirming: false },
    });
  });

  it("counts every check, answered or not, but no purchase", () => {
    const unavailable = purchase({ kind: "unavailable", message: "422" });
    assert.equal(registrationAfter([taken, failed(), answer(), answer(), unavailable]).checks, 4);
  });

  it("checks again pollSeconds after a check while the domain is not available or too expensive, half of it at least after the answer", () => {
    assert.deepEqual(actionAfter([taken], {}, 1000), { do: "check", at: 31_000, confirming: false });
    const slow = (tookMilliseconds: number): Event => ({ ...taken, tookMilliseconds });
    assert.deepEqual(actionAfter([slow(900)], {}, 1000), { do: "check", at: 30_100, confirming: false });
    for (const tookMilliseconds of [15_000, 40_000])
      assert.deepEqual(actionAfter([slow(tookMilliseconds)], {}, 50_000), {
        do: "check",
        at: 65_000,
        confirming: false,
      });
    const expensive = [answer(), { ...answer({ price: 101 }), tookMilliseconds: 900 }];
    assert.deepEqual(actionAfter(expensive, {}, 1000), { do: "check", at: 30_100, confirming: false });
  });

  it("asks a second time at once, and buys on two consecutive available answers", () => {
    assert.deepEqual(actionAfter([answer()], {}, 1000), { do: "check", at: 1000, confirming: true });
    assert.equal(actionAfter([answer(), answer()]).do, "purchase");
    assert.equal(actionAfter([answer(), taken, answer()]).do, "check");
  });

  it("stops once purchase answers 200", () => {
    assert.equal(outcomeAfter([answer(), answer(), purchase({ kind: "bought", order: {} })]), "registered");
  });

  it("starts from zero after a failed check (decision 9), and backs off", () => {
    assert.equal(actionAfter([answer(), failed(), answer()]).do, "check");
    const pause = (...events: Event[]) => {
      const action = actionAfter(events);
      return action.do === "check" ? action.at / 1000 : action.do;
    };
    assert.deepEqual(
      [pause(failed()), pause(failed(), failed()), pause(failed(), failed(), failed())],
      [30, 60, 120],
    );
    assert.equal(pause(...Array.from({ length: 9 }, () => failed())), 300);
    assert.equal(pause(failed({ retryAfterSeconds: 900 })), 900);
    assert.equal(pause(failed(), taken), 30);
  });

  it("gives up at once on an answer that asking again does not change, before the first good one", () => {
    for (const status of [400, 401, 403, 404, 422])
      assert.equal(outcomeAfter([failed({ status })]), "unanswered");
    assert.equal(outcomeAfter([taken, failed({ status: 401 })]), "unanswered");
    for (const status of [400, 403, 404, 422])
      assert.equal(outcomeAfter([taken, failed({ status })]), "check");
  });

  it("counts only definitive answers when that is required", () => {
    const uncertain = answer({ definitive: false });
    assert.equal(actionAfter([uncertain, uncertain]).do, "purchase");
    assert.equal(actionAfter([uncertain, uncertain], { requireDefinitive: true }).do, "check");
    assert.equal(actionAfter([answer(), uncertain, answer()], { requireDefinitive: true }).do, "check");
    assert.equal(actionAfter([answer(), answer()], { requireDefinitive: true }).do, "purchase");
  });

  it("compares the price of the very answer that triggers the purchase, and polls on when it is too high", () => {
    assert.equal(actionAfter([answer({ price: 500 }), answer()]).do, "purchase");
    assert.deepEqual(actionAfter([answer(), answer({ price: 101 })]), {
      do: "check",
      at: 30_000,
      confirming: false,
    });
    assert.equal(actionAfter([answer(), answer({ price: 101 }), answer()]).do, "purchase");
  });

  it("ends the wait as too expensive, or as not available, by the last answer", () => {
    const expensive = answer({ price: 101 });
    assert.equal(outcomeAfter([expensive, expensive], { endsAt: 0 }), "tooExpensive");
    assert.equal(outcomeAfter([expensive, expensive, taken], { endsAt: 0 }), "notAvailable");
    assert.equal(outcomeAfter([taken], { endsAt: 29_999 }), "notAvailable");
    assert.equal(outcomeAfter([taken], { endsAt: 30_000 }), "check");
  });

  it("lets a confirming check follow after the end of the wait", () => {
    assert.equal(actionAfter([answer()], { endsAt: 0 }).do, "check");
    assert.equal(actionAfter([answer(), answer()], { endsAt: 0 }).do, "purchase");
  });

  it("does not say that a domain is not available when it could not be asked, or not be bought", () => {
    assert.equal(outcomeAfter([failed()], { endsAt: 0 }), "unanswered");
    assert.equal(outcomeAfter([taken, failed()], { endsAt: 0 }), "notAvailable");
    assert.equal(outcomeAfter([answer(), failed()], { endsAt: 0 }), "unanswered");
    const bought = [answer(), answer()];
    const notTaken = purchase({ kind: "notTaken", message: "refused", retryAfterSeconds: 3600 });
    assert.equal(outcomeAfter([...bought, notTaken], { endsAt: 0 }), "unanswered");
    assert.equal(
      outcomeAfter([...bought, purchase({ kind: "unavailable", message: "422" })], { endsAt: 0 }),
      "notAvailable",
    );
  });

  it("does not rely on an answer of long ago", () => {
    const outcomeAt = (minutes: number, pollSeconds = 30) => {
      const wanted = { ...rules, pollSeconds, endsAt: 0 };
      const start = 7_000_000;
      const step = next(begin(start).registration, taken, start, wanted);
      const { action } = next(step.registration, failed(), start + minutes * 60_000, wanted);
      return action.do === "end" && action.end.outcome;
    };
    assert.deepEqual([outcomeAt(5), outcomeAt(6)], ["notAvailable", "unanswered"]);
    assert.deepEqual([outcomeAt(30, 600), outcomeAt(31, 600)], ["notAvailable", "unanswered"]);
    const pause = failed({ status: 429, retryAfterSeconds: 7200 });
    assert.equal(outcomeAfter([taken, pause]), "unanswered", "most of the wait was never looked at");
    assert.equal(outcomeAfter([taken, pause], { endsAt: 240_000 }), "notAvailable");
  });

  it("takes the refusal of a purchase for an answer, however long that took", () => {
    const events = [failed(), answer(), answer()];
    const { registration } = stepAfter(events);
    const unavailable = purchase({ kind: "unavailable", message: "422" });
    const { action } = next(registration, unavailable, 600_000, { ...rules, endsAt: 0 });
    assert.deepEqual(action, { do: "end", end: { outcome: "notAvailable" } });
  });

  it("knows after the refusal of a purchase that the domain is not available, and still its price", () => {
    const unavailable = purchase({ kind: "unavailable", message: "422" });
    assert.deepEqual(registrationAfter([answer(), answer(), unavailable]).lastResponse, {
      ...available,
      available: false,
    });
  });

  it("buys nothing in a dry run", () => {
    assert.equal(outcomeAfter([answer(), answer()], { dryRun: true }), "dryRun");
  });

  it("polls on from zero when the domain turns out unavailable, or the purchase was not taken", () => {
    const bought = [answer(), answer()];
    for (const answered of [
      { kind: "unavailable", message: "" },
      { kind: "notTaken", message: "", retryAfterSeconds: undefined },
    ] satisfies PurchaseResponse[]) {
      assert.deepEqual(actionAfter([...bought, purchase(answered)]), {
        do: "check",
        at: 30_000,
        confirming: false,
      });
      assert.equal(actionAfter([...bought, purchase(answered), answer()]).do, "check");
    }
    const throttled = purchase({ kind: "notTaken", message: "", retryAfterSeconds: 90 });
    assert.deepEqual(actionAfter([...bought, throttled]), { do: "check", at: 90_000, confirming: false });
  });

  it("hands the second of the two checks to the purchase, by which that finds out how old it is", () => {
    const second = { ...answer(), sentAt: { even: 5, wall: 7 }, tookMilliseconds: 300 };
    assert.deepEqual(actionAfter([answer(), second]), {
      do: "purchase",
      confirmation: { sentAt: { even: 5, wall: 7 }, tookMilliseconds: 300 },
    });
  });

  it("starts from zero when that is too old to buy on, at once where the pause after it has passed", () => {
    const stale: Event = { kind: "stale", ageSeconds: 23 };
    assert.deepEqual(actionAfter([answer(), answer(), stale]), {
      do: "check",
      at: 15_000,
      confirming: false,
    });
    assert.equal(actionAfter([answer(), answer(), stale, answer()]).do, "check");
    assert.equal(actionAfter([answer(), answer(), stale, answer(), answer()]).do, "purchase");
    const { registration } = stepAfter([answer(), answer()]);
    assert.deepEqual(next(registration, stale, 23_000, rules).action, {
      do: "check",
      at: 23_000,
      confirming: false,
    });
    assert.deepEqual(actionAfter([answer(), answer(), stale], { endsAt: 0 }), {
      do: "end",
      end: {
        outcome: "unanswered",
        message:
          "The confirming response was 23 s old when the purchase was about to be sent, so nothing was sent.",
      },
    });
  });

  it("stops when the purchase is refused", () => {
    assert.equal(
      outcomeAfter([answer(), answer(), purchase({ kind: "refused", message: "402", status: 402 })]),
      "refused",
    );
  });

  it("looks into an unknown outcome, and never buys after it", () => {
    const unknown = [answer(), answer(), purchase({ kind: "unknown", message: "reset" })];
    assert.equal(actionAfter(unknown).do, "reconcile");
    assert.equal(outcomeAfter([...unknown, { kind: "reconciled", owned: true }]), "registered");
    assert.deepEqual(actionAfter([...unknown, { kind: "reconciled", owned: false }]), {
      do: "end",
      end: { outcome: "unknown", message: "reset" },
    });
  });

  it("keeps its promises for every history of answers", () => {
    const someAnswer = fc
      .record({
        available: fc.boolean(),
        definitive: fc.boolean(),
        price: fc.option(fc.nat(200), { nil: undefined }),
      })
      .map((more) => answer(more));
    const someFailure = fc.constantFrom(failed(), failed({ status: undefined }), failed({ status: 401 }));
    const somePurchase = fc.constantFrom<PurchaseResponse | Stale>(
      { kind: "stale", ageSeconds: 23 },
      { kind: "bought", order: {} },
      { kind: "unavailable", message: "" },
      { kind: "refused", message: "", status: 400 },
      { kind: "notTaken", message: "", retryAfterSeconds: 7 },
      { kind: "unknown", message: "" },
    );
    const script = fc.record({
      checks: fc.array(fc.oneof({ weight: 4, arbitrary: someAnswer }, someFailure), {
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
            const lastTwo = events.slice(-2);
            assert.ok(
              lastTwo.length === 2 &&
                lastTwo.every((event) => event.kind === "response" && event.availability.available),
            );
            assert.ok(
              !requireDefinitive ||
                lastTwo.every((event) => event.kind === "response" && event.availability.definitive),
            );
            const [, second] = lastTwo;
            assert.ok(
              second?.kind === "response" &&
                findPriceObjection(second.availability, wanted.limit) === undefined,
            );
          }
          const event: Event =
            action.do === "check"
              ? (checks.shift() ?? taken)
              : action.do === "purchase"
                ? purchaseOrStale(purchases.shift() ?? { kind: "bought", order: {} })
                : { kind: "reconciled", owned };
          if (event.kind === "purchase" && event.response.kind === "unknown") unknown = true;
          events.push(event);
          step = next(step.registration, event, now, wanted);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
