import assert from "node:assert/strict";
import { minorUnits } from "../../../../shared/registrar/money";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { Event, Rules } from "../../../../tasks/DomainRegister/registration/state";
import {
  renderHeartbeat,
  renderProgress,
  renderUnitWarning,
} from "../../../../tasks/DomainRegister/render/progress";
import { inUnit } from "../../../sentences";
import { failed, noQuote, purchase, purchases, quoted, reconciled, response, rules, taken } from "../samples";

const now = 1_000_000;
const anyPrice: Partial<Rules> = { limit: { ...rules.limit, maxPrice: undefined } };

/** The registration after these events, which all happen at the same time, and the lines of each event. */
function follow(events: readonly Event[], changes: Partial<Rules> = {}) {
  const wanted = { ...rules, ...changes };
  let step = begin(now);
  const lines = events.map((event) => {
    const before = step.registration;
    step = next(before, event, now, wanted);
    return renderProgress({ before, event, step }, now, wanted);
  });
  return { registration: step.registration, lines };
}

/** Responses without a price: they give only lines about availability. */
const priceless = { price: undefined };
const free = response(priceless);
const uncertain = response({ ...priceless, definitive: false });
const notFree = response({ ...priceless, available: false });
const uncertainlyNot = response({ ...priceless, available: false, definitive: false });
const dear = response({ price: 101 });
const anotherFailure = failed({ message: "time-out" });

const checking = "Available (certain). Checking a second time.";
const buying = "Available a second time (certain). Buying.";
const [certain, resumes] = ["Not available (certain).", "Polling resumes in 30 s and starts over."];
const notConfirmed = "Purchase not confirmed: 422";
const looking = "Purchase not confirmed: reset Finding out how it ended; nothing is bought twice.";
const uncounted = "Available, but not certain; ignored because requireDefinitive is true.";
const needsDefinitive = { requireDefinitive: true };
const slow = purchase({ kind: "notTaken", message: "429", retryAfterSeconds: 45.26 });
const stale: Event = { kind: "stale", ageSeconds: 23 };
const { unavailable, unknown, bought, refused } = purchases;
const failedTooSoon = [
  free,
  free,
  purchase({ kind: "notTaken", message: "503", retryAfterSeconds: undefined }),
];

/** The last events under no cap, so that no price is shown, and what is logged of each. */
type Told = [sentence: string, events: Event[], logged: string[], changes?: Partial<Rules>];
const told: Told[] = [
  ["say once that the domain is not available", [notFree, notFree, notFree], [certain, "", ""]],
  ["say whether that is certain", [uncertainlyNot], ["Not available (not certain)."]],
  ["report each available response that counts, and the purchase", [free, free], [checking, buying]],
  [
    "say whether available responses are certain",
    [uncertain, uncertain],
    ["Available (not certain). Checking a second time.", "Available a second time (not certain). Buying."],
  ],
  [
    "speak of no purchase in a dry run",
    [free, free],
    ["Available a second time (certain)."],
    { dryRun: true },
  ],
  ["say when a domain is no longer available", [notFree, free, notFree], [certain]],
  ["say once why a response does not count", [uncertain, uncertain], [uncounted, ""], needsDefinitive],
  ["say why after a response that it is taken", [notFree, uncertain], [uncounted], needsDefinitive],
  ["say why after a response that counts", [free, uncertain], [uncounted], needsDefinitive],
  ["say when a domain is taken after that", [uncertain, notFree], [certain], needsDefinitive],
  ["report a failed check once", [failed(), failed()], ["Check failed: 503", ""]],
  ["report another failure", [failed(), anotherFailure], ["Check failed: time-out"]],
  [
    "say when the registrar responds again",
    [failed(), anotherFailure, notFree],
    [`The registrar responds again after 2 failed checks.\n${certain}`],
  ],
  [
    "count failed checks anew after a response",
    [failed(), notFree, failed(), notFree],
    ["Check failed: 503", "The registrar responds again after 1 failed check."],
  ],
  ["report a check that fails as a purchase did", [...failedTooSoon, failed()], ["Check failed: 503"]],
  [
    "say when polling goes on after a purchase that failed",
    [free, free, slow],
    ["Purchase not confirmed: 429 Polling resumes in 45.3 s and starts over."],
  ],
  ["say so of a domain that was gone", [free, free, unavailable], [`${notConfirmed} ${resumes}`]],
  ["say nothing of polling at the end", [free, free, unavailable], [notConfirmed], { endsAt: now }],
  [
    "report a purchase that was not sent because its confirmation was too old",
    [free, free, stale],
    [
      "The confirming response was 23 s old, which is too old to buy on, so nothing was sent. " +
        "Polling resumes in 15 s and starts over.",
    ],
  ],
  ["leave a completed purchase to the message of the outcome", [free, free, bought], [""]],
  ["leave a refused purchase to that message", [free, free, refused], [""]],
];

