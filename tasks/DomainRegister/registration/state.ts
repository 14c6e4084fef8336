import type { Look, Seen } from "../../../shared/rdap/client";
import type {
  Availability,
  Order,
  Price,
  PurchaseResponse,
  Quote,
  QuoteResponse,
  RequestTimes,
  TimedAvailability,
} from "../../../shared/registrar/registrar";
import type { ReleaseWindow } from "../lifecycle/release";
import type { StageName } from "../lifecycle/stages";
import type { Stale } from "./confirmation";
import type { PriceLimit } from "./price";

/** The types of the registration procedure. Times are in milliseconds since 1970. */

export interface Wanted {
  /** The time between two checks. At least half of it lies between a response and the next check. */
  pollSeconds: number;
  waitMinutes: number;
  /** Count only definitive responses. */
  requireDefinitive: boolean;
  limit: PriceLimit;
  dryRun: boolean;
  /** Whether the wait ends early if the public record proves that the release is far away. */
  pace: "record" | "steady";
  /** The result of the step if the wait ends without a purchase. */
  onNotAvailable: "succeed" | "warn" | "fail";
}

/** Does not change while the registration polls. */
export interface Rules extends Omit<Wanted, "waitMinutes" | "onNotAvailable"> {
  /** No check starts after this time, except one that confirms an available response. */
  endsAt: number;
  saysDefinitive: boolean;
  /** Whether nothing can be bought without a price, whatever the cap. */
  needsPrice: boolean;
  needsQuote: boolean;
  /** Everything after the first label of the domain. */
  ending: string;
}

export interface Registration {
  /** How many consecutive responses, up to the last one, said that the domain is available. */
  confirmations: number;
  checks: number;
  /** How many consecutive checks, up to the last one, failed. */
  failures: number;
  lastFailure: string;
  lastResponse: Availability | undefined;
  lastResponseAt: number;
  /** Whether a response has had a price. Some registrars give none while a domain is not available. */
  hasSeenPrice: boolean;
  /** Why the price of the last confirmed response rules out a purchase. Empty if it does not. */
  priceObjection: string;
  /** How many consecutive quotes, up to the last one, were refused. */
  quoteRefusals: number;
  /** The public record at the beginning of the wait. Undefined if it was not read. */
  record: Seen | undefined;
}

export type Event =
  | ({ kind: "response" } & TimedAvailability)
  /** `status` is the status of the registrar's response. Undefined if there was no response. */
  | {
      kind: "checkFailed";
      message: string;
      retryAfterSeconds: number | undefined;
      status: number | undefined;
    }
  /** `unaccepted` says what the quote asks for and the request does not accept. */
  | { kind: "quote"; confirmation: RequestTimes; response: QuoteResponse; unaccepted: string | undefined }
  | { kind: "purchase"; response: PurchaseResponse }
  | Stale
  | ({ kind: "look" } & Look)
  /** About a purchase whose outcome was not known. */
  | { kind: "reconciled"; response: Reconciled };

/** How a purchase ended whose outcome was not known. An accepted one is followed, or else it stays unknown. */
export type Reconciled = Exclude<PurchaseResponse, { kind: "accepted" }>;

export type EventOf<Kind extends Event["kind"]> = Extract<Event, { kind: Kind }>;

/** A domain whose release is still far away. */
export interface TooEarly {
  stage: StageName;
  /** Undefined if the record does not show when. */
  release: ReleaseWindow | undefined;
  /** The record proves that the domain is not released before. */
  quietUntil: number;
}

export type End =
  | { outcome: "registered"; order: Order }
  /** Found before the first check. */
  | { outcome: "alreadyOwned"; message: string }
  | { outcome: "dryRun" }
  | { outcome: "notAvailable" }
  /** The record proves that the release comes long after the wait. */
  | ({ outcome: "tooEarly" } & TooEarly)
  | { outcome: "tooExpensive"; message: string }
  /** `status` is undefined if the task itself refuses. */
  | { outcome: "refused"; message: string; status: number | undefined }
  | { outcome: "unknown"; message: string }
  /** The registrar did not respond, at all or at the end of the wait. */
  | { outcome: "unanswered"; message: string }
  /** The step was canceled before anything was bought. */
  | { outcome: "cancelled" };

export interface Registered {
  end: End;
  registration: Registration;
}

export type Action =
  | { do: "check"; at: number; confirming: boolean }
  | { do: "look" }
  /** `confirmation` is the check whose response allows a purchase. */
  | { do: "quote"; confirmation: RequestTimes }
  /** `offer` is what the registrar said about the price last, and `confirmation` when. */
  | { do: "purchase"; confirmation: RequestTimes; offer: Price; quote: Quote | undefined }
  | { do: "reconcile" }
  | { do: "end"; end: End };

export interface Step {
  registration: Registration;
  action: Action;
}
