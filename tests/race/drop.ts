import fc from "fast-check";
import type { Seen } from "../../shared/rdap/client";
import { type DateHabit, day, type Life, type RecordHabits, recordAt, type StatusHabit } from "./record";

/** A domain that is released, and those who want it. Times are in milliseconds since 1970. */
export interface Drop {
  ending: string;
  /** When the person begins to wait. */
  waitsFrom: number;
  /** When the registry releases it. */
  releasedAt: number;
  /** When the registrar notices the release. */
  registrarSeesAt: number;
  /** When a rival buys it. */
  takenAt: number;
  /** Which checks before the release wrongly say "available": one in so many; 0 for none. */
  falsePositiveEvery: number;
  /** The public record. */
  seenAt: (now: number) => Seen;
}

const second = 1000;
const hour = 3600 * second;
const start = Date.UTC(2026, 10, 1);

/** How fast rivals are, by the power of ten of their seconds: 1 s to 1 h. */
const rivalPowers = { min: 0, max: Math.log10(3600) };

const fraction = fc.noBias(fc.nat({ max: 999_999 })).map((number) => number / 1_000_000);

/** Everything about a release but its record: registrars lag up to a minute, rivals take 1 s to 1 h. */
const contest = fc.record({
  recordLag: fraction,
  registrarLag: fraction,
  rival: fraction,
  waitsFrom: fraction,
  falsePositiveEvery: fc.constantFrom(0, 0, 50),
});

/** The lengths of the stages after the expiration date, in days. */
interface Lengths {
  grace: number;
  redemption: number;
  pendingDelete: number;
}

interface Release {
  ending: string;
  hourOfDay: number;
  lengths: Lengths;
  habits: RecordHabits;
  contest: Record<"recordLag" | "registrarLag" | "rival" | "waitsFrom" | "falsePositiveEvery", number>;
}

function dropOf({ ending, hourOfDay, lengths, habits, contest: drawn }: Release): Drop {
  const releasedAt = start + 200 * day + hourOfDay * hour;
  const life = lifeOf(releasedAt, lengths);
  const { min, max } = rivalPowers;
  // Most registries are quick, some take a day.
  const recordGoneAt = releasedAt + drawn.recordLag ** 4 * day;
  return {
    ending,
    waitsFrom: life.expiresAt - (2 + drawn.waitsFrom) * day,
    releasedAt,
    registrarSeesAt: releasedAt + drawn.registrarLag ** 2 * 60 * second,
    takenAt: releasedAt + 10 ** (min + drawn.rival * (max - min)) * second,
    falsePositiveEvery: drawn.falsePositiveEvery,
    seenAt: (now) => (now >= recordGoneAt ? "absent" : recordAt(now, life, habits)),
  };
}

function lifeOf(releasedAt: number, { grace, redemption, pendingDelete }: Lengths): Life {
  const pendingAt = releasedAt - pendingDelete * day;
  const deletedAt = pendingAt - redemption * day;
  return { expiresAt: deletedAt - grace * day, deletedAt, pendingAt, releasedAt };
}

/** The endings whose stages a source states, and the hours in which their names were seen to drop. */
const known = [
  { ending: "com", from: 18, to: 20 },
  { ending: "org", from: 13.5, to: 15 },
] as const;

/** Drops as the task assumes them: endings with known stages, in their usual hours, and records that tell the truth. */
export const assumedDrops: fc.Arbitrary<Drop> = fc
  .record({ habit: fc.constantFrom(...known), atHour: fraction, grace: fc.nat({ max: 45 }), contest })
  .map(({ habit: { ending, from, to }, atHour, grace, contest: drawn }) =>
    dropOf({
      ending,
      hourOfDay: from + atHour * (to - from),
      lengths: { grace, redemption: 30, pendingDelete: 5 },
      habits: { statuses: "stages", changed: "exact", expiration: "renewed" },
      contest: drawn,
    }),
  );

const dates: readonly DateHabit[] = [
  "exact",
  "late",
  "not at pending delete",
  "7 days old",
  "35 days old",
  "90 days old",
  "none",
];
const expiration = fc.constantFrom("exact" as const, "renewed" as const, "none" as const);

/**
 * Drops of endings with known stages at any hour, whose records have missing, late and old dates, and statuses
 * that do not follow the stages. One lie is left out, because nothing tells it from a domain that has weeks left:
 * redemption with a recent change until the release.
 */
const contractDrops = fc
  .record({
    ending: fc.constantFrom("com", "org"),
    statuses: fc.constantFrom<StatusHabit>("stages", "redemption", "redemption and pending delete", "none"),
    changed: fc.constantFrom(...dates),
    ...{ expiration, hourOfDay: fc.nat({ max: 23 }), minutes: fraction, grace: fc.nat({ max: 45 }), contest },
  })
  .map(({ ending, statuses, changed, expiration: expires, hourOfDay, minutes, grace, contest: drawn }) => {
    const hidesAll =
      statuses === "redemption and pending delete" && ["exact", "late", "7 days old"].includes(changed);
    return dropOf({
      ending,
      hourOfDay: hourOfDay + minutes,
      lengths: { grace, redemption: 30, pendingDelete: 5 },
      habits: { statuses: hidesAll ? "stages" : statuses, changed, expiration: expires },
      contest: drawn,
    });
  });

/** Drops of other endings: stages of any length or none, and records that show whatever they like. */
const otherDrops = fc
  .record({
    ending: fc.constantFrom("nz", "xyz"),
    lengths: fc.record({
      grace: fc.constantFrom(0, 10, 45),
      redemption: fc.constantFrom(0, 30, 45, 90),
      pendingDelete: fc.constantFrom(0, 1, 5, 10),
    }),
    habits: fc.record({
      statuses: fc.constantFrom<StatusHabit>(
        "stages",
        "redemption and pending delete",
        "redemption",
        "pending delete",
        "none",
      ),
      changed: fc.constantFrom(...dates),
      expiration,
    }),
    ...{ hourOfDay: fc.nat({ max: 23 }), minutes: fraction, contest },
  })
  .map(({ hourOfDay, minutes, ...rest }) => dropOf({ ...rest, hourOfDay: hourOfDay + minutes }));

/** Drops without the task's assumptions: any hour, stages of other lengths, records that lag and lie. */
export const honestDrops: fc.Arbitrary<Drop> = fc.oneof(contractDrops, otherDrops);
