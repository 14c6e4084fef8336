import type { PublicRecord } from "../../../shared/rdap/record";
import { findStage, findStageTimes, stageDays } from "./stages";

/** The earliest and the latest time of the release, in milliseconds since 1970. Neither is in the past. */
export interface ReleaseWindow {
  earliest: number;
  latest: number;
}

const dayMilliseconds = 24 * 3600 * 1000;

/**
 * Returns when a domain is released if its registry keeps the usual stages. Undefined if the record has neither
 * a status that shows a stage before the release, nor an expiration date that leaves the release ahead.
 */
export function findReleaseWindow(facts: PublicRecord, now: number): ReleaseWindow | undefined {
  const byStage = byCurrentStage(facts, now);
  if (byStage !== undefined || facts.expiresAt === undefined) return byStage;
  const { earliest, latest } = releaseAfter(facts.expiresAt);
  return latest < now ? undefined : { earliest: Math.max(now, earliest), latest };
}

/**
 * A stage began before the record's last change, and not longer ago than it lasts. An expiration date limits the
 * release too, unless it is in the future: after an automatic renewal, the record shows next year's date although
 * the domain is lost. If the dates contradict the stage, they do not say that the release is over: it can come at
 * any moment.
 */
function byCurrentStage(facts: PublicRecord, now: number): ReleaseWindow | undefined {
  const stage = findStage(facts.statuses);
  if (stage === undefined || stage === "registered" || stage === "released") return undefined;
  const { before, rest } = stageDays(stage);
  const { expiresAt = now, changedAt = now } = facts;
  const earliest = now + (rest - before) * dayMilliseconds;
  // A change in the future is a mistake of the record.
  const latestByChange = Math.min(changedAt, now) + rest * dayMilliseconds;
  const latestByDate = expiresAt < now ? releaseAfter(expiresAt).latest : Number.POSITIVE_INFINITY;
  const latest = Math.min(latestByChange, latestByDate);
  return earliest <= latest ? { earliest, latest } : { earliest: now, latest: now + rest * dayMilliseconds };
}

/** Returns when a domain is released that expires at a time, if nobody renews it. */
export function releaseAfter(expiresAt: number): ReleaseWindow {
  const times = findStageTimes(expiresAt);
  return times[times.length - 1] ?? { earliest: expiresAt, latest: expiresAt };
}
