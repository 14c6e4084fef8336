import type { Clock } from "../../../shared/clock";
import type { Lookup } from "../../../shared/rdap/client";
import type { Availability, RegistrarTraits } from "../../../shared/registrar/registrar";
import type { DomainOutcome } from "../../../shared/report/form";
import type { Narrator } from "../registration/context";
import type { ReceiptFile } from "../registration/receipt-file";
import type { Rules } from "../registration/state";
import { emptyTimeline, seenIn, type Timeline, withCheck, withEvent } from "./timeline";

/** How an action ended. Times are in milliseconds since 1970. */
export interface ActionResult {
  /** `unanswered`: the registrar did not respond, so the action has no outcome. `failed`: an error ended it. */
  outcome: DomainOutcome;
  message: string;
  availability?: Availability | undefined;
  respondedAt?: number;
  /** Lines about the domain's stages and their dates, from its public record. */
  dates?: readonly string[];
  /** Until when another run can find out how the purchase ended. Undefined if none can. */
  resolvableUntil?: number | undefined;
  /** For a person, if it is not that of the outcome. */
  nextStep?: string | undefined;
}

/** Outputs, summary and the report for the tab are rendered from it. */
export interface RunResult extends ActionResult {
  domain: string;
  environment: string;
  /** Undefined if no registrar is asked. */
  baseUrl: URL | undefined;
  traits: RegistrarTraits;
  startedAt: number;
  endedAt: number;
  timeline: Timeline;
  /** The last public record. Undefined if nobody asked for it. */
  record: Lookup | undefined;
  /** The path of the receipt, if there is one. A file that is not a receipt may be private. */
  receipt: string | undefined;
}

/** Remembers what a run does, for its result. */
export function createRecorder(
  clock: Clock,
  about: Pick<RunResult, "domain" | "environment" | "baseUrl" | "traits">,
) {
  const startedAt = clock.now();
  const seconds = () => Math.floor(clock.now() / 1000);
  let timeline = emptyTimeline;
  let record: Lookup | undefined;
  let kept: ReceiptFile | undefined;
  return {
    check(availability: Availability): void {
      timeline = withCheck(timeline, seenIn(availability, about.traits.unit, undefined), seconds());
    },
    record(seen: Lookup): void {
      record = seen;
    },
    keeps(receipts: ReceiptFile): void {
      kept = receipts;
    },
    timeline: () => timeline,
    /** Adds the checks and purchase attempts of a registration, then calls `narrator`. */
    following: (narrator: Narrator, rules: Rules): Narrator => ({
      ...narrator,
      afterEvent(before, event, step) {
        timeline = withEvent(timeline, event, seconds(), rules, before.lastResponse);
        narrator.afterEvent(before, event, step);
      },
    }),
    result: (ended: ActionResult): RunResult => ({
      ...about,
      ...ended,
      startedAt,
      endedAt: clock.now(),
      timeline,
      record,
      receipt: kept?.tryRead() && kept.path,
    }),
  };
}
