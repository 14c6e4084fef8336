import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { sustainablePauseSeconds } from "../../../shared/registrar/rate-budget";
import { type PriceLimit, renderMoney } from "../registration/price";
import type { Rules } from "../registration/state";

/** The rules of a registration that inputs give. The request file adds the period. */
export interface RulesFromInputs extends Omit<Rules, "endsAt" | "limit"> {
  limit: Omit<PriceLimit, "period">;
}

/** What the price cap depends on. */
export interface PriceContext {
  /** Whether the action may buy in production, where money is spent. */
  isProduction: boolean;
  /** Whether the registrar is known to count in millionths. */
  isInMillionths: boolean;
}

/** Reads how often to poll, what to count, and what may be paid. */
export function readRules(
  reader: InputReader,
  agent: Agent,
  requestsPerMinute: number,
  { isProduction, isInMillionths }: PriceContext,
): RulesFromInputs {
  const dryRun = reader.trueOrFalse("dryRun");
  const pollSeconds = readPollSeconds(reader, agent, requestsPerMinute);
  const currency = reader.text("currency").toUpperCase();
  if (currency !== "" && !/^[A-Z]{3}$/.test(currency))
    reader.problems.push(`currency: expected a three-letter code such as USD, got "${currency}"`);
  return {
    pollSeconds,
    requireDefinitive: reader.trueOrFalse("requireDefinitive"),
    dryRun,
    limit: {
      maxPrice: readMaxPrice(reader, isProduction && !dryRun, isInMillionths),
      currency: currency || undefined,
    },
  };
}

function readPollSeconds(reader: InputReader, agent: Agent, requestsPerMinute: number): number {
  const pollSeconds = reader.decimal("pollSeconds", 30, 0.5, 3600);
  const shortest = sustainablePauseSeconds(requestsPerMinute);
  if (pollSeconds < shortest)
    agent.warn(
      `pollSeconds: ${pollSeconds} is shorter than requestsPerMinute ${requestsPerMinute} allows. ` +
        `Checks start ${Math.ceil(shortest * 100) / 100} s apart.`,
    );
  return Math.max(pollSeconds, shortest);
}

/** Nobody means a cap below one hundredth of a currency. A smaller number is meant in another unit. */
const minMillionths = 10_000n;

/**
 * Reads the price cap. It is required if money may be spent, so that nobody buys at any price by accident.
 */
function readMaxPrice(reader: InputReader, isRequired: boolean, isInMillionths: boolean): bigint | undefined {
  const text = reader.text("maxPrice");
  const form = "a whole number in the registrar's unit (usually millionths: 12000000 is 12.00), or any";
  if (/^\d{1,18}$/.test(text)) {
    const price = BigInt(text);
    if (isInMillionths && price < minMillionths) reader.problems.push(renderTooSmall(price));
    return price;
  }
  if (text === "" && isRequired) reader.problems.push(`maxPrice: missing; expected ${form}`);
  if (text !== "" && text !== "any") reader.problems.push(`maxPrice: expected ${form}, got "${text}"`);
  return undefined;
}

function renderTooSmall(price: bigint): string {
  const amount = renderMoney(price);
  const meant = price === 0n ? 12n : price;
  return (
    `maxPrice: this registrar counts in millionths of the currency, so ${price} is ${amount}. ` +
    `For ${meant}.00, write ${meant}000000`
  );
}
