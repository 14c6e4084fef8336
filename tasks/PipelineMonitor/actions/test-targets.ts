import type { Agent, TaskResult } from "../../../shared/agent/agent";
import type { TaskContext } from "../../../shared/agent/task";
import { createChat, type Webhook } from "../../../shared/chat/delivery";
import { formatOf } from "../../../shared/chat/formats";
import type { Message } from "../../../shared/chat/message";
import { messageOf } from "../../../shared/errors";
import type { Alert } from "../../../shared/paging/service";
import { pagingServices } from "../../../shared/paging/services";
import { fingerprint } from "../config/fingerprint";
import { ownRunPage } from "../config/own-pipeline";
import type { Paging } from "../config/paging";
import type { Config } from "../config/parse";
import { openPager } from "../targets/open";

/** What a target made of its test, in words that name it. */
export interface Tried {
  result: TaskResult;
  text: string;
}

/** Where to post the test message. */
export interface TestChannel {
  /** As the subject of a sentence. */
  name: string;
  url: URL;
  /** One of `chatFormatNames`. */
  chatFormat: string;
  setIn: Webhook["setIn"];
}

/** Posts one harmless line. Throws only if it is cancelled. */
export async function tryChannel(
  { name, url, chatFormat, setIn }: TestChannel,
  { agent, clock, cancelled }: TaskContext,
): Promise<Tried> {
  const format = formatOf(chatFormat, url);
  const chat = createChat({ url, format, setIn }, agent.network(url), clock);
  try {
    const refusal = await chat.post(testMessage(), cancelled);
    if (refusal !== undefined)
      return {
        result: "SucceededWithIssues",
        text: `${name} refused the test message, and accepted a plain one. ${refusal}`,
      };
    const text =
      `${name} accepted the test message, written as ${format.product}. Look for it in the channel. ` +
      `If it is missing or looks wrong, set ${setIn.product} to the chat's product.`;
    return { result: "Succeeded", text };
  } catch (failure) {
    cancelled.throwIfAborted();
    return { result: "Failed", text: `${name} did not accept the test message. ${messageOf(failure)}` };
  } finally {
    chat.dispose();
  }
}

export function testMessage(): Message {
  const header = "Test message from Pipeline Monitor: this channel receives its reports.";
  return { header, title: [{ words: header }], lines: [], footer: [{ words: "Sent to test this channel." }] };
}

/** Opens an alert and resolves it. Throws only if it is cancelled. */
export async function tryPaging(
  { paging, config, key }: { paging: Paging; config: Config; key: string },
  task: TaskContext,
): Promise<Tried> {
  const { cancelled } = task;
  const { product } = pagingServices[paging.kind];
  const alert = testAlert(config, task.agent, task.clock.now());
  const pager = openPager(paging, key, task);
  let failed = `${product} did not accept the test alert.`;
  try {
    await pager.open(alert, cancelled);
    failed = `${product} accepted the test alert, but did not resolve it. Resolve it by hand.`;
    await pager.close(alert.key, cancelled);
    return { result: "Succeeded", text: `${product} accepted the test alert, and resolved it.` };
  } catch (failure) {
    cancelled.throwIfAborted();
    return { result: "Failed", text: `${failed} ${messageOf(failure)}` };
  } finally {
    pager.dispose();
  }
}

/** It has one key for each project, so the next test also resolves what an earlier one left open. */
function testAlert({ project, projectName }: Config, agent: Agent, at: number): Alert {
  const run = ownRunPage(agent);
  const title = "Test alert from Pipeline Monitor, which resolves it at once";
  return {
    key: fingerprint(["test alert", project.href]),
    title: agent.sanitize(title),
    severity: "info",
    at,
    source: agent.sanitize(projectName),
    details: { problem: agent.sanitize("None. This alert tests the connection to the paging service.") },
    links: run === undefined ? [] : [{ label: "Run", href: agent.sanitize(run.href) }],
  };
}
