import type { TaskContext } from "../../../shared/agent/task";
import { createChat, type Webhook } from "../../../shared/chat/delivery";
import { formatOf } from "../../../shared/chat/formats";
import type { Message, MessageForm } from "../../../shared/chat/message";

/** A chat channel behind a webhook. */
export interface Channel {
  form: MessageForm;
  /** Whether an owner is a mention in its syntax. */
  isMention: (owner: string) => boolean;
  /** Whether its messages open logs on their pages, which takes the timelines of runs. */
  opensLogPages: boolean;
  /** Posts a message. Throws if it is not delivered. */
  post: (message: Message) => Promise<void>;
  dispose(): void;
}

/** The webhook is undefined only if nothing is posted. The caller must call `dispose`. */
export function openChannel(
  webhook: URL | undefined,
  chatFormat: string,
  setIn: Webhook["setIn"],
  { agent, clock, cancelled }: TaskContext,
): Channel {
  const format = formatOf(chatFormat, webhook);
  const chat = webhook && createChat({ url: webhook, format, setIn }, agent.network(webhook), clock);
  return {
    form: format.form,
    post: async (message) => chat?.post(message, cancelled),
    isMention: (owner) => webhook !== undefined && format.isMention(owner),
    // The specification's form links a log by its URL.
    opensLogPages: webhook !== undefined && format.form === "product",
    dispose: () => chat?.dispose(),
  };
}
