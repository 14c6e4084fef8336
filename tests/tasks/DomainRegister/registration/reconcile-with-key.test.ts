import assert from "node:assert/strict";
import type { Ownership, PurchaseResponse } from "../../../../shared/registrar/registrar";
import { testClock } from "../../../test-clock";
import { now, unknown, useBuyerStage } from "./buyer-stage";
import { keyed } from "./context-stage";

const accepted: PurchaseResponse = { kind: "accepted", operation: "op-1", retryAfterSeconds: 60 };

describe("reconciling a purchase with a key", () => {
  const { stage } = useBuyerStage();

  /** Buys with this response, and finds out how that ended. */
  async function reconcile(
    purchase: PurchaseResponse,
    again: () => PurchaseResponse,
    ownership: Ownership = { kind: "notOwned" },
  ) {
    const clock = testClock({ startsAt: now, passes: (milliseconds) => milliseconds < 300_000 });
    const asked: number[] = [];
    const ask = async () => {
      asked.push((clock.now() - now) / 1000);
      return again();
    };
    const { buyer, outcomes } = stage({
      clock,
      purchase: async () => purchase,
      ownership: async () => ownership,
      registrar: { ...keyed, keyed: { ...keyed.keyed, replay: ask, follow: ask } },
    });
    await buyer.buy([]);
    const reconciling = buyer.reconcile();
    const { kind } = await Promise.race([reconciling, timeUp()]);
    return { kind, asked, outcomes: outcomes() };

    /** Lets the time for reconciling end when it is nearly over. */
    async function timeUp(): ReturnType<typeof buyer.reconcile> {
      while (clock.now() < now + 260_000 && clock.pending() > 0) await new Promise(setImmediate);
      clock.advance(300_000);
      return reconciling;
    }
  }

  it("follows an accepted one as slowly as the registrar asks", async () => {
    const answers: PurchaseResponse[] = [accepted, accepted, { kind: "bought", order: {} }];
    const { kind, asked } = await reconcile(accepted, () => answers.shift() ?? unknown);
    assert.deepEqual([kind, asked], ["bought", [0, 60, 120]]);
  });

  it("follows one that is accepted at the second request, though the account already lists the domain", async () => {
    const answers: PurchaseResponse[] = [accepted, { kind: "bought", order: {} }];
    const listed = { kind: "listed", status: "PENDING" } as const;
    const { kind, asked } = await reconcile(unknown, () => answers.shift() ?? unknown, listed);
    assert.deepEqual([kind, asked], ["bought", [0, 60]]);
  });

  it("keeps its own pauses where the registrar asks for none, or does not know", async () => {
    const silent: PurchaseResponse = { ...accepted, retryAfterSeconds: undefined };
    const answers: PurchaseResponse[] = [silent, unknown, { kind: "bought", order: {} }];
    const { asked } = await reconcile(silent, () => answers.shift() ?? unknown);
    assert.deepEqual(asked, [0, 2, 6]);
  });

  it("believes that an accepted one has failed, whatever the account has", async () => {
    const failed: PurchaseResponse = { kind: "refused", message: "FAILED", status: 200 };
    const { kind, outcomes } = await reconcile(accepted, () => failed, { kind: "owned" });
    assert.deepEqual([kind, outcomes], ["refused", ["notBought"]]);
  });

  for (const denial of [
    { kind: "unavailable", message: "taken" },
    { kind: "notTaken", message: "the quote has expired", retryAfterSeconds: undefined },
    { kind: "refused", message: "400", status: 400 },
  ] as const) {
    it(`believes the account, not the response "${denial.kind}" to the same key`, async () => {
      const { kind, outcomes } = await reconcile(unknown, () => denial, { kind: "owned" });
      assert.deepEqual([kind, outcomes], ["bought", ["registered"]]);
    });

    it(`leaves it open if the response is "${denial.kind}" but the account lists the domain`, async () => {
      const { kind, outcomes } = await reconcile(unknown, () => denial, { kind: "listed", status: "X" });
      assert.deepEqual([kind, outcomes], ["unknown", ["unknown"]]);
    });

    it(`believes the response "${denial.kind}" to the same key if the account does not hold the domain, or cannot be asked`, async () => {
      for (const ownership of [{ kind: "notOwned" }, { kind: "unprovable", message: "403" }] as const) {
        const { kind, outcomes } = await reconcile(unknown, () => denial, ownership);
        assert.deepEqual([kind, outcomes?.at(-1)], [denial.kind, "notBought"]);
      }
    });
  }

  it("sends it once more after too many requests, when the pause is over, and then asks the account only", async () => {
    const limited: PurchaseResponse = { kind: "unknown", message: "429", retryAfterSeconds: 77 };
    const { kind, asked } = await reconcile(limited, () => limited, { kind: "notOwned" });
    assert.deepEqual([kind, asked], ["unknown", [77]]);
  });

  it("sends it twice at most if too many requests come later", async () => {
    const limited: PurchaseResponse = { kind: "unknown", message: "429", retryAfterSeconds: 77 };
    assert.deepEqual((await reconcile(unknown, () => limited, { kind: "notOwned" })).asked, [0, 77]);
  });

  it("learns from the account that it took effect, however often its key settles nothing", async () => {
    const { kind, outcomes } = await reconcile(unknown, () => unknown, { kind: "owned" });
    assert.deepEqual([kind, outcomes], ["bought", ["registered"]]);
  });

  it("takes no 404 of the account for a proof, however often its key settles nothing", async () => {
    const { kind, asked, outcomes } = await reconcile(unknown, () => unknown, { kind: "notOwned" });
    assert.deepEqual([kind, outcomes], ["unknown", ["unknown"]]);
    assert.ok(asked.length > 5, "it asks until its time is up");
  });
});
