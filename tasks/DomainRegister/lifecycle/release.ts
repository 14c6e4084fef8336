import type { PublicRecord } from "../../../shared/rdap/record";
import { keepsStages } from "./endings";
import { findStage, showsLiveRegistration, showsPendingDelete, stageDays, stages } from "./stages";

/** The earliest and the latest time of the release, in milliseconds since 1970. Neither is in the past. */
export interface ReleaseWindow {
  earliest: number;
  latest: number;
}

const dayMilliseconds = 24 * 3600 * 1000;

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
export function releaseAfter(expiresAt: number): ReleaseWindow {
  const after = (length: "minDays" | "maxDays") =>
    expiresAt + stages.reduce((days, stage) => days + stage[length], 0) * dayMilliseconds;
  return { earliest: after("minDays"), latest: after("maxDays") };
}

/** A year less the 45 days and more in which a registrar can give up a domain that was renewed automatically. */
const longestProvenMilliseconds = 300 * dayMilliseconds;

/**
 * The time before which a domain is not released, as far as its record proves that. Undefined if it proves
 * nothing: then the release can come at any moment.
 *
 * A live registration has ordinary statuses only and expires later. But right after an automatic renewal, a record
 * shows next year's date although the domain may be lost, so elsewhere a date that is far away proves nothing.
 * Where the registry's stages are known, weeks would follow, and a stage shows how many days are left at least.
 * Dates alone prove no such thing, because registries differ in when they change them. But a stage needs a last
 * change that fits it: without one, or with an older one than the stage lasts, the record lags or the registry
 * goes its own way.
 */
export function provenUntil(facts: PublicRecord, ending: string, now: number): number | undefined {
  const { expiresAt, changedAt, statuses } = facts;
  const stage = findStage(statuses);
  if (stage === "registered") {
    if (!showsLiveRegistration(statuses) || expiresAt === undefined || expiresAt <= now) return undefined;
    if (keepsStages(ending)) return releaseAfter(expiresAt).earliest;
    return expiresAt - now > longestProvenMilliseconds ? undefined : expiresAt;
  }
  if (!keepsStages(ending) || stage === undefined || changedAt === undefined) return undefined;
  if (stage === "redemption grace period" && !showsPendingDelete(statuses)) return undefined;
  return findReleaseWindow(facts, now)?.earliest;
}
