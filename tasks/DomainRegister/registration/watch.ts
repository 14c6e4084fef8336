import { paceSeconds } from "../lifecycle/pace";
import { findReleaseWindow, findStage, type RecordFacts, type ReleaseWindow } from "../lifecycle/release";
import type { StageName } from "../lifecycle/stages";

/** What was last seen of a domain's public record. "absent": the registry has no such domain. */
export type Seen = RecordFacts | "absent";

/** What the pace depends on of what the person wants. */
interface PaceRules {
  tld: string;
  /** The time between two checks at the steady pace. */
  pollSeconds: number;
  /** The end of the wait, in milliseconds since 1970. */
  endsAt: number;
}

/** A look at the public record, and what came of it. Undefined if the record could not be read. */
export interface Look {
  kind: "look";
  seen: Seen | undefined;
  /** Why the record could not be read. */
  problem: string;
}

/** What a registration knows of the public record. */
export interface Watch {
  seen: Seen;
  /** The statuses at the first look. If they change, the release is near or past. */
  firstStatuses: string;
  lookedAt: number;
}

const shortestLookSeconds = 60;
const longestLookSeconds = 900;

/** Returns what is known after a look. A look that failed changes nothing. */
export function afterLook(watch: Watch | undefined, { seen }: Look, now: number): Watch | undefined {
  if (seen === undefined) return watch && { ...watch, lookedAt: now };
  return { seen, firstStatuses: watch?.firstStatuses ?? statusesOf(seen), lookedAt: now };
}

/** Returns whether the record has vanished, or its statuses changed since the first look. */
export function isMoving({ seen, firstStatuses }: Watch): boolean {
  return seen === "absent" || statusesOf(seen) !== firstStatuses;
}

function statusesOf(seen: Seen): string {
  return seen === "absent" ? "" : [...seen.statuses].sort().join();
}

/** Returns the time between two checks, in seconds: the steady one, or the one by the record. */
export function checkPaceSeconds(watch: Watch | undefined, now: number, rules: PaceRules): number {
  if (watch === undefined || watch.seen === "absent") return rules.pollSeconds;
  const release = findReleaseWindow(watch.seen, now);
  return paceSeconds(
    { tld: rules.tld, release, isMoving: isMoving(watch), steadySeconds: rules.pollSeconds },
    now,
  );
}

/** Returns when to look at the record again. The look comes before the check that it can bring forward. */
export function nextLookAt(watch: Watch, now: number, rules: PaceRules): number {
  const seconds = checkPaceSeconds(watch, now, rules) / 2;
  return watch.lookedAt + Math.min(longestLookSeconds, Math.max(shortestLookSeconds, seconds)) * 1000;
}

/** A domain whose release is still far away. */
export interface TooEarly {
  stage: StageName;
  /** Undefined if the domain lives on. */
  release: ReleaseWindow | undefined;
}

/**
 * Returns that waiting is of no use yet: the record shows a stage before pending delete, and the release comes
 * after the end of the wait. Otherwise returns undefined.
 */
export function findTooEarly(watch: Watch | undefined, now: number, rules: PaceRules): TooEarly | undefined {
  if (watch === undefined || watch.seen === "absent" || isMoving(watch)) return undefined;
  const stage = findStage(watch.seen);
  if (stage === undefined || stage === "pending delete" || stage === "released") return undefined;
  const release = findReleaseWindow(watch.seen, now);
  return release === undefined || release.earliest > rules.endsAt ? { stage, release } : undefined;
}