/** How an unknown purchase turns out, and what is logged of that. */
const settled: [response: Parameters<typeof reconciled>[0], logged: string][] = [
  [{ kind: "bought", order: {} }, "The purchase took effect."],
  [{ kind: "alreadyOwned", message: "It is there." }, ""],
  [{ kind: "unknown", message: "-" }, "Could not determine whether the purchase took effect."],
  [{ kind: "unavailable", message: "409." }, `Nothing was bought: 409. ${resumes}`],
];

describe("lines of a registration", () => {
  /** The lines of the last events. */
  const logged = (count: number, events: Event[], changes?: Partial<Rules>) =>
    follow(events, changes)
      .lines.slice(-count)
      .map((lines) => lines.join("\n"));

  for (const [sentence, events, expected, changes] of told)
    it(sentence, () =>
      assert.deepEqual(logged(expected.length, events, { ...anyPrice, ...changes }), expected),
    );

  for (const [response, line] of settled)
    it(`say that an unknown outcome is reconciled without another purchase: ${response.kind}`, () =>
      assert.deepEqual(logged(2, [free, free, unknown, reconciled(response)], anyPrice), [looking, line]));

  const unit = "in the registrar's unit)";

  it("say that the price is too high, and repeat it only for another price", () => {
    const line = (price: number) =>
      `Available, but the price is 0.000${price} USD (${price} ${unit}, over maxPrice 0.0001 USD (100 ${unit}. ` +
      "Polling continues.";
    const events = [dear, dear, dear, response({ price: 102 })];
    assert.deepEqual(logged(3, events), [line(101), "", line(102)]);
  });

  it("show the first price beside the cap, so that people notice a wrong unit in time", () => {
    const price = `Price: 0.0001 USD (100 ${unit} for 1 year;`;
    const first = `${price} maxPrice 0.0001 USD (100 ${unit}.`;
    assert.deepEqual(logged(3, [notFree, taken, taken]), [certain, first, ""]);
    assert.deepEqual(logged(1, [taken, notFree, taken]), [""], "some responses have no price");
    assert.deepEqual(logged(1, [taken], anyPrice), [`${price} no maxPrice.\n${certain}`]);
    const limit = { unit: minorUnits, maxPrice: 1200n, currency: "USD", period: undefined };
    const [inYen] = logged(1, [response({ price: 1100, currency: "JPY" })], { limit });
    assert.match(inYen ?? "", /^Price: 1100 JPY.*; maxPrice 12\.00 USD \(1200 /, "each in its own currency");
  });
});

describe("lines of a registration with quotes", () => {
  const twice = [response(), response()];
  const asked = "Available a second time (certain). Asking for a quote.";
  const amount = (price: number) => inUnit(String(price / 1e6), price);
  const price = `Quoted: ${amount(100)} for 1 year.`;
  const noSale = noQuote({ kind: "unavailable", message: "409." });
  const notQuoted = noQuote({ kind: "refused", message: "500.", status: 500 });
  const waiting = "The registrar accepted the purchase. Waiting until it says how it ended.";
  const open = "Could not determine whether the purchase took effect.";

  const rows: Told[] = [
    ["say what is quoted, and that it is bought", [quoted()], [asked, `${price} Buying.`]],
    ["speak of no purchase in a dry run", [quoted()], [price], { dryRun: true }],
    ["speak of none if the quote is not accepted", [quoted({}, "It requires X.")], [price]],
    ["show a quote without a price", [quoted({ price: undefined })], ["Quoted: no price. Buying."], anyPrice],
    ["say how it goes on without a quote", [noSale], [`No quote: 409. ${resumes}`]],
    ["say that another quote is asked for", [notQuoted], ["No quote: 500. Asking for another quote."]],
    [
      "say that an accepted purchase is waited for",
      [quoted(), purchases.accepted, reconciled({ kind: "unknown", message: "-" })],
      [waiting, open],
    ],
  ];
  const linesAfter = (events: Event[], changes: Partial<Rules> = {}) =>
    follow([...twice, ...events], { needsQuote: true, ...changes }).lines.map((lines) => lines.join("\n"));

  for (const [sentence, events, expected, changes] of rows)
    it(sentence, () => assert.deepEqual(linesAfter(events, changes).slice(-expected.length), expected));

  it("say once that a quote is over the cap", () => {
    const over = `over maxPrice ${amount(100)}. Polling continues.`;
    const dearAt = (price: number) =>
      `Quoted: ${amount(price)} for 1 year. Not bought: the price is ${amount(price)}, ${over}`;
    const quotes = [
      quoted({ price: 101 }),
      ...twice,
      quoted({ price: 101 }),
      ...twice,
      quoted({ price: 102 }),
    ];
    const lines = linesAfter(quotes).filter((line) => line !== "" && !/^(Price|Available)/.test(line));
    assert.deepEqual(lines, [dearAt(101), dearAt(102)]);
  });
});

describe("warning about a wrong unit", () => {
  const factor = "The price and maxPrice differ by a factor of 1000 or more. Check maxPrice";
  const warning = `${factor}: it is in the registrar's unit, usually millionths of the currency (12000000 is 12.00).`;
  const inMillionths = response({ price: 12_000_000 });
  const warned = (events: Event[], event: Event, wanted = rules) =>
    renderUnitWarning(follow(events).registration, event, wanted);

  it("comes with the first price, when price and cap differ by a factor of 1000", () => {
    assert.equal(warned([], inMillionths), warning);
    assert.equal(warned([failed(), notFree], inMillionths), warning);
    for (const other of [taken, notFree, failed()]) assert.equal(warned([], other), undefined);
  });

  it("does not speak of millionths at a registrar that counts in cents", () => {
    const inCents = { ...rules, limit: { ...rules.limit, unit: minorUnits } };
    assert.equal(warned([], inMillionths, inCents), `${factor}.`);
  });

  it("comes once", () => {
    for (const before of [[taken], [inMillionths], [inMillionths, notFree]])
      assert.equal(warned(before, inMillionths), undefined);
  });
});

describe("heartbeat of a registration", () => {
  const beat = (events: Event[], changes: Partial<Rules> = {}, nextCheckAt = now + 12_340) =>
    renderHeartbeat(follow(events, changes).registration, nextCheckAt, now, { ...rules, ...changes });

  it("says how many checks were made, when the next one starts, and how long the wait still lasts", () => {
    const counted = (checks: string, minutes: number) =>
      `Not available yet: ${checks} made, next check in 12.3 s, ${minutes} min left.`;
    assert.equal(beat([notFree], { endsAt: now + 100_000 }), counted("1 check", 2));
    assert.equal(beat([notFree, notFree], { endsAt: now + 80_000 }), counted("2 checks", 1));
  });

  it("shows no time below zero", () => {
    assert.match(beat([notFree], { endsAt: now - 600_000 }, now - 5000), /next check in 0 s, 0 min left\.$/);
  });

  it("says what the registration waits for", () => {
    const states: [Event[], string, Partial<Rules>?][] = [
      [[], "Not available yet"],
      [[dear, dear], "Available, but too expensive"],
      [[uncertain], "Available, but not certain", needsDefinitive],
      [[notFree, failed()], "The registrar does not respond"],
      [[dear, dear, failed()], "The registrar does not respond"],
    ];
    for (const [events, state, changes] of states)
      assert.ok(beat(events, changes).startsWith(`${state}: `), state);
  });
});
