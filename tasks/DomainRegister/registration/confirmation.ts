import type { ClockReading } from "../../../shared/clock";
import { checkDeadlineSeconds, type RequestTimes } from "../../../shared/registrar/registrar";

/** A purchase was not sent, because its confirmation had become too old. */
export interface StaleConfirmation {
  kind: "stale";
  ageSeconds: number;
}

const freshSeconds = 10;
/** The time that may pass after the response of a slow check. */
const graceSeconds = 2;

/**
 * Undefined if the confirmation is recent enough to buy on. Its age counts from sending the check, by the clock
 * that shows more: at least one of them shows that the machine slept or that the process was stopped. A check that
 * seems to take longer than its deadline was stopped as well.
 */
export function findStale(confirmation: RequestTimes, now: ClockReading): StaleConfirmation | undefined {
  return freshSecondsLeft(confirmation, now) >= 0
    ? undefined
    : { kind: "stale", ageSeconds: Math.round(ageSecondsOf(confirmation, now)) };
}

/** Negative once the confirmation is too old to buy on. */
export function freshSecondsLeft(confirmation: RequestTimes, now: ClockReading): number {
  const tookSeconds = Math.min(confirmation.tookMilliseconds / 1000, checkDeadlineSeconds);
  return Math.max(freshSeconds, tookSeconds + graceSeconds) - ageSecondsOf(confirmation, now);
}

function ageSecondsOf({ sentAt }: RequestTimes, now: ClockReading): number {
  return Math.max(now.even - sentAt.even, now.wall - sentAt.wall) / 1000;
}
