import assert from "node:assert/strict";
import { type TestClock, testClock } from "../../../test-clock";
import { now, unknown, useBuyerStage } from "./buyer-stage";

describe("reconciling a purchase with an unknown outcome", () => {
  const { stage } = useBuyerStage();

  it("asks the account for five minutes, with growing pauses, and records each response", async () => {
    const clock = testClock({ startsAt: now, passes: (milliseconds) => milliseconds <= 30_000 });
    let looks = 0;
    const { buyer, file } = stage({
      clock,
      purchase: async () => unknown,
      ownership: async () => {
        looks++;
        if (looks === 2) throw new Error("401");
        return { kind: "unprovable", message: "403" };
      },
    });
    await buyer.buy([]);
    const reconciling = buyer.reconcile();
    const found = reconciling.finally(() => clock.advance(300_000));
    assert.equal((await Promise.race([found, endOf(clock, 300_000)])).kind, "unknown");
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

  /** Advances the clock past the last, long timer when all shorter ones have passed. Never resolves. */
  async function endOf(clock: TestClock, milliseconds: number): Promise<never> {
    while (clock.now() < now + milliseconds) {
      await new Promise(setImmediate);
      if (clock.pending() === 1) clock.advance(milliseconds);
    }
    return new Promise(() => undefined);
  }

  it("finds the domain in the account", async () => {
    const { buyer, outcomes } = stage({
      purchase: async () => unknown,
      ownership: async () => ({ kind: "owned" }),
    });
    await buyer.buy([]);
    assert.equal((await buyer.reconcile()).kind, "bought");
    assert.deepEqual(outcomes(), ["registered"]);
  });

  it("leaves no timer behind", async () => {
    const clock = testClock({ startsAt: now });
    const { buyer } = stage({ clock, ownership: async () => ({ kind: "owned" }) });
    await buyer.reconcile();
    assert.equal(clock.pending(), 0);
  });

  it("does not take an internal error for the end of the time", async () => {
    const clock = testClock({ startsAt: now });
    const broken: TestClock = {
      ...clock,
      after: (milliseconds, action) =>
        milliseconds === 2000 ? assert.fail("a bug") : clock.after(milliseconds, action),
    };
    await assert.rejects(stage({ clock: broken }).buyer.reconcile(), /a bug/);
  });
});
