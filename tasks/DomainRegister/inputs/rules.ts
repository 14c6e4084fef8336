import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { sustainablePauseSeconds } from "../../../shared/registrar/rate-budget";
import type { RegistrarTraits } from "../../../shared/registrar/registrar";
import type { PriceLimit } from "../registration/price";
import type { Wanted } from "../registration/state";
import { readMaxPrice } from "./max-price";

/** What the inputs say about a registration. The request file adds the period. */
type FromInputs = Omit<Wanted, "limit"> & { limit: Omit<PriceLimit, "period"> };

/** Reads how long and how often to poll, what to count, and what may be paid. `spendsMoney` is false for a trial. */
export function readWanted(
  reader: InputReader,
  agent: Agent,
  { requestsPerMinute, traits }: { requestsPerMinute: number; traits: RegistrarTraits },
  spendsMoney: boolean,
): FromInputs {
  const dryRun = reader.trueOrFalse("dryRun");
  const pollSeconds = readPollSeconds(reader, agent, requestsPerMinute);
  return {
    pollSeconds,
    requireDefinitive: readRequireDefinitive(reader, traits),
    dryRun,
    pace: reader.oneOf("pace", ["record", "steady"]),
    limit: readMaxPrice(reader, spendsMoney && !dryRun, traits),
    waitMinutes: reader.decimal("waitMinutes", 50, 0, 1440),
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
