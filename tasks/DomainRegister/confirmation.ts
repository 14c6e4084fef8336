import type { Moment } from "../../shared/clock";
import { checkDeadlineSeconds } from "../../shared/registrar-records";

/** The check whose response allows a purchase: when it was sent, and how long its response took. */
export interface Confirmation {
  sentAt: Moment;
  tookMilliseconds: number;
}

/** A purchase that was not sent, for its confirmation was too old by then. */
export interface Stale {
  kind: "stale";
  ageSeconds: number;
}

const freshSeconds = 10;
/** What may pass after the response of a slow check. */
const graceSeconds = 2;

/**
 * Tells of a confirmation that is too old to buy on; undefined while it is not. Its age is counted from the moment at
 * which the check was sent, by the clock that shows more: a machine that slept or a process that was stopped shows in
 * one of them. No check takes longer than its deadline, so what seems to has stood still as well.
 */
export function staleAt(confirmation: Confirmation, now: Moment): Stale | undefined {
  return freshSecondsLeft(confirmation, now) >= 0
    ? undefined
    : { kind: "stale", ageSeconds: Math.round(ageSecondsOf(confirmation, now)) };
}

/** How many seconds a confirmation may still be bought on; negative once it is too old. */
export function freshSecondsLeft(confirmation: Confirmation, now: Moment): number {
  const tookSeconds = Math.min(confirmation.tookMilliseconds / 1000, checkDeadlineSeconds);
  return Math.max(freshSeconds, tookSeconds + graceSeconds) - ageSecondsOf(confirmation, now);
}

function ageSecondsOf({ sentAt }: Confirmation, now: Moment): number {
  return Math.max(now.even - sentAt.even, now.wall - sentAt.wall) / 1000;
}
