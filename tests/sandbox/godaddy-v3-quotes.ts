import { randomUUID } from "node:crypto";
import {
  error,
  isAvailable,
  priceOf,
  type SandboxMoney,
  type ServiceState,
  unforeseen,
} from "./godaddy-v3-state";
import { json, type ReceivedRequest, type Reply } from "./loopback";
import type { SandboxDomain } from "./registrar-engine";

/** A quote as the service keeps it. */
export interface Quote {
  domain: SandboxDomain;
  period: number;
  price: SandboxMoney;
  expiresAt: number;
  isConsumed: boolean;
}

/** The quotes of the account, by their tokens. */
export interface Quotes {
  answer(request: ReceivedRequest): Reply;
  find(token: string): Quote | undefined;
  /** From now on, the quote has expired, and nobody has used it. */
  forget(token: string): void;
}

const quoteMilliseconds = 10 * 60_000;

/** Creates a store without quotes. */
export function createQuotes(state: ServiceState): Quotes {
  const { options, now } = state;
  const quotes = new Map<string, Quote>();
  const { agreements = ["API_DPA"], fees = [] } = options;

  function answer(request: ReceivedRequest): Reply {
    const body: Record<string, unknown> = JSON.parse(request.body);
    state.books.violations.push(...unforeseen(body, ["domain", "period"]));
    const name = String(body["domain"]);
    const domain = state.find(name);
    if (domain === undefined) return error(422, "UNSUPPORTED_TLD", "The top-level domain is not supported");
    const period = Number(body["period"] ?? 1);
    if (!isAvailable(state, domain)) return json({ domain: name, available: false });
    const unit = priceOf(state, domain);
    const price = { ...unit, value: unit.value * period };
    const quoteToken = randomUUID();
    const expiresAt = now() + quoteMilliseconds;
    quotes.set(quoteToken, { domain, period, price, expiresAt, isConsumed: false });
    return json({
      quoteToken,
      expiresAt: new Date(expiresAt).toISOString(),
      domain: name,
      available: true,
      price,
      period,
      resolved: { contactSource: "ACCOUNT", registrantSummary: "Jane Smith (account identity)" },
      requiredAgreements: agreements.map(agreementOf),
      irreversible: true,
      inventory: fees.length === 0 ? "REGISTRY" : "PREMIUM",
      ...(fees.length > 0 && { fees }),
    });
  }

  return {
    answer,
    find: (token) => quotes.get(token),
    forget(token) {
      const quote = quotes.get(token);
      if (quote !== undefined) Object.assign(quote, { isConsumed: false, expiresAt: 0 });
    },
  };
}

function agreementOf(agreementType: string) {
  const url = `https://www.godaddy.com/agreements/${agreementType}`;
  return { agreementType, title: `${agreementType} Agreement`, url };
}
