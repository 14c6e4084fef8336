import { daySeconds, hourSeconds } from "../../shared/text/time";
import { dayOf, localTime, timeOf, type Zone } from "../../shared/text/zone";
import { round, type Tick } from "./time-scale";

export const periods = ["24h", "7d", "28d"] as const;
export type Period = (typeof periods)[number];

/** Hours or days side by side. Times are in seconds since 1970. */
export type Grid = ReturnType<typeof gridOf>;

/** An hour or a day, with its number since 1970. */
export interface Span {
  number: number;
  from: number;
  to: number;
}

export function gridOf(period: Period, now: number, zone: Zone) {
  const isDays = period === "28d";
  const count = period === "24h" ? 24 : isDays ? 28 : 7 * 24;
  const last = isDays ? dayOf(now, zone) : Math.floor(now / hourSeconds);
  const cells = Array.from({ length: count }, (_, index) => last - count + 1 + index).map((number) =>
    isDays ? daySpan(number, zone) : { number, from: number * hourSeconds, to: (number + 1) * hourSeconds },
  );
  return {
    period,
    now,
    isDays,
    zone,
    cells,
    scale: { from: cells[0]?.from ?? now, to: cells.at(-1)?.to ?? now },
  };
}

function daySpan(number: number, zone: Zone): Span {
  return { number, from: timeOf(number * daySeconds, zone), to: timeOf((number + 1) * daySeconds, zone) };
}

/** The beginnings of some cells, not more than so many: of days, or of hours that are round on the clocks of the zone. */
export function gridTicks({ cells, isDays, zone }: Grid, most: number): Tick[] {
  const steps = isDays ? [1, 2, 4, 7] : [1, 2, 3, 6, 12, 24, 48];
  const step = steps.find((count) => cells.length / count <= most) ?? cells.length;
  return cells.flatMap(({ number, from }, index) => {
    const hour = isDays ? number : Math.floor(localTime(from, zone) / hourSeconds);
    return hour % step === 0 ? [{ time: from, at: round((100 * index) / cells.length) }] : [];
  });
}

/** The days of another zone, as far as they lie in the grid. */
export function daysWithin({ scale }: Grid, zone: Zone): Span[] {
  const [first, last] = [dayOf(scale.from, zone), dayOf(scale.to - 1, zone)];
  return Array.from({ length: last - first + 1 }, (_, index) => daySpan(first + index, zone));
}

/** In percent. The cells are as wide as each other; within one, time goes on evenly. */
export function placeIn({ cells, scale, isDays }: Grid, time: number): number {
  if (time <= scale.from) return 0;
  if (time >= scale.to) return 100;
  const index = isDays
    ? cells.findIndex(({ to }) => to > time)
    : Math.floor((time - scale.from) / hourSeconds);
  const { from, to } = cells[index] ?? scale;
  return round((100 * (index + (time - from) / (to - from))) / cells.length);
}
