import type { PublicRecord } from "../../../shared/rdap/record";
import { dayMilliseconds } from "../../../shared/text/time";
import { findStage, keepsStages, showsLiveRegistration, stageDays, stages } from "./stages";

/** The earliest and the latest time of the release, in milliseconds since 1970. Neither is in the past. */
export interface ReleaseWindow {
  earliest: number;
  latest: number;
}

/**
 * Assumes that the registry keeps the usual stages. Undefined if the record has neither a status that shows a
 * stage before the release, nor an expiration date that leaves the release ahead.
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
  const latest = Math.min(latestByChange, releaseAfter(expiresAt).latest);
  return earliest <= latest ? { earliest, latest } : { earliest: now, latest: now + rest * dayMilliseconds };
}

/** If nobody renews the domain. */
function releaseAfter(expiresAt: number): ReleaseWindow {
  const after = (length: "minDays" | "maxDays") =>
    expiresAt + stages.reduce((days, stage) => days + stage[length], 0) * dayMilliseconds;
  return { earliest: after("minDays"), latest: after("maxDays") };
}

/** In its first five days, a registration can be deleted at once, without any further stage. A day is added. */
const addGraceMilliseconds = 6 * dayMilliseconds;

/**
 * When a domain is released, if its record proves that this is in the future. Undefined if it proves nothing: then the
 * release can come at any moment. Only a live registration proves anything, and only where the registry's stages are
 * known: after the expiration date, at least the redemption grace period and pending delete follow. A stage of deletion
 * proves nothing, because records lag.
 */
export function findProvenRelease(
  { registeredAt, expiresAt, statuses }: PublicRecord,
  ending: string,
  now: number,
): ReleaseWindow | undefined {
  const isLive = findStage(statuses) === "registered" && showsLiveRegistration(statuses);
  if (!keepsStages(ending) || !isLive || registeredAt === undefined || expiresAt === undefined)
    return undefined;
  const release = releaseAfter(expiresAt);
  return now - registeredAt > addGraceMilliseconds && release.earliest > now ? release : undefined;
}
