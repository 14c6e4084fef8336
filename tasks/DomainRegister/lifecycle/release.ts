import { findStageByStatuses, findStageTimes, type StageName, stageDays } from "./stages";

/** What a public record says about the end of a domain's life. Times are in milliseconds since 1970. */
export interface RecordFacts {
  expiresAt: number | undefined;
  /** When the record was changed last, in whatever way. */
  changedAt: number | undefined;
  statuses: readonly string[];
}

/** The earliest and the latest time of the release, in milliseconds since 1970. */
export interface ReleaseWindow {
  earliest: number;
  latest: number;
  /** When it is, if nothing else has changed the record since its stage began. Undefined if that is unknown. */
  likely: number | undefined;
}

const dayMilliseconds = 24 * 3600 * 1000;

/** Returns the stage that a record shows; undefined if its statuses show none. */
export function findStage({ statuses }: RecordFacts): StageName | undefined {
  return findStageByStatuses(statuses);
}

/**
 * Returns when a domain can be released, as far as its record says. Undefined if the record has neither an
 * expiration date nor a status that shows a stage.
 *
 * A stage began before the record's last change, and not longer ago than the stage lasts. Both limit the
 * release more closely than the expiration date does. If they contradict it, the statuses hold: after an
 * automatic renewal, the record shows next year's date although the domain is lost.
 */
export function findReleaseWindow(facts: RecordFacts, now: number): ReleaseWindow | undefined {
  const byDate = byExpiration(facts.expiresAt);
  const byStage = byCurrentStage(facts, now);
  if (byStage === undefined || byDate === undefined) return byStage ?? byDate;
  const earliest = Math.max(byStage.earliest, byDate.earliest);
  const latest = Math.min(byStage.latest, byDate.latest);
  return earliest <= latest ? { ...byStage, earliest, latest } : byStage;
}

function byExpiration(expiresAt: number | undefined): ReleaseWindow | undefined {
  const released = expiresAt === undefined ? undefined : findStageTimes(expiresAt).at(-1);
  return released && { earliest: released.earliest, latest: released.latest, likely: undefined };
}

function byCurrentStage(facts: RecordFacts, now: number): ReleaseWindow | undefined {
  const stage = findStage(facts);
  if (stage === undefined || stage === "registered" || stage === "released") return undefined;
  const { before, rest } = stageDays(stage);
  const { changedAt = now } = facts;
  // A change in the future is a mistake of the record.
  const latest = Math.min(changedAt, now) + rest * dayMilliseconds;
  const isExact = stage === "pending delete" && facts.changedAt !== undefined;
  return {
    earliest: now + (rest - before) * dayMilliseconds,
    latest,
    likely: isExact ? latest : undefined,
  };
}
