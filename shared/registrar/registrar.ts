import type { Moment } from "../clock";
import type { RetryRule } from "../http/retry";
import type { Purpose } from "./rate-budget";
import type { Availability } from "./records";
import type { PurchaseResponse, ValidationResponse } from "./responses";

/** How thorough an availability check is. The result of a FAST check can be wrong. */
export type CheckType = "FAST" | "FULL";

/** Whether the account holds a domain. Not every account may ask, and "notOwned" proves nothing. */
export type Ownership =
  | { kind: "owned" }
  | { kind: "notOwned" }
  /**
   * The account has a record of the domain that proves nothing. `status` is undefined if the record has none.
   */
  | { kind: "listed"; status: string | undefined }
  | { kind: "unprovable"; message: string };

/** Until when a purchase may still be sent: the availability that allows it gets old while connecting. */
export interface PurchaseTerms {
  /** The time that connecting may take. */
  connectSeconds: number;
  /** Called once connected, before anything is sent. If it returns false, nothing is sent. */
  isWanted: () => boolean;
}

/** An availability, with the time of the request that returned it. */
export interface TimedAvailability {
  availability: Availability;
  sentAt: Moment;
  /** From sending the request to the end of the response. */
  tookMilliseconds: number;
}

/** A registrar. If a call's signal is aborted, the call rejects with the signal's reason. */
export interface Registrar {
  /** Checks the availability of a domain, with the retries that `retry` allows. Throws `HttpError`. */
  availability(
    domain: string,
    checkType: CheckType,
    purpose: Purpose,
    retry: RetryRule,
    signal: AbortSignal,
  ): Promise<TimedAvailability>;
  /** Asks whether a registration request (its JSON) is valid. Throws when the credential is refused. */
  validate(body: string, signal: AbortSignal): Promise<ValidationResponse>;
  /** Sends one purchase request (its JSON). Never retries. */
  purchase(body: string, signal: AbortSignal, terms: PurchaseTerms): Promise<PurchaseResponse>;
  /** Asks whether the account holds the domain. Throws when the credential is refused. */
  ownership(domain: string, signal: AbortSignal): Promise<Ownership>;
  /** The rest, in seconds, of the pause that the registrar asked for. */
  pauseSeconds(): number;
  dispose(): void;
}
