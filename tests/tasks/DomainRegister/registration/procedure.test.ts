import assert from "node:assert/strict";
import { begin, next } from "../../../../tasks/DomainRegister/registration/procedure";
import type { End, Event, Rules } from "../../../../tasks/DomainRegister/registration/state";
import {
  available,
  failed,
  purchase,
  purchases,
  reconciled,
  response,
  rules,
  taken,
  twice,
} from "../samples";
import { actionAfter, checkAt, ends, outcomeAfter, stepAfter } from "./procedure-stage";

const [dear, uncertain] = [response({ price: 101 }), response({ definitive: false })];
const { bought, unavailable, notTaken, unknown } = purchases;
const isOver: Partial<Rules> = { endsAt: 0 };
const needsDefinitive: Partial<Rules> = { requireDefinitive: true };
const stale: Event = { kind: "stale", ageSeconds: 23 };

/** What is done after these events, or the outcome with which they end. */
const following: [sentence: string, events: Event[], expected: string, changes?: Partial<Rules>][] = [
  ["buys on two available responses", twice, "purchase"],
  ["starts over after a response that it is taken", [response(), taken, response()], "check"],
  ["stops once the purchase succeeds", [...twice, bought], "registered"],
  ["stops when the purchase is refused", [...twice, purchases.refused], "refused"],
  ["stops when another run has bought it", [...twice, purchases.alreadyOwned], "alreadyOwned"],
  ["buys nothing in a dry run", twice, "dryRun", { dryRun: true }],
  ["starts over after a failed check (decision 9)", [response(), failed(), response()], "check"],
  ["buys on uncertain responses", [uncertain, uncertain], "purchase"],
  [
    "ignores uncertain responses if requireDefinitive is set",
    [uncertain, uncertain],
    "check",
    needsDefinitive,
  ],
  ["starts over after an ignored response", [response(), uncertain, response()], "check", needsDefinitive],
  ["buys on definitive responses if requireDefinitive is set", twice, "purchase", needsDefinitive],
  ["ignores the price of the first response", [response({ price: 500 }), response()], "purchase"],
  ["polls on while the price is too high", [response(), dear, response()], "purchase"],
  ["ends the wait as too expensive if the last price was", [dear, dear], "tooExpensive", isOver],
  ["ends the wait as not available if it is now", [dear, dear, taken], "notAvailable", isOver],
  ["ends the wait when no further check fits into it", [taken], "notAvailable", { endsAt: 29_999 }],
  ["checks once more if a check fits into the wait", [taken], "check", { endsAt: 30_000 }],
  ["lets a confirming check follow after the wait", [response()], "check", isOver],
  ["buys after the wait", twice, "purchase", isOver],
  ['does not say "not available" if no check succeeded', [failed()], "unanswered", isOver],
  ['says "not available" if that came before a failed check', [taken, failed()], "notAvailable", isOver],
  ['does not say it if "available" came before a failed check', [response(), failed()], "unanswered", isOver],
  ['does not say "not available" after a failed purchase', [...twice, notTaken], "unanswered", isOver],
  ['says "not available" if the purchase found that out', [...twice, unavailable], "notAvailable", isOver],
  ["starts over if the purchase finds it unavailable", [...twice, unavailable, response()], "check"],
  ["starts over after a purchase that was not taken", [...twice, notTaken, response()], "check"],
  ["starts over when the second response is too old", [...twice, stale, response()], "check"],
  ["buys on two responses after one that was too old", [...twice, stale, ...twice], "purchase"],
  ["reconciles an unknown outcome", [...twice, unknown], "reconcile"],
];

