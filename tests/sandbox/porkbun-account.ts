import { json, type Reply } from "./loopback";
import type { EngineOptions, RegistrarService, SandboxDomain } from "./registrar-engine";

/** A domain as the embedded Porkbun knows it. `price` is that of one year in cents; `answer` replaces members of `response`. */
export interface PorkbunDomain extends Omit<SandboxDomain, "falsePositives"> {
  /** With it, `price` is a promotion for the first year, and each further year costs this. */
  regularPrice?: number;
  minDuration?: number;
  premium?: boolean;
}

export interface PorkbunOptions extends EngineOptions<PorkbunDomain> {
  /** How many checks the account may send in so many seconds. */
  checkLimit?: { limit: number; TTL: number };
  /** Whether the gateway is there, which needs a service whose time passes. */
  hasGateway?: boolean;
  /** How many seconds lie between two purchases. */
  createSeconds?: number;
  /** Credit and monthly limit of either account, in cents. */
  balance?: number;
  spendLimit?: number;
  /** Whether e-mail and telephone of the account are verified. */
  isVerified?: boolean;
  /** The top-level domains that are sold on the website only. */
  websiteOnly?: readonly string[];
  /** The status of errors other than 404, 409 and 429. */
  errorStatus?: 200 | 400;
  /** How many seconds an order takes to appear in the account. */
  showsOrdersAfterSeconds?: number;
}

/** The gateway before the service: one request a second for each key, and one more at a time. */
export function createGateway(now: () => number) {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const burst = 2;
  return {
    /** Whether a request with this key gets through. */
    admits(key: string): boolean {
      const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now() };
      const left = Math.min(burst, tokens + Math.max(0, now() - at) / 1000);
      buckets.set(key, { tokens: left < 1 ? left : left - 1, at: now() });
      return left >= 1;
    },
  };
}

/** Porkbun on loopback. Both environments have the same base; the key says which one is meant. */
export interface SandboxPorkbun extends RegistrarService {
  base: URL;
  environments: Record<PorkbunEnvironment, { base: URL; key: string; secret: string }>;
  /** How many of the next orders are charged, and their answers are lost before they are stored for their keys. */
  lostStores: { times: number };
  /** Keys of purchases that the service pretends to be still busy with. */
  inFlight: Set<string>;
  /** How many checks came before they were allowed. */
  earlyChecks: () => number;
}

export type PorkbunEnvironment = "production" | "test";

/** An account with its own credit, keys and domains: one in the test environment, two in production. */
export type PorkbunAccount = PorkbunEnvironment | "foreign";

export const porkbunKeys: Record<PorkbunEnvironment, { key: string; secret: string }> = {
  production: { key: "pk1_canary-production-key", secret: "sk1_canary-production-secret" },
  test: { key: "pk1_sb_canary-test-key", secret: "sk1_sb_canary-test-secret" },
};

/** A new key of the production account. */
export const rotatedPorkbunKey = { key: "pk1_canary-rotated-key", secret: "sk1_canary-rotated-secret" };
/** The key of another account in production. */
export const foreignPorkbunKey = { key: "pk1_canary-foreign-key", secret: "sk1_canary-foreign-secret" };

/** The price of a year in cents, of a domain that has no other. */
export const usualCents = 1108;

/** Cents for the shortest registration. */
export const totalOf = ({ price = usualCents, regularPrice = price, minDuration = 1 }: PorkbunDomain) =>
  price + regularPrice * (minDuration - 1);

/** Cents as the decimal text of the service. */
export function decimalText(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** An error of the service. */
export function porkbunError(status: number, code: string, message: string, more: object = {}): Reply {
  return { ...json({ status: "ERROR", code, message, requestId: "019fa6cf", ...more }), status };
}

/** A limit of so many requests in so many seconds, as the service counts it. */
export interface Limiter {
  /** Counts a request. Returns the seconds until one is allowed again if this one is not. */
  take(now: number): number | undefined;
  /** The members of an answer that tell how much is used. */
  state(now: number): { limits: { TTL: number; limit: number; used: number }; ttlRemaining: number };
}

/** Creates a limit; its window begins with the first request in it. */
export function createLimiter(limit: number, TTL: number): Limiter {
  let [startedAt, used] = [Number.NEGATIVE_INFINITY, 0];
  const remaining = (now: number) => Math.max(0, Math.ceil((startedAt + TTL * 1000 - now) / 1000));
  return {
    take(now) {
      if (remaining(now) === 0) [startedAt, used] = [now, 0];
      if (used >= limit) return remaining(now);
      used++;
      return undefined;
    },
    state: (now) => ({ limits: { TTL, limit, used }, ttlRemaining: remaining(now) }),
  };
}
