import { type Account, createAccount } from "./godaddy-v3-account";
import {
  error,
  type GodaddyV3Options,
  happening,
  isAvailable,
  priceOf,
  type ServiceState,
} from "./godaddy-v3-state";
import {
  type Fault,
  json,
  type LoopbackServer,
  type ReceivedRequest,
  type Reply,
  startServer,
} from "./loopback";
import type { AfterEffect, Charge, Happening } from "./registrar";

/** GoDaddy's API v3 on loopback, with two accounts. */
export interface SandboxGodaddyV3 extends LoopbackServer {
  base: URL;
  token: string;
  charges: Charge[];
  /** Answers to purchases that have taken effect, which may be added while it runs. */
  afterEffect: AfterEffect[];
  faults: Fault[];
  /** Every ACCURACY answer and every purchase that was carried out or refused, replays not counted. */
  history: Happening[];
  /** What a caller did that the description does not foresee; a test wants it empty. */
  violations: string[];
  /** The tokens of all quotes, which a log must not show. */
  quoteTokens: string[];
}

export const canaryToken = "canary-personal-access-token";
/** A new token of the same account. */
export const rotatedToken = "canary-rotated-access-token";
/** The token of another account. */
export const foreignToken = "canary-foreign-access-token";

/** GoDaddy's API v3 as its description has it. It is the same below `/second`, by which agents can be told apart. */
export async function startGodaddyV3(options: GodaddyV3Options): Promise<SandboxGodaddyV3> {
  const state: ServiceState = {
    options,
    now: options.now ?? Date.now,
    charges: [],
    afterEffect: [],
    history: [],
    violations: [],
    quoteTokens: [],
    sold: new Map(),
    checks: new Map(),
  };
  const [own, foreign] = [createAccount(state, "own"), createAccount(state, "foreign")];
  const accounts = new Map([
    [`Bearer ${canaryToken}`, own],
    [`Bearer ${rotatedToken}`, own],
    [`Bearer ${foreignToken}`, foreign],
  ]);
  const server = await startServer((request) => answer(state, accounts, request), options.identity);
  const { charges, afterEffect, history, violations, quoteTokens } = state;
  return {
    ...server,
    base: server.address,
    token: canaryToken,
    charges,
    afterEffect,
    history,
    violations,
    quoteTokens,
  };
}

function answer(
  state: ServiceState,
  accounts: ReadonlyMap<string, Account>,
  request: ReceivedRequest,
): Reply {
  const { violations } = state;
  const [, collection = "", id = ""] =
    /^(?:\/second)?\/v3\/domains\/([a-z-]+)(?:\/([^/]+))?$/.exec(request.path) ?? [];
  if (collection === "") return { status: 404, body: "<html>no such page</html>" };
  const account = accounts.get(request.headers.authorization ?? "");
  if (account === undefined) return error(401, "UNAUTHENTICATED", "The token is missing or not valid");
  if (request.nthOnConnection > 0) violations.push(`${collection} came over a used connection`);
  if (request.headers.accept !== "application/json") violations.push(`accept ${request.headers.accept}`);
  if (request.method === "GET") {
    if (collection === "check-availability") return availability(state, request);
    if (collection === "domain-names") return account.domainName(id);
    if (collection === "registrations") return account.registration(id);
    return collection === "operations" ? account.operation(id) : { status: 404 };
  }
  if (request.headers["content-type"] !== "application/json") violations.push("not application/json");
  if (collection === "registration-quotes") return account.quote(request);
  return collection === "registrations" ? account.register(request) : { status: 405 };
}

function availability(state: ServiceState, request: ReceivedRequest): Reply {
  const { options, checks, history, violations } = state;
  const name = request.query.get("domain") ?? "";
  const optimizeFor = request.query.get("optimizeFor") ?? "";
  if (!["SPEED", "ACCURACY"].includes(optimizeFor)) violations.push(`optimizeFor ${optimizeFor}`);
  const domain = options.domains.find((candidate) => candidate.name === name);
  if (domain === undefined) return json({ domain: name, error: unsupported(name) });
  const isAccurate = optimizeFor === "ACCURACY";
  const count = (checks.get(name) ?? 0) + (isAccurate ? 1 : 0);
  checks.set(name, count);
  const truth = isAvailable(state, domain);
  const falsePositive = !truth && isAccurate && count <= (domain.falsePositives ?? 0);
  const available = truth || falsePositive || (!truth && !isAccurate && options.fastIsWrong === true);
  const price = priceOf(state, domain);
  const fees = options.fees?.length ? { fees: options.fees } : {};
  const term = (period: number) => ({
    term: "YEAR",
    period,
    price: { ...price, value: price.value * period },
    renewalPrice: { ...price, value: 2 * price.value * period },
    ...fees,
  });
  const body = {
    domain: name,
    available,
    definitive: isAccurate && !falsePositive,
    ...(available && { inventory: "REGISTRY", prices: [term(1), term(2)] }),
    ...domain.answer?.(count),
  };
  if (isAccurate) {
    const isYes = body.available === true && body.domain === name;
    const kind = isYes ? "available" : "notAvailable";
    history.push({ ...happening(state, request, domain), kind, definitive: body.definitive });
  }
  return json(body);
}

/** The error of a domain of a top-level domain that is not sold. */
export function unsupported(name: string) {
  return {
    name: "UNSUPPORTED_TLD",
    correlationId: "9f1c2e7a-4b3d-4e8f-a1c2-3d4e5f6a7b8c",
    message: `${name} is of a top-level domain that is not supported`,
  };
}
