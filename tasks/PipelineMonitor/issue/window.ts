import { attemptOf } from "../../../shared/azure-devops/records";
import { daySeconds } from "../../../shared/text/time";

/**
 * Which runs a report is about. In an hour like any other:
 *
 *     takenFrom      overlapFrom      listedSince   from                     endOf        takenUntil
 *     = seenFrom     = from - 1 h     = now - 1:00:30                        = now        = now + 2 min
 *     ----|---------------|----------------|---------|-------------------------|--------------|---->
 *         runs that reached the list late            this report's runs        finished meanwhile
 *
 * A run that finished between `takenFrom` and `takenUntil` is new if it was not `seen`. The service is asked for runs from
 * `requestedSince` on, which is `overlapFrom`, or earlier for a feature; once a day from `takenFrom` on (`lateSince`). Runs are counted
 * and shown from `listedSince` on. `from` is the end of the last report, and so are `reportedFrom` and `coveredUntil`. `dueFrom` is
 * earlier if the last report could not tell which runs were missed. After a gap, and without a last report, `takenFrom` and
 * `reportedFrom` are `listedSince`. All moments but `nowMilliseconds`, also of the functions below, are a `Date` or whole seconds
 * since 1970, like those of runs.
 */
export interface Window {
  /** The present, since 1970. */
  nowMilliseconds: number;
  /** Runs are listed from this time on: the specification's hour, or longer. */
  listedSince: Date;
  /** Earlier reports cover the runs that finished before this time; undefined without one. */
  from: number | undefined;
  /** Runs that were due from this time on may be missed. */
  dueFrom: number;
  /** The attempts of runs that earlier reports have read, by `attemptOf`; undefined if all that is listed counts. */
  seen: ReadonlySet<string> | undefined;
  /** Those that finished from this time on are all among them. */
  seenFrom: number;
}

/** The hour to check, and an allowance for the start of the monitor's own pipeline (rule 1). */
const windowSeconds = 3600 + 30;
/** After a longer gap, the message says which hours nobody watched. */
const maxListedSeconds = 14 * daySeconds;
/** A list goes back so far before the last report, because runs may reach it late. */
export const lateSeconds = 3600;
/** The first list of a day (UTC) goes back so far: a run that reaches the list within a day is on one of the lists. */
export const longLateSeconds = 2 * daySeconds;
/** A run that finishes while a report is made is on its list, and the agent's clock may be slow. */
const aheadSeconds = 120;

/** The specification's window: everything that is listed since its beginning. */
export function lastHour(nowMilliseconds: number): Window {
  const listedSince = new Date(nowMilliseconds - windowSeconds * 1000);
  return {
    nowMilliseconds,
    listedSince,
    from: undefined,
    dueFrom: Math.floor(listedSince.getTime() / 1000),
    seen: undefined,
    seenFrom: 0,
  };
}

/** Lists at least the specification's hour, so that its runs can be counted. The first report lists a day. */
export function sinceLast(
  nowMilliseconds: number,
  last: { until?: number; dueUntil?: number; seen?: readonly string[]; seenFrom?: number } | undefined,
): Window {
  const { until: from, dueUntil = from, seen = [], seenFrom = (from ?? 0) - lateSeconds } = last ?? {};
  const end = Math.floor(nowMilliseconds / 1000);
  const earliest = end - maxListedSeconds;
  const hourFrom = lastHour(nowMilliseconds).dueFrom;
  const listedFrom = from === undefined ? end - daySeconds : Math.max(from, earliest);
  return {
    nowMilliseconds,
    listedSince: new Date(Math.min(listedFrom, hourFrom) * 1000),
    from,
    dueFrom: dueUntil === undefined ? listedFrom : Math.max(dueUntil, earliest),
    seen: new Set(seen),
    seenFrom,
  };
}

