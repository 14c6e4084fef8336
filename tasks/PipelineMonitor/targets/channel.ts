import type { TaskResult } from "../../../shared/agent/agent";
import type { TaskContext } from "../../../shared/agent/task";
import { createChat, type Webhook } from "../../../shared/chat/delivery";
import { formatOf } from "../../../shared/chat/formats";
import type { Message, MessageForm } from "../../../shared/chat/message";
import { messageOf } from "../../../shared/errors";

/** The outcome of a test, in words that name the channel or service. */
export interface TestResult {
  result: TaskResult;
  text: string;
}

/** A chat channel behind a webhook. */
export interface Channel {
  form: MessageForm;
  /** Whether an owner is a mention in its syntax. */
  isMention: (owner: string) => boolean;
  /** Its product, and an example of a mention there; undefined if it mentions nobody. */
  mention: { product: string; example: string } | undefined;
  /** Whether its messages open logs on their pages, which takes the timelines of runs. */
  opensLogPages: boolean;
  /** Posts a message. Throws if it is not delivered. */
  post: (message: Message) => Promise<void>;
  /** Tries it with something harmless. Throws only if it is cancelled. */
  test(): Promise<TestResult>;
  dispose(): void;
}

const testMessage = "Test message from Pipeline Monitor: this channel receives its reports.";

/** A chat as the step's inputs or a feature set it. The caller must call `dispose`. */
export function openChannel(
  {
    name,
    webhook,
    chatFormat,
    setIn,
    ownRun,
  }: {
    setIn: Webhook["setIn"];
    /** Names it to people; empty for the step's own webhook. */
    name: string;
    /** Undefined only if nothing is posted. */
    webhook: URL | undefined;
    /** One of `chatFormatNames`. */
    chatFormat: string;
    /** The page of the monitor's own run; undefined outside a pipeline. */
    ownRun: URL | undefined;
  },
  { agent, clock, cancelled }: TaskContext,
): Channel {
  const format = formatOf(chatFormat, webhook);
  const { form, product, mention } = format;
  const chat = webhook && createChat({ url: webhook, format, setIn }, agent.network(webhook), clock);
  return {
    form,
    async post(message) {
      const refusal = await chat?.post(message, cancelled, ownRun);
      if (refusal === undefined) return;
      const to = name === "" ? "" : ` to ${name}`;
      agent.warn(`The message${to} was refused, so a plain one was posted in its place. ${refusal}`);
    },
    async test() {
      const channel = name === "" ? "The channel" : `The channel of ${name}`;
      const title = [{ words: testMessage }];
      const footer = [{ words: "Sent to test this channel." }];
      try {
        const refusal = await chat?.post({ header: testMessage, title, lines: [], footer }, cancelled);
        if (refusal !== undefined)
          return {
            result: "SucceededWithIssues",
            text: `${channel} refused the test message, and accepted a plain one. ${refusal}`,
          };
        const text =
          `${channel} accepted the test message, written as ${product}. Look for it in the channel. ` +
          `If it is missing or looks wrong, set ${setIn.product} to the chat's product.`;
        return { result: "Succeeded", text };
      } catch (failure) {
        cancelled.throwIfAborted();
        const text = `${channel} did not accept the test message. ${messageOf(failure)}`;
        return { result: "Failed", text };
      }
    },
    isMention: (owner) => webhook !== undefined && format.isMention(owner),
    mention: mention === undefined ? undefined : { product, example: mention },
    // The specification's form links a log by its URL.
    opensLogPages: webhook !== undefined && form === "product",
    dispose: () => chat?.dispose(),
  };
}
