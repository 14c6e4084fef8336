/** The collector of garbage spoils a few rounds, not all; work that grows as it should needs one. */
const maxRounds = 40;
/** Shorter times are noise. */
const noiseMilliseconds = 0.5;

/** Those that this process computes: however busy the machine is. */
function milliseconds(work: (input: string) => unknown, input: string): number {
  const before = process.cpuUsage();
  work(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times longer a work takes on an input of four times the size: about 4 where time grows as the input does, 16
 * where it grows by the square; more, up to `maxGrowth`, if the large one is too quick for a difference. Both are measured by
 * turns, and the quickest of each counts.
 */
export function growth(
  work: (input: string) => unknown,
  inputOf: (size: number) => string,
  size: number,
): number {
  const [small, large] = [inputOf(size), inputOf(4 * size)];
  let quickest = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  // Its first time would be that of the compiler, too. Where even that is so short, no time of the small one is too short.
  const first = (milliseconds(work, large) + noiseMilliseconds) / noiseMilliseconds;
  if (first <= maxGrowth) return first;
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
