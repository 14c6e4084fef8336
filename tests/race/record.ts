import type { Seen } from "../../shared/rdap/client";

/** When the stages of a domain begin. Times are in milliseconds since 1970. */
export interface Life {
  expiresAt: number;
  deletedAt: number;
  pendingAt: number;
  releasedAt: number;
}

export const day = 24 * 3600 * 1000;

/** A registry's record between the domain's deletion and its release. */
export const statusHabits = {
  stages: (now: number, { pendingAt }: Life) =>
    now < pendingAt ? ["redemption period", "pending delete"] : ["pending delete"],
  "redemption and pending delete": () => ["redemption period", "pending delete"],
  redemption: () => ["redemption period"],
  "pending delete": () => ["pending delete"],
  none: () => [],
};
export type StatusHabit = keyof typeof statusHabits;

/** When a registry's record says that it was changed last. */
export const dateHabits = {
  exact: lastStageAt,
  late: (now: number, life: Life) => Math.min(now, lastStageAt(now, life) + 2 * day),
  "not at pending delete": (now: number, life: Life) => Math.min(lastStageAt(now, life), life.deletedAt),
  "7 days old": (now: number, life: Life) => agedChange(now, life, 7),
  "35 days old": (now: number, life: Life) => agedChange(now, life, 35),
  "90 days old": (now: number, life: Life) => agedChange(now, life, 90),
  none: () => undefined,
};
export type DateHabit = keyof typeof dateHabits;

/** The habits of a registry's records. */
export interface RecordHabits {
  statuses: StatusHabit;
  changed: DateHabit;
  /** Whether the record has an expiration date, and whether a renewal moved it to the next year. */
  expiration: "exact" | "renewed" | "none";
}

/** Valid before the domain's release. */
export function recordAt(now: number, life: Life, habits: RecordHabits): Seen {
  const expiresAt =
    habits.expiration === "none"
      ? undefined
      : habits.expiration === "renewed" && now >= life.expiresAt
        ? life.expiresAt + 365 * day
        : life.expiresAt;
  return {
    expiresAt,
    changedAt: dateHabits[habits.changed](now, life),
    statuses: statusesAt(now, life, habits),
  };
}

function statusesAt(now: number, life: Life, { statuses }: RecordHabits): readonly string[] {
  if (now < life.expiresAt) return ["client transfer prohibited"];
  if (now < life.deletedAt) return ["auto renew period", "client hold"];
  return statusHabits[statuses](now, life);
}

function lastStageAt(now: number, { expiresAt, deletedAt, pendingAt }: Life): number {
  const begun = [expiresAt - 365 * day, expiresAt, deletedAt, pendingAt].filter((at) => at <= now);
  return Math.max(...begun);
}

/** A last change that is so many days old at the release, whatever happened since. */
function agedChange(now: number, { expiresAt, releasedAt }: Life, days: number): number {
  const changedAt = releasedAt - days * day;
  return changedAt <= now ? changedAt : Math.min(now, expiresAt - 300 * day);
}