describe("registration", () => {
  for (const [sentence, events, expected, changes] of following)
    it(sentence, () => assert.equal(outcomeAfter(events, changes), expected));

  it("starts with an immediate check", () => assert.deepEqual(begin(5).action, checkAt(5)));

  it("counts every check, failed or not, but no purchase", () => {
    assert.equal(stepAfter([taken, failed(), ...twice, unavailable]).registration.checks, 4);
  });

  it("starts checks pollSeconds apart, with at least half of it between a response and the next check", () => {
    assert.deepEqual(actionAfter([taken], {}, 1000), checkAt(31_000));
    const slow = (tookMilliseconds: number): Event => ({ ...taken, tookMilliseconds });
    assert.deepEqual(actionAfter([slow(900)], {}, 1000), checkAt(30_100));
    for (const tookMilliseconds of [15_000, 40_000])
      assert.deepEqual(actionAfter([slow(tookMilliseconds)], {}, 50_000), checkAt(65_000));
    const expensive = [response(), { ...dear, tookMilliseconds: 900 }];
    assert.deepEqual(actionAfter(expensive, {}, 1000), checkAt(30_100));
  });

  it("confirms at once", () => {
    assert.deepEqual(actionAfter([response()], {}, 1000), { do: "check", at: 1000, confirming: true });
  });

  const pauses: [string, Event[], seconds: number][] = [
    ["for pollSeconds after a failed check", [failed()], 30],
    ["twice as long after two", [failed(), failed()], 60],
    ["four times as long after three", [failed(), failed(), failed()], 120],
    ["for at most five minutes", Array.from({ length: 9 }, () => failed()), 300],
    ["as long as the registrar asks", [failed({ retryAfterSeconds: 900 })], 900],
    ["as usual after a good response", [failed(), taken], 30],
    ["after a price that is too high", [response(), dear], 30],
    ["after a purchase that finds it unavailable", [...twice, unavailable], 30],
    ["after a purchase that was not taken", [...twice, notTaken], 30],
    [
      "as long as the response to a purchase asks",
      [...twice, purchase({ kind: "notTaken", message: "", retryAfterSeconds: 90 })],
      90,
    ],
    ["for the rest of a pause after a response that is too old", [...twice, stale], 15],
  ];
  for (const [sentence, events, seconds] of pauses)
    it(`pauses ${sentence}`, () => assert.deepEqual(actionAfter(events), checkAt(seconds * 1000)));

  it("never pauses beyond the wait of its own accord, but as long as the registrar asks", () => {
    for (let failures = 1; failures < 12; failures++) {
      const events = Array<Event>(failures).fill(failed());
      assert.equal(outcomeAfter(events, { endsAt: 45_000 }), "check", `${failures} failed checks`);
    }
    assert.equal(outcomeAfter([failed({ retryAfterSeconds: 46 })], { endsAt: 45_000 }), "unanswered");
    assert.deepEqual(actionAfter([failed({ retryAfterSeconds: 44 })], { endsAt: 45_000 }), checkAt(44_000));
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

  it('counts an "unavailable" purchase as a recent response, however long it took, and keeps the price', () => {
    const { registration } = stepAfter([failed(), ...twice]);
    const { action } = next(registration, unavailable, 600_000, { ...rules, ...isOver });
    assert.deepEqual(action, ends({ outcome: "notAvailable" }));
    const { lastResponse } = stepAfter([...twice, unavailable]).registration;
    assert.deepEqual(lastResponse, { ...available, available: false });
  });

  it("passes the second check to the purchase, which checks its age", () => {
    const confirmation = { sentAt: { even: 5, wall: 7 }, tookMilliseconds: 300 };
    const action = { do: "purchase", confirmation, offer: available, quote: undefined };
    assert.deepEqual(actionAfter([response(), { ...response(), ...confirmation }]), action);
  });

  it("checks at once after a response that is too old, if its pause has passed, and says how old it was", () => {
    const { registration } = stepAfter(twice);
    assert.deepEqual(next(registration, stale, 23_000, rules).action, checkAt(23_000));
    const message = "The confirming response was 23 s old, which is too old to buy on, so nothing was sent.";
    assert.deepEqual(actionAfter([...twice, stale], isOver), ends({ outcome: "unanswered", message }));
  });

  it("never buys after an unknown outcome", () => {
    const settled = (by: Event) => actionAfter([...twice, unknown, by]);
    const found = { outcome: "alreadyOwned", message: "The account now holds it." } as const;
    for (const [by, end] of [
      [reconciled({ kind: "bought", order: {} }), { outcome: "registered", order: {} }],
      [reconciled({ kind: "unknown", message: "-" }), { outcome: "unknown", message: "reset" }],
      [reconciled({ kind: "alreadyOwned", message: found.message }), found],
    ] satisfies [Event, End][])
      assert.deepEqual(settled(by), ends(end));
  });

  it("forgets a failure that turned out to have bought nothing", () => {
    const { registration } = stepAfter([...twice, unknown]);
    const nothing = reconciled({ kind: "unavailable", message: "409" });
    const { action } = next(registration, nothing, 900_000, { ...rules, endsAt: 900_000 });
    assert.deepEqual(action, ends({ outcome: "notAvailable" }));
  });
});

describe("registration, refused checks", () => {
  const refusals = [400, 401, 403, 404, 422];

  it("gives up at once on a refusal if the registrar has not accepted the credential", () => {
    for (const status of refusals) assert.equal(outcomeAfter([failed({ status })]), "unanswered");
    for (const status of [undefined, 408, 429, 500, 503])
      assert.equal(outcomeAfter([failed({ status })]), "check");
  });

  it("takes one refusal for a failed check after any good response, and gives up on two of the same kind in a row", () => {
    const { registration } = begin(0, true);
    for (const status of refusals) {
      const refused = failed({ status });
      assert.equal(next(registration, refused, 0, rules).action.do, "check");
      assert.equal(outcomeAfter([taken, refused]), "check");
      assert.equal(outcomeAfter([taken, refused, refused]), "unanswered");
      const another = failed({ status: status === 401 ? 403 : 401 });
      for (const between of [taken, another, failed(), failed({ status: undefined })])
        assert.equal(outcomeAfter([taken, refused, between, refused]), "check");
    }
    assert.equal(outcomeAfter([taken, failed({ status: 503 }), failed({ status: 503 })]), "check");
  });

  it("takes an error that asks for a pause for no refusal: it will pass", () => {
    for (const status of refusals) {
      const paused = failed({ status, retryAfterSeconds: 7 });
      assert.equal(outcomeAfter([paused, paused, paused]), "check");
    }
  });
});

describe("registration of a domain whose record proves that it is released later", () => {
  const release = { earliest: 335, latest: 380 };
  const isLater = { laterRelease: release };

  it("ends once the registrar says that the domain is not available", () => {
    for (const events of [[taken], [failed(), taken]])
      assert.deepEqual(actionAfter(events, isLater), ends({ outcome: "tooEarly", release }));
  });

  it("does not end while the registrar says that the domain is available, however uncertain that is", () => {
    assert.equal(outcomeAfter([uncertain], { ...isLater, ...needsDefinitive }), "check");
  });

  it("buys what is available whatever the record says: it may lag behind the registry", () => {
    assert.equal(outcomeAfter(twice, isLater), "purchase");
  });
});
