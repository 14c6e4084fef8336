import type { Pattern } from "../../../shared/journal/schema";

/** Finds when a pipeline is due, by when its schedule queued it. Times are whole minutes since 1970, in order. */
export const dayMinutes = 24 * 60;
export const weekMinutes = 7 * dayMinutes;
/** The first minute of 1970 was on a Thursday. */
const thursday = 4 * dayMinutes;
/** A run may be queued this long after its time. */
export const lateMinutes = 15;
/** Daylight saving time moves schedules in a time zone by an hour. */
export const moveMinutes = 60;
/** With fewer weeks, or months, without a gap, nothing is due. */
const periods = 3;

/** How to step back by a week, and which slot a time is. */
const week = {
  back: (time: number) => time - weekMinutes,
  slotOf: (time: number) => (time + thursday) % weekMinutes,
};

const month = {
  back(time: number) {
    const date = new Date(time * 60_000);
    const before = new Date(date);
    before.setUTCMonth(date.getUTCMonth() - 1);
    // The 31st has no counterpart in every month, so it is not learned.
    return before.getUTCDate() === date.getUTCDate() ? before.getTime() / 60_000 : Number.NaN;
  },
  slotOf(time: number) {
    const date = new Date(time * 60_000);
    return weekMinutes + (date.getUTCDate() - 1) * dayMinutes + (time % dayMinutes);
  },
};

/** Undefined if the last runs have no pattern, or a pattern with a gap. */
export function findPattern(times: readonly number[], least = periods): Pattern | undefined {
  const weekly = findRepeated(withoutStrays(times), week, least);
  const isWeekly = nearSlots(weekly?.slots ?? []);
  const others = times.filter((time) => !isWeekly(time));
  const monthly = findRepeated(others, month, least);
  const patterns = [weekly, monthly].filter((pattern) => pattern !== undefined);
  if (patterns.length === 0) return undefined;
  const since = Math.max(...patterns.map((pattern) => pattern.since));
  return { slots: patterns.flatMap(({ slots }) => slots), since };
}

/**
 * If runs come every period, the n-th before each was queued a period before it. Runs keep their order even if each is
 * late by itself, so this holds for schedules of every few minutes, too.
 */
function findRepeated(times: readonly number[], period: typeof week, least: number): Pattern | undefined {
  const last = times.length - 1;
  const before = period.back(times[last] ?? Number.NaN);
  const lateness = (index: number, count: number) =>
    (times[index - count] ?? Number.NaN) - period.back(times[index] ?? Number.NaN);
  const isRepeated = (index: number, count: number) => Math.abs(lateness(index, count)) <= lateMinutes;
  let best: { count: number; first: number; mean: number } | undefined;
  for (let index = last - 1; (times[index] ?? Number.NaN) >= before - lateMinutes; index--) {
    const count = last - index;
    let [first, sum] = [last, 0];
    for (; isRepeated(first, count); first--) sum += Math.abs(lateness(first, count));
    const mean = sum / (last - first);
    // If it is due every few minutes, other runs are near enough, too.
    if (last - first >= (least - 1) * count && !(mean >= (best?.mean ?? Number.POSITIVE_INFINITY)))
      best = { count, first, mean };
  }
  if (best === undefined) return undefined;
  const { count, first } = best;
  const slots = times.slice(last - count + 1).map((time, offset) => {
    const at = last - count + 1 + offset;
    const earlier = lateness(at, count);
    const earliest = least < periods ? earlier : Math.min(earlier, earlier + lateness(at - count, count));
    return period.slotOf(time + Math.min(0, earliest));
  });
  return { slots: alignDays(slots), since: times[first - count + 1] ?? 0 };
}

/**
 * Without the runs of another schedule, such as one of once a month: those at times of the day at which no run has one a
 * week apart. If they are not few, the history has gaps.
 */
function withoutStrays(times: readonly number[]): readonly number[] {
  const from = (times.at(-1) ?? 0) - periods * weekMinutes - lateMinutes;
  const recent = times.slice(times.findIndex((time) => time > from));
  const repeated = new Uint8Array(dayMinutes);
  let next = 0;
  for (const time of recent) {
    while ((recent[next] ?? Number.POSITIVE_INFINITY) < time + weekMinutes - lateMinutes) next++;
    if ((recent[next] ?? Number.POSITIVE_INFINITY) > time + weekMinutes + lateMinutes) continue;
    for (let late = -lateMinutes; late <= lateMinutes; late++)
      repeated[(time + late + dayMinutes) % dayMinutes] = 1;
  }
  const isRepeated = (time: number) => repeated[time % dayMinutes] === 1;
  const strays = recent.filter((time) => !isRepeated(time));
  // One stray of eleven runs is that of another schedule, such as one of once a month.
  return strays.length * 11 > recent.length ? times : times.filter(isRepeated);
}

