import { messageOf } from "../../../shared/errors";
import type { Entry } from "../issue/entry";
import { ownTarget } from "../issue/ledger";
import type { Delivery } from "../issue/report";
import type { Memory } from "../ledger/read";
import type { Channel } from "./channel";
import { guestOf, type Receipt, type Target } from "./target";

/** The caller must call `dispose`. */
export function chatTarget(
  id: string,
  name: string,
  channel: Channel,
  takes: Target["takes"],
): Target & Channel {
  return {
    ...channel,
    id,
    name,
    kind: "chat",
    takes,
    /** Posts the message of a report (rules 7 and 8). If it cannot be delivered, logs a warning, and the monitor continues. */
    async tell({ report, compose }, { agent, cancelled }) {
      const message = compose(channel.form);
      if (message.lines.length === 0) return receiptOf("notNeeded");
      if (report.config.testFlag) return receiptOf("testOnly");
      try {
        await channel.post(message);
        return receiptOf("sent");
      } catch (failure) {
        cancelled.throwIfAborted();
        const to = name === "" ? "" : ` to ${name}`;
        agent.warn(`The message${to} was not delivered. ${messageOf(failure)}`);
        return receiptOf("failed");
      }
    },
  };
}

function receiptOf(delivered: Delivery): Receipt {
  return { delivered, of: () => (delivered === "sent" || delivered === "notNeeded" ? "done" : "failed") };
}

/** Who started the monitor, and with which webhook, by its fingerprint. */
interface RunStart {
  webhook: string;
  /** Whether a person started the monitor's run, rather than its schedule. */
  isStartedByPerson: boolean;
}

/** Forgets what a person told another channel before the first scheduled run. */
export function withoutTrial(memory: Memory, { webhook, isStartedByPerson }: RunStart): Memory {
  const { ledger } = memory;
  if (ledger?.isTried !== true || isStartedByPerson || ledger.webhook === webhook) return memory;
  return withEntries(memory, (entry) => {
    const { [ownTarget]: _, ...told } = entry.told;
    return { ...entry, told };
  });
}

export function withEntries(memory: Memory, change: (entry: Entry) => Entry): Memory {
  const { ledger } = memory;
  return ledger === undefined
    ? memory
    : { ...memory, ledger: { ...ledger, entries: ledger.entries.map(change) } };
}

/** Whether a person started the monitor with another webhook, such as that of a test channel. */
export function isOfGuest({ webhook, isStartedByPerson }: RunStart, { ledger }: Memory): boolean {
  return isStartedByPerson && ledger !== undefined && ledger.webhook !== webhook;
}

/**
 * The step's own webhook takes what no other chat takes. A guest takes nothing away from the channel of the scheduled
 * runs: that is owed what this run finds.
 */
export function targetsOf(channel: Channel, others: readonly Target[], isGuest: boolean): Target[] {
  const own = chatTarget(
    ownTarget,
    "",
    channel,
    (pipeline) => !others.some((one) => one.kind === "chat" && one.takes(pipeline)),
  );
  return isGuest ? [guestOf(own), { ...own, tell: undefined }, ...others] : [own, ...others];
}
