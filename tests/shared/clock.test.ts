import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import sinon from "sinon";
import { momentOf, systemClock, timeLimit, wait } from "../../shared/clock";
import { testClock } from "../test-clock";

describe("moment", () => {
  it("is given by both clocks, because a machine's date may be set and advances while it sleeps", () => {
    const clock = testClock({ startsAt: 5 });
    clock.wallAhead = 7;
    assert.deepEqual(momentOf(clock), { even: 5, wall: 12 });
    assert.ok(Math.abs(systemClock.wallNow() - Date.now()) < 1000);
  });
});

describe("the system's clock", () => {
  afterEach(() => sinon.restore());

  it("sets no timer that Node warns about: negative, NaN or too long", () => {
    const set = sinon.stub(globalThis, "setTimeout");
    const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const milliseconds of [-1, least, Number.NaN, 0, 1.5, 2 ** 31, most])
      systemClock.after(milliseconds, () => undefined);
    const delays = set.getCalls().map(({ args }) => args[1]);
    assert.deepEqual(delays, [0, 0, 0, 0, 1.5, 2 ** 31 - 1, 2 ** 31 - 1]);
  });

  it("returns the time, runs an action later, and cancels it", () => {
    assert.ok(Math.abs(systemClock.now() - Date.now()) < 1000);
    const timers = sinon.useFakeTimers();
    const startedAt = systemClock.now();
    const [action, other] = [sinon.spy(), sinon.spy()];
    systemClock.after(100, action);
    systemClock.after(100, other)();
    timers.tick(100);
    assert.equal(systemClock.now() - startedAt, 100);
    assert.ok(action.calledOnce && other.notCalled);
  });
});

describe("wait", () => {
  it("rejects with the signal's reason as soon as it is cancelled, before or while it waits", async () => {
    const cancellation = new AbortController();
    const waiting = wait(testClock(), 1000, cancellation.signal);
    cancellation.abort(new Error("cancelled"));
    await assert.rejects(waiting, { message: "cancelled" });
    await assert.rejects(wait(testClock(), 1000, cancellation.signal), { message: "cancelled" });
  });

  it("leaves neither a timer nor a listener behind, however it ends", async () => {
    const clock = testClock();
    const cancellation = new AbortController();
    const listeners = () => getEventListeners(cancellation.signal, "abort").length;
    const passing = wait(clock, 1000, cancellation.signal);
    clock.advance(1000);
    await passing;
    assert.deepEqual([clock.pending(), listeners()], [0, 0]);
    const cancelled = wait(clock, 1000, cancellation.signal);
    assert.deepEqual([clock.pending(), listeners()], [1, 1]);
    cancellation.abort(new Error("cancelled"));
    await assert.rejects(cancelled);
    assert.deepEqual([clock.pending(), listeners()], [0, 0]);
  });
});

describe("timeLimit", () => {
  it("fires when its time is up, and says after how long", () => {
    const clock = testClock();
    const { signal } = timeLimit(clock, 5, new AbortController().signal);
    clock.advance(4999);
    assert.equal(signal.aborted, false);
    clock.advance(1);
    assert.equal(String(signal.reason), "Error: timed out after 5 s");
  });

  it("says whole seconds, however little of a shared time is left", () => {
    for (const [seconds, text] of [
      [139.6, "timed out after 140 s"],
      [0.4, "no time was left"],
    ] as const) {
      const clock = testClock();
      const { signal } = timeLimit(clock, seconds, new AbortController().signal);
      clock.advance(seconds * 1000);
      assert.match(String(signal.reason), new RegExp(`${text}$`));
    }
  });

  it("fires with the reason of a cancelled step, and never after it is ended", () => {
    const clock = testClock();
    const cancellation = new AbortController();
    const { signal, end } = timeLimit(clock, 5, cancellation.signal);
    end();
    clock.advance(5000);
    assert.deepEqual([signal.aborted, clock.pending()], [false, 0]);
    cancellation.abort(new Error("cancelled"));
    assert.match(String(signal.reason), /cancelled/);
  });
});
