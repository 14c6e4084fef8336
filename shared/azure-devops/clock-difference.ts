/**
 * How many milliseconds a service's clock is ahead of ours, by the `Date` of a response that has just arrived: known within
 * a second and the time that the response took. Undefined where the header is missing or is no date.
 */
export function clockDifference(date: string | undefined, nowMilliseconds: number): number | undefined {
  if (date === undefined || !/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(date)) return undefined;
  // The header drops the fraction of its second, half of one on average.
  const difference = Date.parse(date) + 500 - nowMilliseconds;
  return Number.isNaN(difference) ? undefined : difference;
}
