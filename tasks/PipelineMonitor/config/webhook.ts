import type { Agent } from "../../../shared/agent/agent";
import type { InputReader } from "../../../shared/agent/inputs";
import { unresolvedVariable } from "../../../shared/errors";
import { urlProblem } from "../../../shared/http/url";

/**
 * The webhook of a service connection, else of the input, else of the environment; its address is kept secret in all its
 * parts. Faults go to the reader.
 */
export function readWebhook(reader: InputReader, agent: Agent): URL | "none" | "faulty" {
  const { problems } = reader;
  const before = problems.length;
  const sources = webhookSources(reader, agent);
  const [source, ...others] = sources;
  // A variable that does not exist is not given; an address that is not used is a secret all the same.
  const isResolved = ({ name, value }: Source) => unresolvedVariable(name, value) === undefined;
  for (const { value } of sources.filter(isResolved)) agent.secret(value);
  if (source === undefined) return problems.length > before ? "faulty" : "none";
  const { name, value } = source;
  const ignored = others.filter(isResolved).map((other) => other.name);
  if (name === "webhookConnection" && ignored.length > 0)
    agent.warn(`${name}: given beside ${ignored.join(", ")}; only the connection counts.`);
  const problem = unresolvedVariable(name, value) ?? prefixed(name, blankProblem(value) ?? urlProblem(value));
  if (problem !== undefined) {
    problems.push(problem);
    return "faulty";
  }
  const webhook = new URL(value);
  for (const part of secretParts(webhook)) agent.secret(part);
  return webhook;
}

/** A place where the webhook's address may stand. */
interface Source {
  name: string;
  value: string;
}

/** The places where the webhook's address may stand; the first that holds one counts. */
function webhookSources(reader: InputReader, agent: Agent): Source[] {
  const connection = reader.connection("webhookConnection");
  if (connection !== undefined && connection.parameter("apitoken") === "")
    reader.problems.push("webhookConnection: holds no address");
  return [
    { name: "webhookConnection", value: connection?.parameter("apitoken").trim() ?? "" },
    { name: "webhookUrl", value: agent.input("webhookUrl").trim() },
    { name: "WEBHOOK_URL", value: agent.environment("WEBHOOK_URL").trim() },
  ].filter(({ value }) => value !== "");
}

/** `URL` takes line breaks and tabs out, and encodes blanks: what was pasted in two pieces would become another secret. */
function blankProblem(address: string): string | undefined {
  return /\s/.test(address)
    ? "holds a blank or a line break inside; paste the URL again, in one piece"
    : undefined;
}

function prefixed(name: string, problem: string | undefined): string | undefined {
  return problem && `${name}: ${problem}`;
}

/** What an error of another's may repeat of an address: its path and query, and what is long enough to be a key. */
function secretParts({ pathname, search, searchParams }: URL): string[] {
  const keys = [...pathname.split("/"), ...searchParams.values()].filter((part) => part.length >= 16);
  return [
    ...(pathname.length > 1 ? [pathname, pathname + search] : []),
    ...(search === "" ? [] : [search]),
    ...keys,
  ];
}
