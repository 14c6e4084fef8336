import * as v from "valibot";
import { Unreadable } from "../http/errors";
import { urlProblem } from "../http/url";

/** Which server has the records of which top-level domains. */
export interface RdapServers {
  /** When the list was published: YYYY-MM-DD. */
  published: string;
  /** The base URLs, with a slash at the end, by top-level domain. */
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
  const parsed = v.safeParse(bootstrapSchema, body);
  if (!parsed.success) throw new Unreadable("JSON that is not a list of RDAP servers");
  const { publication, services } = parsed.output;
  const entries = services.flatMap(([domains, urls]) => {
    const url = urls.find((candidate) => urlProblem(candidate) === undefined);
    return url === undefined ? [] : domains.map((domain) => [domain.toLowerCase(), withSlash(url)] as const);
  });
  return { published: publication.slice(0, 10), servers: Object.fromEntries(entries) };
}

/** The base URL; undefined if the domain's top-level domain has no server. */
export function findServer({ servers }: RdapServers, domain: string): string | undefined {
  const tld = domain.slice(domain.lastIndexOf(".") + 1);
  return Object.hasOwn(servers, tld) ? servers[tld] : undefined;
}

function withSlash(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}