/** Days whose times differ only by lateness get the earliest of them, so that they share their evidence. */
function alignDays(slots: readonly number[]): number[] {
  const aligned: number[] = [];
  let [first, days] = [Number.NaN, new Set<number>()];
  for (const slot of [...slots].sort((one, other) => (one % dayMinutes) - (other % dayMinutes))) {
    const [minute, day] = [slot % dayMinutes, Math.floor(slot / dayMinutes)];
    if (!(minute - first <= lateMinutes) || days.has(day)) [first, days] = [minute, new Set()];
    days.add(day);
    aligned.push(day * dayMinutes + first);
  }
  return [...new Set(aligned)].sort(byNumber);
}

function nearSlots(slots: readonly number[]): (time: number) => boolean {
  const near = new Uint8Array(weekMinutes);
  for (const slot of slots)
    for (let late = 0; late <= 2 * lateMinutes; late++) near[(slot + late + weekMinutes) % weekMinutes] = 1;
  return (time) => near[week.slotOf(time)] === 1;
}

/** Ignores lateness. */
export function isSamePattern(one: readonly number[], other: readonly number[]): boolean {
  const { length } = one;
  if (length !== other.length) return false;
  const isNear = (slot: number, counterpart = Number.NaN) => {
    const distance = Math.abs(slot - counterpart);
    return distance <= 2 * lateMinutes || weekMinutes - distance <= 2 * lateMinutes;
  };
  // Around midnight on Saturday, the last slot of the one may be the first of the other.
  return [0, 1, length - 1].some((shift) =>
    one.every((slot, index) => isNear(slot, other[(index + shift) % length])),
  );
}

/** Excludes `until`. */
export function timesOf(slots: readonly number[], from: number, until: number): number[] {
  const all = new Set(slots);
  const days = new Set(slots.map((slot) => slot % dayMinutes));
  const minutes = [...days].sort(byNumber);
  const isMonthly = (slots.at(-1) ?? 0) >= weekMinutes;
  const times: number[] = [];
  for (let day = Math.floor(from / dayMinutes) * dayMinutes; day < until; day += dayMinutes)
    for (const minute of minutes) {
      const time = day + minute;
      const isDue = all.has(week.slotOf(time)) || (isMonthly && all.has(month.slotOf(time)));
      if (isDue && time >= from && time < until) times.push(time);
    }
  return times;
}

/** How much earlier and later than its time a run may be queued, in minutes. */
interface Tolerance {
  early: number;
  late: number;
}

/** For a learned time, which may itself be late. */
export const learnedTolerance: Tolerance = { early: lateMinutes, late: 2 * lateMinutes };
const punctualTolerance: Tolerance = { early: 1, late: 2 };

/** Gives each due time a run near it, in their order. Returns the times that have none, and the runs that belong to none. */
export function matchRuns(
  due: readonly number[],
  times: readonly number[],
  { early, late }: Tolerance = learnedTolerance,
): { unmet: number[]; spare: number[] } {
  const spare: number[] = [];
  let next = 0;
  const unmet = due.filter((at) => {
    for (; (times[next] ?? Number.POSITIVE_INFINITY) < at - early; next++) spare.push(times[next] ?? 0);
    const isMet = (times[next] ?? Number.POSITIVE_INFINITY) <= at + late;
    if (isMet) next++;
    return !isMet;
  });
  return { unmet, spare: [...spare, ...times.slice(next)] };
}

/** The last run of the day before a time that belongs to nothing that was due by then: perhaps somebody has moved the schedule. */
export function strayBefore(
  at: number,
  slots: readonly number[],
  times: readonly number[],
): number | undefined {
  const { early } = learnedTolerance;
  const from = at - dayMinutes;
  const ran = times.filter((time) => time >= from - early && time < at - early);
  return matchRuns(timesOf(slots, from, at), ran).spare.at(-1);
}

/** The same for a pipeline that is nearly always punctual: a run at another time is not taken for a late one. */
export function matchPunctualRuns(
  due: readonly number[],
  times: readonly number[],
  tolerance: Tolerance,
): ReturnType<typeof matchRuns> {
  const punctual = matchRuns(due, times, punctualTolerance);
  const isPunctual = punctual.unmet.length * 20 <= due.length;
  return isPunctual ? matchRuns(punctual.unmet, punctual.spare, tolerance) : matchRuns(due, times, tolerance);
}

export function byNumber(one: number, other: number): number {
  return one - other;
}

/** The day before the first of a month has no slot, so the first begins with what would be before it. */
export function shiftSlots(slots: readonly number[], minutes: number): number[] {
  const shifted = (slot: number) =>
    slot < weekMinutes ? (slot + minutes + weekMinutes) % weekMinutes : Math.max(slot + minutes, weekMinutes);
  return slots.map(shifted).sort(byNumber);
}
