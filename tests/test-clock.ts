import type { Clock } from "../shared/clock";

/** A clock that stands still until it is moved; pauses are remembered, and pass at once where asked to. */
export interface TestClock extends Clock {
  /** How far the machine's date is ahead of the even clock, in milliseconds. */
  wallAhead: number;
  /** The lengths of all timers set so far, in milliseconds. */
  timers: number[];
  /** How many timers are set and neither due nor taken back. */
  pending(): number;
  /** Moves time on and runs what is due, in order. */
  advance(milliseconds: number): void;
}

export interface TestClockOptions {
  startsAt?: number;
  /** Timers that pass by themselves as soon as nothing else runs: true for those to be jumped over. */
  passes?: (milliseconds: number) => boolean;
}

export function testClock({ startsAt = 0, passes = () => false }: TestClockOptions = {}): TestClock {
  let now = startsAt;
  const pending = new Set<{ at: number; action: () => void }>();
  const clock: TestClock = {
    wallAhead: 0,
    timers: [],
    now: () => now,
    wallNow: () => now + clock.wallAhead,
    pending: () => pending.size,
    after(milliseconds, action) {
      clock.timers.push(milliseconds);
      const timer = { at: now + milliseconds, action };
      pending.add(timer);
      if (passes(milliseconds)) setImmediate(() => pending.has(timer) && clock.advance(timer.at - now));
      return () => pending.delete(timer);
    },
    advance(milliseconds) {
      const until = now + milliseconds;
      const due = [...pending].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      for (const timer of due) {
        pending.delete(timer);
        now = Math.max(now, timer.at);
        timer.action();
      }
      now = Math.max(now, until);
    },
  };
  return clock;
}
