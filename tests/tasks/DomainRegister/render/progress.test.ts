import assert from "node:assert/strict";
import { minorUnits } from "../../../../shared/registrar/money";
import type {
  AlreadyOwned,
  Event,
  Reconciled,
  Rules,
} from "../../../../tasks/DomainRegister/registration/state";
import { renderHeartbeat, renderUnitWarning } from "../../../../tasks/DomainRegister/render/progress";
import { failed, purchase, response, rules, taken } from "../samples";
import { follow, now } from "./progress-stage";

const lastLines = (events: Event[], changes?: Partial<Rules>) => follow(events, changes).lines.at(-1);

/** Responses without a price: they give only lines about availability. */
const priceless = { price: undefined };
const free = response(priceless);
const uncertain = response({ ...priceless, definitive: false });
const notFree = response({ ...priceless, available: false });
const anyPrice: Partial<Rules> = { limit: { ...rules.limit, maxPrice: undefined } };

describe("lines of a registration", () => {
  it("say once that the domain is not available, and not again at each poll", () => {
    assert.deepEqual(follow([notFree, notFree, notFree]).lines, [["Not available (certain)."], [], []]);
    assert.deepEqual(lastLines([response({ ...priceless, available: false, definitive: false })]), [
      "Not available (not certain).",
    ]);
  });

  it("report each available response that counts, and the purchase that follows", () => {
    assert.deepEqual(follow([free, free], anyPrice).lines, [
      ["Available (certain). Checking a second time."],
      ["Available a second time (certain). Buying."],
    ]);
    assert.deepEqual(follow([uncertain, uncertain], anyPrice).lines, [
      ["Available (not certain). Checking a second time."],
      ["Available a second time (not certain). Buying."],
    ]);
    assert.deepEqual(lastLines([free, free], { ...anyPrice, dryRun: true }), [
      "Available a second time (certain).",
    ]);
  });

  it("say when a domain is no longer available", () => {
    assert.deepEqual(lastLines([notFree, free, notFree], anyPrice), ["Not available (certain)."]);
  });

  it("say once that a response does not count because it is not certain", () => {
    const wanted = { ...anyPrice, requireDefinitive: true };
    const uncounted = ["Available, but not certain; ignored because requireDefinitive is true."];
    assert.deepEqual(follow([uncertain, uncertain], wanted).lines, [uncounted, []]);
    assert.deepEqual(lastLines([notFree, uncertain], wanted), uncounted);
    assert.deepEqual(lastLines([free, uncertain], wanted), uncounted);
    assert.deepEqual(lastLines([uncertain, notFree], wanted), ["Not available (certain)."]);
  });

  it("say that the price is too high, and repeat it only for another price", () => {
    const dear = response({ price: 101 });
    const line = (price: number) => [
      `Available, but the price is 0.000${price} USD (${price} in the registrar's unit), over ` +
        "maxPrice 0.0001 USD (100 in the registrar's unit). Polling continues.",
    ];
    assert.deepEqual(follow([dear, dear, dear, response({ price: 102 })]).lines.slice(1), [
      line(101),
      [],
      line(102),
    ]);
  });

  it("show the first price beside the cap, so that people notice a wrong unit in time", () => {
    assert.deepEqual(follow([notFree, taken, taken]).lines, [
      ["Not available (certain)."],
      [
        "Price: 0.0001 USD (100 in the registrar's unit) for 1 year; maxPrice 0.0001 USD (100 in the registrar's unit).",
      ],
      [],
    ]);
    const inDollars = { unit: minorUnits, maxPrice: 1200n, currency: "USD", period: undefined };
    const [inYen] = lastLines([response({ price: 1100, currency: "JPY" })], { limit: inDollars }) ?? [];
    assert.match(inYen ?? "", /^Price: 1100 JPY.*; maxPrice 12\.00 USD \(1200 /, "each in its own currency");
    assert.deepEqual(lastLines([taken, notFree, taken]), [], "some responses have no price");
    assert.deepEqual(lastLines([taken], anyPrice), [
      "Price: 0.0001 USD (100 in the registrar's unit) for 1 year; no maxPrice.",
      "Not available (certain).",
    ]);
  });

  it("report a failed check once, until another error or the next response", () => {
    assert.deepEqual(
      follow([failed(), failed(), failed({ message: "time-out" }), notFree, failed(), notFree]).lines,
      [
        ["Check failed: 503"],
        [],
        ["Check failed: time-out"],
        ["The registrar responds again after 3 failed checks.", "Not available (certain)."],
        ["Check failed: 503"],
        ["The registrar responds again after 1 failed check."],
      ],
    );
  });

  it("report a failed check even if a purchase failed before for the same reason", () => {
    const notTaken = purchase({ kind: "notTaken", message: "503", retryAfterSeconds: undefined });
    assert.deepEqual(lastLines([free, free, notTaken, failed()], anyPrice), ["Check failed: 503"]);
  });

  it("report a purchase that failed, and when polling goes on", () => {
    const twice = [free, free];
    const notTaken = purchase({ kind: "notTaken", message: "429", retryAfterSeconds: 45.26 });
    assert.deepEqual(lastLines([...twice, notTaken], anyPrice), [
      "Purchase not confirmed: 429 Polling resumes in 45.3 s and starts over.",
    ]);
    const unavailable = purchase({ kind: "unavailable", message: "422" });
    assert.deepEqual(lastLines([...twice, unavailable], anyPrice), [
      "Purchase not confirmed: 422 Polling resumes in 30 s and starts over.",
    ]);
    assert.deepEqual(lastLines([...twice, unavailable], { ...anyPrice, endsAt: now }), [
      "Purchase not confirmed: 422",
    ]);
  });

  it("report a purchase that was not sent because its confirmation was too old", () => {
    assert.deepEqual(lastLines([free, free, { kind: "stale", ageSeconds: 23 }], anyPrice), [
      "The confirming response was 23 s old, which is too old to buy on, so nothing was sent. " +
        "Polling resumes in 15 s and starts over.",
    ]);
  });

  it("say that an unknown outcome is reconciled without another purchase", () => {
    const unknown = purchase({ kind: "unknown", message: "reset." });
    const looked = (response: Reconciled | AlreadyOwned) =>
      follow([free, free, unknown, { kind: "reconciled", response }], anyPrice).lines.slice(2);
    const looking = ["Purchase not confirmed: reset. Finding out how it ended; nothing is bought twice."];
    assert.deepEqual(looked({ kind: "bought", order: {} }), [looking, ["The purchase took effect."]]);
    assert.deepEqual(looked({ kind: "alreadyOwned", message: "It is there." }), [looking, []]);
    assert.deepEqual(looked({ kind: "unknown", message: "-" }), [
      looking,
      ["Could not determine whether the purchase took effect."],
    ]);
    assert.deepEqual(looked({ kind: "unavailable", message: "409." }), [
      looking,
      ["Nothing was bought: 409. Polling resumes in 30 s and starts over."],
    ]);
  });

  it("leave a completed or refused purchase to the outcome's message", () => {
    const bought = purchase({ kind: "bought", order: {} });
    const refused = purchase({ kind: "refused", message: "402", status: 402 });
    for (const last of [bought, refused]) assert.deepEqual(lastLines([free, free, last], anyPrice), []);
  });
});

describe("warning about a wrong unit", () => {
  const warning =
    "The price and maxPrice differ by a factor of 1000 or more. Check maxPrice: it is in the registrar's unit, usually " +
    "millionths of the currency (12000000 is 12.00).";
  const inMillionths = response({ price: 12_000_000 });
  const warned = (events: Event[], event: Event) =>
    renderUnitWarning(follow(events).registration, event, rules);

  it("comes with the first price, when price and cap differ by a factor of 1000", () => {
    assert.equal(warned([], inMillionths), warning);
    assert.equal(warned([failed(), notFree], inMillionths), warning);
    assert.equal(warned([], taken), undefined);
    assert.equal(warned([], notFree), undefined);
  });

  it("does not speak of millionths at a registrar that counts in cents", () => {
    const inCents = { ...rules, limit: { ...rules.limit, unit: minorUnits } };
    assert.equal(
      renderUnitWarning(follow([]).registration, inMillionths, inCents),
      "The price and maxPrice differ by a factor of 1000 or more. Check maxPrice.",
    );
  });

  it("comes once", () => {
    assert.equal(warned([taken], inMillionths), undefined);
    assert.equal(warned([inMillionths], inMillionths), undefined);
    assert.equal(warned([inMillionths, notFree], inMillionths), undefined);
  });

  it("comes with responses only", () => {
    assert.equal(warned([], failed()), undefined);
  });
});

describe("heartbeat of a registration", () => {
  const beat = (events: Event[], changes: Partial<Rules> = {}, nextCheckAt = now + 12_340) =>
    renderHeartbeat(follow(events, changes).registration, nextCheckAt, now, { ...rules, ...changes });

  it("says how many checks were made, when the next one starts, and how long the wait still lasts", () => {
    assert.equal(
      beat([notFree], { endsAt: now + 100_000 }),
      "Not available yet: 1 check made, next check in 12.3 s, 2 min left.",
    );
    assert.equal(
      beat([notFree, notFree], { endsAt: now + 80_000 }),
      "Not available yet: 2 checks made, next check in 12.3 s, 1 min left.",
    );
  });

  it("shows no time below zero", () => {
    assert.match(beat([notFree], { endsAt: now - 600_000 }, now - 5000), /next check in 0 s, 0 min left\.$/);
  });

  it("says what the registration waits for", () => {
    const dear = response({ price: 101 });
    assert.match(beat([]), /^Not available yet: /);
    assert.match(beat([dear, dear]), /^Available, but too expensive: /);
    assert.match(beat([uncertain], { requireDefinitive: true }), /^Available, but not certain: /);
    assert.match(beat([notFree, failed()]), /^The registrar does not respond: /);
    assert.match(beat([dear, dear, failed()]), /^The registrar does not respond: /);
  });
});
