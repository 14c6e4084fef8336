/** Time as it is handed in, so that no rule and no test depends on the wall clock. */
export interface Clock {
  /** The present moment in milliseconds since 1970. */
  now(): number;
  /** The machine's date in milliseconds since 1970, which may be set and goes on while the machine sleeps. */
  wallNow(): number;
  /** Runs `action` once after `milliseconds`; the answer takes that back. */
  after(milliseconds: number, action: () => void): () => void;
}

/** A moment by both clocks: the one that goes evenly, and the machine's date. */
export interface Moment {
  even: number;
  wall: number;
}

/** The present moment by both clocks. */
export function momentOf(clock: Clock): Moment {
  return { even: clock.now(), wall: clock.wallNow() };
}

const dateAtStart = Date.now();
const ticksAtStart = process.hrtime.bigint();

/**
 * The machine's own clock. It begins with the machine's date and goes on evenly: a date that is set while the task
 * runs would make a wait of seconds one of hours.
 */
export const systemClock: Clock = {
  // Node's `performance` tells the same, but takes a millisecond to load.
  now: () => dateAtStart + Number((process.hrtime.bigint() - ticksAtStart) / 1_000_000n),
  wallNow: () => Date.now(),
  after(milliseconds, action) {
    const timer = setTimeout(action, timerMilliseconds(milliseconds));
    return () => clearTimeout(timer);
  },
};

/** Node warns of a timer that is negative or too long, and sets it to a millisecond. */
const longestTimerMilliseconds = 2 ** 31 - 1;

/** A time that Node's timers take: nothing where it is over already or none, and what they can where it is too long. */
function timerMilliseconds(milliseconds: number): number {
  return Math.min(Math.max(milliseconds || 0, 0), longestTimerMilliseconds);
}

/** Waits, and rejects with the signal's reason as soon as `cancelled` fires. */
export function wait(clock: Clock, milliseconds: number, cancelled: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (cancelled.aborted) return reject(cancelled.reason);
    const stop = () => {
      takeBack();
      reject(cancelled.reason);
    };
    const takeBack = clock.after(milliseconds, () => {
      cancelled.removeEventListener("abort", stop);
      resolve();
    });
    cancelled.addEventListener("abort", stop, { once: true });
  });
}

/** A signal that fires when the time is up, by a reason of that name, or when `cancelled` does; `end` takes the time back. */
export function timeLimit(
  clock: Clock,
  seconds: number,
  what: string,
  cancelled: AbortSignal,
): { signal: AbortSignal; end: () => void } {
  const timeUp = new AbortController();
  const end = clock.after(seconds * 1000, () =>
    timeUp.abort(new Error(`the time for ${what} is up (${Math.round(seconds)} s)`)),
  );
  return { signal: AbortSignal.any([timeUp.signal, cancelled]), end };
}
