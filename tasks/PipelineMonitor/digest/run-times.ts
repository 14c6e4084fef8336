import { addTime, noTimes, type Times } from "../report/figures";

/** The run times of a pipeline's runs, in whole seconds. */
export interface RunTimes {
  add(seconds: number): void;
  times: Readonly<Times>;
  /** Returns the mean, rounded; undefined if no run has a time. */
  mean(): number | undefined;
  /** Returns the smallest time that 99 of 100 runs do not exceed (nearest rank); undefined without times. */
  percentile99(): number | undefined;
}

/**
 * Creates a collection of run times. It counts how many runs took each number of seconds, so the percentile is
 * exact, and the memory grows with the different times, not with the runs.
 */
export function createRunTimes(): RunTimes {
  const counts = new Map<number, number>();
  const times = noTimes();
  return {
    add(seconds) {
      // A negative time comes from a wrong record.
      if (!(seconds >= 0)) return;
      addTime(times, seconds);
      counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
    },
    times,
    mean: () => (times.runs === 0 ? undefined : Math.round(times.totalSeconds / times.runs)),
    percentile99() {
      let above = times.runs - Math.ceil((times.runs * 99) / 100);
      const longestFirst = [...counts].sort(([one], [other]) => other - one);
      for (const [seconds, runs] of longestFirst) {
        above -= runs;
        if (above < 0) return seconds;
      }
      return undefined;
    },
  };
}
