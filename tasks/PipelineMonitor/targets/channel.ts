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

/** A chat as the step's inputs or a route set it. */
interface ChannelSetup extends Pick<Webhook, "setIn"> {
  /** Names it to people; empty for the step's own webhook. */
  name: string;
  /** Undefined only if nothing is posted. */
  webhook: URL | undefined;
  /** One of `chatFormatNames`. */
  chatFormat: string;
  /** The page of the monitor's own run; undefined outside a pipeline. */
  ownRun: URL | undefined;
}

/** The caller must call `dispose`. */
export function openChannel(
  { name, webhook, chatFormat, setIn, ownRun }: ChannelSetup,
  { agent, clock, cancelled }: TaskContext,
): Channel {
  const format = formatOf(chatFormat, webhook);
  const chat = webhook && createChat({ url: webhook, format, setIn }, agent.network(webhook), clock);
  return {
    form: format.form,
    async post(message) {
      const refusal = await chat?.post(message, cancelled, ownRun);
      if (refusal === undefined) return;
      const to = name === "" ? "" : ` to ${name}`;
      agent.warn(`The message${to} was refused, so a plain one was posted in its place. ${refusal}`);
    },
    isMention: (owner) => webhook !== undefined && format.isMention(owner),
    // The specification's form links a log by its URL.
    opensLogPages: webhook !== undefined && format.form === "product",
    dispose: () => chat?.dispose(),
  };
}
