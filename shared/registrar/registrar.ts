import type { ClockReading } from "../clock";
import type { RetryRule } from "../http/retry";
import type { MoneyUnit } from "./money";
import type { Purpose } from "./rate-budget";

export const registrarNames = ["godaddy", "godaddyV3", "porkbun"] as const;

export type RegistrarName = (typeof registrarNames)[number];

/** Differences between registrars, as far as the procedure and people have to know them. */
export interface RegistrarTraits {
  name: RegistrarName;
  unit: MoneyUnit;
  /** False if the unit is only what such services usually have. */
  isUnitKnown: boolean;
  /** "whole": it needs all of the request file. "consent": only period and consent. */
  requestFile: "whole" | "consent" | "optional";
  /** The only currency of its prices. Undefined if it has several. */
  currency: string | undefined;
  /** Whether a purchase has to state the price of the check before it. */
  needsPrice: boolean;
  /** Whether it offers a price for the years that are ordered. Otherwise it may be the price of one year only. */
  offersPeriod: boolean;
  saysDefinitive: boolean;
  /** Whether it can validate a purchase while the domain is not available yet. */
  validatesEarly: boolean;
  /** Things that it cannot do and others can, as sentences for the log. */
  limitations: readonly string[];
}

export interface Price {
  /** In the registrar's own unit. Undefined if the response has none. */
  price: number | undefined;
  /** Three capital letters. Undefined if the response has anything else. */
  currency: string | undefined;
  /** The years that the price is for. 0 if the response has something else than a whole number. */
  period: number | undefined;
}

/** The registrar's response to the question whether a domain can be registered. */
export interface Availability extends Price {
  available: boolean;
  /** False if the response is not certain. Undefined if the registrar never says. */
  definitive: boolean | undefined;
}

/** When a request was sent, and how long it took until the end of its response. */
export interface RequestTimes {
  sentAt: ClockReading;
  tookMilliseconds: number;
}

export const checkDeadlineSeconds = 20;

/** Whether the account holds a domain. Not every account may ask, and "notOwned" proves nothing. */
export type Ownership =
  | { kind: "notOwned" }
  | { kind: "unprovable"; message: string }
  /** The account has a record of the domain. What tells it from another one is absent where the registrar does not say. */
  | ((
      | { kind: "owned" }
      | { kind: "listed" /** Undefined if the record has none. */; status: string | undefined }
    ) & {
      id?: string;
      /** ISO 8601, UTC. */
      createdAt?: string;
      orderNumber?: string;
    });

/** Whether the registrar sells names of a top-level domain through its API, and for how many years. */
export type Terms =
  /** `years` is undefined if the registrar sells any period, or does not say. */
  { kind: "sold"; years: number | undefined } | { kind: "notSold"; message: string };

/** A fee beside the price, as the registrar names it. The amount is in its own unit. */
export interface Fee {
  type: string;
  amount: number;
  currency: string;
}

/** A buyer must accept all of them. */
export interface Conditions {
  fees: readonly Fee[];
  /** A URL is empty if the registrar gives none. */
  agreements: readonly { type: string; title: string; url: string }[];
}

/** A locked price, and the conditions for it. Its price is what is charged, fees included. */
export interface Quote extends Price, Conditions {
  /** Belongs to one purchase. */
  token: string;
}

export type QuoteResponse =
  | ({ kind: "quoted"; quote: Quote } & RequestTimes)
  | Extract<PurchaseResponse, { kind: "unavailable" | "refused" | "notTaken" }>;

/** A person's order, with their consent. */
export interface Wish {
  domain: string;
  /** In years. Undefined for a registrar that sells one period only. */
  period: number | undefined;
  /** The registration request of the specification, as JSON. Undefined if the account has the contacts. */
  registrationRequest: string | undefined;
  agreementKeys: readonly string[];
  acknowledgedFees: readonly Fee[];
  /** When the person accepted: YYYY-MM-DDThh:mm:ssZ. */
  agreedAt: string;
}

/** Members that a registrar's texts do not have are undefined. */
export interface PurchaseText extends Conditions {
  domain: string | undefined;
  period: number | undefined;
  price: number | undefined;
}

/** A purchase request. Sent again with the same key, the same text buys nothing twice. */
export interface PurchaseRequest {
  domain: string;
  /** The exact text that is sent. */
  body: string;
  /** Undefined if the registrar's purchases have no key. */
  key: string | undefined;
}

/** From a purchase's response. The API may not specify it, so every member is optional. */
export interface Order {
  orderId?: string | number | undefined;
  /** In the registrar's own unit. */
  total?: number | undefined;
  currency?: string | undefined;
}

