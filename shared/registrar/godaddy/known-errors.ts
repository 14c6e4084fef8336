import type { ErrorResponse, StatusProblem } from "../../http/errors";
import { memberAt } from "../../json/path";

/** GoDaddy gives the path of each member of a request that it objects to. */
function hasFields(body: unknown): boolean {
  const fields = memberAt(body, ["fields"]);
  return Array.isArray(fields) && fields.some((field) => typeof memberAt(field, ["path"]) === "string");
}

const says = (words: RegExp) => (body: unknown) => words.test(String(memberAt(body, ["message"])));

/**
 * The errors of GoDaddy's first API, and where each was seen or is described. `has` is for words that others use, too:
 * it tells whether a body has what else is in GoDaddy's own. Purchases have no key here, so no other response refuses one
 * (decision 10).
 */
const errors: readonly {
  code: string;
  statuses: readonly number[];
  source: string;
  has?: (body: unknown) => boolean;
}[] = [
  { code: "UNAVAILABLE_DOMAIN", statuses: [422], source: "the specification" },
  { code: "INVALID_AGREEMENT_KEYS", statuses: [400, 422], source: "eXamadeus/godaddypy#11" },
  { code: "INVALID_BODY", statuses: [400, 422], source: "phuslu/ddns#3", has: hasFields },
  { code: "UNSUPPORTED_TLD", statuses: [400, 422], source: "godaddy/cli, domains.oas3.json" },
  { code: "INVALID_DOMAIN", statuses: [400, 422], source: "godaddy/cli, reference on errors" },
  {
    code: "INVALID_PAYMENT_INFO",
    statuses: [402],
    source: "tests of a Go client's renewals",
    has: says(/^Unable to authorize credit\b/),
  },
  { code: "UNABLE_TO_AUTHENTICATE", statuses: [401], source: "acmesh-official/acme.sh#1564" },
  { code: "MALFORMED_CREDENTIALS", statuses: [401], source: "a Python client's checks" },
  {
    code: "ACCESS_DENIED",
    statuses: [403],
    source: "srvrco/getssl#847",
    has: says(/^Authenticated user is not allowed access\b/),
  },
  { code: "UNKNOWN_DOMAIN", statuses: [404], source: "traefik/traefik#6482" },
  { code: "NOT_FOUND", statuses: [404], source: "GoDaddy's description of the API" },
  {
    code: "TOO_MANY_REQUESTS",
    statuses: [429],
    source: "godaddy/cli, reference on errors",
    has: (body) => typeof memberAt(body, ["retryAfterSec"]) === "number",
  },
  { code: "QUOTA_EXCEEDED", statuses: [429], source: "GoDaddy's description of the API" },
  { code: "ERROR_UNKNOWN", statuses: [500], source: "aoxborrow/registrar-client, docs/TODOS.md" },
];

/** Whether an error response is GoDaddy's own: by a known code, or by the paths of what it objects to. */
export function isOwnError({ status, json }: ErrorResponse): boolean {
  const error = findKnown(status, memberAt(json, ["code"]));
  return error === undefined ? hasFields(json) : error.has?.(json) !== false;
}

/** Whether an error of GoDaddy's own has a code that it is known for. */
export function isKnownError({ status, serviceCode }: StatusProblem): boolean {
  return findKnown(status, serviceCode) !== undefined;
}

function findKnown(status: number, code: unknown) {
  return errors.find((error) => error.code === code && error.statuses.includes(status));
}
