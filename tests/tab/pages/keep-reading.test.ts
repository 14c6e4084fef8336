import assert from "node:assert/strict";
import fc from "fast-check";
import { ServiceRefusal } from "../../../tab/host/service";
import {
  isDue,
  keepReading,
  nextAttempt,
  noAttempts,
  type PageState,
} from "../../../tab/pages/hub/keep-reading";

const minute = 60;
const begin = Date.UTC(2026, 10, 24, 6, 38) / 1000;

/** A page over a service: `answers` are its next ones, in order; then each reading is a text with its time. */
function pageOver({ isVisible = true }: { isVisible?: boolean } = {}) {
  const answers: (() => Promise<string>)[] = [];
  const shown: PageState<string>[] = [];
  const state = { now: begin, isVisible, readings: 0 };
  const page = keepReading<string>(
    (now) => {
      state.readings++;
      return answers.shift()?.() ?? Promise.resolve(`as of ${(now - begin) / minute} min`);
    },
    (one) => shown.push(one),
    () => state.now,
    () => state.isVisible,
  );
  const pass = async (minutes: number) => {
    for (const end = state.now + minutes * minute; state.now < end; ) {
      state.now += 30;
      page.beat();
      await new Promise(setImmediate);
    }
  };
  return { page, answers, state, pass, last: () => shown.at(-1) ?? assert.fail("nothing is shown") };
}

const refusal = (retrySeconds?: number) => () =>
  Promise.reject(new ServiceRefusal("The service returned 429.", retrySeconds));

describe("a page that stays open", () => {
  // A dashboard that reads only when it is opened: ALM-Rangers/Visualize-Team-Project-Health-Widgets #21.
  it("reads every five minutes while it is visible, for as long as it is open", async () => {
    const { page, state, pass, last } = pageOver();
    await page.refresh();
    await pass(24 * 60);
    assert.equal(state.readings, 1 + (24 * 60) / 5);
    assert.equal(last().reading, "as of 1440 min");
  });

  it("does not read while it is hidden, and reads at once when somebody comes back", async () => {
    const { page, state, pass, last } = pageOver();
    await page.refresh();
    state.isVisible = false;
    await pass(8 * 60);
    assert.equal(state.readings, 1);
    state.isVisible = true;
    page.comeBack();
    await page.refresh();
    assert.deepEqual([state.readings, last().reading], [2, "as of 480 min"]);
    page.comeBack();
    assert.equal(state.readings, 2, "it has just been read");
  });

  it("waits longer after each failure, at most half an hour, and as long as the service asks", async () => {
    const { page, answers, state, pass, last } = pageOver();
    await page.refresh();
    answers.push(...Array.from({ length: 20 }, () => refusal()));
    await pass(5);
    assert.deepEqual(last().failure, { reason: "The service returned 429.", nextAt: state.now + 5 * minute });
    // After 5, 10, 20, 30, 30 minutes.
    await pass(95);
    assert.equal(state.readings, 1 + 6);
    assert.equal(last().reading, "as of 0 min", "what was read is still shown");
    answers.splice(0, answers.length, refusal(3 * 3600));
    await page.refresh();
    await pass(179);
    page.comeBack();
    assert.equal(state.readings, 8);
    await pass(2);
    assert.deepEqual([last().reading, last().failure], ["as of 280 min", undefined]);
  });

  // Refresh that leaves the old time of reading: microsoft/azuredatastudio #704.
  it("makes one reading of twelve clicks, and shows that it works", async () => {
    const { page, answers, state, last } = pageOver();
    let release = (_: string) => {};
    answers.push(() => new Promise((resolve) => (release = resolve)));
    const clicks = Array.from({ length: 12 }, () => page.refresh());
    assert.deepEqual([state.readings, last().isReading], [1, true]);
    release("the only one");
    await Promise.all(clicks);
    assert.deepEqual([last().reading, last().isReading], ["the only one", false]);
  });

  it("takes only its newest answer: one from before the computer slept comes too late", async () => {
    const { page, answers, state, last } = pageOver();
    let release = (_: string) => {};
    answers.push(() => new Promise((resolve) => (release = resolve)));
    const old = page.refresh();
    state.now += 8 * 3600;
    page.comeBack();
    await new Promise(setImmediate);
    assert.equal(last().reading, "as of 480 min");
    release("old");
    await old;
    await new Promise(setImmediate);
    assert.equal(last().reading, "as of 480 min");
  });

  // The next reading after an error left the dashboard empty: OctopusDeploy/Issues #5312.
  it("says why nothing could be read at first, and shows the first reading that succeeds", async () => {
    const { page, answers, pass, last } = pageOver();
    answers.push(refusal(), refusal());
    await page.refresh();
    assert.deepEqual([last().reading, last().failure?.reason], [undefined, "The service returned 429."]);
    await pass(6);
    assert.equal(last().failure?.reason, "The service returned 429.");
    await pass(10);
    assert.match(last().reading ?? "", /^as of/);
  });

  it("is never due again within 30 seconds, nor before the service allows it, whatever happened", () => {
    const seconds = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(
        seconds,
        fc.nat(50),
        seconds,
        seconds,
        fc.boolean(),
        (beganAt, failures, failedAt, notBefore, isReturn) => {
          const attempts = { beganAt, failures, failedAt: beganAt + failedAt, notBefore };
          const at = Math.max(beganAt + 30, notBefore) - 1;
          assert.equal(isDue(attempts, at, isReturn), false);
          const next = nextAttempt(attempts);
          assert.ok(next <= Math.max(notBefore, attempts.failedAt + 1800, beganAt + 1800));
          assert.equal(isDue(attempts, next, false), true);
        },
      ),
    );
    assert.equal(isDue(noAttempts, 0, false), true);
  });
});
