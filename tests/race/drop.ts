import fc from "fast-check";

/** A domain that is released, and those who want it. Times are in milliseconds since 1970. */
export interface Drop {
  tld: string;
  /** When the domain entered pending delete. */
  pendingAt: number;
  /** When the registry releases it. */
  releasedAt: number;
  /** When its record vanishes. */
  recordGoneAt: number;
  /** When the registrar notices the release. */
  registrarSeesAt: number;
  /** When a rival buys it. */
  takenAt: number;
  /** How far into its pause a steady poller is when the domain is released, from 0 to 1. */
  phase: number;
  /** Which checks before the release wrongly say "available": one in so many; 0 for none. */
  falsePositiveEvery: number;
}

const second = 1000;
const hour = 3600 * second;
export const day = 24 * hour;
const start = Date.UTC(2026, 10, 1);

/** When registries release names, in hours after midnight UTC. Nobody knows those of the last one. */
const habits: readonly { tld: string; from: number; to: number }[] = [
  { tld: "com", from: 18, to: 20 },
  { tld: "org", from: 13.5, to: 15 },
  { tld: "nz", from: 2, to: 3 },
  { tld: "xyz", from: 0, to: 24 },
];

/** How fast rivals are, by the power of ten of their seconds: 1 s to 1 h. */
const rivalPowers = { min: 0, max: Math.log10(3600) };

const fraction = fc.noBias(fc.nat({ max: 999_999 })).map((number) => number / 1_000_000);

/** Drops by the registries' habits, records that lag up to a day, registrars up to a minute, rivals of 1 s to 1 h. */
export const drops: fc.Arbitrary<Drop> = fc
  .record({
    habit: fc.constantFrom(...habits),
    atHour: fraction,
    recordLag: fraction,
    registrarLag: fraction,
    rival: fraction,
    phase: fraction,
    falsePositiveEvery: fc.constantFrom(0, 0, 50),
  })
  .map(({ habit, atHour, recordLag, registrarLag, rival, phase, falsePositiveEvery }) => {
    const { tld, from, to } = habit;
    const releasedAt = start + 40 * day + (from + atHour * (to - from)) * hour;
    const { min, max } = rivalPowers;
    return {
      tld,
      pendingAt: releasedAt - 5 * day,
      releasedAt,
      // Most registries are quick, some take a day.
      recordGoneAt: releasedAt + recordLag ** 4 * day,
      registrarSeesAt: releasedAt + registrarLag ** 2 * 60 * second,
      takenAt: releasedAt + 10 ** (min + rival * (max - min)) * second,
      phase,
      falsePositiveEvery,
    };
  });
