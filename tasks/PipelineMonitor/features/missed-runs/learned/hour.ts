import type { KnownSchedule, Pattern, PipelineJournal } from "../../../../../shared/journal/schema";
import { keptTimes, mergeTimes } from "../../../journal/times";
import { isProven, isProvenAt, lastGap, proofsOf, withoutDoubtful } from "../../../schedules/proof";
import {
  dayMinutes,
  findPattern,
  isSamePattern,
  lateMinutes,
  learnedTolerance,
  matchPunctualRuns,
  matchRuns,
  moveMinutes,
  shiftSlots,
  timesOf,
  weekMinutes,
} from "../../../schedules/slots";

const nothingMissed = { missed: [], isStopped: false };

/** Learns from the runs that a schedule started. `now` is in minutes since 1970. */
export function learn(
  {
    pipeline,
    branch,
    pattern,
    missed,
    isStopped,
    gaps,
    branches,
    ...known
  }: KnownSchedule & Pick<PipelineJournal, "branches">,
  now: number,
): KnownSchedule {
  const times = keptTimes(known.times, now);
  if (times.length === 0) return { pipeline, branch, times, proofs: [], gaps: [], ...nothingMissed };
  const proofs = proofsOf(known.proofs, branches);
  const schedule = { pipeline, branch, times, proofs };
  const current = findCurrentPattern(times);
  const last = times.at(-1) ?? 0;
  // A schedule that has just moved to an earlier hour has its last run where it moved to.
  const isOver =
    pattern !== undefined && hasTime(pattern, last) && current !== undefined && !hasTime(current, last);
  const next = isOver ? undefined : current;
  const isSame = next && pattern && isSamePattern(next.slots, pattern.slots);
  const kept = { pattern: isSame ? { ...pattern, slots: next.slots } : pattern, missed, isStopped, gaps };
  const judged = next && !isSame ? { pattern: next, ...nothingMissed, gaps: [] } : kept;
  const learned = { ...schedule, ...judged };
  if (isProven(learned)) return withoutDoubtful(learned);
  // Until it is proven, nobody looks for missed runs, so the gaps show later.
  const since = lastGap(learned) ?? learned.pattern?.since ?? 0;
  return { ...learned, ...nothingMissed, pattern: learned.pattern && { ...learned.pattern, since } };
}

/** Whether something is due at a time, or was so shortly before. */
export function hasTime({ slots }: Pattern, at: number): boolean {
  const { early, late } = learnedTolerance;
  return timesOf(slots, at - late, at + early + 1).length > 0;
}

/** A pattern is over if it does not explain the last week. */
function findCurrentPattern(times: readonly number[]): Pattern | undefined {
  const pattern = findPattern(times);
  if (pattern === undefined) return undefined;
  const last = times.at(-1) ?? 0;
  const due = timesOf(pattern.slots, last - weekMinutes, last - learnedTolerance.late);
  return matchRuns(due, times).unmet.length === 0 ? pattern : undefined;
}

/** Only after so many minutes is a slot's run certainly missed, because the schedule may have moved. */
export function waitMinutes({ pattern }: KnownSchedule, graceMinutes: number): number {
  const slots = pattern?.slots ?? [];
  const canMove = !isSamePattern(shiftSlots(slots, moveMinutes), slots);
  return Math.max(graceMinutes, learnedTolerance.late) + (canMove ? moveMinutes : 0);
}

/** When it was due first after its last run, in minutes since 1970; `until` if it was not by then. */
export function dueAfterRuns({ pattern, times }: KnownSchedule, until: number): number {
  const from = (times.at(-1) ?? until) + learnedTolerance.late;
  return timesOf(pattern?.slots ?? [], from, until)[0] ?? until;
}

/** Later slots are included, so that their runs do not count for the slots to judge. */
const contextMinutes = 120;

