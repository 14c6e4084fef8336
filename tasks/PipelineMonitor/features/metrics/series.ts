/** The attributes of a series, by the names of OpenTelemetry's conventions. */
export type Attributes = Readonly<Record<string, string>>;

export interface Sum {
  attributes: Attributes;
  value: number;
}

export interface Histogram {
  attributes: Attributes;
  count: number;
  totalSeconds: number;
  shortestSeconds: number;
  longestSeconds: number;
  /** How many times are up to each of `bucketSeconds` and above the one before, and how many are above all. */
  buckets: number[];
}

/** From a second to eight hours. */
export const bucketSeconds = [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];

/** A figure for each set of attributes. */
function series<T>(begin: (attributes: Attributes) => T) {
  const all = new Map<string, T>();
  return {
    of(attributes: Attributes): T {
      const key = JSON.stringify(attributes);
      const one = all.get(key) ?? begin(attributes);
      all.set(key, one);
      return one;
    },
    all: () => [...all.values()],
  };
}

export function counters() {
  const { of, all } = series((attributes): Sum => ({ attributes, value: 0 }));
  const add = (attributes: Attributes, value: number) => {
    of(attributes).value += value;
  };
  return { add, all };
}

export function histograms() {
  const begin = (attributes: Attributes): Histogram => ({
    attributes,
    count: 0,
    totalSeconds: 0,
    longestSeconds: 0,
    shortestSeconds: Number.POSITIVE_INFINITY,
    buckets: [...bucketSeconds, 0].map(() => 0),
  });
  const { of, all } = series(begin);
  return {
    all,
    /** A time that is unknown or negative counts nowhere. */
    add(attributes: Attributes, seconds: number): void {
      if (!(seconds >= 0)) return;
      const one = of(attributes);
      const bucket = bucketSeconds.findIndex((bound) => seconds <= bound);
      const index = bucket === -1 ? bucketSeconds.length : bucket;
      one.count++;
      one.totalSeconds += seconds;
      one.shortestSeconds = Math.min(one.shortestSeconds, seconds);
      one.longestSeconds = Math.max(one.longestSeconds, seconds);
      one.buckets[index] = (one.buckets[index] ?? 0) + 1;
    },
  };
}
