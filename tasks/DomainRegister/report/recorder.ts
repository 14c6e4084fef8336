import type { Clock } from "../../../shared/clock";
import type { MoneyUnit } from "../../../shared/registrar/money";
import type { Availability } from "../../../shared/registrar/registrar";
import type { DomainOutcome } from "../../../shared/report/schema";
import type { Narrator } from "../registration/narrator";
import type { PriceLimit } from "../registration/price";
import type { Seen } from "../registration/watch";
import { emptyTimeline, seenIn, type Timeline, withCheck, withEvent } from "./timeline";

/** Remembers what a run did, for its report. */
export interface Recorder {
  /** Adds the response to a check without a registration. */
  check(availability: Availability): void;
  /** `resolvableUntil` is given if another run can find out how a purchase ended. */
  outcome(outcome: DomainOutcome, resolvableUntil?: number): void;
  /** Adds what the public record says. */
  record(seen: Seen): void;
  /** Returns a narrator that adds the checks and purchase attempts of a registration, and calls another one. */
  following(narrator: Narrator, limit: PriceLimit): Narrator;
  recorded(): Recorded;
}

/** What a run did. Times are in milliseconds since 1970. */
export interface Recorded {
  startedAt: number;
  endedAt: number;
  /** `failed` unless the run had an outcome. */
  outcome: DomainOutcome;
  /** Until when another run can find out how the purchase ended, in milliseconds since 1970. Undefined if none can. */
  resolvableUntil: number | undefined;
  timeline: Timeline;
  /** What the public record said last. Undefined if nobody asked. */
  record: Seen | undefined;
}

/** Creates the recorder of a run that starts now. `unit` is how the registrar counts amounts. */
export function createRecorder(clock: Clock, unit: MoneyUnit): Recorder {
  const startedAt = clock.now();
  const seconds = () => Math.floor(clock.now() / 1000);
  let timeline = emptyTimeline;
  let outcome: DomainOutcome = "failed";
  let resolvableUntil: number | undefined;
  let record: Seen | undefined;
  return {
    check(availability) {
      timeline = withCheck(timeline, seenIn(availability, unit, undefined), seconds());
    },
    outcome(known, until) {
      [outcome, resolvableUntil] = [known, until];
    },
    record(seen) {
      record = seen;
    },
    following: (narrator, limit) => ({
      ...narrator,
      afterEvent(before, event, step) {
        if (event.kind === "look") record = event.seen ?? record;
        timeline = withEvent(timeline, event, seconds(), limit);
        narrator.afterEvent(before, event, step);
      },
    }),
    recorded: () => ({ startedAt, endedAt: clock.now(), outcome, resolvableUntil, timeline, record }),
  };
}
