/** A difference of years means that a clock was never set. */
const maxMilliseconds = 366 * 24 * 3600 * 1000;

/**
 * Returns how many milliseconds a service's clock is ahead, by the `Date` of a response that has just
 * arrived. Exact to a second plus the duration of the response. Undefined if the header is missing or
 * implausible.
 */
export function clockDifference(date: string | undefined, nowMilliseconds: number): number | undefined {
  if (date === undefined || !/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(date)) return undefined;
  // The header drops the fraction of its second, which is half a second on average.
  const difference = Date.parse(date) + 500 - nowMilliseconds;
  return Math.abs(difference) <= maxMilliseconds ? difference : undefined;
}
