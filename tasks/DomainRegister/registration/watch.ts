import type { Seen } from "../../../shared/rdap/client";
import { provenUntil } from "../lifecycle/proof";
import { findReleaseWindow, type ReleaseWindow } from "../lifecycle/release";
import { findStage, type StageName } from "../lifecycle/stages";

/** A domain whose release is still far away. Times are in milliseconds since 1970. */
export interface TooEarly {
  stage: StageName;
  /** Undefined if the record does not show when. */
  release: ReleaseWindow | undefined;
  /** The record proves that the domain is not released before. */
  quietUntil: number;
}

/** A wait is of no use if a daily run still comes in time, even one that is a day late. */
const marginMilliseconds = 2 * 24 * 3600 * 1000;

/**
 * Returns that waiting is of no use yet: the record proves that the release comes long after the end of the wait.
 * Otherwise returns undefined.
 */
export function findTooEarly(
  seen: Seen | undefined,
  now: number,
  { ending, endsAt }: { ending: string; endsAt: number },
): TooEarly | undefined {
  if (seen === undefined || seen === "absent") return undefined;
  const stage = findStage(seen.statuses);
  const quietUntil = provenUntil(seen, ending, now);
  if (stage === undefined || quietUntil === undefined || quietUntil <= endsAt + marginMilliseconds)
    return undefined;
  return { stage, release: findReleaseWindow(seen, now), quietUntil };
}
