import { ownTarget } from "../issue/ledger";
import { type Memory, withEntries } from "../ledger/memory";
import type { Channel } from "./channel";
import { chatTarget } from "./chat";
import { guestOf, type Target, withHeirs } from "./target";

/**
 * The step's own webhook takes what no other chat takes. A guest takes nothing away from the channel of the scheduled
 * runs: that is owed what this run finds. `before` has handed over what is owed to targets that are no more.
 */
export function targetsOf(
  channel: Channel,
  others: readonly Target[],
  isGuest: boolean,
  memory: Memory,
): { targets: readonly Target[]; before: Memory } {
  const own = chatTarget(
    ownTarget,
    "",
    channel,
    (pipeline) => !others.some((other) => other.kind === "chat" && other.takes(pipeline)),
  );
  // For a guest, the own channel stands twice: the webhook of this run, and that of the schedule, which this run does not serve.
  const targets = isGuest ? [guestOf(own), { ...own, tell: undefined }, ...others] : [own, ...others];
  return { targets, before: withEntries(memory, (entry) => withHeirs(entry, targets)) };
}