/** The hours that nobody watched; undefined if there are none. */
export function unwatchedOf({ from, listedSince }: Window): { from: number; until: number } | undefined {
  const until = listedSince.getTime() / 1000;
  return from === undefined || from >= until ? undefined : { from, until };
}

/** Runs that finished from this time on count, however late they reached the list. */
export function takenFrom(window: Window): number {
  const listedFrom = window.listedSince.getTime() / 1000;
  return window.from === undefined || unwatchedOf(window) !== undefined ? listedFrom : window.seenFrom;
}

/** Later runs are left to later reports. */
export function takenUntil(window: Window): number {
  return endOf(window) + aheadSeconds;
}

/** Earlier than runs are listed if some may have reached the list late, or if a feature asks for `earlier` ones. */
export function requestedSince(window: Window, earlier: readonly number[] = []): Date {
  const seconds = Math.min(overlapFrom(window), ...earlier);
  return new Date(Math.min(window.listedSince.getTime(), seconds * 1000));
}

/** The last report's list had the runs before this time, except those that reached the list late. */
export function overlapFrom(window: Window): number {
  return Math.max(takenFrom(window), (window.from ?? 0) - lateSeconds);
}

/** Once a day, the list goes back further, to find runs that reached it very late. */
export function lateSince(window: Window, since: Date): Date {
  const { from = Number.POSITIVE_INFINITY } = window;
  const isFirstOfDay = Math.floor(from / daySeconds) < Math.floor(endOf(window) / daySeconds);
  return isFirstOfDay ? new Date(Math.min(since.getTime(), takenFrom(window) * 1000)) : since;
}

/** The end of an earlier report; if there is none, the beginning of the specification's window. */
export function coveredUntil({ from, nowMilliseconds }: Window): number {
  return from ?? lastHour(nowMilliseconds).dueFrom;
}

/** A report tells issues that happened from this time on. */
export function reportedFrom({ from, listedSince }: Window): number {
  const listedFrom = listedSince.getTime() / 1000;
  return Math.max(from ?? listedFrom, listedFrom);
}

/** Whether the window begins where the last report ended. Otherwise everything that is listed counts. */
export function isSinceLast({ seen }: Window): boolean {
  return seen !== undefined;
}

export function endOf({ nowMilliseconds }: Window): number {
  return Math.floor(nowMilliseconds / 1000);
}

/** False if the run was requested only to find runs that reached the list late. */
export function isListed(window: Window, finishTime: number | undefined): boolean {
  return !isSinceLast(window) || !((finishTime ?? Number.NaN) * 1000 < window.listedSince.getTime());
}

/** Whether a listed run counts for the number of runs in the last hour (rule 2). */
export function isOfLastHour(window: Window, finishTime: number | undefined): boolean {
  return !isSinceLast(window) || !((finishTime ?? Number.NaN) < lastHour(window.nowMilliseconds).dueFrom);
}

/** True without a time, so that nothing is lost. */
export function isWithin({ from }: Window, seconds: number | undefined): boolean {
  return seconds === undefined || seconds >= (from ?? seconds);
}

/** True if the run finished in the window, or reached the list late, and no report has read it. */
export function isNew(window: Window, run: { id: number; finishTime: number | undefined }): boolean {
  const { finishTime } = run;
  if (!isSinceLast(window) || finishTime === undefined) return true;
  return finishTime >= takenFrom(window) && finishTime < takenUntil(window) && !wasSeen(window, run);
}

export function wasSeen({ seen }: Window, run: { id: number; finishTime: number | undefined }): boolean {
  return seen?.has(attemptOf(run)) === true;
}

/**
 * For something that is told at regular moments: the last of them before the end of the window; undefined if it
 * was told. `toldUntil` is the last one that was told. Without it, the moments that an earlier report covers were told.
 */
export function untoldMoment(
  window: Window,
  last: number | undefined,
  toldUntil: number | undefined,
): number | undefined {
  return last !== undefined && last > (toldUntil ?? coveredUntil(window) - 1) ? last : undefined;
}
