import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { momentOf } from "../../../../shared/clock";
import type { Registrar } from "../../../../shared/registrar/registrar";
import { createSanitizer } from "../../../../shared/text/sanitize";
import { reducedRequest, requestToSend } from "../../../../tasks/DomainRegister/request/request";
import { boughtNothing } from "../../../sentences";
import { testClock } from "../../../test-clock";
import { domain, goodRequest } from "../samples";
import {
  account,
  bought,
  diskIsFull,
  notSent,
  now,
  service,
  unavailable,
  useBuyerStage,
} from "./buyer-stage";
import { keyed, receiptIn } from "./context-stage";

describe("purchase", () => {
  const { folder, stage } = useBuyerStage();

  it("writes its intent and holds the purchase lock before it sends the request", async () => {
    const { buyer, file, outcomes } = stage({
      purchase: async () => {
        assert.deepEqual([outcomes(), file.isLocked()], [["sending"], true]);
        return bought;
      },
    });
    assert.deepEqual(await buyer.buy([{ available: true }]), bought);
    assert.deepEqual([outcomes(), file.isLocked()], [["registered"], false]);
  });

  it("sends nothing and releases the lock when the intent cannot be written", async () => {
    const { buyer, file } = stage({ purchase: notSent, receipts: { write: diskIsFull } });
    await assert.rejects(
      buyer.buy([]),
      new RegExp(
        String.raw`${boughtNothing}: the receipt \S+ could not be written \(the disk is full\)\. Make its folder writable\.$`,
      ),
    );
    assert.deepEqual([file.isLocked(), file.read()], [false, undefined]);
  });

  it("sends nothing and releases the lock when the receipt cannot be parsed", async () => {
    const { buyer, file } = stage({ purchase: notSent });
    writeFileSync(file.path, "{");
    await assert.rejects(buyer.buy([]), /Cannot use the receipt/);
    assert.equal(file.isLocked(), false);
  });

  it("goes on when a failed purchase cannot be written to the receipt, and prints the entry", async () => {
    let full = false;
    const file = receiptIn(folder());
    const responses = [unavailable, bought];
    const { buyer, agent, outcomes } = stage({
      purchase: async () => {
        full = responses.length === 2;
        return responses.shift() ?? bought;
      },
      receipts: { write: (receipt) => (full ? diskIsFull() : file.write(receipt)) },
    });
    assert.equal((await buyer.buy([])).kind, "unavailable");
    assert.match(
      agent.warnings[0] ?? "",
      /could not be written \(the disk is full\)\. Keep this record: .*"kind":"unavailable"/,
    );
    full = false;
    assert.equal((await buyer.buy([])).kind, "bought");
    assert.deepEqual(outcomes(), ["notBought", "registered"]);
  });

  it("reports an unknown outcome for anything that is thrown after sending", async () => {
    const { buyer, outcomes } = stage({ purchase: () => Promise.reject(new TypeError("a bug")) });
    const response = await buyer.buy([]);
    const words = /sent at 2026-11-20T03:00:00\.000Z: a bug/;
    assert.ok(response.kind === "unknown" && words.test(response.message));
    assert.deepEqual(outcomes(), ["unknown"]);
  });

  it("waits for a purchase until 8.5 s after the step is cancelled, and no longer", async () => {
    const cancellation = new AbortController();
    const clock = testClock({ startsAt: now });
    const { buyer, outcomes } = stage({
      clock,
      cancelled: cancellation.signal,
      purchase: (_, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(new Error("aborted"))),
        ),
    });
    const buying = buyer.buy([]);
    cancellation.abort();
    clock.advance(8_499);
    await new Promise(setImmediate);
    assert.deepEqual(outcomes(), ["sending"]);
    clock.advance(1);
    const response = await buying;
    const words = /canceled before the registrar responded to the purchase/;
    assert.ok(response.kind === "unknown" && words.test(response.message));
    assert.deepEqual(outcomes(), ["unknown"]);
  });

  it("does not know what the account lists once an earlier purchase of the run may have left a record", async () => {
    const responses = [unavailable, bought];
    const { buyer, file } = stage({ purchase: async () => responses.shift() ?? notSent() });
    buyer.see({ kind: "notOwned" });
    await buyer.buy([]);
    await buyer.buy([]);
    const kinds = file.read()?.attempts.map(({ accountBefore }) => accountBefore.map(({ kind }) => kind));
    assert.deepEqual(kinds, [["notOwned"], ["notOwned", "unprovable"]]);
  });

  it("keeps the reduced request, the responses that led to it, and the outcome in the receipt", async () => {
    const { buyer, file } = stage();
    const availability = [{ at: "before", available: true }];
    const at = "2026-11-20T03:00:00.000Z";
    const lapsed = { kind: "listed", status: "CANCELLED", id: "1" } as const;
    buyer.see(lapsed);
    buyer.see(lapsed);
    await buyer.buy(availability);
    const request = reducedRequest(requestToSend(goodRequest(), now));
    const attempt = {
      ...{ accountBefore: [{ at, ...lapsed }], accountSince: [] },
      ...{ sentAt: at, service, registrar: "godaddy", account, outcome: "registered", request },
      ...{ availability, answers: [{ at, ...bought }] },
    };
    assert.deepEqual(file.read(), { domain, environment: "production", attempts: [attempt] });
  });

  it("keeps nothing of a response that the agent would not print, and the rest unchanged", async () => {
    const refused = { kind: "refused", message: "Erika has no funds", status: 402 } as const;
    const { buyer, file } = stage({
      agent: { sanitize: createSanitizer((text) => text.replaceAll("Erika", "***")) },
      purchase: async () => refused,
    });
    await buyer.buy([]);
    const [kept] = file.read()?.attempts[0]?.answers ?? [];
    assert.deepEqual(kept, { at: "2026-11-20T03:00:00.000Z", ...refused, message: "*** has no funds" });
  });

  it("sends nothing if the confirmation is too old, and records that nothing was bought", async () => {
    for (const stands of ["even", "wall"] as const) {
      const clock = testClock({ startsAt: now });
      const sentAt = { even: now, wall: now };
      const { buyer, file, outcomes } = stage({
        clock,
        purchase: notSent,
        receipts: {
          write(receipt) {
            file.write(receipt);
            if (clock.now() > now || clock.wallAhead > 0) return;
            if (stands === "wall") clock.advance(10_001);
            else clock.wallAhead = 10_001;
          },
        },
      });
      const response = await buyer.buy([], { sentAt, tookMilliseconds: 0 });
      assert.deepEqual(response, { kind: "stale", ageSeconds: 10 });
      assert.deepEqual([outcomes()?.at(-1), file.isLocked()], ["notBought", false]);
    }
  });

  it("leaves no timer behind when it is cancelled after the response", async () => {
    const cancellation = new AbortController();
    const clock = testClock({ startsAt: now });
    const { buyer } = stage({ clock, cancelled: cancellation.signal });
    await buyer.buy([]);
    cancellation.abort();
    assert.deepEqual(clock.timers, []);
    const cancelledMeanwhile = new AbortController();
    const other = stage({
      clock,
      cancelled: cancelledMeanwhile.signal,
      purchase: async () => {
        cancelledMeanwhile.abort();
        return bought;
      },
    });
    await other.buyer.buy([]);
    assert.equal(clock.pending(), 0);
  });

  it("goes out while its confirmation is fresh, and no longer", async () => {
    const clock = testClock({ startsAt: now });
    let terms: Parameters<Registrar["purchase"]>[2] | undefined;
    const purchase: Registrar["purchase"] = async (_request, _signal, given) => {
      terms = given;
      return bought;
    };
    const { buyer } = stage({ clock, registrar: { purchase } });
    clock.advance(4000);
    await buyer.buy([], { sentAt: { even: now, wall: now }, tookMilliseconds: 0 });
    assert.equal(terms?.connectSeconds, 6);
    assert.equal(terms.isWanted(), true);
    clock.advance(6000);
    assert.equal(terms.isWanted(), true);
    clock.advance(1);
    assert.equal(terms.isWanted(), false);
  });

  it("keeps nothing about a price that the offer does not say", async () => {
    const clock = testClock({ startsAt: now });
    const { made, file } = stage({ clock, registrar: keyed });
    const offer = { price: undefined, currency: undefined, period: undefined };
    const confirmation = { sentAt: momentOf(clock), tookMilliseconds: 0 };
    await made.buy({ offer, confirmation, quote: undefined }, []);
    assert.deepEqual(Object.keys(file.read()?.attempts.at(-1)?.repeatable ?? {}), ["key", "body"]);
  });
});
