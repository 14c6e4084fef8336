import { coveredUntil, type Window } from "../issue/window";

/** The days of a digest, and as many before. In whole seconds since 1970. */
export interface Period {
  days: number;
  /** Where the days before begin. */
  before: number;
  from: number;
  until: number;
}

/** Returns the period of a digest that ends at a second since 1970. */
export function periodUntil(until: number, days: number): Period {
  const seconds = days * 24 * 3600;
  return { days, before: until - 2 * seconds, from: until - seconds, until };
}

export function renderBefore({ days }: Period): string {
  if (days === 7) return "the week before";
  return days === 1 ? "the day before" : `the ${days} days before`;
}

const weekSeconds = 7 * 24 * 3600;

/**
 * Returns the moment of the weekly digest that lies in a report's window, in seconds since 1970; undefined if
 * none does. `weekly` is any moment of the digest. Windows since the last report have no gap and no overlap,
 * so exactly one has each moment.
 */
export function dueMoment(window: Window, weekly: number): number | undefined {
  const now = Math.floor(window.now / 1000);
  const end = Math.min((window.kind === "lastHour" ? undefined : window.nextFrom) ?? now, now);
  const weeks = Math.ceil((end - weekly) / weekSeconds) - 1;
  const last = weekly + weeks * weekSeconds;
  return last >= coveredUntil(window) ? last : undefined;
}
