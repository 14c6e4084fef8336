import assert from "node:assert/strict";
import type { End, Event, Rules } from "../../../../tasks/DomainRegister/registration/state";
import {
  noQuote,
  purchase,
  purchases,
  quote,
  quoted,
  reconciled,
  response,
  rules,
  taken,
  timing,
  twice,
} from "../samples";
import { actionAfter, checkAt, ends, outcomeAfter, stepAfter } from "./procedure-stage";

const needsQuote: Partial<Rules> = { needsQuote: true };
const [isOver, isDry] = [{ endsAt: 0 }, { dryRun: true }];
const dear = quoted({ price: 101 });
const refused = noQuote({ kind: "refused", message: "422", status: 422 });
const unavailable = noQuote({ kind: "unavailable", message: "taken" });
const notTaken = noQuote({ kind: "notTaken", message: "503", retryAfterSeconds: 7 });
const expired = purchase({ kind: "notTaken", message: "409", retryAfterSeconds: undefined });
const boughtNothing = reconciled({ kind: "unavailable", message: "taken" });
const accepted = [quoted(), purchases.accepted];

/** What is done when these events follow on two available responses, or the outcome with which they end. */
const following: [sentence: string, events: Event[], expected: string, changes?: Partial<Rules>][] = [
  ["asks for a quote after two available responses", [], "quote"],
  ["quotes in a dry run", [], "quote", isDry],
  ["ends a dry run after the quote", [quoted()], "dryRun", isDry],
  ["asks for another quote after one over the cap", [dear, ...twice], "quote"],
  ["asks again at the next available response", [dear, response()], "quote"],
  ["confirms anew if the domain was taken meanwhile", [dear, taken, response()], "check"],
  ["ends as too expensive if the wait is over", [dear], "tooExpensive", isOver],
  ["starts over if the quote says that the domain is not available", [unavailable, response()], "check"],
  ["starts over if there is no quote at the moment", [notTaken, response()], "check"],
  ["makes a new quote after one that expired", [quoted(), expired, ...twice], "quote"],
  ["buys on the second quote if the first is refused", [refused, quoted()], "purchase"],
  ["starts over after two refused quotes", [refused, refused, response()], "check"],
  ["ends as refused at the third refused quote", [refused, refused, ...twice, refused], "refused"],
  ["ends at the second refused quote if the wait is over", [refused, refused], "refused", isOver],
  [
    "counts refused quotes anew after a quote",
    [refused, refused, ...twice, dear, response(), refused],
    "quote",
  ],
  ["finds out how an accepted purchase ended", accepted, "reconcile"],
  ["polls on after a purchase that bought nothing", [...accepted, boughtNothing], "check"],
  ["needs two responses after that purchase", [...accepted, boughtNothing, response()], "check"],
  ["asks for a quote after these responses", [...accepted, boughtNothing, ...twice], "quote"],
];

describe("registration at a registrar with quotes", () => {
  const followed = (...events: Event[]) => actionAfter([...twice, ...events], needsQuote);

  for (const [sentence, events, expected, changes] of following)
    it(sentence, () =>
      assert.equal(outcomeAfter([...twice, ...events], { ...needsQuote, ...changes }), expected),
    );

  it("buys on what the quote says", () => {
    assert.deepEqual(followed(quoted()), { do: "purchase", confirmation: timing, offer: quote, quote });
  });

  it("holds the quoted price against the cap, not the one before, and polls on if it is too high", () => {
    const { action, registration } = stepAfter([...twice, dear], needsQuote);
    assert.deepEqual(action, checkAt(30_000));
    assert.match(registration.priceObjection, /over maxPrice/);
    assert.equal(registration.lastResponse?.price, 101);
  });

  it("keeps the objection to a price until the domain is taken, or quoted within the cap", () => {
    const objectionAfter = (...events: Event[]) =>
      stepAfter([...twice, dear, ...events], needsQuote).registration.priceObjection;
    assert.notEqual(objectionAfter(response()), "");
    assert.deepEqual([objectionAfter(taken), objectionAfter(response(), quoted())], ["", ""]);
  });

  it("refuses what the request does not accept", () => {
    const message = "The quote requires X.";
    assert.deepEqual(followed(quoted({}, message)), ends({ outcome: "refused", message, status: undefined }));
  });

  it("pauses when there is no quote", () => {
    for (const answer of [unavailable, notTaken]) assert.deepEqual(followed(answer), checkAt(30_000));
  });

  it("asks again for a refused quote at once, with the same confirmation, and then waits, whatever the status", () => {
    for (const status of [400, 401, 403, 404, 422]) {
      const answer = noQuote({ kind: "refused", message: String(status), status });
      assert.deepEqual(followed(answer), { do: "quote", confirmation: timing });
      assert.equal(followed(answer, answer).do, "check");
    }
  });

  it("asks for a quote whatever price the check says, because only the quote's price is paid", () => {
    for (const price of [undefined, 1, 100, 101, Number.NaN])
      for (const period of [undefined, 0, 1, 2, 10])
        for (const currency of [undefined, "EUR"]) {
          const odd = response({ price, period, currency });
          const limit = { ...rules.limit, currency: "USD" };
          assert.equal(outcomeAfter([odd, odd], { ...needsQuote, limit }), "quote");
        }
  });

  const message = "The registrar accepted the purchase but has not said how it ended.";
  const endings: [Parameters<typeof reconciled>[0], End][] = [
    [
      { kind: "bought", order: { orderId: 7 } },
      { outcome: "registered", order: { orderId: 7 } },
    ],
    [
      { kind: "unknown", message: "-" },
      { outcome: "unknown", message },
    ],
    [
      { kind: "refused", message: "FAILED", status: 200 },
      { outcome: "refused", message: "FAILED", status: 200 },
    ],
  ];
  for (const [answer, end] of endings)
    it(`takes nothing for granted of an accepted purchase: ${answer.kind}`, () =>
      assert.deepEqual(followed(...accepted, reconciled(answer)), ends(end)));
});

describe("registration at a registrar that sells only at its own price", () => {
  it("polls on if a response has none, even under no cap", () => {
    const withoutPrice = response({ price: undefined });
    const limit = { ...rules.limit, maxPrice: undefined };
    const outcome = (events: Event[], needsPrice: boolean) => outcomeAfter(events, { limit, needsPrice });
    assert.equal(outcome([withoutPrice, withoutPrice], true), "check");
    assert.equal(outcome([withoutPrice, withoutPrice, response()], true), "purchase");
    assert.equal(outcome([withoutPrice, withoutPrice], false), "purchase");
  });
});

describe("registration at a registrar with a pace of its own", () => {
  const resting = (restSeconds: number) => ({ ...response(), restSeconds });

  it("confirms as soon as the registrar allows, and not before", () => {
    for (const seconds of [10, 0])
      assert.deepEqual(actionAfter([resting(seconds)]), {
        do: "check",
        at: seconds * 1000,
        confirming: true,
      });
  });

  it("does not wait for a confirming check beyond the end of the wait", () => {
    const message = "The registrar said that the domain is available, and then allowed no check for 86400 s.";
    assert.deepEqual(actionAfter([resting(86_400)]), ends({ outcome: "unanswered", message }));
    assert.deepEqual(actionAfter([resting(120)]), checkAt(120_000));
  });

  it("polls at the registrar's pace if that is slower", () => {
    assert.deepEqual(actionAfter([{ ...taken, restSeconds: 45 }]), checkAt(45_000));
    assert.deepEqual(actionAfter([{ ...taken, restSeconds: 1 }]), checkAt(30_000));
  });
});
