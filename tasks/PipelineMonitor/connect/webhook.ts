import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { unresolvedVariable } from "../../../shared/errors";
import { readSecretUrl, registerSecret, type SecretSource } from "./secret-url";

/**
 * From the service connection, or else the input, or else the environment. Registers every part of its URL as a
 * secret. Adds problems to the reader.
 */
export function readWebhook(reader: InputReader, agent: Agent): URL | "none" | "faulty" {
  const { problems } = reader;
  const before = problems.length;
  const sources = webhookSources(reader, agent);
  const [source, ...others] = sources;
  if (source === undefined) return problems.length > before ? "faulty" : "none";
  for (const other of others) registerSecret(other, agent);
  const isResolved = ({ name, value }: SecretSource) => unresolvedVariable(name, value, "") === undefined;
  const ignored = others.filter(isResolved).map((other) => other.name);
  if (source.name === "webhookConnection" && ignored.length > 0)
    agent.warn(
      `${source.name} takes precedence over ${ignored.join(" and ")}, which ${ignored.length === 1 ? "is" : "are"} ignored.`,
    );
  return readWebhookUrl(source, problems, agent) ?? "faulty";
}

/**
 * Registers every part of the URL as a secret. Returns undefined, with a problem, if it is not a URL to be used, or that of
 * a chat's page. Warns of a host whose webhooks have ended, although it may still respond.
 */
export function readWebhookUrl(source: SecretSource, problems: string[], agent: Agent): URL | undefined {
  const webhook = readSecretUrl(source, problems, agent);
  if (webhook === undefined) return undefined;
  const [, product, help] = pages.find(([page]) => page.test(webhook.host + webhook.pathname)) ?? [];
  if (product !== undefined) {
    problems.push(`${source.name}: is the address of a page of ${product}, not of a webhook. See ${help}`);
    return undefined;
  }
  if (webhook.hostname.endsWith(".webhook.office.com"))
    agent.warn(
      `${source.name}: Microsoft has retired the webhooks at webhook.office.com. Create one with the app Workflows in Teams`,
    );
  return webhook;
}

/** The addresses of chats' pages, which people copy instead of a webhook's, and the product's help on webhooks. */
const pages: readonly [RegExp, product: string, help: string][] = [
  [/^(?!hooks\.)(?:[\w-]+\.)*slack\.com\//, "Slack", "https://api.slack.com/messaging/webhooks"],
  [
    /^(?:teams\.(?:microsoft|live)\.com|teams\.cloud\.microsoft|make\.powerautomate\.com)\//,
    "Teams",
    "https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook",
  ],
  [
    /^(?:discord\.gg\/|(?:\w+\.)?discord(?:app)?\.com\/(?!api\/))/,
    "Discord",
    "https://support.discord.com/hc/articles/228383668",
  ],
  [
    /^(?:mail\.google\.com|chat\.google\.com)\//,
    "Google Chat",
    "https://developers.google.com/workspace/chat/quickstart/webhooks",
  ],
  [
    /^(?:web|teams|apphub)\.webex\.com\//,
    "Webex",
    "https://apphub.webex.com/applications/incoming-webhooks-cisco-systems-38054-23307-75252",
  ],
];

/** The first takes precedence. */
function webhookSources(reader: InputReader, agent: Agent): SecretSource[] {
  const connection = reader.connection("webhookConnection");
  if (connection !== undefined && connection.parameter("apitoken") === "")
    reader.problems.push("webhookConnection: has no URL; enter it in the service connection");
  return [
    { name: "webhookConnection", value: connection?.parameter("apitoken").trim() ?? "" },
    { name: "webhookUrl", value: agent.input("webhookUrl").trim() },
    { name: "WEBHOOK_URL", value: agent.environment("WEBHOOK_URL").trim() },
  ].filter(({ value }) => value !== "");
}
