import type { Availability, RegistrarTraits } from "../../../shared/registrar/registrar";
import type { Seen } from "../registration/watch";

/** The values of the output `outcome`. */
export type OutcomeWord =
  | "available"
  | "notAvailable"
  | "valid"
  | "invalid"
  | "registered"
  | "alreadyOwned"
  | "dryRun"
  | "tooEarly"
  | "tooExpensive"
  | "refused"
  | "unknown"
  | "cancelled";

/** The domain that a run is about, and the registrar that it calls. */
export interface RunSubject {
  domain: string;
  environment: string;
  baseUrl: URL;
  traits: RegistrarTraits;
}

/** What a run of the task publishes: outputs and the summary are made of it. */
export interface RunReport {
  /** `unanswered`: the registrar did not respond, so there is no outcome. */
  outcome: OutcomeWord | "unanswered";
  /** The last availability response. */
  availability: Availability | undefined;
  /** The time of that response, in milliseconds since 1970. */
  respondedAt: number | undefined;
  checks: number;
  /** Lines about the domain's stages and their dates, from its public record. */
  dates: readonly string[];
  /** What the public record says. Undefined if nobody asked. */
  record: Seen | undefined;
  /** The name of the receipt file, if there is a receipt. */
  receipt: string | undefined;
  /** Until when another run can find out how the purchase ended, in milliseconds since 1970. Undefined if none can. */
  resolvableUntil: number | undefined;
}

/** The report of a run that made no availability check. */
export function reportWithoutCheck(outcome: OutcomeWord): RunReport {
  return {
    outcome,
    availability: undefined,
    respondedAt: undefined,
    checks: 0,
    dates: [],
    record: undefined,
    receipt: undefined,
    resolvableUntil: undefined,
  };
}
