import { isDocumentationAddress } from "../../../shared/http/documentation-addresses";
import { memberAt, shownPath } from "../../../shared/json/path";
import { asciiName } from "../../../shared/text/domain-name";
import example from "../request.example.json";
import { hasTooManyValues } from "./keys";
import { mergeContacts } from "./parse";
import { contactRoles } from "./schema";

/** Where a person has to fill in something. The rest is a choice, which may be that of the example. */
const filledIn: readonly (readonly string[])[] = [
  ["consent", "agreedBy"],
  ["nameServers"],
  ...contactRoles.map((role) => [role]),
];

/**
 * Finds the values of a request that cannot be a person's own: those of request.example.json, and addresses that exist
 * for examples only. Each problem begins with the path.
 */
export function findExampleValues(request: unknown): string[] {
  if (hasTooManyValues(request)) return [];
  const paths = filledIn
    .flatMap((path) => textsAt(path, memberAt(request, path)))
    .filter(({ path, text }) => isExampleValue(path, text))
    .map(({ path }) => shownPath(path));
  return mergeContacts(paths.map((path) => `${path}: expected your own, not one of an example`));
}

function textsAt(path: readonly string[], value: unknown): { path: readonly string[]; text: string }[] {
  if (typeof value === "string") return [{ path, text: value.trim() }];
  return Object.entries(Object(value)).flatMap(([key, member]) => textsAt([...path, key], member));
}

function isExampleValue(path: readonly string[], text: string): boolean {
  if (text === memberAt(example, path) || isDocumentationAddress(text)) return true;
  return (
    (path[0] === "nameServers" || text.includes("@")) && isExampleHost(text.slice(text.lastIndexOf("@") + 1))
  );
}

/** RFC 2606 and RFC 6761, and the same name below other top-level domains, which is meant the same way. */
function isExampleHost(host: string): boolean {
  return /(^|\.)(example(\.[^.]+)?|test|invalid|localhost)$/.test(asciiName(host));
}
