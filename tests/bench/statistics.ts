export interface Sample {
  median: number;
  min: number;
  max: number;
  values: number[];
}

/** The median and the spread of some values, of which there is at least one. */
export function sampleOf(values: readonly number[]): Sample {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
    values: [...values],
  };
}
