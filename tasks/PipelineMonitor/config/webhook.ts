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
  const webhook = readSecretUrl(source, problems, agent);
  const ended = endedProduct(webhook?.hostname ?? "");
  if (ended !== undefined) agent.warn(`${source.name}: ${ended}`);
  return webhook ?? "faulty";
}

/** Says what to do about a host whose webhooks have ended, although it may still respond. */
function endedProduct(host: string): string | undefined {
  if (host.endsWith(".webhook.office.com"))
    return "Microsoft has retired the webhooks at webhook.office.com. Create one with the app Workflows in Teams";
  if (host.endsWith(".logic.azure.com"))
    return "URLs of Workflows at logic.azure.com no longer work. Copy the workflow's new URL. Only an Azure Logic App keeps its URL";
  return undefined;
}

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
