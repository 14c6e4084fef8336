import type { PublicRecord } from "../../../shared/rdap/record";
import { keepsStages } from "./endings";
import { findReleaseWindow, releaseAfter } from "./release";
import { findStage, showsLiveRegistration, showsPendingDelete } from "./stages";

/** A year less the 45 days and more in which a registrar can give up a domain that was renewed automatically. */
const longestProvenMilliseconds = 300 * 24 * 3600 * 1000;

/**
 * Returns the time before which a domain is not released, as far as its record proves that. Undefined if it
 * proves nothing: then the release can come at any moment.
 *
 * A live registration has ordinary statuses only and expires later. But right after an automatic renewal, a record
 * shows next year's date although the domain may be lost, so elsewhere a date that is far away proves nothing. Where
 * the registry's stages are known, weeks would follow, and a stage shows how many days are left at least. Dates alone prove no such thing, because registries differ in
 * when they change them. But a stage needs a last change that fits it: without one, or with an older one than
 * the stage lasts, the record lags or the registry goes its own way.
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
