/**
 * How many milliseconds a service's clock is ahead, by the `Date` of a response that has just arrived. Exact to a
 * second plus the duration of the response. Undefined if the header is missing or is no date.
 */
export function clockDifference(date = "", nowMilliseconds: number): number | undefined {
  if (!/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(date)) return undefined;
  // The header drops the fraction of its second, which is half a second on average.
  const difference = Date.parse(date) + 500 - nowMilliseconds;
  return Number.isNaN(difference) ? undefined : difference;
}
