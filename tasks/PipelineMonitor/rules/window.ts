import { minTime } from "./rules";

/** Which runs a report is about. Times are whole seconds since 1970, as those of runs. */
export interface ReportWindow {
  /** Since when runs are listed: the specification's hour at least. */
  listedSince: Date;
  /** Since when the service is asked for runs: earlier, where some may have reached the list late. */
  requestedSince: Date;
  /** What finished before this time is listed only to find runs that reached the list late. */
  countedFrom: number;
  /** What finished from this time on and before `from` is reported where it reached the list late. */
  lateFrom: number;
  /** By which runs an earlier report found there, as `digestOfIds` has it, it can be told that none reached the list late. */
  seenDigests: readonly string[];
  /** Where the next window will begin, if this report is delivered; undefined where that is not known. */
  nextFrom: number | undefined;
  /** What happened before this time, an earlier report has told. */
  from: number;
  /** What hung already before this time, an earlier report has told. */
  stuckFrom: number;
  /** What was due before this time and did not happen, an earlier report has told. */
  dueFrom: number;
  /** What happens from this time on, the next report will tell. */
  until: number;
  /** Runs that finished since this time count as those of the last hour (rule 2). */
  hourFrom: number;
}

const maxListedSeconds = 24 * 3600;
/** A run may reach the list so long after it finished, and is reported all the same. */
export const lateSeconds = 600;
/** So long after the start of its run the monitor may begin to look, and leave what happened meanwhile for the next report. */
const startUpSeconds = 900;

/** The specification's window (rule 1): everything that is listed since then. */
export function lastHour(nowMilliseconds: number): ReportWindow {
  const listedSince = minTime(nowMilliseconds);
  return {
    listedSince,
    requestedSince: listedSince,
    countedFrom: Number.NEGATIVE_INFINITY,
    lateFrom: Number.NEGATIVE_INFINITY,
    seenDigests: [],
    nextFrom: undefined,
    from: Number.NEGATIVE_INFINITY,
    stuckFrom: Number.NEGATIVE_INFINITY,
    dueFrom: Math.floor(listedSince.getTime() / 1000),
    until: Number.POSITIVE_INFINITY,
    hourFrom: Number.NEGATIVE_INFINITY,
  };
}

/**
 * The window from the start of the monitor's last run that delivered its report to the start of this run, by the
 * service's own clock, so that the windows of successive reports have neither gap nor overlap. Without a last report it
 * has no beginning. Runs are listed for a day at most, and for the specification's hour at least, so that those of the
 * hour can be counted.
 *
 * A run of the monitor that is run again, or whose step comes late in it, started long ago: what has happened since is not
 * left for the next report, so that the window has no end. It may then be told twice.
 */
export function sinceLastReport(
  nowMilliseconds: number,
  lastStart: number | undefined,
  ownStart: number | undefined,
  seenDigests: readonly string[] = [],
): ReportWindow {
  const hourFrom = Math.floor(minTime(nowMilliseconds).getTime() / 1000);
  const from = lastStart ?? Number.NEGATIVE_INFINITY;
  const listedFrom = Math.max(from, Math.floor(nowMilliseconds / 1000) - maxListedSeconds);
  const hasJustStarted =
    ownStart !== undefined &&
    ownStart > Math.max(from, listedFrom) &&
    ownStart >= nowMilliseconds / 1000 - startUpSeconds;
  const countedFrom = Math.min(listedFrom, hourFrom);
  // What was a day ago is not listed again for the sake of what came late then.
  const lateFrom = from >= listedFrom ? from - lateSeconds : from;
  const askedFrom = from >= listedFrom ? Math.min(countedFrom, lateFrom) : countedFrom;
  return {
    listedSince: new Date(countedFrom * 1000),
    requestedSince: new Date(askedFrom * 1000),
    countedFrom,
    lateFrom,
    seenDigests,
    nextFrom: ownStart,
    from,
    stuckFrom: from,
    // Without a last report, a schedule may be new: what came before is not known to be missed.
    dueFrom: lastStart === undefined ? hourFrom : listedFrom,
    until: hasJustStarted ? ownStart : Number.POSITIVE_INFINITY,
    hourFrom,
  };
}

/** A window that begins so early that what nobody could look at in the last one, and is told once, is told now. */
export function includeUnchecked(window: ReportWindow, nowMilliseconds: number): ReportWindow {
  const dueFrom = Math.floor(nowMilliseconds / 1000) - maxListedSeconds;
  return { ...window, stuckFrom: Number.NEGATIVE_INFINITY, dueFrom };
}

/**
 * Whether a report is the day's first (UTC): midnight lies in its window. Where nobody knows of a report before it, that is
 * rule 1's, so that a monitor which starts a little late does not miss it.
 */
export function isFirstOfDay(
  { dueFrom, until }: Pick<ReportWindow, "dueFrom" | "until">,
  nowMilliseconds: number,
): boolean {
  const now = Math.floor(nowMilliseconds / 1000);
  const end = Math.min(until, now);
  const midnight = end - (end % (24 * 3600));
  return midnight < end && midnight >= dueFrom;
}

/** Whether what happened at a time is to be reported; what has no time is, so that it does not vanish. */
export function isWithin(
  { from, until }: Pick<ReportWindow, "from" | "until">,
  seconds: number | undefined,
): boolean {
  return seconds === undefined || (seconds >= from && seconds < until);
}
