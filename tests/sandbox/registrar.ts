import { json, type ReceivedRequest, type Reply, startServer } from "./loopback";
import type { RegistrarService, SandboxDomain } from "./registrar-engine";
import { createEngine, type EngineOptions } from "./registrar-engine";

export interface RegistrarOptions extends EngineOptions {
  /** How long validate takes; tens of seconds at the real one. */
  validateMilliseconds?: number;
}

/** The registrar on loopback; each environment has a base address, keys and an account of its own. */
export interface SandboxRegistrar extends RegistrarService {
  environments: Record<"production" | "test", { base: URL; key: string; secret: string }>;
}

export const keys = {
  production: { key: "canary-production-key", secret: "canary-production-secret" },
  test: { key: "canary-test-key", secret: "canary-test-secret" },
};

/** A new key of the production account. */
export const rotatedKey = { key: "canary-rotated-key", secret: "canary-rotated-secret" };
/** A production key of another account. */
export const foreignKey = { key: "canary-foreign-key", secret: "canary-foreign-secret" };

/** A personal access token of the production account. */
export const personalToken = "canary-production-token";

/** When a record of before was made, that the account still lists. */
const lapsedAt = Date.UTC(2019, 3, 1);

const ssoKey = ({ key, secret }: { key: string; secret: string }) => `sso-key ${key}:${secret}`;
const authorizations = {
  production: [...[keys.production, rotatedKey, foreignKey].map(ssoKey), `Bearer ${personalToken}`],
  test: [ssoKey(keys.test)],
};

/** The registrar of the specification on loopback. It is the same below `/second`, by which agents can be told apart. */
export async function startRegistrar(options: RegistrarOptions): Promise<SandboxRegistrar> {
  const { books, now, ...engine } = createEngine(options);
  const { charges, history, violations } = books;

  const sale = (environment: string, domain: string) =>
    charges.find((charge) => charge.environment === environment && charge.domain === domain);

  function isAvailable(environment: string, domain: SandboxDomain): boolean {
    const isSold = sale(environment, domain.name) !== undefined && options.forgetsSales !== true;
    return !isSold && engine.isReleased(domain);
  }

  function availability(environment: string, request: ReceivedRequest): Reply {
    const name = request.query.get("domain") ?? "";
    const checkType = request.query.get("checkType");
    if (!["FAST", "FULL"].includes(checkType ?? "")) violations.push(`checkType ${checkType}`);
    if (request.query.get("forTransfer") !== "false") violations.push("forTransfer is false in use");
    const domain = engine.find(name);
    if (domain === undefined) return error(422, "UNSUPPORTED_TLD", `${name} is not supported`);
    const price = domain.price ?? usualPrice;
    const count = engine.countCheck(name, checkType === "FULL");
    const truth = isAvailable(environment, domain);
    const falsePositive = !truth && checkType === "FULL" && count <= (domain.falsePositives ?? 0);
    const wrong = checkType === "FAST" && options.fastIsWrong === true && !truth;
    const body = {
      available: truth || falsePositive || wrong,
      domain: name,
      definitive: !falsePositive && !wrong,
      price,
      currency: "USD",
      period: 1,
      ...domain.answer?.(count),
    };
    if (checkType === "FULL") {
      const kind = body.available === true && body.domain === name ? "available" : "notAvailable";
      history.push({ ...body, kind, by: request.headers.authorization ?? "", domain: name });
    }
    return json(body);
  }

  function purchase(environment: string, request: ReceivedRequest): Reply {
    const body: unknown = JSON.parse(request.body);
    const name = String(Reflect.get(Object(body), "domain"));
    const domain = engine.find(name);
    const price = domain?.price ?? usualPrice;
    const by = request.headers.authorization ?? "";
    history.push({ kind: "purchase", by, domain: name, price, currency: "USD", period: 1, definitive: true });
    violations.push(...requestFaults(body, now()));
    if (domain === undefined || !isAvailable(environment, domain))
      return error(422, "UNAVAILABLE_DOMAIN", `The domain ${name} is not available for purchase`);
    charges.push({ domain: name, environment, by, at: now(), total: price });
    return engine.afterPurchase(
      json({ orderId: 1000 + charges.length, itemCount: 1, total: price, currency: "USD" }),
    );
  }

  function ownership(environment: string, name: string, by: string): Reply {
    if (options.ownership === "forbidden")
      return error(403, "ACCESS_DENIED", "Authenticated user is not allowed access");
    const isForeign = (one = "") => one === ssoKey(foreignKey);
    const sold = sale(environment, name);
    const isOwned = sold !== undefined && isForeign(sold.by) === isForeign(by);
    const status = isOwned ? (options.ownedAs ?? "ACTIVE") : options.listedAs;
    if (options.ownership === "missing" || status === undefined)
      return error(404, "NOT_FOUND", `${name} is not in the account`);
    const createdAt = new Date(isOwned ? sold.at : lapsedAt).toISOString();
    return json({ domain: name, status, createdAt, domainId: isOwned ? 2 : 1 });
  }

  function answer(request: ReceivedRequest): Reply {
    const [, environment, path = ""] =
      /^(?:\/second)?\/(production|test)(\/v1\/domains\/.*)$/.exec(request.path) ?? [];
    if (environment !== "production" && environment !== "test")
      return { status: 404, body: "<html>no such page</html>" };
    const { authorization } = request.headers;
    const isAvailability = path === "/v1/domains/available";
    const isFree = environment === "test" && isAvailability && authorization === undefined;
    if (!isFree && !authorizations[environment].includes(authorization ?? ""))
      return error(401, "UNABLE_TO_AUTHENTICATE", "Unauthorized : Could not authenticate API key/secret");
    engine.inspect(request);
    if (request.method === "GET" && isAvailability) return availability(environment, request);
    if (request.method === "GET")
      return ownership(environment, path.replace("/v1/domains/", ""), authorization ?? "");
    if (path === "/v1/domains/purchase/validate") {
      violations.push(...requestFaults(JSON.parse(request.body), now()));
      return {
        status: 200,
        headers: { "content-type": "application/json; charset=utf-8" },
        delayMilliseconds: options.validateMilliseconds ?? 0,
      };
    }
    return path === "/v1/domains/purchase" ? purchase(environment, request) : { status: 405 };
  }

  const server = await startServer(answer, options.identity);
  const base = (environment: "production" | "test") => ({
    base: new URL(environment, server.address),
    ...keys[environment],
  });
  const environments = { production: base("production"), test: base("test") };
  return { ...server, ...books, environments };
}

const usualPrice = 11_690_000;

function error(status: number, code: string, message: string): Reply {
  return { ...json({ code, message, name: "ApiError" }), status };
}

function requestFaults(body: unknown, now: number): string[] {
  const member = (...path: string[]) =>
    path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), body);
  const agreedAt = Date.parse(String(member("consent", "agreedAt")));
  const contacts = ["Admin", "Billing", "Registrant", "Tech"].map((role) => `contact${role}`);
  const required = ["renewAuto", "privacy", "nameServers", "period", ...contacts];
  const isDnra = JSON.stringify(member("consent", "agreementKeys")) === '["DNRA"]';
  const isRecent = Math.abs(agreedAt - now) <= 24 * 3600 * 1000;
  return [
    ...required.filter((key) => member(key) === undefined).map((key) => `${key} is missing`),
    ...(member("$schema") === undefined ? [] : ["$schema was sent"]),
    ...(isDnra ? [] : ["agreementKeys is not DNRA"]),
    ...(isRecent ? [] : [`agreedAt ${member("consent", "agreedAt")} is off`]),
  ];
}
