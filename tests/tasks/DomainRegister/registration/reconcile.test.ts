import assert from "node:assert/strict";
import type { Ownership, PurchaseResponse } from "../../../../shared/registrar/registrar";
import { type TestClock, testClock } from "../../../test-clock";
import { bought, now, unknown, useBuyerStage } from "./buyer-stage";
import { keyed } from "./context-stage";

/** Pauses pass by themselves. The five minutes are over when pauses of that length have passed. */
const passingClock = () => testClock({ startsAt: now, passes: (milliseconds) => milliseconds < 300_000 });

describe("reconciling a purchase with an unknown outcome", () => {
  const { stage } = useBuyerStage();
  const ownership = async () => ({ kind: "owned" }) as const;

  it("asks the account for five minutes, with growing pauses, and records each response", async () => {
    let looks = 0;
    const { buyer, file } = stage({
      clock: passingClock(),
      purchase: async () => unknown,
      ownership: async () => {
        if (++looks === 2) throw new Error("401");
        return { kind: "unprovable", message: "403" };
      },
    });
    await buyer.buy([]);
    assert.equal((await buyer.reconcile()).kind, "unknown");
    assert.equal(looks, 5 + Math.ceil((300 - 60) / 30));
    const answers = file.read()?.attempts[0]?.answers ?? [];
    assert.equal(answers.length, 1 + looks);
    assert.deepEqual(answers.slice(0, 3), [
      { at: "2026-11-20T03:00:00.000Z", ...unknown },
      { at: "2026-11-20T03:00:00.000Z", kind: "unprovable", message: "403" },
      { at: "2026-11-20T03:00:02.000Z", kind: "unprovable", message: "401" },
    ]);
    assert.equal(file.isLocked(), false);
  });

  it("finds the domain in the account", async () => {
    const { buyer, outcomes } = stage({ purchase: async () => unknown, ownership });
    await buyer.buy([]);
    assert.equal((await buyer.reconcile()).kind, "bought");
    assert.deepEqual(outcomes(), ["registered"]);
  });

  it("leaves no timer behind", async () => {
    const clock = testClock({ startsAt: now });
    await stage({ clock, ownership }).buyer.reconcile();
    assert.equal(clock.pending(), 0);
  });

  it("does not take an internal error for the end of the time", async () => {
    const clock = testClock({ startsAt: now });
    const after: TestClock["after"] = (milliseconds, action) =>
      milliseconds === 2000 ? assert.fail("a bug") : clock.after(milliseconds, action);
    await assert.rejects(stage({ clock: { ...clock, after } }).buyer.reconcile(), /a bug/);
  });
});

describe("reconciling a purchase with a key", () => {
  const { stage } = useBuyerStage();
  const accepted: PurchaseResponse = { kind: "accepted", operation: "op-1", retryAfterSeconds: 60 };
  const limited: PurchaseResponse = { kind: "unknown", message: "429", retryAfterSeconds: 77 };
  const [owned, notOwned] = [{ kind: "owned" }, { kind: "notOwned" }] as const;

  /**
   * Buys with this response, and finds out how that ended from these answers about the key, the last one again and
   * again. Returns what it finds, the outcomes in the receipt, and after how many seconds the key was asked about.
   */
  async function reconcile(
    purchase: PurchaseResponse,
    answers: readonly PurchaseResponse[],
    ownership: Ownership = notOwned,
  ) {
    const clock = passingClock();
    const asked: number[] = [];
    const follow = async () => {
      asked.push((clock.now() - now) / 1000);
      return answers[asked.length - 1] ?? answers.at(-1) ?? assert.fail();
    };
    const replay = async () => {
      const answer = await follow();
      const { kind } = answer;
      return kind === "bought" || kind === "accepted" || kind === "unknown"
        ? answer
        : assert.fail("no replay refuses");
    };
    const { buyer, outcomes } = stage({
      clock,
      purchase: async () => purchase,
      ownership: async () => ownership,
      registrar: { ...keyed, keyed: { ...keyed.keyed, replay, follow } },
    });
    await buyer.buy([]);
    const { kind } = await buyer.reconcile();
    return { found: [kind, ...(outcomes() ?? [])], asked };
  }

  it("follows an accepted one as slowly as the registrar asks", async () => {
    const { found, asked } = await reconcile(accepted, [accepted, accepted, bought]);
    assert.deepEqual(
      [found, asked],
      [
        ["bought", "registered"],
        [0, 60, 120],
      ],
    );
  });

  it("follows one that is accepted at the second request, though the account already lists the domain", async () => {
    const { found, asked } = await reconcile(unknown, [accepted, bought], {
      kind: "listed",
      status: "PENDING",
    });
    assert.deepEqual(
      [found, asked],
      [
        ["bought", "registered"],
        [0, 60],
      ],
    );
  });

  it("keeps its own pauses where the registrar asks for none, or does not know", async () => {
    const silent = { ...accepted, retryAfterSeconds: undefined };
    assert.deepEqual((await reconcile(silent, [silent, unknown, bought])).asked, [0, 2, 6]);
  });

  it("believes that an accepted one has failed, whatever the account has", async () => {
    const { found } = await reconcile(accepted, [{ kind: "refused", message: "FAILED", status: 200 }], owned);
    assert.deepEqual(found, ["refused", "notBought"]);
  });

  const unavailable: PurchaseResponse = { kind: "unavailable", message: "DOMAIN_ALREADY_EXISTS" };
  for (const [purchase, held, found] of [
    [unknown, notOwned, ["unknown", "unknown"]],
    [unknown, owned, ["bought", "registered"]],
    [accepted, notOwned, ["unavailable", "notBought"]],
  ] as const)
    it(`that somebody has the domain is ${found[0]} after ${purchase.kind} if the account says ${held.kind}`, async () => {
      const answers = purchase === unknown ? [accepted, unavailable] : [unavailable];
      assert.deepEqual((await reconcile(purchase, answers, held)).found, found);
    });

  it("sends it once more after too many requests, when the pause is over, and then asks the account only", async () => {
    const { found, asked } = await reconcile(limited, [limited]);
    assert.deepEqual([found[0], asked], ["unknown", [77]]);
  });

  it("sends it twice at most if too many requests come later", async () => {
    assert.deepEqual((await reconcile(unknown, [limited])).asked, [0, 77]);
  });

  it("learns from the account that it took effect, however often its key settles nothing", async () => {
    assert.deepEqual((await reconcile(unknown, [unknown], owned)).found, ["bought", "registered"]);
  });

  it("takes no 404 of the account for a proof, however often its key settles nothing", async () => {
    const { found, asked } = await reconcile(unknown, [unknown]);
    assert.deepEqual(found, ["unknown", "unknown"]);
    assert.ok(asked.length > 5, "it asks until its time is up");
  });
});
