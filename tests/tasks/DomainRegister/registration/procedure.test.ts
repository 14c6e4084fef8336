import assert from "node:assert/strict";
import type { PurchaseResponse } from "../../../../shared/registrar/registrar";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event } from "../../../../tasks/DomainRegister/registration/state";
import { available, failed, purchase, response, rules, taken } from "../samples";
import { actionAfter, checkAt, outcomeAfter, stepAfter } from "./procedure-stage";

describe("registration", () => {
  it("starts with an immediate check", () => {
    assert.deepEqual(begin(5).action, checkAt(5));
  });

  it("counts every check, failed or not, but no purchase", () => {
    const unavailable = purchase({ kind: "unavailable", message: "422" });
    assert.equal(stepAfter([taken, failed(), response(), response(), unavailable]).registration.checks, 4);
  });

  it("starts checks pollSeconds apart, with at least half of it between a response and the next check", () => {
    assert.deepEqual(actionAfter([taken], {}, 1000), checkAt(31_000));
    const slow = (tookMilliseconds: number): Event => ({ ...taken, tookMilliseconds });
    assert.deepEqual(actionAfter([slow(900)], {}, 1000), checkAt(30_100));
    for (const tookMilliseconds of [15_000, 40_000])
      assert.deepEqual(actionAfter([slow(tookMilliseconds)], {}, 50_000), checkAt(65_000));
    const expensive = [response(), { ...response({ price: 101 }), tookMilliseconds: 900 }];
    assert.deepEqual(actionAfter(expensive, {}, 1000), checkAt(30_100));
  });

  it("confirms at once, and buys on two consecutive available responses", () => {
    assert.deepEqual(actionAfter([response()], {}, 1000), { do: "check", at: 1000, confirming: true });
    assert.equal(actionAfter([response(), response()]).do, "purchase");
    assert.equal(actionAfter([response(), taken, response()]).do, "check");
  });

  it("stops once the purchase succeeds", () => {
    assert.equal(
      outcomeAfter([response(), response(), purchase({ kind: "bought", order: {} })]),
      "registered",
    );
  });

  it("starts over after a failed check (decision 9), and backs off", () => {
    assert.equal(actionAfter([response(), failed(), response()]).do, "check");
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

  it("counts only definitive responses when that is required", () => {
    const uncertain = response({ definitive: false });
    assert.equal(actionAfter([uncertain, uncertain]).do, "purchase");
    assert.equal(actionAfter([uncertain, uncertain], { requireDefinitive: true }).do, "check");
    assert.equal(actionAfter([response(), uncertain, response()], { requireDefinitive: true }).do, "check");
    assert.equal(actionAfter([response(), response()], { requireDefinitive: true }).do, "purchase");
  });

  it("compares the price of the response that triggers the purchase, and polls on if it is too high", () => {
    assert.equal(actionAfter([response({ price: 500 }), response()]).do, "purchase");
    assert.deepEqual(actionAfter([response(), response({ price: 101 })]), checkAt(30_000));
    assert.equal(actionAfter([response(), response({ price: 101 }), response()]).do, "purchase");
  });

  it("ends the wait as too expensive or as not available, by the last response", () => {
    const expensive = response({ price: 101 });
    assert.equal(outcomeAfter([expensive, expensive], { endsAt: 0 }), "tooExpensive");
    assert.equal(outcomeAfter([expensive, expensive, taken], { endsAt: 0 }), "notAvailable");
    assert.equal(outcomeAfter([taken], { endsAt: 29_999 }), "notAvailable");
    assert.equal(outcomeAfter([taken], { endsAt: 30_000 }), "check");
  });

  it("lets a confirming check follow after the end of the wait", () => {
    assert.equal(actionAfter([response()], { endsAt: 0 }).do, "check");
    assert.equal(actionAfter([response(), response()], { endsAt: 0 }).do, "purchase");
  });

  it('does not report "not available" when a check or a purchase failed', () => {
    assert.equal(outcomeAfter([failed()], { endsAt: 0 }), "unanswered");
    assert.equal(outcomeAfter([taken, failed()], { endsAt: 0 }), "notAvailable");
    assert.equal(outcomeAfter([response(), failed()], { endsAt: 0 }), "unanswered");
    const bought = [response(), response()];
    const notTaken = purchase({ kind: "notTaken", message: "refused", retryAfterSeconds: 3600 });
    assert.equal(outcomeAfter([...bought, notTaken], { endsAt: 0 }), "unanswered");
    assert.equal(
      outcomeAfter([...bought, purchase({ kind: "unavailable", message: "422" })], { endsAt: 0 }),
      "notAvailable",
    );
  });

  it("does not rely on an old response", () => {
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

  it('counts an "unavailable" purchase as a recent response, however long it took', () => {
    const events = [failed(), response(), response()];
    const { registration } = stepAfter(events);
    const unavailable = purchase({ kind: "unavailable", message: "422" });
    const { action } = next(registration, unavailable, 600_000, { ...rules, endsAt: 0 });
    assert.deepEqual(action, { do: "end", end: { outcome: "notAvailable" } });
  });

  it('knows after an "unavailable" purchase that the domain is not available, and keeps its price', () => {
    const unavailable = purchase({ kind: "unavailable", message: "422" });
    assert.deepEqual(stepAfter([response(), response(), unavailable]).registration.lastResponse, {
      ...available,
      available: false,
    });
  });

  it("buys nothing in a dry run", () => {
    assert.equal(outcomeAfter([response(), response()], { dryRun: true }), "dryRun");
  });

  it("starts over when the domain turns out to be unavailable, or the purchase was not taken", () => {
    const bought = [response(), response()];
    for (const purchaseResponse of [
      { kind: "unavailable", message: "" },
      { kind: "notTaken", message: "", retryAfterSeconds: undefined },
    ] satisfies PurchaseResponse[]) {
      assert.deepEqual(actionAfter([...bought, purchase(purchaseResponse)]), checkAt(30_000));
      assert.equal(actionAfter([...bought, purchase(purchaseResponse), response()]).do, "check");
    }
    const throttled = purchase({ kind: "notTaken", message: "", retryAfterSeconds: 90 });
    assert.deepEqual(actionAfter([...bought, throttled]), checkAt(90_000));
  });

  it("passes the second check to the purchase, which checks its age", () => {
    const second = { ...response(), sentAt: { even: 5, wall: 7 }, tookMilliseconds: 300 };
    assert.deepEqual(actionAfter([response(), second]), {
      do: "purchase",
      confirmation: { sentAt: { even: 5, wall: 7 }, tookMilliseconds: 300 },
      offer: available,
      quote: undefined,
    });
  });

  it("starts over when the second check is too old, at once if its pause has passed", () => {
    const stale: Event = { kind: "stale", ageSeconds: 23 };
    assert.deepEqual(actionAfter([response(), response(), stale]), checkAt(15_000));
    assert.equal(actionAfter([response(), response(), stale, response()]).do, "check");
    assert.equal(actionAfter([response(), response(), stale, response(), response()]).do, "purchase");
    const { registration } = stepAfter([response(), response()]);
    assert.deepEqual(next(registration, stale, 23_000, rules).action, checkAt(23_000));
    assert.deepEqual(actionAfter([response(), response(), stale], { endsAt: 0 }), {
      do: "end",
      end: {
        outcome: "unanswered",
        message: "The confirming response was 23 s old, which is too old to buy on, so nothing was sent.",
      },
    });
  });

  it("stops when the purchase is refused", () => {
    assert.equal(
      outcomeAfter([response(), response(), purchase({ kind: "refused", message: "402", status: 402 })]),
      "refused",
    );
    const foreign = purchase({ kind: "alreadyOwned", message: "Another run bought it." });
    assert.equal(outcomeAfter([response(), response(), foreign]), "alreadyOwned");
  });

  it("reconciles an unknown outcome, and never buys after it", () => {
    const unknown = [response(), response(), purchase({ kind: "unknown", message: "reset" })];
    assert.equal(actionAfter(unknown).do, "reconcile");
    assert.equal(
      outcomeAfter([...unknown, { kind: "reconciled", response: { kind: "bought", order: {} } }]),
      "registered",
    );
    assert.deepEqual(
      actionAfter([...unknown, { kind: "reconciled", response: { kind: "unknown", message: "-" } }]),
      { do: "end", end: { outcome: "unknown", message: "reset" } },
    );
    const message = "The account now holds it.";
    const found: Event = { kind: "reconciled", response: { kind: "alreadyOwned", message } };
    assert.deepEqual(actionAfter([...unknown, found]), {
      do: "end",
      end: { outcome: "alreadyOwned", message },
    });
    const { registration } = stepAfter(unknown);
    const settled: Event = { kind: "reconciled", response: { kind: "unavailable", message: "409" } };
    const { action } = next(registration, settled, 900_000, { ...rules, endsAt: 900_000 });
    assert.deepEqual(action, { do: "end", end: { outcome: "notAvailable" } }, "the failure is forgotten");
  });
});
