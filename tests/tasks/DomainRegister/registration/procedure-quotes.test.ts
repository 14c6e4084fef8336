import assert from "node:assert/strict";
import type { Event, Rules } from "../../../../tasks/DomainRegister/registration/state";
import { noQuote, purchase, quote, quoted, response, rules, taken, timing } from "../samples";
import { checkAt, stepAfter as stepOfAll } from "./procedure-stage";

/** The step after these events at a registrar with quotes. */
const stepAfter = (events: Event[], changes: Partial<Rules> = {}) =>
  stepOfAll(events, { needsQuote: true, ...changes });
const twice = [response(), response()];

describe("registration at a registrar with quotes", () => {
  it("asks for a quote after two available responses, and buys on what it says", () => {
    assert.equal(stepAfter(twice).action.do, "quote");
    assert.deepEqual(stepAfter([...twice, quoted()]).action, {
      do: "purchase",
      confirmation: timing,
      offer: quote,
      quote,
    });
  });

  it("holds the quoted price against the cap, not the one before, and polls on if it is too high", () => {
    const { action, registration } = stepAfter([...twice, quoted({ price: 101 })]);
    assert.deepEqual(action, checkAt(30_000));
    assert.match(registration.priceObjection, /over maxPrice/);
    assert.equal(registration.lastResponse?.price, 101);
    assert.equal(stepAfter([...twice, quoted({ price: 101 }), ...twice]).action.do, "quote");
    const ending = stepAfter([...twice, quoted({ price: 101 })], { endsAt: 0 });
    assert.ok(ending.action.do === "end" && ending.action.end.outcome === "tooExpensive");
  });

  it("refuses what the request does not accept", () => {
    assert.deepEqual(stepAfter([...twice, quoted({}, "The quote requires X.")]).action, {
      do: "end",
      end: { outcome: "refused", message: "The quote requires X.", status: undefined },
    });
  });

  it("quotes in a dry run, and ends there", () => {
    assert.equal(stepAfter(twice, { dryRun: true }).action.do, "quote");
    const { action } = stepAfter([...twice, quoted()], { dryRun: true });
    assert.deepEqual(action, { do: "end", end: { outcome: "dryRun" } });
  });

  it("starts over if the quote says that the domain is not available, or cannot be had now", () => {
    for (const answer of [
      { kind: "unavailable", message: "taken" },
      { kind: "notTaken", message: "503", retryAfterSeconds: 7 },
    ] as const) {
      assert.deepEqual(stepAfter([...twice, noQuote(answer)]).action, checkAt(30_000));
      assert.equal(stepAfter([...twice, noQuote(answer), response()]).action.do, "check");
    }
  });

  it("makes a new quote after one that expired", () => {
    const expired = purchase({ kind: "notTaken", message: "409", retryAfterSeconds: undefined });
    assert.equal(stepAfter([...twice, quoted(), expired, ...twice]).action.do, "quote");
  });

  it("asks again for a quote that is refused: at once, then after two new responses, and ends at the third refusal", () => {
    for (const status of [400, 401, 403, 404, 422]) {
      const refused = noQuote({ kind: "refused", message: String(status), status });
      assert.deepEqual(stepAfter([...twice, refused]).action, { do: "quote", confirmation: timing });
      assert.equal(stepAfter([...twice, refused, quoted()]).action.do, "purchase");
      assert.equal(stepAfter([...twice, refused, refused]).action.do, "check");
      assert.equal(stepAfter([...twice, refused, refused, response()]).action.do, "check");
      const { action } = stepAfter([...twice, refused, refused, ...twice, refused]);
      assert.ok(action.do === "end" && action.end.outcome === "refused");
      const again = stepAfter([
        ...twice,
        refused,
        refused,
        ...twice,
        quoted({ price: 101 }),
        response(),
        refused,
      ]);
      assert.equal(again.action.do, "quote", "a quote in between starts the count anew");
    }
  });

  it("ends as refused at the second refusal if the wait is over by then", () => {
    const refused = noQuote({ kind: "refused", message: "422", status: 422 });
    const { action } = stepAfter([...twice, refused, refused], { endsAt: 0 });
    assert.ok(action.do === "end" && action.end.outcome === "refused");
  });

  it("asks for a quote at each further available response while the domain is too expensive", () => {
    const tooMuch = quoted({ price: 101 });
    assert.equal(stepAfter([...twice, tooMuch, response()]).action.do, "quote");
    assert.equal(stepAfter([...twice, tooMuch, taken, response()]).action.do, "check");
    assert.equal(stepAfter([...twice, tooMuch, response()]).registration.priceObjection !== "", true);
    for (const settled of [[taken], [response(), quoted()]])
      assert.equal(stepAfter([...twice, tooMuch, ...settled]).registration.priceObjection, "");
  });

  it("asks for a quote whatever price the check says, because only the quote's price is paid", () => {
    const prices = [undefined, 1, 100, 101, Number.NaN];
    for (const price of prices)
      for (const period of [undefined, 0, 1, 2, 10])
        for (const currency of [undefined, "EUR"]) {
          const odd = response({ price, period, currency });
          assert.equal(
            stepAfter([odd, odd], { limit: { ...rules.limit, currency: "USD" } }).action.do,
            "quote",
          );
        }
  });
});

