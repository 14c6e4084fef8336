import type {
  Availability,
  Order,
  Price,
  PurchaseResponse,
  Quote,
  QuoteResponse,
  Registrar,
  RequestTimes,
} from "../../../shared/registrar/registrar";
import type { ReleaseWindow } from "../lifecycle/release";
import type { StaleConfirmation } from "./confirmation";
import type { PriceLimit } from "./price";

/** The types of the registration procedure. Times are in milliseconds since 1970. */

export interface Settings {
  /** The time between two checks. At least half of it lies between a response and the next check. */
  pollSeconds: number;
  waitMinutes: number;
  /** Count only definitive responses. */
  requireDefinitive: boolean;
  limit: PriceLimit;
  dryRun: boolean;
  /** The amounts above the cap of which a person has taken note, separated by commas. */
  notedCharge: string;
  /** The result of the step if the wait ends without a purchase. */
  onNotAvailable: "succeed" | "warn" | "fail";
}

/** Does not change while the registration polls. */
export interface Rules extends Omit<Settings, "waitMinutes" | "onNotAvailable" | "notedCharge"> {
  /** No check starts after this time, except one that confirms an available response. */
  endsAt: number;
  /** Whether nothing can be bought without a price, whatever the cap. */
  needsPrice: boolean;
  needsQuote: boolean;
  /** The release of the domain, if its public record proves that it comes after the wait. */
  laterRelease: ReleaseWindow | undefined;
}

export interface Registration {
  /** How many consecutive responses, up to the last one, said that the domain is available. */
  confirmations: number;
  checks: number;
  /** How many consecutive checks, up to the last one, failed. */
  failures: number;
  lastFailure: string;
  /** The status of the last response, if it was an error. */
  lastStatus: number | undefined;
  /** Whether the registrar has accepted the credential in this run. */
  isAccepted: boolean;
  lastResponse: Availability | undefined;
  lastResponseAt: number;
  /** Whether a response has had a price. Some registrars give none while a domain is not available. */
  hasSeenPrice: boolean;
  /** Why the price of the last confirmed response rules out a purchase. Empty if it does not. */
  priceObjection: string;
  /** How many consecutive quotes, up to the last one, were refused. */
  quoteRefusals: number;
}

export type Event =
  | ({ kind: "response" } & Awaited<ReturnType<Registrar["availability"]>>)
  /** `status` is the status of the registrar's response. Undefined if there was no response. */
  | {
      kind: "checkFailed";
      message: string;
      retryAfterSeconds: number | undefined;
      status: number | undefined;
    }
  /** `unaccepted` says what the quote asks for and the request does not accept. */
  | { kind: "quote"; confirmation: RequestTimes; response: QuoteResponse; unaccepted: string | undefined }
  | { kind: "purchase"; response: PurchaseResponse | AlreadyOwned }
  | StaleConfirmation
  /** About a purchase whose outcome was not known. */
  | { kind: "reconciled"; response: SettledPurchase | AlreadyOwned };

/** How a purchase ended whose outcome was not known. An accepted one is followed, or else it stays unknown. */
export type SettledPurchase = Exclude<PurchaseResponse, { kind: "accepted" }>;

/** Somebody has bought the domain, and it was not this step, which sent nothing. */
export interface AlreadyOwned {
  kind: "alreadyOwned";
  message: string;
}

export type EventOf<Kind extends Event["kind"]> = Extract<Event, { kind: Kind }>;

export type End =
  /** This step bought the domain, or settled the purchase of an earlier run with the same credential. */
  | { outcome: "registered"; order: Order }
  /** The account holds the domain, or another run bought it. This step sent nothing. */
  | {
      outcome: "alreadyOwned";
      message: string;
      /** Whether the account shows an order that is open, or something else in place of it, which proves nothing yet. */
      isDoubtful?: boolean;
    }
  /** An earlier run bought the domain, and the account shows that the order failed or was taken back. */
  | { outcome: "undone"; message: string }
  /** An earlier run bought the domain, which lapsed, was canceled or was moved away since. */
  | { outcome: "noLongerOwned"; message: string }
  | { outcome: "dryRun" }
  | { outcome: "notAvailable" }
  /** The public record proves that the release comes after the wait. */
  | { outcome: "tooEarly"; release: ReleaseWindow }
  | { outcome: "tooExpensive"; message: string }
  /** `status` is undefined if the task itself refuses. */
  | { outcome: "refused"; message: string; status: number | undefined }
  | { outcome: "unknown"; message: string }
  /** The registrar did not respond, at all or at the end of the wait. */
  | { outcome: "unanswered"; message: string }
  /** The step was canceled before anything was bought. */
  | { outcome: "cancelled" };

export interface RegistrationResult {
  end: End;
  registration: Registration;
}

export type Action =
  | { do: "check"; at: number; confirming: boolean }
  /** `confirmation` is the check whose response allows a purchase. */
  | { do: "quote"; confirmation: RequestTimes }
  /** `offer` is what the registrar said about the price last, and `confirmation` when. */
  | { do: "purchase"; confirmation: RequestTimes; offer: Price; quote: Quote | undefined }
  | { do: "reconcile" }
  | { do: "end"; end: End };

export interface Transition {
  registration: Registration;
  action: Action;
}
