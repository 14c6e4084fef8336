import { canaryToken, foreignToken, rotatedToken, startGodaddyV3 } from "../sandbox/godaddy-v3";
import type { GodaddyV3Options } from "../sandbox/godaddy-v3-state";
import { json, type ReceivedRequest, type Reply } from "../sandbox/loopback";
import { startPorkbun } from "../sandbox/porkbun";
import {
  foreignPorkbunKey,
  type PorkbunOptions,
  porkbunKeys,
  rotatedPorkbunKey,
} from "../sandbox/porkbun-account";
import { foreignKey, keys, type RegistrarOptions, rotatedKey, startRegistrar } from "../sandbox/registrar";
import type { Charge, RegistrarService, SandboxDomain } from "../sandbox/registrar-engine";

/** The registrars whose purchases have keys. */
export type KeyedName = "godaddyV3" | "porkbun";
export type RegistrarName = "godaddy" | KeyedName;

/** By what an agent gets in: the first credential, a new one of the same account, or that of another account. */
export type CredentialName = "first" | "rotated" | "foreign";

/** Whether two credentials are of one account. */
export function haveSameAccount(one: CredentialName, other: CredentialName): boolean {
  return (one === "foreign") === (other === "foreign");
}

/** Requests of one kind share their weather. */
export type RequestKind = "check" | "quote" | "purchase" | "follow" | "owned" | "other";

/** A registrar, as the campaign sees each of them. */
export interface TestedRegistrar {
  name: RegistrarName;
  server: RegistrarService;
  /** The URL for the first or the second agent, by which they can be told apart. */
  baseOf(isSecond: boolean): URL;
  charges: readonly Charge[];
  violations: readonly string[];
  /** Environment variables with a credential. */
  secretsOf(credential: CredentialName): Record<string, string>;
  /** The parameters of a service connection with a credential. */
  parametersOf(credential: CredentialName): Record<string, string>;
  /** The credential of a request. */
  credentialOf(request: ReceivedRequest): CredentialName;
  /** Loses the answer to the next order that is charged before it is stored for its key. */
  loseNextStore(): void;
  kindOf(request: ReceivedRequest): RequestKind;
  /** Whether the response to a check says "available", with the certainty that is wanted. */
  saysAvailable(body: unknown, wantsDefinitive: boolean): boolean;
  /**
   * Whether the response to a purchase says for certain that it bought nothing: only the registrar's own word does, by a
   * known code, and only in response to the first request. Where a purchase has a key, a 429 never does.
   */
  closes(reply: Reply, isFirst: boolean): boolean;
  /** A response to a purchase that claims success. */
  pretendedSuccess(): Reply;
}

export interface ServiceOptions {
  /** Its price may be changed while the service runs. */
  domain: SandboxDomain;
  now: () => number;
  godaddy: Partial<RegistrarOptions>;
  godaddyV3: Partial<GodaddyV3Options>;
  porkbun: Partial<PorkbunOptions> & { isPremium: boolean };
}

/** The whole price of a year in each registrar's unit: cents, or the specification's millionths. */
export const prices: Record<RegistrarName, number> = { godaddy: 11_690_000, godaddyV3: 1199, porkbun: 1108 };

/** At any depth. Undefined if there is none. */
export function member(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value);
}

/** Like a client, ignores a byte-order mark. Undefined if the reply has no JSON. */
export function bodyOf({ body, ending, raw }: Reply): unknown {
  const isText = typeof body === "string" || Buffer.isBuffer(body);
  if (!isText || ending !== undefined || raw !== undefined) return undefined;
  try {
    return JSON.parse(body.toString("utf8").replace(/^\uFEFF/, ""));
  } catch {
    return undefined;
  }
}

/** Starts a registrar. */
export function startTestedRegistrar(name: RegistrarName, options: ServiceOptions): Promise<TestedRegistrar> {
  const start = { godaddy: startTestedGodaddy, godaddyV3: startTestedGodaddyV3, porkbun: startTestedPorkbun };
  return start[name](options);
}

/** The codes of refusals in this campaign that the registrars are known for. */
const known = {
  godaddy: ["422 UNAVAILABLE_DOMAIN", "422 INVALID_AGREEMENT_KEYS", "429 TOO_MANY_REQUESTS"],
  godaddyV3: [
    ...["quote_expired", "quote_mismatch", "domain_already_exists", "consent_fees_required"],
    "INVALID_AGREEMENT_KEYS",
  ],
  porkbun: [
    ...["DOMAIN_NOT_AVAILABLE", "INSUFFICIENT_FUNDS", "COST_MISMATCH", "INVALID_DOMAIN", "PREMIUM_DOMAIN"],
    ...["MONTHLY_SPEND_LIMIT_EXCEEDED", "VERIFICATION_REQUIRED", "TLD_NOT_SUPPORTED", "INVALID_COST"],
    ...["INVALID_API_KEYS_001", "API_REGISTRATION_NOT_SUPPORTED", "PREMIUM_DOMAIN_NOT_SUPPORTED"],
  ],
};

/** What the campaign sees alike of every registrar. */
const seen = (service: RegistrarService, base: URL) => ({
  ...{ server: service, charges: service.charges, violations: service.violations },
  baseOf: (isSecond: boolean) => (isSecond ? new URL(`/second${base.pathname}`, base) : base),
});

const godaddyOf = { first: keys.production, rotated: rotatedKey, foreign: foreignKey };
const porkbunOf = { first: porkbunKeys.production, rotated: rotatedPorkbunKey, foreign: foreignPorkbunKey };
const tokenOf = { first: canaryToken, rotated: rotatedToken, foreign: foreignToken };

