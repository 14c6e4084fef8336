/** Which runs a report is about. */
export type Window = LastHour | SinceLast;

/** The specification's window (rule 1): everything that is listed since its beginning. */
export interface LastHour {
  kind: "lastHour";
  /** The present, in milliseconds since 1970. */
  now: number;
  /** Runs are listed from this time on. */
  listedSince: Date;
}

/**
 * The window from the start of the monitor's last run that delivered its report to the start of this run. Times are
 * whole seconds since 1970, like those of runs.
 */
export interface SinceLast {
  kind: "sinceLast";
  now: number;
  /** Runs are listed from this time on: the specification's hour, or longer. */
  listedSince: Date;
  /** An earlier report covers what happened before this time; undefined without one. */
  from: number | undefined;
  /** Runs that finished from this time on and before `from` are reported if they reached the list late. */
  lateFrom: number | undefined;
  /**
   * Digests, by `digestOfIds`, of the runs that an earlier report found there. If one matches, no run reached
   * the list late.
   */
  seenDigests: readonly string[];
  /** An earlier report covers runs that were stuck before this time; undefined if none does. */
  stuckFrom: number | undefined;
  /** An earlier report covers runs that were due before this time and are missing. */
  dueFrom: number;
  /** The next report covers what happens from this time on; undefined if this one has no end. */
  until: number | undefined;
  /** Where the next window begins if this report is delivered; undefined if that is unknown. */
  nextFrom: number | undefined;
}

/** The hour to check, and an allowance for the start of the monitor's own pipeline (rule 1). */
const windowSeconds = 3600 + 30;
const maxListedSeconds = 24 * 3600;
/** A run may reach the list this long after it finished, and is still reported. */
export const lateSeconds = 600;
/**
 * If the monitor begins its check this soon after the start of its run, it leaves what happened in between to
 * the next report.
 */
const startUpSeconds = 900;

/** Returns the specification's window at a time in milliseconds since 1970. */
export function lastHour(now: number): LastHour {
  return { kind: "lastHour", now, listedSince: new Date(now - windowSeconds * 1000) };
}

/** What the monitor's own pipeline says about its reports. Times are whole seconds since 1970. */
export interface LastStart {
  /** When the last run that delivered its report started; undefined if there is none. */
  lastStart: number | undefined;
  /** When this run started; undefined if that is unknown. */
  ownStart: number | undefined;
  seenDigests?: readonly string[];
  /** Whether the last report could not check for stuck and missing runs. Each of them is reported only once. */
  wasPartial?: boolean;
}

/**
 * Returns the window since the last report. Both its times are the service's, so successive windows have no gap and do
 * not overlap. Without a last report, it has no beginning. Runs are listed for at most a day, and for at least the
 * specification's hour, so that those of the hour can be counted.
 *
 * If a run of the monitor is run again, or its step comes late in it, it started long ago. Then the window
 * has no end, so that what has happened since is not left to the next report. It may be reported twice.
 */
export function sinceLast(
  now: number,
  { lastStart: from, ownStart, seenDigests = [], wasPartial = false }: LastStart,
): SinceLast {
  const seconds = Math.floor(now / 1000);
  const dayAgo = seconds - maxListedSeconds;
  const isWithinDay = from !== undefined && from >= dayAgo;
  const listedFrom = isWithinDay ? from : dayAgo;
  const hasJustStarted =
    ownStart !== undefined && ownStart > listedFrom && ownStart >= now / 1000 - startUpSeconds;
  // Without a last report, a schedule may be new, so earlier runs are not known to be missing.
  const dueFrom = from === undefined ? hourFrom(now) : listedFrom;
  return {
    kind: "sinceLast",
    now,
    listedSince: new Date(Math.min(listedFrom, hourFrom(now)) * 1000),
    from,
    // Do not list more than a day again to find runs that came late.
    lateFrom: isWithinDay ? from - lateSeconds : undefined,
    seenDigests,
    stuckFrom: wasPartial ? undefined : from,
    dueFrom: wasPartial ? dayAgo : dueFrom,
    until: hasJustStarted ? ownStart : undefined,
    nextFrom: ownStart,
  };
}

function hourFrom(now: number): number {
  return Math.floor(lastHour(now).listedSince.getTime() / 1000);
}

/** Returns from when on runs are requested: earlier than they are listed if some may have reached the list late. */
export function requestedSince(window: Window): Date {
  const { listedSince } = window;
  const lateFrom = window.kind === "lastHour" ? undefined : window.lateFrom;
  return lateFrom === undefined ? listedSince : new Date(Math.min(listedSince.getTime(), lateFrom * 1000));
}

/** Returns from when on due runs are reported as missing. */
export function dueFrom(window: Window): number {
  return window.kind === "lastHour" ? Math.floor(window.listedSince.getTime() / 1000) : window.dueFrom;
}

/** Returns when an earlier report ended; when the window begins if there is none. */
export function coveredUntil(window: Window): number {
  return (window.kind === "lastHour" ? undefined : window.from) ?? dueFrom(window);
}

/** Returns from when on a report says what has happened. */
export function reportedFrom(window: Window): number {
  const listedFrom = window.listedSince.getTime() / 1000;
  return window.kind === "lastHour" ? listedFrom : Math.max(window.from ?? listedFrom, listedFrom);
}

/** Returns the end of a window, which is now at the latest. */
export function endOf(window: Window): number {
  const now = Math.floor(window.now / 1000);
  return window.kind === "lastHour" ? now : Math.min(window.until ?? now, now);
}

/** Returns whether a run is listed: not only to find runs that reached the list late. */
export function isListed(window: Window, finishTime: number | undefined): boolean {
  return window.kind === "lastHour" || !((finishTime ?? Number.NaN) * 1000 < window.listedSince.getTime());
}

/** Returns whether a listed run counts as one of the last hour (rule 2). */
export function isOfLastHour(window: Window, finishTime: number | undefined): boolean {
  return window.kind === "lastHour" || !((finishTime ?? Number.NaN) < hourFrom(window.now));
}

/**
 * Returns whether to report what happened at a time. What has no time is always reported, so that it is not
 * lost.
 */
export function isWithin(window: Window, seconds: number | undefined): boolean {
  if (window.kind === "lastHour" || seconds === undefined) return true;
  return seconds >= (window.from ?? seconds) && isBeforeEnd(window, seconds);
}

/** Returns whether to report a run that became stuck at a time. */
export function isStuckWithin(window: Window, seconds: number | undefined): boolean {
  if (window.kind === "lastHour" || seconds === undefined) return true;
  return seconds >= (window.stuckFrom ?? seconds) && isBeforeEnd(window, seconds);
}

/** Returns whether something happened before the end of a window. */
export function isBeforeEnd(window: Window, seconds: number): boolean {
  return window.kind === "lastHour" || window.until === undefined || seconds < window.until;
}

/**
 * Returns whether a report is the day's first (UTC): midnight lies in its window. Without a known earlier
 * report, this is rule 1's window, so a monitor that starts a little late does not miss midnight.
 */
export function isFirstOfDay(window: Window): boolean {
  const end = endOf(window);
  const midnight = end - (end % (24 * 3600));
  return midnight < end && midnight >= dueFrom(window);
}
