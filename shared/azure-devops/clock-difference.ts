/** A difference of years is a clock that was never set, and tells nothing. */
const maxMilliseconds = 366 * 24 * 3600 * 1000;

/**
 * How many milliseconds a service's clock is ahead of ours, by the `Date` of a response that has just arrived: known within
 * a second and the time that the response took. Undefined where the header is missing or cannot be right.
 */
export function clockDifference(date: string | undefined, nowMilliseconds: number): number | undefined {
  if (date === undefined || !/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(date)) return undefined;
  // The header drops the fraction of its second, half of one on average.
  const difference = Date.parse(date) + 500 - nowMilliseconds;
  return Math.abs(difference) <= maxMilliseconds ? difference : undefined;
}