export type PurchaseResponse =
  | { kind: "bought"; order: Order }
  /** Not bought yet: the registrar works on it. `follow` asks how it ended. */
  | { kind: "accepted"; operation: string; retryAfterSeconds: number | undefined }
  /** `message` tells people what the registrar responded. `reason` is its own code and message; absent if it gave neither. */
  | ({ message: string; reason?: string } & (
      | /** Certainly not bought: the domain is not available. */ { kind: "unavailable" }
      /** Certainly not bought, and waiting does not help. */
      | { kind: "refused"; status: number }
      /** Certainly not bought, and another purchase may follow. */
      | { kind: "notTaken"; retryAfterSeconds: number | undefined }
      /** Perhaps bought. `retryAfterSeconds` is given if there were too many requests. */
      | { kind: "unknown"; retryAfterSeconds?: number }
    ));

/** To a purchase that was sent once more. */
export type ReplayResponse = Extract<PurchaseResponse, { kind: "bought" | "accepted" | "unknown" }>;

export type ValidationResponse =
  | { kind: "valid" }
  /** The rest is valid, but the domain cannot be bought yet (decision 16). */
  | { kind: "unavailable"; message: string }
  | { kind: "invalid"; message: string; status: number }
  /** The registrar could not validate the request. */
  | { kind: "unclear"; message: string };

/**
 * A registrar, with a member for each thing that it can do. If a call's signal is aborted, the call rejects with the
 * signal's reason.
 */
export interface Registrar {
  traits: RegistrarTraits;
  /**
   * Checks the availability of a domain, with the retries that `retry` allows. `restSeconds` is for how long the registrar
   * wants no further check. Throws `HttpError`.
   */
  availability(call: {
    domain: string;
    /** The result of a FAST check can be wrong. */
    checkType: "FAST" | "FULL";
    purpose: Purpose;
    retry: RetryRule;
    signal: AbortSignal;
  }): Promise<{ availability: Availability; restSeconds: number } & RequestTimes>;
  /** Asks whether and for how long the domain can be registered through the API. Throws `HttpError`. */
  terms?(domain: string, signal: AbortSignal): Promise<Terms>;
  /**
   * Asks once what the account can spend, and what is left of the spending limit of its API. Amounts are in the
   * registrar's own unit, and undefined where it does not say.
   */
  funds?(signal: AbortSignal): Promise<{ credit: number | undefined; limit: number | undefined }>;
  /** Asks whether a purchase would be valid. Buys nothing. Throws when the credential is refused. */
  validate(wish: Wish, signal: AbortSignal): Promise<ValidationResponse>;
  /** Asks for a quote, once. It locks the price, and each purchase needs one. */
  quote?(wish: Wish, signal: AbortSignal): Promise<QuoteResponse>;
  /**
   * The purchase is of the last offer, or of the quote. Sends nothing. The offer has a price where `needsPrice`,
   * and there is a quote where the registrar gives quotes.
   */
  purchaseBody(wish: Wish, offer: Price, quote: Quote | undefined): string;
  /**
   * Sends one purchase request. Never retries. With a key, too many requests are an unknown outcome (decision 10). `terms`
   * say until when it may still be sent: the availability that allows it gets old while connecting.
   */
  purchase(
    request: PurchaseRequest,
    signal: AbortSignal,
    terms: { connectSeconds: number; isWanted: () => boolean },
  ): Promise<PurchaseResponse>;
  /** For purchases with keys: with the same key, the same request buys nothing twice. */
  keyed?: {
    /** For how many hours the task relies on a key: an hour less than the registrar promises, because clocks differ. */
    hours: number;
    /** Parses the text of a purchase. Undefined if this registrar has no such text. */
    parse(body: string): PurchaseText | undefined;
    /**
     * Sends a purchase once more, to learn how the first one ended. A refusal of this request never says that the first
     * did not arrive: the registrar may have forgotten the key (decision 10).
     */
    replay(request: PurchaseRequest, signal: AbortSignal): Promise<ReplayResponse>;
    follow?(operation: string, domain: string, signal: AbortSignal): Promise<PurchaseResponse>;
  };
  /** Asks whether the account holds the domain. Throws when the credential is refused. */
  ownership(domain: string, signal: AbortSignal): Promise<Ownership>;
  /**
   * Begins to make the connection of the next purchase, and of its quote. They are used for nothing else, and
   * nothing is sent over them before. If a connection cannot be used, the request makes its own.
   */
  prepare(): void;
  closePrepared(): void;
  /** The time by the registrar's clock, in milliseconds since 1970. Undefined while none of its responses had it. */
  now(): number | undefined;
  /** The rest, in seconds, of the pause that the registrar asked for. */
  pauseSeconds(): number;
  dispose(): void;
}
