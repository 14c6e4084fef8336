import type { Config } from "../config/parse";
import type { Context } from "../issue/context";
import type { Entry } from "../issue/entry";
import { ownTarget } from "../issue/ledger";
import { withoutQuote } from "../ledger/quotes";
import type { Memory } from "../ledger/read";
import type { Channel } from "./channel";
import { chatTarget } from "./chat";
import { mentionWarnings } from "./mentions";
import { guestOf, handedOver, type Target } from "./target";

/**
 * Who started the monitor, and with which webhook, by its fingerprint. `webhook` and `isTried` are as the next ledger has
 * them. What a person told another channel before the first scheduled run is forgotten.
 */
export function startOf(
  memory: Memory,
  { webhook, isStartedByPerson }: { webhook: string; isStartedByPerson: boolean },
) {
  const { ledger } = memory;
  const known = ledger?.webhook ?? webhook;
  /** Whether a person started the monitor with another webhook, such as that of a test channel. */
  const isGuest = isStartedByPerson && known !== webhook;
  const isForgotten = ledger?.isTried === true && !isStartedByPerson && known !== webhook;
  return {
    isGuest,
    webhook: isGuest ? known : webhook,
    isTried: isStartedByPerson && ledger?.isTried !== false,
    memory: isForgotten ? withEntries(memory, withoutOwn) : memory,
  };
}

function withoutOwn(entry: Entry): Entry {
  const { [ownTarget]: _, ...told } = entry.told;
  return { ...entry, told };
}

function withEntries(memory: Memory, change: (entry: Entry) => Entry): Memory {
  const { ledger } = memory;
  return ledger === undefined
    ? memory
    : { ...memory, ledger: { ...ledger, entries: ledger.entries.map(change) } };
}

/**
 * The step's own webhook takes what no other chat takes. A guest takes nothing away from the channel of the scheduled
 * runs: that is owed what this run finds. The memory has handed over what is owed to targets that are no more.
 */
export function targetsOf(
  { config, channel }: { config: Config; channel: Channel },
  others: readonly Target[],
  { memory, isGuest }: Pick<ReturnType<typeof startOf>, "memory" | "isGuest">,
  { agent }: Pick<Context, "agent">,
): { targets: readonly Target[]; memory: Memory } {
  const own = chatTarget(
    ownTarget,
    "",
    channel,
    (pipeline) => !others.some((one) => one.kind === "chat" && one.takes(pipeline)),
  );
  const targets = isGuest ? [guestOf(own), { ...own, tell: undefined }, ...others] : [own, ...others];
  if (!config.testFlag)
    for (const warning of mentionWarnings(config.keys, targets)) agent.warn(`configFile: ${warning}`);
  const hides = config.keys.quote_logs === false;
  return {
    targets,
    memory: withEntries(memory, (entry) => handedOver(hides ? withoutQuote(entry) : entry, targets)),
  };
}
