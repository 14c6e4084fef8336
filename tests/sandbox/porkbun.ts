import { json, type ReceivedRequest, type Reply, startServer } from "./loopback";
import {
  createGateway,
  createLimiter,
  decimalText,
  foreignPorkbunKey,
  type PorkbunAccount,
  type PorkbunDomain,
  type PorkbunOptions,
  porkbunError,
  porkbunKeys,
  rotatedPorkbunKey,
  type SandboxPorkbun,
  usualCents,
} from "./porkbun-account";
import { createOrders, type OrderState } from "./porkbun-orders";
import { createEngine } from "./registrar-engine";

const path = "/api/json/v3";

/** The gateway's page (nrdcg/porkbun#5, jungaretti/bacon#45). */
const tooFast: Reply = {
  status: 503,
  headers: { "content-type": "text/html", server: "openresty" },
  body: "<html><head><title>503 Service Temporarily Unavailable</title></head></html>",
};

/**
 * Porkbun's API, version 3, on loopback, by its public description. Two things are assumed, because nobody describes them:
 * errors of a purchase are kept for its key like orders, and requests over the limit are not. The API is the same below
 * `/second`, by which agents can be told apart.
 */
export async function startPorkbun(options: PorkbunOptions): Promise<SandboxPorkbun> {
  const { checkLimit = { limit: 1, TTL: 10 } } = options;
  const { websiteOnly = ["us"] } = options;
  const state: OrderState = { lostStores: { times: 0 }, inFlight: new Set() };
  const engine = createEngine(options);
  const { books, now } = engine;
  const { charges, history, violations } = books;
  const limiter = createLimiter(checkLimit.limit, checkLimit.TTL);
  const gateway = createGateway(now);
  let earlyChecks = 0;

  const error = (code: string, message: string, more: object = {}) =>
    porkbunError(options.errorStatus ?? 400, code, message, more);
  const findOrder = (accounts: readonly string[], name: string) =>
    charges.find((charge) => accounts.includes(charge.environment) && charge.domain === name);
  const isAvailable = (account: PorkbunAccount, domain: PorkbunDomain) =>
    findOrder(account === "test" ? ["test"] : ["production", "foreign"], domain.name) === undefined &&
    engine.isReleased(domain);
  const orders = createOrders({ ...state, ...engine, options, isAvailable, error });

  function check(account: PorkbunAccount, by: string, name: string, body: string): Reply {
    if (body !== "{}") violations.push(`the body of a check is ${body}`);
    const ttlRemaining = limiter.take(now());
    if (ttlRemaining !== undefined) {
      earlyChecks++;
      const more = { ttlRemaining };
      return porkbunError(options.errorStatus ?? 429, "RATE_LIMIT_EXCEEDED", "Rate limit exceeded.", more);
    }
    const domain = engine.find(name);
    if (domain === undefined) return error("INVALID_DOMAIN", "Invalid domain.");
    const count = engine.countCheck(name, true);
    const { price = usualCents, regularPrice = price, minDuration = 1, premium = false } = domain;
    const response = {
      avail: isAvailable(account, domain) ? "yes" : "no",
      ...{ type: "registration", price: decimalText(price), regularPrice: decimalText(regularPrice) },
      ...{ firstYearPromo: regularPrice === price ? "no" : "yes", premium: premium ? "yes" : "no" },
      minDuration,
      ...domain.answer?.(count),
    };
    history.push({
      kind: response.avail === "yes" ? "available" : "notAvailable",
      ...{ by, domain: name, price: response.price, currency: "USD", period: minDuration, definitive: false },
    });
    return json({ status: "SUCCESS", response, ...limiter.state(now()) });
  }

  function requirements(tld: string): Reply {
    if (!["com", "org", "net", ...websiteOnly].includes(tld)) return error("INVALID_TLD", "Unsupported TLD.");
    const apiRegisterable = !websiteOnly.includes(tld);
    const domain = options.domains.find(({ name }) => name.endsWith(`.${tld}`));
    return json({
      ...{ status: "SUCCESS", tld, apiRegisterable, requestSchema: { type: "object" } },
      registrationDurationYears: domain?.minDuration ?? 1,
      ...(apiRegisterable ? {} : { notApiRegisterableReason: "Register it through the website." }),
    });
  }

  function owned(account: PorkbunAccount, name: string): Reply {
    const order = findOrder([account], name);
    const { showsOrdersAfterSeconds = 0 } = options;
    if (order === undefined || now() < order.at + showsOrdersAfterSeconds * 1000)
      return porkbunError(404, "DOMAIN_NOT_FOUND", "Domain not found in your account.");
    const status = options.ownedAs ?? "ACTIVE";
    return json({
      ...{ status: "SUCCESS", domain: { domain: name, status, tld: "org", apiAccess: 1, notLocal: 0 } },
    });
  }

  /** Serves the account's balance and its spending limit. */
  function funds(account: PorkbunAccount, called: string): Reply {
    const { balance = 100_000, spendLimit = 100_000 } = options;
    const bought = charges.filter(({ environment }) => environment === account);
    const spent = bought.reduce((sum, { total }) => sum + total, 0);
    if (called === "/account/balance") return json({ status: "SUCCESS", balance: balance - spent });
    return called === "/account/apiSettings"
      ? json({ status: "SUCCESS", spendLimit: { limit: spendLimit, spent, remaining: spendLimit - spent } })
      : { status: 404 };
  }

  function answer(request: ReceivedRequest): Reply {
    const { method, headers } = request;
    const called = request.path.replace(/^\/second(?=\/)/, "").slice(path.length);
    if (!/^\/(domain|account)\//.test(called)) return { status: 404, body: "<html>no such page</html>" };
    engine.inspect(request);
    const [key, secret] = [headers["x-api-key"], headers["x-secret-api-key"]];
    if (key === undefined) return error("API_KEY_REQUIRED", "No API key was provided.");
    const isMeant = (one: { key: string; secret: string }) => one.key === key && one.secret === secret;
    const credentials = [
      ["production", porkbunKeys.production],
      ["production", rotatedPorkbunKey],
      ["foreign", foreignPorkbunKey],
      ["test", porkbunKeys.test],
    ] as const;
    const [account] = credentials.find(([, credential]) => isMeant(credential)) ?? [];
    if (account === undefined) return error("INVALID_API_KEYS_001", "Invalid API key.");
    if (options.hasGateway && !gateway.admits(String(key))) return tooFast;
    if (called.startsWith("/account/")) return funds(account, called);
    const [call, name = "", ...more] = called.slice("/domain/".length).split("/");
    if (more.length > 0) return { status: 404 };
    const by = String(key);
    if (method === "POST" && call === "checkDomain") return check(account, by, name, request.body);
    if (method === "POST" && call === "create") return orders(account, by, name, request);
    if (method === "GET" && call === "getRegistrationRequirements") return requirements(name);
    if (method === "GET" && call === "get") return owned(account, name);
    return error("METHOD_NOT_ALLOWED", "Method not allowed.");
  }

  const server = await startServer(answer, options.identity);
  const base = new URL(path, server.address);
  const environments = {
    production: { base, ...porkbunKeys.production },
    test: { base, ...porkbunKeys.test },
  };
  return { ...server, ...books, ...state, base, environments, earlyChecks: () => earlyChecks };
}
