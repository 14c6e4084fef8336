import * as v from "valibot";
import { objectOf } from "../../../shared/json/schema";
import { hostNameOf } from "../request/domain";

/**
 * The outcome of a purchase request, as far as it is known. An agent that crashes leaves `sending` behind.
 */
export type AttemptOutcome = "sending" | "registered" | "notBought" | "unknown";

const attemptSchema = objectOf(
  {
    sentAt: v.string(),
    /**
     * The URL of the registrar. Attempts of older versions do not have it: the receipt's own URL holds then.
     */
    service: v.optional(v.string()),
    outcome: v.picklist(["sending", "registered", "notBought", "unknown"]),
    /** The name of the registrar. Older versions of the task knew only one. */
    registrar: v.optional(v.string()),
    /**
     * The key of the purchase, its exact text and its price, if the registrar has keys. With them, another run
     * can find out how it ended.
     */
    repeatable: v.optional(
      objectOf(
        {
          key: v.string(),
          body: v.string(),
          price: v.optional(v.number()),
          currency: v.optional(v.string()),
          period: v.optional(v.number()),
        },
        "a purchase with a key",
      ),
    ),
    /** The request, with personal data reduced. */
    request: v.unknown(),
    /** The availability responses that led to the purchase, with their times. */
    availability: v.array(v.unknown()),
    /** Every response since, with its time. */
    answers: v.array(v.unknown()),
  },
  "an attempt",
);
const receiptSchema = objectOf(
  {
    domain: v.string(),
    environment: v.string(),
    /** The URL of the registrar of the last attempt. */
    service: v.string(),
    attempts: v.array(attemptSchema),
  },
  "a receipt",
);

/** What it takes to send a purchase with a key again, and what it costs. */
export type Repeatable = NonNullable<v.InferInput<typeof attemptSchema>["repeatable"]>;

/** A purchase request that was about to be sent, and its outcome. */
export type Attempt = v.InferInput<typeof attemptSchema> & { service: string };

/** All purchase requests for a domain in an environment, to any registrar. It is the memory between runs. */
export type Receipt = Omit<v.InferInput<typeof receiptSchema>, "attempts"> & { attempts: Attempt[] };

/** What earlier purchases mean for a step that buys from one registrar. */
export interface EarlierPurchases {
  /** One that this registrar granted. */
  bought: Attempt | undefined;
  /** One whose outcome is not known, at any registrar. Nothing may be bought after it. */
  open: Attempt | undefined;
  /** One that another registrar granted, such as a simulated one in a trial. It does not count here. */
  boughtElsewhere: Attempt | undefined;
}

/**
 * Finds what attempts mean for a step that buys at the URL `service`. The host name identifies a registrar.
 */
export function findEarlierPurchases(attempts: readonly Attempt[], service: string): EarlierPurchases {
  const here = hostNameOf(service);
  const granted = attempts.filter(({ outcome }) => outcome === "registered");
  return {
    bought: granted.find((attempt) => hostNameOf(attempt.service) === here),
    open: attempts.find(({ outcome }) => outcome === "sending" || outcome === "unknown"),
    boughtElsewhere: granted.find((attempt) => hostNameOf(attempt.service) !== here),
  };
}

/**
 * Parses a receipt's text and completes the registrar of each attempt. Keeps members that other versions of
 * the task wrote. If the text is not a receipt for `domain` and `environment`, `problem` says what it is.
 */
export function parseReceipt(
  text: string,
  domain: string,
  environment: string,
): Receipt | { problem: string } {
  const receipt = parseJson(text);
  if (!v.is(receiptSchema, receipt)) return { problem: "not a receipt" };
  if (receipt.domain !== domain || receipt.environment !== environment)
    return { problem: "a receipt for another domain or environment" };
  const attempts = receipt.attempts.map((attempt) => ({
    ...attempt,
    service: attempt.service ?? receipt.service,
  }));
  return attempts.every(({ service }) => URL.canParse(service))
    ? { ...receipt, attempts }
    : { problem: "a receipt without the URL of a registrar" };
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Renders a time, in milliseconds since 1970, for a receipt. */
export function receiptTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
