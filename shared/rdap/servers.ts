import * as v from "valibot";
import { parseAs } from "../http/body";
import { urlProblem } from "../http/url";

/** Which server has the records of the names below which endings. Most endings are top-level domains. */
export interface RdapServers {
  /** When the list was published: YYYY-MM-DD. */
  published: string;
  /** The base URLs, with a slash at the end, by ending. */
  servers: Readonly<Record<string, string>>;
}

const bootstrapSchema = v.object({
  publication: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d/)),
  services: v.array(v.tuple([v.array(v.string()), v.array(v.string())])),
});

/**
 * Parses IANA's list of RDAP servers (RFC 9224). Of several URLs of a server it takes the first with https.
 * Throws `Unreadable` if it is not such a list.
 */
export function parseServers(body: unknown): RdapServers {
  const notAList = "JSON that is not a list of RDAP servers";
  const { publication, services } = parseAs(bootstrapSchema, body, notAList);
  const entries = services.flatMap(([domains, urls]) => {
    const url = urls.find((candidate) => urlProblem(candidate) === undefined);
    return url === undefined
      ? []
      : domains.map((domain) => [domain.toLowerCase(), url.endsWith("/") ? url : `${url}/`] as const);
  });
  return { published: publication.slice(0, 10), servers: Object.fromEntries(entries) };
}

/**
 * Finds the registry with the longest ending of a domain (RFC 9224), and the base URL of its server. Undefined if the list
 * has none.
 */
export function findRegistry({ servers }: RdapServers, domain: string) {
  const labels = domain.split(".");
  const endings = labels.map((_, index) => labels.slice(index).join(".")).slice(1);
  const ending = endings.find((candidate) => Object.hasOwn(servers, candidate)) ?? "";
  const server = servers[ending];
  return server === undefined ? undefined : { ending, server };
}