/** How a step names a credential of key and secret. */
function byKeyAndSecret(credentials: Record<CredentialName, { key: string; secret: string }>) {
  return {
    secretsOf: (name: CredentialName) => ({ KEY: credentials[name].key, SECRET: credentials[name].secret }),
    parametersOf(name: CredentialName) {
      const { key: username, secret: password } = credentials[name];
      return { username, password };
    },
  };
}

function nameOf(isIt: (name: CredentialName) => boolean): CredentialName {
  return (["rotated", "foreign"] as const).find(isIt) ?? "first";
}

async function startTestedPorkbun({ domain, now, porkbun }: ServiceOptions): Promise<TestedRegistrar> {
  const { isPremium, ...options } = porkbun;
  const { name: domainName } = domain;
  // The price is read on every request, because it may change.
  const sold = Object.assign(domain, { premium: isPremium });
  const service = await startPorkbun({ domains: [sold], now, ...options });
  return {
    ...{ name: "porkbun", ...seen(service, service.base), ...byKeyAndSecret(porkbunOf) },
    credentialOf: ({ headers }) => nameOf((name) => headers["x-api-key"] === porkbunOf[name].key),
    loseNextStore() {
      service.lostStores.times++;
    },
    kindOf({ path, body }) {
      if (path.includes("/checkDomain/")) return "check";
      if (path.includes("/create/") && !body.includes("dryRun")) return "purchase";
      return path.includes("/domain/get/") ? "owned" : "other";
    },
    saysAvailable: (body) =>
      member(body, "status") === "SUCCESS" &&
      member(body, "response", "avail") === "yes" &&
      [undefined, "registration"].some((type) => type === member(body, "response", "type")) &&
      [undefined, domainName].some((named) => named === member(body, "response", "domain")),
    closes(reply, isFirst) {
      const body = bodyOf(reply);
      const isError = member(body, "status") === "ERROR" && (reply.status ?? 200) < 409;
      const isKnown = known.porkbun.includes(String(member(body, "code")));
      return isFirst && isKnown && (isError || reply.status === 422);
    },
    pretendedSuccess: () =>
      json({ status: "SUCCESS", domain: domainName, cost: prices.porkbun, orderId: "7" }),
  };
}

/** Whether a response of GoDaddy to a check says "available". */
const isYes = (body: unknown, domainName: string, wantsDefinitive: boolean) =>
  member(body, "available") === true &&
  String(member(body, "domain")).toLowerCase().replace(/\.$/, "") === domainName &&
  (member(body, "definitive") === true || !wantsDefinitive);

async function startTestedGodaddy({ domain, now, godaddy }: ServiceOptions): Promise<TestedRegistrar> {
  const service = await startRegistrar({ domains: [domain], now, ...godaddy });
  return {
    ...{ name: "godaddy", ...seen(service, service.environments.production.base) },
    ...byKeyAndSecret(godaddyOf),
    credentialOf: ({ headers }) =>
      nameOf((name) => headers.authorization?.startsWith(`sso-key ${godaddyOf[name].key}:`) === true),
    loseNextStore() {
      throw new Error("without keys, no answer is stored");
    },
    kindOf({ path, query }) {
      if (path.endsWith("/available") && query.get("checkType") === "FULL") return "check";
      if (path.endsWith("/purchase")) return "purchase";
      return path.endsWith(`/${domain.name}`) ? "owned" : "other";
    },
    saysAvailable: (body, wantsDefinitive) => isYes(body, domain.name, wantsDefinitive),
    closes(reply) {
      const isKnown = known.godaddy.includes(`${reply.status} ${member(bodyOf(reply), "code")}`);
      return isKnown && (reply.status !== 429 || typeof member(bodyOf(reply), "retryAfterSec") === "number");
    },
    pretendedSuccess: () => json({ orderId: 7, itemCount: 1, total: prices.godaddy, currency: "USD" }),
  };
}

async function startTestedGodaddyV3({ domain, now, godaddyV3 }: ServiceOptions): Promise<TestedRegistrar> {
  const service = await startGodaddyV3({ domains: [domain], now, ...godaddyV3 });
  return {
    ...{ name: "godaddyV3", ...seen(service, service.base) },
    secretsOf: (credential) => ({ TOKEN: tokenOf[credential] }),
    parametersOf: (credential) => ({ apitoken: tokenOf[credential] }),
    credentialOf: ({ headers }) => nameOf((name) => headers.authorization === `Bearer ${tokenOf[name]}`),
    loseNextStore() {
      service.lostStores.times++;
    },
    kindOf({ path, method, query }) {
      if (path.endsWith("/check-availability") && query.get("optimizeFor") === "ACCURACY") return "check";
      if (path.endsWith("/registration-quotes")) return "quote";
      if (path.endsWith("/registrations") && method === "POST") return "purchase";
      if (/\/(registrations|operations)\//.test(path)) return "follow";
      return path.includes("/domain-names/") ? "owned" : "other";
    },
    saysAvailable: (body, wantsDefinitive) =>
      isYes(body, domain.name, wantsDefinitive) && !member(body, "error"),
    closes(reply, isFirst) {
      const isKnown = known.godaddyV3.includes(String(member(bodyOf(reply), "name")));
      return isFirst && isKnown && [409, 422].includes(reply.status ?? 200);
    },
    pretendedSuccess() {
      const ids = { registrationId: "pretended", operationId: "pretended" };
      return { ...json({ domain: domain.name, status: "EXECUTING", ...ids }), status: 202 };
    },
  };
}
