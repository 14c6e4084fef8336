/** Which runs a report is about. Times are whole seconds since 1970, like those of runs. */
export interface ReportWindow {
  /** Runs are listed from this time on: the specification's hour, or longer. */
  listedSince: Date;
  /**
   * Runs are requested from this time on. It is earlier than `listedSince` if some may have reached the list
   * late.
   */
  requestedSince: Date;
  /** Runs that finished before this time are listed only to find those that reached the list late. */
  countedFrom: number;
  /** Runs that finished from this time on and before `from` are reported if they reached the list late. */
  lateFrom: number;
  /**
   * Digests, by `digestOfIds`, of the runs that an earlier report found there. If one matches, no run reached
   * the list late.
   */
  seenDigests: readonly string[];
  /** Where the next window begins if this report is delivered; undefined if that is unknown. */
  nextFrom: number | undefined;
  /** An earlier report covers what happened before this time. */
  from: number;
  /** An earlier report covers runs that were stuck before this time. */
  stuckFrom: number;
  /** An earlier report covers runs that were due before this time and are missing. */
  dueFrom: number;
  /** The next report covers what happens from this time on. */
  until: number;
  /** Runs that finished since this time count as those of the last hour (rule 2). */
  hourFrom: number;
}

const maxListedSeconds = 24 * 3600;
/** A run may reach the list this long after it finished, and is still reported. */
export const lateSeconds = 600;
/**
 * If the monitor begins its check this soon after the start of its run, it leaves what happened in between to
 * the next report.
 */
const startUpSeconds = 900;

/** The hour to check, and an allowance for the start of the monitor's own pipeline (rule 1). */
const windowSeconds = 3600 + 30;

/** Returns the time from which runs are checked (rule 1). */
function minTime(nowMilliseconds: number): Date {
  return new Date(nowMilliseconds - windowSeconds * 1000);
}

/** Returns the specification's window (rule 1): everything that is listed since its beginning. */
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
 * Returns the window from the start of the monitor's last run that delivered its report to the start of this
 * run. Both times are the service's, so successive windows have no gap and do not overlap. Without a last
 * report, the window has no beginning. Runs are listed for at most a day, and for at least the
 * specification's hour, so that those of the hour can be counted.
 *
 * If a run of the monitor is run again, or its step comes late in it, it started long ago. Then the window
 * has no end, so that what has happened since is not left to the next report. It may be reported twice.
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
  // Do not list more than a day again to find runs that came late.
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
    // Without a last report, a schedule may be new, so earlier runs are not known to be missing.
    dueFrom: lastStart === undefined ? hourFrom : listedFrom,
    until: hasJustStarted ? ownStart : Number.POSITIVE_INFINITY,
    hourFrom,
  };
}

/**
 * Returns a window that begins early enough to include the stuck and missing runs that the last report could
 * not check. Each of them is reported only once.
 */
export function includeUnchecked(window: ReportWindow, nowMilliseconds: number): ReportWindow {
  const dueFrom = Math.floor(nowMilliseconds / 1000) - maxListedSeconds;
  return { ...window, stuckFrom: Number.NEGATIVE_INFINITY, dueFrom };
}

/**
 * Returns whether a report is the day's first (UTC): midnight lies in its window. Without a known earlier
 * report, this is rule 1's window, so a monitor that starts a little late does not miss midnight.
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

/**
 * Returns whether to report what happened at a time. What has no time is always reported, so that it is not
 * lost.
 */
export function isWithin(
  { from, until }: Pick<ReportWindow, "from" | "until">,
  seconds: number | undefined,
): boolean {
  return seconds === undefined || (seconds >= from && seconds < until);
}
