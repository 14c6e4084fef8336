import { createInputReader } from "../../../shared/agent/inputs";
import type { Outcome, TaskContext } from "../../../shared/agent/task";
import { setByInputs } from "../../../shared/chat/delivery";
import { chatFormatNames } from "../../../shared/chat/formats";
import { refuse } from "../../../shared/errors";
import { type ConfigFile, openService, readConfigFile, readCredential } from "../config/load";
import { readPagingKey } from "../config/paging";
import type { Config } from "../config/parse";
import type { ConfigPart } from "../config/part";
import { readRouteWebhooks } from "../config/route-webhooks";
import { readWebhook } from "../config/webhook";
import { setByRoute } from "../targets/open";
import { type TestChannel, type Tried, tryChannel, tryPaging } from "./test-targets";
import { warnOfUnknownEntries } from "./unknown-entries";

/**
 * `action: testMessage`: posts one harmless line to each chat, and opens and resolves a test alert if there is a paging
 * service, to try them without waiting for a failure.
 */
export async function sendTestMessage(task: TaskContext, features: readonly ConfigPart[]): Promise<Outcome> {
  const { config, channels, pagingKey } = readTargets(task, features);
  const tried: Tried[] = [];
  for (const channel of channels) tried.push(await tryChannel(channel, task));
  const paging = config?.paging;
  if (config !== undefined && paging !== undefined)
    tried.push(await tryPaging({ paging, config, key: pagingKey }, task));
  const message = tried.map(({ text }) => text).join("\n");
  const results = tried.map(({ result }) => result);
  if (results.includes("Failed"))
    return {
      result: "Failed",
      message: `${message}\nFix this, then send the test message again.`,
      exitCode: 2,
    };
  if (config !== undefined) await checkNames(config, task);
  const result = results.includes("SucceededWithIssues") ? "SucceededWithIssues" : "Succeeded";
  return { result, message, exitCode: 0 };
}

interface TestTargets {
  /** Undefined without a configuration, which the step's own channel does not need. */
  config: Config | undefined;
  channels: TestChannel[];
  /** Empty if nobody is paged. */
  pagingKey: string;
}

/** Throws `InputErrors` that lists all problems. */
function readTargets({ agent }: TaskContext, features: readonly ConfigPart[]): TestTargets {
  const reader = createInputReader(agent);
  const { problems } = reader;
  const webhook = readWebhook(reader, agent);
  const chatFormat = reader.oneOf("chatFormat", chatFormatNames);
  if (webhook === "none")
    problems.push(
      `webhookUrl: missing; ${agent.secretAdvice("webhookConnection", "WEBHOOK_URL")} to the channel's incoming webhook`,
    );
  const file: ConfigFile | undefined =
    agent.fileInput("configFile") === "" ? undefined : readConfigFile(agent, problems, features);
  const url = webhook instanceof URL ? webhook : undefined;
  const posts = { file: file?.value, posts: true };
  const webhooks = readRouteWebhooks({ ...posts, own: url }, problems, agent);
  const pagingKey = readPagingKey(posts, reader, agent);
  refuse(problems);
  const config = file?.config;
  const routes = (config?.routes ?? []).flatMap((route, index): TestChannel[] => {
    const routeUrl = webhooks.get(route.variable);
    const setIn = setByRoute(route.variable, index);
    const name = `The channel of ${route.variable}`;
    return routeUrl === undefined
      ? []
      : [{ ...{ name, setIn }, url: routeUrl, chatFormat: route.chatFormat }];
  });
  if (url === undefined) throw new Error("a webhook without a problem is a URL");
  const name = routes.length === 0 ? "The channel" : "The step's own channel";
  return { config, channels: [{ name, url, chatFormat, setIn: setByInputs }, ...routes], pagingKey };
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
