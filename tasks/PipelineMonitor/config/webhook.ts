import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { unresolvedVariable } from "../../../shared/errors";
import { urlProblem } from "../../../shared/http/url";

/**
 * Returns the webhook of the service connection, or else of the input, or else of the environment. Registers
 * every part of its URL as a secret. Adds problems to the reader.
 */
export function readWebhook(reader: InputReader, agent: Agent): URL | "none" | "faulty" {
  const { problems } = reader;
  const before = problems.length;
  const sources = webhookSources(reader, agent);
  const [source, ...others] = sources;
  // An unresolved variable is no URL. A URL that is not used is still a secret.
  const unresolved = ({ name, value }: Source) => unresolvedVariable(name, value, agent.unresolvedAdvice);
  const isResolved = (source: Source) => unresolved(source) === undefined;
  for (const { value } of sources.filter(isResolved)) agent.secret(value);
  if (source === undefined) return problems.length > before ? "faulty" : "none";
  const { name, value } = source;
  const ignored = others.filter(isResolved).map((other) => other.name);
  if (name === "webhookConnection" && ignored.length > 0)
    agent.warn(
      `${name} takes precedence over ${ignored.join(" and ")}, which ${ignored.length === 1 ? "is" : "are"} ignored.`,
    );
  const problem = unresolved(source) ?? prefixed(name, blankProblem(value) ?? urlProblem(value));
  if (problem !== undefined) {
    problems.push(problem);
    return "faulty";
  }
  const webhook = new URL(value);
  const ended = endedProduct(webhook.hostname);
  if (ended !== undefined) agent.warn(`${name}: ${ended}`);
  for (const part of secretParts(webhook)) agent.secret(part);
  return webhook;
}

interface Source {
  name: string;
  value: string;
}

/** The first takes precedence. */
function webhookSources(reader: InputReader, agent: Agent): Source[] {
  const connection = reader.connection("webhookConnection");
  if (connection !== undefined && connection.parameter("apitoken") === "")
    reader.problems.push("webhookConnection: has no URL; enter it in the service connection");
  return [
    { name: "webhookConnection", value: connection?.parameter("apitoken").trim() ?? "" },
    { name: "webhookUrl", value: agent.input("webhookUrl").trim() },
    { name: "WEBHOOK_URL", value: agent.environment("WEBHOOK_URL").trim() },
  ].filter(({ value }) => value !== "");
}

/** Says what to do about a host whose webhooks have ended, although it may still respond. */
function endedProduct(host: string): string | undefined {
  if (host.endsWith(".webhook.office.com"))
    return "Microsoft has retired the webhooks at webhook.office.com. Create one with the app Workflows in Teams";
  if (host.endsWith(".logic.azure.com"))
    return "URLs of Workflows at logic.azure.com have ended. Copy the workflow's new URL. A Logic App of Azure keeps its URL";
  return undefined;
}

/** `URL` removes line breaks and encodes blanks, so a URL that was pasted in two pieces would become a different secret. */
function blankProblem(address: string): string | undefined {
  return /\s/.test(address)
    ? "contains a blank or a line break; paste the URL again, in one piece"
    : undefined;
}

function prefixed(name: string, problem: string | undefined): string | undefined {
  return problem && `${name}: ${problem}`;
}

/** Another program's error may repeat the path, the query, and every part that is long enough to be a key. */
function secretParts({ pathname, search, searchParams }: URL): string[] {
  const keys = [...pathname.split("/"), ...searchParams.values()].filter((part) => part.length >= 16);
  return [
    ...(pathname.length > 1 ? [pathname, pathname + search] : []),
    ...(search === "" ? [] : [search]),
    ...keys,
  ];
}