describe("registration at a registrar that accepts purchases before it makes them", () => {
  const accepted = purchase({ kind: "accepted", operation: "op", retryAfterSeconds: 5 });
  const bought = [...twice, quoted(), accepted];

  it("finds out how an accepted purchase ended, and takes nothing for granted", () => {
    assert.equal(stepAfter(bought).action.do, "reconcile");
    const end = (response: Extract<Event, { kind: "reconciled" }>["response"]) =>
      stepAfter([...bought, { kind: "reconciled", response }]).action;
    assert.deepEqual(end({ kind: "bought", order: { orderId: 7 } }), {
      do: "end",
      end: { outcome: "registered", order: { orderId: 7 } },
    });
    assert.deepEqual(end({ kind: "unknown", message: "-" }), {
      do: "end",
      end: {
        outcome: "unknown",
        message: "The registrar accepted the purchase but has not said how it ended.",
      },
    });
    assert.deepEqual(end({ kind: "refused", message: "FAILED", status: 200 }), {
      do: "end",
      end: { outcome: "refused", message: "FAILED", status: 200 },
    });
  });

  it("polls on, from zero confirmations, after a purchase that turned out to have bought nothing", () => {
    const failed: Event = { kind: "reconciled", response: { kind: "unavailable", message: "taken" } };
    assert.equal(stepAfter([...bought, failed]).action.do, "check");
    assert.equal(stepAfter([...bought, failed, response()]).action.do, "check");
    assert.equal(stepAfter([...bought, failed, ...twice]).action.do, "quote");
  });
});

describe("registration at a registrar that sells only at its own price", () => {
  it("polls on if a response has none, even under no cap", () => {
    const withoutPrice = response({ price: undefined });
    const anyPrice = { limit: { ...rules.limit, maxPrice: undefined }, needsQuote: false, needsPrice: true };
    assert.equal(stepAfter([withoutPrice, withoutPrice], anyPrice).action.do, "check");
    assert.equal(stepAfter([withoutPrice, withoutPrice, response()], anyPrice).action.do, "purchase");
    const needsNone = { ...anyPrice, needsPrice: false };
    assert.equal(stepAfter([withoutPrice, withoutPrice], needsNone).action.do, "purchase");
  });
});

describe("registration at a registrar with a pace of its own", () => {
  const resting = (restSeconds: number) => ({ ...response(), restSeconds });

  it("confirms as soon as the registrar allows, and not before", () => {
    assert.deepEqual(stepAfter([resting(10)]).action, { do: "check", at: 10_000, confirming: true });
    assert.deepEqual(stepAfter([resting(0)]).action, { do: "check", at: 0, confirming: true });
  });

  it("does not wait for a confirming check beyond the end of the wait", () => {
    const { action } = stepAfter([resting(86_400)]);
    assert.deepEqual(action, {
      do: "end",
      end: {
        outcome: "unanswered",
        message: "The registrar said that the domain is available, and then allowed no check for 86400 s.",
      },
    });
    const late = checkAt(120_000);
    assert.deepEqual(stepAfter([resting(120)]).action, late);
  });

  it("polls at the registrar's pace if that is slower", () => {
    assert.deepEqual(stepAfter([{ ...taken, restSeconds: 45 }]).action, checkAt(45_000));
    assert.deepEqual(stepAfter([{ ...taken, restSeconds: 1 }]).action, checkAt(30_000));
  });
});