/** The slots to judge, of a week at most. */
export interface Due {
  from: number;
  until: number;
  graceMinutes: number;
  /** Whether a slot is to have no run, such as one at which the run before was in progress. */
  isExcused?: ((at: number) => boolean) | undefined;
}

/**
 * Judges the proven slots from `from` until before `until`, by all runs that were queued, and by those that the schedule started,
 * besides the runs that are known.
 */
export function judge(
  known: KnownSchedule,
  all: readonly number[],
  scheduled: readonly number[],
  { from, until, graceMinutes, isExcused = () => false }: Due,
): {
  known: KnownSchedule;
  /** The slots without a run. */
  unmet: number[];
  /** The missed slots to report. After its report, a slot is reported again only if it has had a run since. */
  missing: number[];
  /** Those of a schedule that has stopped, whose report only counts them. */
  further: number[];
} {
  const slots = known.pattern?.slots ?? [];
  const tolerance = { ...learnedTolerance, late: Math.max(graceMinutes, learnedTolerance.late) };
  // The whole week shows whether it is punctual.
  const around = timesOf(slots, until - weekMinutes, until + contextMinutes);
  const isProvenNow = isProvenAt(known);
  const due = around.filter((at) => at >= from && at < until && isProvenNow(at));
  const unmet = new Set(matchPunctualRuns(around, mergeTimes(known.times, all), tolerance).unmet);
  const unmetNow = due.filter((at) => unmet.has(at) && !isExcused(at));
  if (unmetNow.length > 0) {
    const moved = findMove(known, mergeTimes(known.times, scheduled), until);
    if (moved !== undefined) return { known: moved, unmet: [], missing: [], further: [] };
  }
  let { isStopped } = known;
  const missed = new Set(known.missed);
  const [missing, further]: [number[], number[]] = [[], []];
  for (const at of due) {
    if (isExcused(at)) continue;
    const minute = at % dayMinutes;
    if (!unmet.has(at)) missed.delete(minute);
    else if (isStopped) further.push(at);
    else if (!missed.has(minute)) missing.push(at);
    isStopped = unmet.has(at) && (isStopped || missing.length > 0);
    if (unmet.has(at)) missed.add(minute);
  }
  return { known: { ...known, missed: [...missed], isStopped }, unmet: unmetNow, missing, further };
}

/**
 * A schedule has moved if the runs that belong to no slot are an hour from those without a run, or if all runs of
 * the last day are an hour from a slot, and one belongs to none.
 */
function findMove(known: KnownSchedule, times: readonly number[], until: number): KnownSchedule | undefined {
  const { pattern } = known;
  if (pattern === undefined) return undefined;
  const dayBefore = until - dayMinutes;
  const { unmet, spare } = matchRuns(
    timesOf(pattern.slots, dayBefore - contextMinutes, until + contextMinutes),
    times,
  );
  const isProvenNow = isProvenAt(known);
  const strays = spare.filter((time) => time >= dayBefore - contextMinutes / 2);
  const [first = until] = unmet.filter((at) => at >= dayBefore && isProvenNow(at));
  const due = timesOf(pattern.slots, dayBefore, until).filter(isProvenNow);
  const isMet = (at: readonly number[], by: readonly number[]) =>
    at.length > 0 && matchRuns(at, by).unmet.length === 0;
  for (const minutes of [moveMinutes, -moveMinutes]) {
    const moved = due.map((at) => at + minutes);
    const movedNow = moved.filter((at) => at - minutes >= first);
    if (isMet(movedNow, strays) || (strays.length > 0 && isMet(moved, times))) {
      const [seen = first + minutes] = strays.filter(
        (time) => time >= first + minutes - learnedTolerance.early,
      );
      const late = seen - first - minutes;
      // People are told of it: no time is after its run, nor long before.
      const more = Math.min(0, late) + Math.max(0, late - lateMinutes);
      const slots = shiftSlots(pattern.slots, minutes + more);
      return { ...known, pattern: { ...pattern, slots }, ...nothingMissed };
    }
  }
  return undefined;
}
