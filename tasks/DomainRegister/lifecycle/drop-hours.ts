/**
 * The hours of the day, in UTC, in which a registry usually releases names. Registries do not promise them;
 * they are what is publicly known (docs/domain/release.md).
 */
const dropHours: Record<string, { from: number; to: number }> = {
  com: { from: 18, to: 20 },
  net: { from: 18, to: 20 },
  org: { from: 13.5, to: 15 },
  se: { from: 4, to: 5 },
  nu: { from: 4, to: 5 },
  nz: { from: 2, to: 3 },
};

/** How much earlier and later than its usual hours a registry may be. */
const marginHours = 0.5;

/** A time of the day in which names are released, in milliseconds since 1970. */
export interface DropHours {
  from: number;
  to: number;
}

const hourMilliseconds = 3600 * 1000;
const dayMilliseconds = 24 * hourMilliseconds;

/**
 * Returns the drop hours of a top-level domain around a time: those that it is in, otherwise the nearest ones
 * before and after it. Undefined if they are not known.
 */
export function dropHoursAround(tld: string, now: number): readonly DropHours[] | undefined {
  const hours = Object.hasOwn(dropHours, tld) ? dropHours[tld] : undefined;
  if (hours === undefined) return undefined;
  const midnight = Math.floor(now / dayMilliseconds) * dayMilliseconds;
  return [-1, 0, 1].map((days) => ({
    from: midnight + days * dayMilliseconds + (hours.from - marginHours) * hourMilliseconds,
    to: midnight + days * dayMilliseconds + (hours.to + marginHours) * hourMilliseconds,
  }));
}

/** Returns the usual drop hours of a top-level domain for people: "18:00 to 20:00 UTC". Undefined if unknown. */
export function renderDropHours(tld: string): string | undefined {
  const hours = Object.hasOwn(dropHours, tld) ? dropHours[tld] : undefined;
  return hours && `${clockTime(hours.from)} to ${clockTime(hours.to)} UTC`;
}

function clockTime(hours: number): string {
  const minutes = Math.round((hours % 1) * 60);
  return `${String(Math.floor(hours)).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}
