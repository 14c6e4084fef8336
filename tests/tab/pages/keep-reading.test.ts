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

interface Made {
  text: string;
  retrySeconds: number;
}
const made = (text: string, retrySeconds = 0): Made => ({ text, retrySeconds });

/** A page over a service: `answers` are its next ones, in order; then each reading is a text with its time. */
function pageOver({ isVisible = true }: { isVisible?: boolean } = {}) {
  const answers: ((showPart: (part: Made) => void) => Promise<Made>)[] = [];
  const shown: PageState<Made>[] = [];
  const state = { now: begin, steady: 0, isVisible, readings: 0 };
  const page = keepReading(
    (_: Made | undefined, showPart: (part: Made) => void) => {
      state.readings++;
      return (
        answers.shift()?.(showPart) ?? Promise.resolve(made(`as of ${(state.now - begin) / minute} min`))
      );
    },
    (one) => shown.push(one),
    { now: () => state.now, steady: () => state.steady },
    () => state.isVisible,
  );
  const pass = async (minutes: number) => {
    for (const end = state.steady + minutes * minute; state.steady < end; ) {
      state.now += 30;
      state.steady += 30;
      page.beat();
      await new Promise(setImmediate);
    }
  };
  const last = () => {
    const { reading, ...others } = shown.at(-1) ?? assert.fail("nothing is shown");
    return { reading: reading?.text, ...others };
  };
  return { page, answers, state, pass, last };
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

  it("tries again every five minutes after failures, however many, and not before the service allows it", async () => {
    const { page, answers, state, pass, last } = pageOver();
    await page.refresh();
    answers.push(...Array.from({ length: 20 }, () => refusal()));
    await pass(5);
    assert.deepEqual(last().failure, { reason: "The service returned 429.", nextAt: state.now + 5 * minute });
    await pass(95);
    assert.equal(state.readings, 1 + 20);
    assert.equal(last().reading, "as of 0 min", "what was read is still shown");
    await pass(5);
    assert.deepEqual([last().reading, last().failure], ["as of 105 min", undefined]);
    answers.push(refusal(3 * 3600));
    await page.refresh();
    await pass(179);
    page.comeBack();
    assert.equal(state.readings, 23);
    await pass(2);
    assert.deepEqual([last().reading, last().failure], ["as of 285 min", undefined]);
  });

  it("waits as long as the service asked at any list, though the others were read", async () => {
    const { page, answers, state, pass, last } = pageOver();
    answers.push(() => Promise.resolve(made("in part", 20 * minute)));
    await page.refresh();
    await pass(19);
    page.comeBack();
    assert.deepEqual([state.readings, last().reading], [1, "in part"]);
    await pass(2);
    assert.equal(state.readings, 2);
  });

  it("reads every five minutes also if the clock of the machine is set three hours back", async () => {
    const { page, state, pass } = pageOver();
    await page.refresh();
    state.now -= 3 * 3600;
    await pass(30);
    assert.equal(state.readings, 7);
  });

  it("reads at the first beat after the computer slept, which stops a steady clock", async () => {
    const { page, state, pass, last } = pageOver();
    await page.refresh();
    await pass(1);
    state.now += 8 * 3600;
    page.beat();
    await new Promise(setImmediate);
    assert.deepEqual([state.readings, last().reading], [2, "as of 481 min"]);
  });

  // Refresh that leaves the old time of reading: microsoft/azuredatastudio #704.
  it("makes one reading of twelve clicks, and shows that it works", async () => {
    const { page, answers, state, last } = pageOver();
    let release = (_: Made) => {};
    answers.push(() => new Promise((resolve) => (release = resolve)));
    const clicks = Array.from({ length: 12 }, () => page.refresh());
    assert.deepEqual([state.readings, last().isReading], [1, true]);
    release(made("the only one"));
    await Promise.all(clicks);
    assert.deepEqual([last().reading, last().isReading], ["the only one", false]);
  });

  it("shows a part of its first reading before it is complete, and of no other", async () => {
    const { page, answers, last } = pageOver();
    const releases: ((made: Made) => void)[] = [];
    const inParts = (showPart: (part: Made) => void) => {
      showPart(made("a part"));
      return new Promise<Made>((resolve) => releases.push(resolve));
    };
    answers.push(inParts, inParts);
    const first = page.refresh();
    assert.deepEqual([last().reading, last().isReading], ["a part", true]);
    releases[0]?.(made("complete"));
    await first;
    assert.equal(last().reading, "complete");
    void page.refresh();
    assert.deepEqual([last().reading, last().isReading], ["complete", true]);
  });

  it("takes only its newest answer: one from before the computer slept comes too late", async () => {
    const { page, answers, state, last } = pageOver();
    let release = (_: Made) => {};
    answers.push(() => new Promise((resolve) => (release = resolve)));
    const old = page.refresh();
    state.now += 8 * 3600;
    state.steady += 8 * 3600;
    page.comeBack();
    await new Promise(setImmediate);
    assert.equal(last().reading, "as of 480 min");
    release(made("old"));
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
        fc.option(seconds, { nil: undefined }),
        seconds,
        fc.boolean(),
        (beganAt, failedAfter, notBefore, isReturn) => {
          const failedAt = failedAfter === undefined ? undefined : beganAt + failedAfter;
          const attempts = { beganAt, failedAt, notBefore };
          const at = Math.max(beganAt + 30, notBefore) - 1;
          assert.equal(isDue(attempts, at, isReturn), false);
          const next = nextAttempt(attempts);
          assert.ok(next <= Math.max(notBefore, (failedAt ?? beganAt) + 300));
          assert.equal(isDue(attempts, next, false), true);
        },
      ),
    );
    assert.equal(isDue(noAttempts, 0, false), true);
  });
});
