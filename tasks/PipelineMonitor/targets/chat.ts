import type { Message } from "../../../shared/chat/message";
import { messageOf } from "../../../shared/errors";
import type { Context } from "../issue/context";
import type { Channel } from "./channel";
import type { Receipt, Target, TargetReport } from "./target";

/** The caller must call `dispose`. */
export function chatTarget(
  id: string,
  name: string,
  channel: Channel,
  takes: Target["takes"],
): Target & Channel {
  const { form, post } = channel;
  return {
    ...channel,
    id,
    name,
    kind: "chat",
    takes,
    tell: (telling, context) => tellChat({ name, form, post }, telling, context),
  };
}

/** Posts the message of a report (rules 7 and 8). If it cannot be delivered, logs a warning, and the monitor continues. */
async function tellChat(
  { name, form, post }: Pick<Channel, "form" | "post"> & { name: string },
  { report, compose }: TargetReport,
  context: Context,
): Promise<Receipt> {
  const delivered = await deliver(await compose(form), { name, post }, report.config.testFlag, context);
  return { delivered, of: () => (delivered === "sent" || delivered === "notNeeded" ? "done" : "failed") };
}

async function deliver(
  message: Message,
  { name, post }: Pick<Channel, "post"> & { name: string },
  testFlag: boolean,
  { agent, cancelled }: Pick<Context, "agent" | "cancelled">,
): Promise<Receipt["delivered"]> {
  if (message.lines.length === 0) return "notNeeded";
  if (testFlag) return "testOnly";
  try {
    await post(message);
    return "sent";
  } catch (failure) {
    cancelled.throwIfAborted();
    const to = name === "" ? "" : ` to ${name}`;
    agent.warn(`The message${to} was not delivered. ${messageOf(failure)}`);
    return "failed";
  }
}
