import { daySeconds, hourSeconds } from "../../shared/text/time";

/** A span of time on the horizontal axis. Times are seconds since 1970, places are percent of the width. */
export interface TimeScale {
  from: number;
  to: number;
}

/** In percent; times outside are at the nearer edge. */
export function positionOf({ from, to }: TimeScale, time: number): number {
  if (to <= from) return 0;
  return round((100 * (Math.min(to, Math.max(from, time)) - from)) / (to - from));
}

/** Rounds to a hundredth of a percent, a tenth of a pixel on most screens. */
export function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}

export interface Tick {
  time: number;
  at: number;
}

const steps = [
  ...[1, 5, 10, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * 60),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourSeconds),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * daySeconds),
];

/** At times that are round by a clock so many seconds ahead of UTC. */
export function ticksOf(scale: TimeScale, most: number, aheadSeconds = 0): Tick[] {
  const length = scale.to - scale.from;
  if (!(length > 0)) return [];
  const step = steps.find((seconds) => length / seconds <= most - 1) ?? length;
  const first = Math.ceil((scale.from + aheadSeconds) / step) * step - aheadSeconds;
  const count = Math.floor((scale.to - first) / step) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const time = first + index * step;
    return { time, at: positionOf(scale, time) };
  });
}
