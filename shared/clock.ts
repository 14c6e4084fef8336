/** The source of time. It is passed in, so that no rule and no test depends on the machine's clock. */
export interface Clock {
  /** The current time in milliseconds since 1970; it never jumps. */
  now(): number;
  /**
   * The machine's date in milliseconds since 1970; it may be changed, and advances while the machine sleeps.
   */
  wallNow(): number;
  /** Runs `action` once after `milliseconds`. The returned function cancels it. */
  after(milliseconds: number, action: () => void): () => void;
}

/** A moment by both clocks: the one that never jumps, and the machine's date. */
export interface ClockReading {
  even: number;
  wall: number;
}

export function momentOf(clock: Clock): ClockReading {
  return { even: clock.now(), wall: clock.wallNow() };
}

const dateAtStart = Date.now();
const ticksAtStart = process.hrtime.bigint();

/**
 * The clock of this machine. It starts at the machine's date and then advances evenly. By the date alone, a
 * date that somebody sets while the task runs would turn a wait of seconds into one of hours.
 */
export const systemClock: Clock = {
  // Node's `performance` gives the same, but takes a millisecond to load.
  now: () => dateAtStart + Number((process.hrtime.bigint() - ticksAtStart) / 1_000_000n),
  wallNow: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, timerMilliseconds(milliseconds));
    return () => clearTimeout(timer);
  },
};

/** Node warns about a timer that is negative or longer than this, and replaces it with one millisecond. */
const longestTimerMilliseconds = 2 ** 31 - 1;

/** Node's timers accept no more than `longestTimerMilliseconds`. A negative time and NaN become 0. */
function timerMilliseconds(milliseconds: number): number {
  return Math.min(Math.max(milliseconds || 0, 0), longestTimerMilliseconds);
}

/** Waits. Rejects with the signal's reason as soon as `cancelled` fires. */
export function wait(clock: Clock, milliseconds: number, cancelled: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (cancelled.aborted) return reject(cancelled.reason);
    const stop = () => {
      cancelTimer();
      reject(cancelled.reason);
    };
    const cancelTimer = clock.after(milliseconds, () => {
      cancelled.removeEventListener("abort", stop);
      resolve();
    });
    cancelled.addEventListener("abort", stop, { once: true });
  });
}

/**
 * The signal fires after `seconds`, with the error that it timed out, or when `cancelled` fires. `end` cancels the
 * timer.
 */
export function timeLimit(
  clock: Clock,
  seconds: number,
  cancelled: AbortSignal,
): { signal: AbortSignal; end: () => void } {
  const timeUp = new AbortController();
  const end = clock.after(seconds * 1000, () =>
    timeUp.abort(new Error(seconds < 1 ? "no time was left" : `timed out after ${Math.round(seconds)} s`)),
  );
  return { signal: AbortSignal.any([timeUp.signal, cancelled]), end };
}
