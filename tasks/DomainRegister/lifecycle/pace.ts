import { dropHoursAround } from "./drop-hours";
import type { ReleaseWindow } from "./release";

/** What the pace of polling depends on, besides the time. */
export interface PaceFacts {
  tld: string;
  /** When the domain can be released. Undefined if nothing is known. */
  release: ReleaseWindow | undefined;
  /** Whether the record has vanished, or changed since the step started: the release is near or past. */
  isMoving: boolean;
  /** The shortest time between two checks that the person and the registrar want. */
  steadySeconds: number;
}

const hourMilliseconds = 3600 * 1000;

/** A record may lag behind the registry, and lists of dates may be off by a day. */
const marginMilliseconds = 24 * hourMilliseconds;

/** The pause shrinks to this fraction of the time until the drop hours, and grows by it after them. */
const approach = 12;

/** Even far from any release, a surprise is noticed within this time. */
const longestSeconds = 1800;

/** On days on which the release is possible but not likely, the pause is so many times as long. */
const unlikelyFactor = 4;

/**
 * Returns how long to wait between two checks, in seconds. In the hours in which the registry may release the
 * domain, and whenever its record moves, that is the steady pace. Outside of them the pause grows with the
 * distance. It is never shorter than the steady pace and never longer than half an hour.
 */
export function paceSeconds({ tld, release, isMoving, steadySeconds }: PaceFacts, now: number): number {
  if (isMoving || release === undefined) return steadySeconds;
  const distance = distanceToDrop(tld, release, now);
  const isLikely = release.likely === undefined || now >= release.likely - marginMilliseconds;
  const shortest = steadySeconds * (isLikely ? 1 : unlikelyFactor);
  return Math.max(steadySeconds, Math.min(longestSeconds, Math.max(shortest, distance / 1000 / approach)));
}

/** Returns how far a time is from the nearest hours in which the domain may be released, in milliseconds. */
function distanceToDrop(tld: string, release: ReleaseWindow, now: number): number {
  const from = release.earliest - marginMilliseconds;
  const to = release.latest + marginMilliseconds;
  if (now < from) return from - now;
  if (now > to) return now - to;
  const hours = dropHoursAround(tld, now);
  if (hours === undefined) return 0;
  return Math.min(...hours.map(({ from: begin, to: end }) => distance(begin, end, now)));
}

function distance(from: number, to: number, now: number): number {
  return Math.max(0, from - now, now - to);
}
