import { createInputReader } from "../../../shared/agent/inputs";
import type { Outcome, TaskContext } from "../../../shared/agent/task";
import { createChat, setByInputs } from "../../../shared/chat/delivery";
import { chatFormatNames, formatOf } from "../../../shared/chat/formats";
import type { Message } from "../../../shared/chat/message";
import { messageOf, refuse } from "../../../shared/errors";
import { openService, readConfigFile, readCredential } from "../config/load";
import type { Config } from "../config/parse";
import { readWebhook } from "../config/webhook";
import { warnOfUnknownEntries } from "./unknown-entries";

/** `action: testMessage`: posts one harmless line, to try a webhook without waiting for a failure. */
export async function sendTestMessage(task: TaskContext): Promise<Outcome> {
  const { agent, clock, cancelled } = task;
  const reader = createInputReader(agent);
  const webhook = readWebhook(reader, agent);
  const chatFormat = reader.oneOf("chatFormat", chatFormatNames);
  if (webhook === "none")
    reader.problems.push(
      `webhookUrl: missing; ${agent.secretAdvice("webhookConnection", "WEBHOOK_URL")} to the channel's incoming webhook`,
    );
  const config =
    agent.fileInput("configFile") === "" ? undefined : readConfigFile(agent, reader.problems).config;
  refuse(reader.problems);
  if (!(webhook instanceof URL)) throw new Error("a webhook without a problem is a URL");
  const format = formatOf(chatFormat, webhook);
  const chat = createChat({ url: webhook, format, setIn: setByInputs }, agent.network(webhook), clock);
  let refusal: string | undefined;
  try {
    refusal = await chat.post(testMessage(), cancelled);
  } catch (failure) {
    cancelled.throwIfAborted();
    const message = `The channel did not accept the test message. ${messageOf(failure)}\nFix this, then send the test message again.`;
    return { result: "Failed", message, exitCode: 2 };
  } finally {
    chat.dispose();
  }
  if (config !== undefined) await checkNames(config, task);
  if (refusal !== undefined) {
    const message = `The channel refused the test message, and accepted a plain one. ${refusal}`;
    return { result: "SucceededWithIssues", message, exitCode: 0 };
  }
  const message =
    `The channel accepted the test message, written as ${format.product}. Look for it in the channel. ` +
    "If it is missing or looks wrong, set chatFormat to the chat's product.";
  return { result: "Succeeded", message, exitCode: 0 };
}

/** Without a credential, which the test message does not need, says what cannot be checked. */
async function checkNames(config: Config, task: TaskContext): Promise<void> {
  const reader = createInputReader(task.agent);
  const credential = readCredential(config, reader, task.agent);
  if (credential === undefined)
    return task.agent.print(
      `Could not check the pipeline names in \`configFile\`: ${reader.problems.join("; ")}`,
    );
  const service = openService(config, credential, task);
  await warnOfUnknownEntries(config, service, task).finally(() => service.dispose());
}

export function testMessage(): Message {
  const header = "Test message from Pipeline Monitor: this channel receives its reports.";
  return { header, title: [{ words: header }], lines: [], footer: [{ words: "Sent to test this channel." }] };
}
