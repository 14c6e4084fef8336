import { json, type ReceivedRequest, type Reply } from "./loopback";
import {
  createLimiter,
  decimalText,
  type PorkbunAccount,
  type PorkbunDomain,
  type PorkbunOptions,
  porkbunError,
  type SandboxPorkbun,
  totalOf,
} from "./porkbun-account";
import type { createEngine } from "./registrar-engine";

export type OrderState = Pick<SandboxPorkbun, "inFlight" | "lostStores">;

interface OrderBook extends OrderState, ReturnType<typeof createEngine<PorkbunDomain>> {
  options: PorkbunOptions;
  isAvailable(account: PorkbunAccount, domain: PorkbunDomain): boolean;
  error(code: string, message: string, more?: object): Reply;
}

const keyMilliseconds = 24 * 3600 * 1000;

/** Sells domains: `POST /domain/create/{domain}` with its dry run, its limits and its keys. */
export function createOrders(book: OrderBook) {
  const { options, now, error } = book;
  const { charges, history, violations } = book.books;
  const kept = new Map<string, { body: string; reply: Reply; at: number }>();
  const limiter = createLimiter(1, options.createSeconds ?? 10);

  const spent = (account: PorkbunAccount) =>
    charges.filter((charge) => charge.environment === account).reduce((sum, { total }) => sum + total, 0);

  /** A domain, and why it is not sold, as the service's error. */
  function find(account: PorkbunAccount, name: string, cost: unknown) {
    const domain = book.find(name);
    const unknown = { name, released: () => false };
    return { domain: domain ?? unknown, reason: refusal(account, domain, cost) };
  }

  function refusal(account: PorkbunAccount, domain: PorkbunDomain | undefined, cost: unknown) {
    if (options.isVerified === false)
      return error("VERIFICATION_REQUIRED", "Verify your e-mail and telephone.");
    if (domain === undefined) return error("INVALID_DOMAIN", "Invalid domain.");
    if (domain.premium) return error("PREMIUM_DOMAIN_NOT_SUPPORTED", "Premium domains are not supported.");
    if (!book.isAvailable(account, domain)) return error("DOMAIN_NOT_AVAILABLE", "Domain is not available.");
    const total = totalOf(domain);
    if (cost !== total) return error("COST_MISMATCH", "The cost is not the current price.", { cost: total });
    return undefined;
  }

  function unaffordable(account: PorkbunAccount, total: number) {
    const whole = spent(account) + total;
    const [addFunds, byDefault] = [{ next_action: { type: "add_funds" } }, { limitSource: "default" }];
    if (whole > (options.balance ?? 100_000))
      return error("INSUFFICIENT_FUNDS", "Your account credit is insufficient.", addFunds);
    if (whole > (options.spendLimit ?? 100_000))
      return error("MONTHLY_SPEND_LIMIT_EXCEEDED", "This would exceed the monthly limit.", byDefault);
    return undefined;
  }

  function preview(account: PorkbunAccount, domain: PorkbunDomain): Reply {
    const [cost, soFar] = [totalOf(domain), spent(account)];
    const balance = (options.balance ?? 100_000) - soFar;
    const withinMonthlySpendLimit = soFar + cost <= (options.spendLimit ?? 100_000);
    return json({
      status: "SUCCESS",
      ...{ dryRun: true, wouldSucceed: balance >= cost && withinMonthlySpendLimit },
      ...{
        operation: "registration",
        domain: domain.name,
        available: "available",
        premium: false,
        duration: domain.minDuration ?? 1,
      },
      ...{ cost, costDisplay: `$${decimalText(cost)}`, balance, sufficientFunds: balance >= cost },
      ...{ withinMonthlySpendLimit, message: "No order was created and no charge was made." },
    });
  }

  function buy(account: PorkbunAccount, by: string, domain: PorkbunDomain): Reply {
    const total = totalOf(domain);
    charges.push({ domain: domain.name, environment: account, by, at: now(), total });
    const balance = (options.balance ?? 100_000) - spent(account);
    const orderId = String(12345677 + charges.length);
    return json({ status: "SUCCESS", domain: domain.name, cost: total, orderId, balance });
  }

  /** Answers a purchase that no key has answered yet. */
  function order(account: PorkbunAccount, by: string, name: string, cost: unknown): Reply {
    const { domain, reason } = find(account, name, cost);
    return reason ?? unaffordable(account, totalOf(domain)) ?? buy(account, by, domain);
  }

  return (account: PorkbunAccount, by: string, name: string, request: ReceivedRequest): Reply => {
    const body: unknown = JSON.parse(request.body);
    const cost: unknown = Reflect.get(Object(body), "cost");
    violations.push(...orderFaults(body, request));
    if (Reflect.get(Object(body), "dryRun") === true) {
      const { domain, reason } = find(account, name, cost);
      return reason ?? preview(account, domain);
    }
    const price = book.find(name)?.price;
    const offer = { price, currency: "USD", period: 1, definitive: false };
    history.push({ kind: "purchase", by, domain: name, ...offer });
    const key = `${account} ${request.headers["idempotency-key"]}`;
    const earlier = kept.get(key);
    if (book.inFlight.has(String(request.headers["idempotency-key"])))
      return porkbunError(409, "IDEMPOTENCY_KEY_IN_USE", "The original request is still in flight.");
    if (earlier !== undefined && now() - earlier.at < keyMilliseconds) {
      if (earlier.body !== name + request.body)
        return porkbunError(409, "IDEMPOTENCY_KEY_MISMATCH", "This key belongs to another request.");
      return { ...earlier.reply, headers: { ...earlier.reply.headers, "idempotent-replayed": "true" } };
    }
    const ttlRemaining = limiter.take(now());
    if (ttlRemaining !== undefined)
      return porkbunError(429, "RATE_LIMIT_EXCEEDED", "Rate limit exceeded.", { ttlRemaining });
    const before = charges.length;
    const reply = order(account, by, name, cost);
    if (charges.length > before && book.lostStores.times > 0) book.lostStores.times--;
    else kept.set(key, { body: name + request.body, reply, at: now() });
    return charges.length > before ? book.afterPurchase(reply) : reply;
  };
}

function orderFaults(body: unknown, { headers }: ReceivedRequest): string[] {
  const members: Record<string, unknown> = Object(body);
  const { cost, agreeToTerms, dryRun, ...others } = members;
  const key = headers["idempotency-key"] ?? "";
  return [
    ...(Number.isInteger(cost) && Number(cost) > 0 ? [] : [`cost is ${JSON.stringify(cost)}`]),
    ...(agreeToTerms === "yes" ? [] : ["the terms are not agreed to"]),
    ...Object.keys(others).map((name) => `${name} is not foreseen`),
    ...(dryRun === true && key !== "" ? ["a dry run has a key"] : []),
    ...(dryRun !== true && (key === "" || key.length > 255) ? ["a purchase has no key"] : []),
  ];
}
