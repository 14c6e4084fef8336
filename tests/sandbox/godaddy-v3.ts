import { type Account, createAccount } from "./godaddy-v3-account";
import {
  error,
  type GodaddyV3Options,
  happening,
  isAvailable,
  priceOf,
  type ServiceState,
} from "./godaddy-v3-state";
import { json, type ReceivedRequest, type Reply, startServer } from "./loopback";
import { createEngine, type RegistrarService } from "./registrar-engine";

/** GoDaddy's API v3 on loopback, with two accounts. */
export interface SandboxGodaddyV3 extends RegistrarService, Pick<ServiceState, "lostStores"> {
  base: URL;
  token: string;
}

export const canaryToken = "canary-personal-access-token";
/** A new token of the same account. */
export const rotatedToken = "canary-rotated-access-token";
/** The token of another account. */
export const foreignToken = "canary-foreign-access-token";

/** GoDaddy's API v3 as its description has it. It is the same below `/second`, by which agents can be told apart. */
export async function startGodaddyV3(options: GodaddyV3Options): Promise<SandboxGodaddyV3> {
  const lostStores = { times: 0 };
  const state: ServiceState = { ...createEngine(options), options, sold: new Map(), lostStores };
  const [own, foreign] = [createAccount(state, "own"), createAccount(state, "foreign")];
  const accounts = new Map([
    [`Bearer ${canaryToken}`, own],
    [`Bearer ${rotatedToken}`, own],
    [`Bearer ${foreignToken}`, foreign],
  ]);
  const server = await startServer((request) => answer(state, accounts, request), options.identity);
  return { ...server, ...state.books, lostStores, base: server.address, token: canaryToken };
}

type Accounts = ReadonlyMap<string, Account>;

function answer(state: ServiceState, accounts: Accounts, request: ReceivedRequest): Reply {
  const [, collection = "", id = ""] =
    /^(?:\/second)?\/v3\/domains\/([a-z-]+)(?:\/([^/]+))?$/.exec(request.path) ?? [];
  if (collection === "") return { status: 404, body: "<html>no such page</html>" };
  const account = accounts.get(request.headers.authorization ?? "");
  if (account === undefined) return error(401, "UNAUTHENTICATED", "The token is missing or not valid");
  state.inspect(request);
  if (request.method === "GET") {
    if (collection === "check-availability") return availability(state, request);
    if (collection === "domain-names") return account.domainName(id);
    if (collection === "registrations") return account.registration(id);
    return collection === "operations" ? account.operation(id) : { status: 404 };
  }
  if (collection === "registration-quotes") return account.quote(request);
  return collection === "registrations" ? account.register(request) : { status: 405 };
}

function availability(state: ServiceState, request: ReceivedRequest): Reply {
  const { options } = state;
  const { history, violations } = state.books;
  const name = request.query.get("domain") ?? "";
  const optimizeFor = request.query.get("optimizeFor") ?? "";
  if (!["SPEED", "ACCURACY"].includes(optimizeFor)) violations.push(`optimizeFor ${optimizeFor}`);
  const domain = state.find(name);
  if (domain === undefined) return json({ domain: name, error: unsupported(name) });
  const isAccurate = optimizeFor === "ACCURACY";
  const count = state.countCheck(name, isAccurate);
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
