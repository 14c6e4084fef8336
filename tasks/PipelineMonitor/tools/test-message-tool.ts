import { createInputReader } from "../../../shared/agent/inputs";
import type { Tool } from "../../../shared/agent/program";
import { createChat } from "../../../shared/chat/delivery";
import { chatFormatNames, formatOf } from "../../../shared/chat/formats";
import type { Message } from "../../../shared/chat/message";
import { messageOf, refuse } from "../../../shared/errors";
import { readWebhook } from "../config/webhook";

/** `--test-message`: posts one harmless line, to try a webhook without waiting for a failure. */
export const testMessageTool: Tool = {
  description: "posts one harmless line to the channel, to try it without waiting for a failure",
  options: {
    chatFormat: `the form of the message: ${chatFormatNames.join(", ")}; default auto`,
    webhookUrl: "the channel's incoming webhook; default: the environment variable WEBHOOK_URL",
  },
  async act({ agent, clock, cancelled }) {
    const reader = createInputReader(agent);
    const webhook = readWebhook(reader, agent);
    const chatFormat = reader.oneOf("chatFormat", chatFormatNames);
    if (webhook === "none")
      reader.problems.push(
        `webhookUrl: missing; ${agent.secretAdvice("webhookConnection", "WEBHOOK_URL")} to the channel's incoming webhook`,
      );
    refuse(reader.problems);
    if (!(webhook instanceof URL)) throw new Error("a webhook without a problem is a URL");
    const format = formatOf(chatFormat, webhook);
    const chat = createChat(webhook, format, agent.network(webhook), clock);
    const { failure } = await chat.post(testMessage(), cancelled).finally(() => chat.dispose());
    if (failure !== undefined) {
      const message = `The channel did not accept the test message. ${messageOf(failure)}\nFix this, then run --test-message again.`;
      return { result: "Failed", message, exitCode: 2 };
    }
    const message =
      `The channel accepted the test message, written as ${format.product}. Look for it in the channel. ` +
      "If it is missing or looks wrong, name the chat's product: --test-message --chatFormat PRODUCT";
    return { result: "Succeeded", message, exitCode: 0 };
  },
};

export function testMessage(): Message {
  const header = "Test message from Pipeline Monitor: this channel receives its reports.";
  return { header, title: [{ words: header }], lines: [], footer: [{ words: "Sent by --test-message." }] };
}
