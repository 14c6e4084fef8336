/**
 * In the order given: intervals of one lane do not overlap, and there are as few lanes as possible. Intervals that
 * only touch may share a lane.
 */
export function lanesOf(intervals: readonly { from: number; to: number }[]): {
  lanes: number[];
  count: number;
} {
  const order = intervals.map((_, index) => index).sort((one, other) => startOf(one) - startOf(other));
  function startOf(index: number): number {
    return intervals[index]?.from ?? 0;
  }
  const lanes: number[] = intervals.map(() => 0);
  const ends: number[] = [];
  for (const index of order) {
    const { from, to } = intervals[index] ?? { from: 0, to: 0 };
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = to;
    lanes[index] = lane;
  }
  return { lanes, count: ends.length };
}

/** In pixels: rows with many lanes have lower ones. */
export function laneHeight(count: number): number {
  return Math.max(6, Math.min(20, Math.floor(128 / Math.max(1, count))));
}
