import type { Agent } from "../../../shared/agent/agent";
import { unresolvedVariable } from "../../../shared/errors";
import { urlProblem } from "../../../shared/http/url";

/** A text that should be a URL, and the input or variable that holds it. */
export interface SecretSource {
  name: string;
  value: string;
}

/** A URL in use, or one that is ignored, is a secret. A variable that does not exist is none. */
export function registerSecret({ name, value }: SecretSource, agent: Agent): void {
  if (unresolvedVariable(name, value, "") === undefined) agent.secret(value);
}

/** Registers every part of the URL as a secret. Returns undefined, with a problem, if it is not a URL to be used. */
export function readSecretUrl(source: SecretSource, problems: string[], agent: Agent): URL | undefined {
  const { name, value } = source;
  registerSecret(source, agent);
  const bare = value.replace(/^["'<`]+|["'>`]+$/g, "");
  if (bare !== value) registerSecret({ name, value: bare }, agent);
  const unusable =
    blankProblem(value) ??
    (bare === value ? urlProblem(value) : "has quotes or brackets around the URL; remove them");
  const problem =
    unresolvedVariable(name, value, agent.unresolvedAdvice) ?? (unusable && `${name}: ${unusable}`);
  if (problem !== undefined) {
    problems.push(problem);
    return undefined;
  }
  const url = new URL(value);
  for (const part of secretParts(url)) agent.secret(part);
  return url;
}

/** `URL` removes line breaks and encodes blanks, so a URL that was pasted in two pieces would become a different secret. */
function blankProblem(address: string): string | undefined {
  return /\s/.test(address)
    ? "contains a blank or a line break; paste the URL again, in one piece"
    : undefined;
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
