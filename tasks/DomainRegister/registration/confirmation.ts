import type { Moment } from "../../../shared/clock";
import { checkDeadlineSeconds } from "../../../shared/registrar/records";

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
export function staleAt({ sentAt, tookMilliseconds }: Confirmation, now: Moment): Stale | undefined {
  const ageSeconds = Math.max(now.even - sentAt.even, now.wall - sentAt.wall) / 1000;
  const tookSeconds = Math.min(tookMilliseconds / 1000, checkDeadlineSeconds);
  return ageSeconds <= Math.max(freshSeconds, tookSeconds + graceSeconds)
    ? undefined
    : { kind: "stale", ageSeconds: Math.round(ageSeconds) };
}
