import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { sustainablePauseSeconds } from "../../../shared/registrar/rate-budget";
import type { RegistrarTraits } from "../../../shared/registrar/registrar";
import type { PriceLimit } from "../registration/price";
import type { Settings } from "../registration/state";
import type { RegistrationRequest } from "../request/request";
import { findCurrencyProblems, readMaxPrice } from "./max-price";
import type { ChosenRegistrar } from "./registrar-access";

/**
 * Reads how long and how often to poll, what to count, what may be paid, and how a wait in vain ends. The period comes
 * from the request file.
 */
export function readWanted(
  reader: InputReader,
  agent: Agent,
  action: "register" | "check" | "validate",
  { requestsPerMinute, environment, traits }: ChosenRegistrar & { requestsPerMinute: number },
): Settings {
  const dryRun = reader.trueOrFalse("dryRun");
  const pollSeconds = readPollSeconds(reader, agent, requestsPerMinute);
  const requireDefinitive = readRequireDefinitive(reader, traits);
  const spendsMoney = action === "register" && environment === "production" && !dryRun;
  const limit = readMaxPrice(reader, spendsMoney, traits);
  const waitMinutes = reader.decimal("waitMinutes", 50, 0, 1440);
  if (action === "register") reader.problems.push(...findCurrencyProblems(limit.currency, traits));
  const onNotAvailable = reader.oneOf("onNotAvailable", ["succeed", "warn", "fail"]);
  const notedCharge = reader.text("notedCharge");
  return { dryRun, pollSeconds, requireDefinitive, limit, waitMinutes, notedCharge, onNotAvailable };
}

/** Warns of a price that will not be found: a registrar may only offer one for fewer years than are ordered. */
export function warnOfPeriod(
  { maxPrice, period = 1 }: PriceLimit,
  { name, offersPeriod }: RegistrarTraits,
  agent: Agent,
): void {
  if (offersPeriod || maxPrice === undefined || period === 1) return;
  agent.warn(
    `maxPrice: ${name} usually gives the price of one year, which says nothing about ${period} years. ` +
      `The step buys only if it gives a price for ${period} years or more. ` +
      "To buy at any price, set `maxPrice: any`; to buy one year, set `period` to 1.",
  );
}

/** The specification's registrar may charge for privacy, and no offer of its has the price: no cap can cover it. */
export function findPrivacyProblems(
  { maxPrice }: PriceLimit,
  request: RegistrationRequest | undefined,
): { problems: string[]; warnings: string[] } {
  if (request?.kind !== "whole" || !request.content.privacy) return { problems: [], warnings: [] };
  const why = "privacy: the registrar may charge for it, and its price is in no offer";
  return maxPrice === undefined
    ? { problems: [], warnings: [`${why}. The order may cost more than the log shows.`] }
    : {
        problems: [`${why}, so maxPrice cannot cover it. Set \`privacy\` to false, or \`maxPrice: any\``],
        warnings: [],
      };
}

function readRequireDefinitive(reader: InputReader, { name, saysDefinitive }: RegistrarTraits): boolean {
  const isRequired = reader.trueOrFalse("requireDefinitive");
  if (isRequired && !saysDefinitive)
    reader.problems.push(
      `requireDefinitive: ${name} does not say whether a response is certain, so nothing would ever be bought. Remove it`,
    );
  return isRequired;
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
