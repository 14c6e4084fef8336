import assert from "node:assert/strict";
import type { Event, Rules } from "../../../../tasks/DomainRegister/registration/state";
import { noQuote, purchase, quoted, response, rules } from "../samples";
import { follow } from "./progress-stage";

const twice = [response(), response()];

/** The lines of events after two available responses at a registrar with quotes. */
const linesAfter = (events: readonly Event[], changes: Partial<Rules> = {}) =>
  follow([...twice, ...events], { needsQuote: true, ...changes }).lines.slice(1);

describe("lines of a registration with quotes", () => {
  const asked = ["Available a second time (certain). Asking for a quote."];
  const amount = (price: number) => `${price / 1e6} USD (${price} in the registrar's unit)`;
  const price = `Quoted: ${amount(100)} for 1 year.`;

  it("say what is quoted, and that it is bought", () => {
    assert.deepEqual(linesAfter([quoted()]), [asked, [`${price} Buying.`]]);
    assert.deepEqual(linesAfter([quoted()], { dryRun: true }), [asked, [price]]);
    assert.deepEqual(linesAfter([quoted({}, "The quote requires X.")]), [asked, [price]]);
    const anyPrice = { limit: { ...rules.limit, maxPrice: undefined } };
    assert.deepEqual(linesAfter([quoted({ price: undefined })], anyPrice), [
      asked,
      ["Quoted: no price. Buying."],
    ]);
  });

  it("say once that a quote is over the cap, and when nothing was quoted how it goes on", () => {
    const over = `over maxPrice ${amount(100)}. Polling continues.`;
    const dear = (cents: number) =>
      `Quoted: ${amount(cents)} for 1 year. Not bought: the price is ${amount(cents)}, ${over}`;
    assert.deepEqual(
      linesAfter([
        quoted({ price: 101 }),
        ...twice,
        quoted({ price: 101 }),
        ...twice,
        quoted({ price: 102 }),
      ]).filter((lines) => lines.join().startsWith("Quoted")),
      [[dear(101)], [dear(102)]],
    );
    assert.deepEqual(linesAfter([noQuote({ kind: "unavailable", message: "409." })]), [
      asked,
      ["No quote: 409. Polling resumes in 30 s and starts over."],
    ]);
    const refused = noQuote({ kind: "refused", message: "500.", status: 500 });
    assert.deepEqual(linesAfter([refused]), [asked, ["No quote: 500. Asking for another quote."]]);
  });

  it("say that an accepted purchase is waited for", () => {
    const accepted = purchase({ kind: "accepted", operation: "o", retryAfterSeconds: undefined });
    const reconciled = { kind: "reconciled", response: { kind: "unknown", message: "-" } } as const;
    assert.deepEqual(linesAfter([quoted(), accepted, reconciled]).slice(2), [
      ["The registrar accepted the purchase. Waiting until it says how it ended."],
      ["Could not determine whether the purchase took effect."],
    ]);
  });
});
