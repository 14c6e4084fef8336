import assert from "node:assert/strict";
import fc from "fast-check";
import {
  createPace,
  createRateBudget,
  type Purpose,
  sustainablePauseSeconds,
} from "../../../shared/registrar/rate-budget";
import { testClock } from "../../test-clock";

const never = new AbortController().signal;

describe("pace of requests", () => {
  it("lets them arrive a second apart, however long each is on its way (desec-io/desec-stack#304)", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ way: fc.nat(5000), back: fc.nat(5000), after: fc.nat(3000) })),
        async (requests) => {
          const clock = testClock({ passes: () => true });
          const pace = createPace(1, clock);
          let arrivedAt = Number.NEGATIVE_INFINITY;
          for (const { way, back, after } of requests) {
            clock.advance(after);
            await pace.take(false, never);
            assert.ok(clock.now() + way - arrivedAt >= 1000);
            arrivedAt = clock.now() + way;
            clock.advance(way + back);
            pace.answered();
          }
        },
      ),
    ));

  it("leaves a margin where a request comes before the response to the one before", async () => {
    const clock = testClock({ passes: () => true });
    const pace = createPace(1, clock);
    await pace.take(false, never);
    await pace.take(false, never);
    assert.equal(clock.now(), 1100);
  });

  it("slows down where there were too many: immediate requests only if they were, none by more than four seconds", async () => {
    const clock = testClock({ passes: () => true });
    const pace = createPace(0, clock);
    const rests: number[] = [];
    for (const isImmediate of [false, false, true, true, false, false]) {
      const askedAt = clock.now();
      await pace.take(isImmediate, never);
      rests.push(clock.now() - askedAt);
      clock.advance(500);
      pace.slowDown(isImmediate);
      pace.answered();
    }
    assert.deepEqual(rests, [0, 1000, 0, 4000, 4000, 4000]);
  });
});

describe("rate budget", () => {
  it("never allows too many requests to arrive in any 60 seconds, whatever their purpose", async () => {
    const purposes = fc.constantFrom<Purpose>("purchase", "confirmation", "other");
    const wanted = fc.record({ purpose: purposes, after: fc.nat(20_000), way: fc.nat(6000) });
    const requests = fc.array(wanted, { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 3, max: 12 }), requests, async (perMinute, wanted) => {
        const clock = testClock({ passes: () => true });
        const budget = createRateBudget(perMinute, clock);
        const sent: number[] = [];
        for (const { purpose, after, way } of wanted) {
          clock.advance(after);
          await budget.take(purpose, never);
          sent.push(clock.now() + way);
        }
        for (const time of sent)
          assert.ok(sent.filter((other) => other > time - 60_000 && other <= time).length <= perMinute);
      }),
    );
  });

  it("keeps a slot free for the confirming check, and one for the purchase", () => {
    const budget = createRateBudget(5, testClock());
    const taken = (purpose: Purpose) => budget.tryTake(purpose) === 0;
    assert.deepEqual(Array(4).fill("other").map(taken), [true, true, true, false]);
    for (const purpose of ["confirmation", "purchase"] as const)
      assert.deepEqual([taken(purpose), taken(purpose)], [true, false]);
  });

  it("says after how many seconds a slot is free again", () => {
    const clock = testClock();
    const budget = createRateBudget(3, clock);
    budget.tryTake("other");
    clock.advance(20_000);
    assert.equal(budget.tryTake("other"), 46);
    clock.advance(46_000);
    assert.equal(budget.tryTake("other"), 0);
  });

  it("ends a wait with the signal's reason", async () => {
    const budget = createRateBudget(3, testClock());
    budget.tryTake("other");
    const message = "cancelled";
    await assert.rejects(budget.take("other", AbortSignal.abort(new Error(message))), { message });
  });

  it("knows the pause that it allows indefinitely", () => {
    assert.equal(sustainablePauseSeconds(62), 1.1);
  });

  it("keeps to what the registrar says is left, with the same slots kept free, until it starts anew", () => {
    const clock = testClock();
    const budget = createRateBudget(60, clock);
    budget.learn({ remaining: 4, resetSeconds: 30 });
    const taken = (...purposes: Purpose[]) => purposes.map((purpose) => budget.tryTake(purpose));
    assert.deepEqual(taken("other", "other", "other"), [0, 0, 30]);
    clock.advance(10_000);
    assert.deepEqual(taken("other", "confirmation", "confirmation", "purchase"), [20, 0, 20, 0]);
    assert.deepEqual(taken("purchase"), [20]);
    clock.advance(20_000);
    assert.deepEqual(taken("other", "purchase"), [0, 0]);
    budget.learn({ remaining: 0, resetSeconds: 5 });
    budget.learn({ remaining: 60, resetSeconds: 60 });
    assert.deepEqual(taken("other"), [0], "the last word counts");
  });
});
