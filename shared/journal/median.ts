/** The lower one in the middle of an even number of values; undefined without values. */
export function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
}
