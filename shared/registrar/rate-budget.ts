import { type Clock, wait } from "../clock";

/**
 * A purchase may use every slot of the budget. The check that confirms an available response leaves one slot free.
 * All other requests leave two.
 */
export type Purpose = "purchase" | "confirmation" | "other";

/** A registrar counts when requests arrive, and they take different times on their way. */
const margin = 1.1;
/** A minute, with a margin. */
const windowMilliseconds = 60_000 * margin;
const slotsKeptFree: Record<Purpose, number> = { purchase: 0, confirmation: 1, other: 2 };

/** The smallest budget per minute that has a slot for each purpose. */
export const minRequestsPerMinute = 3;

/** Counts the requests that this process may still send to one service, for any 66 seconds. `requestsPerMinute` must be at least 3. */
export function createRateBudget(requestsPerMinute: number, clock: Clock) {
  let sentAt: number[] = [];
  /** The requests that the registrar still allows, and until when that holds. */
  let allowed: { left: number; until: number } | undefined;
  /** Counts a request and returns 0 if it may be sent now. Otherwise returns the seconds until it may. */
  function tryTake(purpose: Purpose): number {
    const now = clock.now();
    const slots = requestsPerMinute - slotsKeptFree[purpose];
    sentAt = sentAt.filter((time) => time > now - windowMilliseconds);
    const blocking = sentAt.at(-slots);
    if (allowed !== undefined && allowed.until <= now) allowed = undefined;
    const freeAt = Math.max(
      blocking === undefined ? now : blocking + windowMilliseconds,
      allowed !== undefined && allowed.left <= slotsKeptFree[purpose] ? allowed.until : now,
    );
    if (freeAt > now) return (freeAt - now) / 1000;
    sentAt.push(now);
    if (allowed !== undefined) allowed.left--;
    return 0;
  }
  return {
    tryTake,
    /** Keeps to what the registrar says about its own limit, which other programs may use as well. */
    learn({ remaining, resetSeconds }: { remaining: number; resetSeconds: number }): void {
      allowed = { left: remaining, until: clock.now() + resetSeconds * 1000 };
    },
    /** Waits until a request for this purpose may be sent, then counts it. */
    async take(purpose: Purpose, signal: AbortSignal): Promise<void> {
      for (let seconds = tryTake(purpose); seconds > 0; seconds = tryTake(purpose))
        await wait(clock, seconds * 1000, signal);
    },
  };
}

/** The shortest time between two checks, in seconds, that the budget allows indefinitely. */
export function sustainablePauseSeconds(requestsPerMinute: number): number {
  return windowMilliseconds / 1000 / (requestsPerMinute - slotsKeptFree.other);
}

/** A limit of a longer time is a quota: to wait for its end would be of no use. */
const maxResetSeconds = 120;

/**
 * Parses a registrar's headers about its limit of requests: how many are left, and when it starts anew. They are
 * `RateLimit-Remaining` and `RateLimit-Reset`, or `RateLimit`, as the drafts of the IETF have them.
 * Undefined if they are absent, cannot be understood, or are about a quota.
 */
export function parseRateLimit(header: (name: string) => string | undefined) {
  const whole = header("ratelimit") ?? "";
  const wordOf = (name: string, short: string) =>
    header(`ratelimit-${name}`) ??
    new RegExp(`(?:^|[;,\\s])(?:${name}|${short})=(\\d+)`, "i").exec(whole)?.[1];
  const [remaining, resetSeconds] = [wordOf("remaining", "r"), wordOf("reset", "t")].map((text = "") =>
    /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined,
  );
  return remaining === undefined || resetSeconds === undefined || resetSeconds > maxResetSeconds
    ? undefined
    : { remaining, resetSeconds };
}

/** A purchase has to follow its confirmation within ten seconds. */
const maxSecondsApart = 4;

/**
 * The turns of the requests to one registrar. They arrive there so many seconds apart at least. Once it says that there
 * were too many, they come further apart; immediate ones do only if it said so of one of them.
 */
export function createPace(seconds: number, clock: Clock) {
  let [apart, apartIfImmediate] = [seconds, seconds];
  let [countedAt, answeredAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  /** Counts a request that cannot wait for its turn. */
  function count(): void {
    countedAt = clock.now();
  }
  function restOf(isImmediate: boolean): number {
    const milliseconds = 1000 * (isImmediate ? apartIfImmediate : apart);
    return Math.max(countedAt + milliseconds * margin, answeredAt + milliseconds) - clock.now();
  }
  return {
    count,
    /** A request has ended: it arrived by now. */
    answered(): void {
      answeredAt = clock.now();
    },
    /** There were too many requests (n3integration/terraform-provider-godaddy#6). */
    slowDown(isImmediate: boolean): void {
      apart = Math.min(maxSecondsApart, Math.max(1, apart * 2));
      if (isImmediate) apartIfImmediate = apart;
    },
    /** Waits for the turn of a request, then counts it. */
    async take(isImmediate: boolean, signal: AbortSignal): Promise<void> {
      for (let rest = restOf(isImmediate); rest > 0; rest = restOf(isImmediate))
        await wait(clock, rest, signal);
      count();
    },
  };
}
