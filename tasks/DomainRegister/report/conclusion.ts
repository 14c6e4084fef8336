import type { Availability } from "../../../shared/registrar/records";

/** The words of the output `outcome`. */
export type OutcomeWord =
  | "available"
  | "notAvailable"
  | "valid"
  | "invalid"
  | "registered"
  | "alreadyOwned"
  | "dryRun"
  | "tooExpensive"
  | "refused"
  | "unknown"
  | "cancelled";

/** What a run of the task came to. */
export interface Conclusion {
  /** Unanswered: the registrar could not be asked, so there is no outcome. */
  outcome: OutcomeWord | "unanswered";
  answer: Availability | undefined;
  /** When it came, in milliseconds since 1970. */
  answeredAt: number | undefined;
  checks: number;
  /** What the public record tells of the domain's stages and their dates. */
  dates: readonly string[];
  /** The name of the receipt's file, where there is a receipt. */
  receipt: string | undefined;
}

/** What a run came to that asked nothing about availability. */
export function concluded(outcome: OutcomeWord): Conclusion {
  return { outcome, answer: undefined, answeredAt: undefined, checks: 0, dates: [], receipt: undefined };
}
