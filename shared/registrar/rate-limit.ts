/** Parses a registrar's headers about its limit of requests: how many are left, and when it starts anew. */
export interface RateLimit {
  remaining: number;
  resetSeconds: number;
}

/** A limit of a longer time is a quota: to wait for its end would be of no use. */
const maxResetSeconds = 120;

/**
 * Parses the headers `RateLimit-Remaining` and `RateLimit-Reset`, or `RateLimit`, as the drafts of the IETF have them.
 * Undefined if they are absent, cannot be understood, or are about a quota.
 */
export function parseRateLimit(header: (name: string) => string | undefined): RateLimit | undefined {
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
