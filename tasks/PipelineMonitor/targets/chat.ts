import { messageOf } from "../../../shared/errors";
import type { Delivery } from "../issue/report";
import type { Channel } from "./channel";
import type { Receipt, Target } from "./target";

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
