import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { sustainablePauseSeconds } from "../../../shared/registrar/rate-budget";
import type { RegistrarTraits } from "../../../shared/registrar/registrar";
import type { PriceLimit } from "../registration/price";
import type { Rules } from "../registration/state";
import { readMaxPrice } from "./max-price";

/** The rules of a registration that inputs give. The request file adds the period. */
export interface RulesFromInputs extends Omit<Rules, "endsAt" | "limit" | "ending"> {
  limit: Omit<PriceLimit, "period">;
}

/** Reads how often to poll, what to count, and what may be paid. `spendsMoney` is false for a trial. */
export function readRules(
  reader: InputReader,
  agent: Agent,
  requestsPerMinute: number,
  traits: RegistrarTraits,
  spendsMoney: boolean,
): RulesFromInputs {
  const dryRun = reader.trueOrFalse("dryRun");
  const pollSeconds = readPollSeconds(reader, agent, requestsPerMinute);
  return {
    pollSeconds,
    requireDefinitive: readRequireDefinitive(reader, traits),
    saysDefinitive: traits.saysDefinitive,
    needsPrice: traits.needsPrice,
    needsQuote: traits.needsQuote,
    dryRun,
    pace: reader.oneOf("pace", ["record", "steady"]),
    limit: readMaxPrice(reader, spendsMoney && !dryRun, traits),
  };
}

function readRequireDefinitive(reader: InputReader, { name, saysDefinitive }: RegistrarTraits): boolean {
  const isRequired = reader.trueOrFalse("requireDefinitive");
  if (isRequired && !saysDefinitive)
    reader.problems.push(
      `requireDefinitive: ${name} does not say whether a response is definitive, so nothing would ever be bought. Remove it`,
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
