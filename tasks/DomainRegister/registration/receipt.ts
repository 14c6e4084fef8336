import { createHash } from "node:crypto";
import * as v from "valibot";
import { objectOf } from "../../../shared/json/schema";
import { hostNameOf } from "../request/domain";
import { readingSchema } from "./reading";

const attemptSchema = objectOf(
  {
    sentAt: v.string(),
    service: v.pipe(v.string(), v.url()),
    registrar: v.string(),
    /** Stands for the account: purchases of another one cannot be found out about. */
    account: v.string(),
    /** The outcome as far as it is known. An agent that crashes leaves `sending` behind. */
    outcome: v.picklist(["sending", "registered", "notBought", "unknown"]),
    /**
     * The key of the purchase, its exact text and its price, if the registrar has keys. With them, another run
     * can find out how it ended.
     */
    repeatable: v.optional(
      objectOf(
        {
          key: v.string(),
          /** When it was sent, by the registrar's own clock. */
          registrarTime: v.optional(v.string()),
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
    /** The order was charged above the cap. Every run says so until a person has taken note. */
    overcharge: v.optional(objectOf({ charged: v.string(), warning: v.string() }, "an overcharge")),
    /** Readings of the account before the purchase. They prove nothing about this order (decision 31). */
    accountBefore: v.array(readingSchema),
    /** Readings since, at the first time of each change. */
    accountSince: v.array(readingSchema),
    /** The availability responses that led to the purchase, with their times. */
    availability: v.array(v.unknown()),
    /** Every response since, with its time. */
    answers: v.array(v.unknown()),
  },
  "an attempt",
);
const receiptMembers = { domain: v.string(), environment: v.string(), attempts: v.array(attemptSchema) };
const receiptSchema = objectOf(receiptMembers, "a receipt");
const jsonText = v.pipe(v.string(), v.parseJson());
const fileSchema = objectOf({ ...receiptMembers, hash: v.string() }, "a receipt with its hash");

/** A purchase request that was about to be sent, and its outcome. */
export type Attempt = v.InferInput<typeof attemptSchema>;

export type RepeatableAttempt = Attempt & { repeatable: NonNullable<Attempt["repeatable"]> };

/** All purchase requests for a domain in an environment, to any registrar. It is the memory between runs. */
export type Receipt = v.InferInput<typeof receiptSchema>;

/** The purchase whose outcome is not known, at any registrar. Nothing may be bought after it. */
export function findOpenPurchase(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.find(({ outcome }) => outcome === "sending" || outcome === "unknown");
}

/**
 * Finds what attempts mean for a step that buys at the URL `service`. The host name identifies a registrar.
 *
 * - `bought`: one that this registrar granted.
 * - `open`: one whose outcome is not known.
 * - `boughtElsewhere`: one that another registrar granted, such as a simulated one in a trial. It does not count here.
 */
export function findEarlierPurchases(attempts: readonly Attempt[], service: string) {
  const elsewhere = grantedElsewhere(attempts, service);
  return {
    bought: attempts.find((attempt) => attempt.outcome === "registered" && !elsewhere.includes(attempt)),
    open: findOpenPurchase(attempts),
    boughtElsewhere: elsewhere[0],
  };
}

/** The purchases that another registrar granted than the one at the URL `service`. */
export function grantedElsewhere(attempts: readonly Attempt[], service: string): Attempt[] {
  return attempts.filter(
    (attempt) => attempt.outcome === "registered" && hostNameOf(attempt.service) !== hostNameOf(service),
  );
}

/** Behind a receipt, an order may stand. So no advice ever is to delete one. */
export const startOverAdvice =
  "To buy again, follow “Start over” in docs/domain/buying-once.md once the registrar confirms that no order stands.";

/** A sentence about a purchase that is open. */
export function renderOpen({ sentAt }: Attempt): string {
  return `A purchase was sent at ${sentAt}, and its outcome is unknown.`;
}

/** Renders a receipt as the text of its file, with a hash of everything else in it. */
export function renderReceipt(receipt: Receipt): string {
  return `${JSON.stringify({ ...receipt, hash: hashOf(receipt) }, null, 2)}\n`;
}

/**
 * Parses a receipt's text. `problem` says what the text is if it is not the receipt for `domain` and
 * `environment` as the task wrote it: otherwise, an edited receipt could trigger a purchase.
 */
export function parseReceipt(
  text: string,
  domain: string,
  environment: string,
): Receipt | { problem: string } {
  const json = v.safeParse(jsonText, text);
  if (!json.success) return { problem: "incomplete or invalid JSON" };
  if (!v.is(fileSchema, json.output)) return { problem: "not a receipt" };
  const { hash, ...receipt } = json.output;
  if (hash !== hashOf(receipt)) return { problem: "not as the task wrote it" };
  return receipt.domain === domain && receipt.environment === environment
    ? receipt
    : { problem: "a receipt for another domain or environment" };
}

function hashOf(receipt: Receipt): string {
  return createHash("sha256").update(JSON.stringify(receipt)).digest("hex");
}

export function receiptTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
