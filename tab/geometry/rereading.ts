/** When a page that stays open reads the service again. Times are in seconds since 1970. */
export interface Attempts {
  /** When the last attempt began; undefined before the first. */
  beganAt: number | undefined;
  /** How many failed in a row, and when the last of them did. */
  failures: number;
  failedAt: number;
  /** The service does not want to be asked before. */
  notBefore: number;
}

export const noAttempts: Attempts = { beganAt: undefined, failures: 0, failedAt: 0, notBefore: 0 };

/** How often it reads, at most how long it waits after failures, and how long after a reading a return is no news. */
export const [rereadSeconds, mostSeconds, returnSeconds] = [300, 1800, 30];

/** Each failure doubles the pause. */
export function nextAttempt({ beganAt, failures, failedAt, notBefore }: Attempts): number {
  if (beganAt === undefined) return 0;
  const pause = Math.min(mostSeconds, rereadSeconds * 2 ** Math.max(0, failures - 1));
  return Math.max(notBefore, (failures === 0 ? beganAt : failedAt) + pause);
}

/** Whether to read for who looks at the page. Who comes back to it is shown what is true now. */
export function isDue(attempts: Attempts, now: number, isReturn: boolean): boolean {
  const { beganAt = 0, notBefore } = attempts;
  if (isReturn) return now >= notBefore && now >= beganAt + returnSeconds;
  return now >= nextAttempt(attempts);
}
