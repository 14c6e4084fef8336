/** A busy machine spoils a few rounds, not all; work that grows as it should needs one. */
const maxRounds = 40;
/** Shorter times are noise. */
const noiseMilliseconds = 0.5;

function milliseconds(work: (input: string) => unknown, input: string): number {
  const before = performance.now();
  work(input);
  return performance.now() - before;
}

/**
 * How many times longer a work takes on an input of four times the size: about 4 where time grows as the input does, 16
 * where it grows by the square. Both are timed by turns, and the quickest of each counts, so that a busy machine does not.
 */
export function growth(
  work: (input: string) => unknown,
  inputOf: (size: number) => string,
  size: number,
): number {
  const [small, large] = [inputOf(size), inputOf(4 * size)];
  let quickest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  let ratio = 0;
  for (let round = 0; round < maxRounds; round++) {
    quickest = {
      small: Math.min(quickest.small, milliseconds(work, small)),
      large: Math.min(quickest.large, milliseconds(work, large)),
    };
    ratio = (quickest.large + noiseMilliseconds) / (quickest.small + noiseMilliseconds);
    if (ratio <= maxGrowth) break;
  }
  return ratio;
}

/** For work on a text from outside: more than linear, well below the square. */
export const maxGrowth = 9;
