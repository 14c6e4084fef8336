import { randomUUID } from "node:crypto";
import { createQuotes, type Quote } from "./godaddy-v3-quotes";
import {
  error,
  type GodaddyV3Options,
  happening,
  isAvailable,
  type ServiceState,
  unforeseen,
} from "./godaddy-v3-state";
import { json, type ReceivedRequest, type Reply } from "./loopback";

/** No account sees another's data. */
export interface Account {
  quote(request: ReceivedRequest): Reply;
  register(request: ReceivedRequest): Reply;
  registration(id: string): Reply;
  operation(id: string): Reply;
  domainName(name: string): Reply;
}

interface Registration {
  registrationId: string;
  operationId: string;
  quote: Quote;
  pollsLeft: number;
}

const agreedAtToleranceMilliseconds = 24 * 3600 * 1000;

/** Creates an empty account. */
export function createAccount(state: ServiceState, account: string): Account {
  const { options, now, sold } = state;
  const { charges, history, violations } = state.books;
  const quotes = createQuotes(state);
  const registrations: Registration[] = [];
  /** The first answer to each key, and the body that it was given to. */
  const answers = new Map<string, { body: string; reply: Reply }>();
  const { agreements = ["API_DPA"], fees = [] } = options;
  const feeMember = fees.length === 0 ? {} : { fees };

  function register(request: ReceivedRequest): Reply {
    const key = String(request.headers["idempotency-key"] ?? "");
    if (key === "") return error(400, "MISSING_VALUE", "Idempotency-Key is required");
    if (key.length < 16 || key.length > 64) violations.push(`a key of ${key.length} characters`);
    const first = answers.get(key);
    if (first !== undefined)
      return first.body === request.body
        ? first.reply
        : error(409, "IDEMPOTENCY_CONFLICT", "The key belongs to another request");
    const reply = execute(request);
    if (reply.status !== 202) return reply;
    if (state.lostStores.times > 0) {
      state.lostStores.times--;
      quotes.forget(String(Reflect.get(JSON.parse(request.body), "quoteToken")));
    } else answers.set(key, { body: request.body, reply });
    return state.afterPurchase(reply);
  }

  function execute(request: ReceivedRequest): Reply {
    const body: Record<string, unknown> = JSON.parse(request.body);
    violations.push(...unforeseen(body, ["domain", "period", "quoteToken", "consent"]));
    const quoted = quotes.find(String(body["quoteToken"]));
    if (quoted === undefined) return error(400, "INVALID_VALUE", `no quote ${body["quoteToken"]}`);
    const { domain, period, price } = quoted;
    const by = request.headers.authorization ?? "";
    const sent = happening(state, request, domain);
    history.push({ ...sent, kind: "purchase", price: price.value, period });
    if (quoted.isConsumed) return error(409, "quote_consumed", "The quote has been used");
    if (now() >= quoted.expiresAt) return error(409, "quote_expired", "The quote has expired");
    if (body["domain"] !== domain.name || body["period"] !== period)
      return error(422, "quote_mismatch", "The request is not what was quoted");
    const refusal = consentRefusal(Object(body["consent"]));
    if (refusal !== undefined) return refusal;
    if (!isAvailable(state, domain)) return error(409, "domain_already_exists", "Somebody has the domain");
    quoted.isConsumed = true;
    const ids = { registrationId: randomUUID(), operationId: randomUUID() };
    const accepted = { ...ids, quote: quoted, pollsLeft: options.polls ?? 1 };
    registrations.push(accepted);
    if (options.failsWith === undefined) {
      sold.set(domain.name, account);
      const total = fees.reduce((sum, { fee }) => sum + fee.value, price.value);
      charges.push({ domain: domain.name, environment: "production", by, at: now(), total });
    }
    return { ...json(recordOf(accepted), retryAfter(accepted)), status: 202 };
  }

  function consentRefusal(consent: object): Reply | undefined {
    violations.push(...unforeseen(consent, ["agreedAt", "agreementTypes", "acknowledgedFees"]));
    const member = (name: string): unknown => Reflect.get(consent, name);
    const agreedAt = Date.parse(String(member("agreedAt")));
    if (!(Math.abs(agreedAt - now()) <= agreedAtToleranceMilliseconds)) violations.push("agreedAt is off");
    if (JSON.stringify(member("agreementTypes")) !== JSON.stringify(agreements))
      return error(422, "INVALID_AGREEMENT_KEYS", `needed are ${agreements.join()}`);
    const acknowledged = member("acknowledgedFees");
    if (Array.isArray(acknowledged) && acknowledged.length === 0)
      return error(400, "INVALID_BODY", "acknowledgedFees must have an item");
    if (acknowledged === undefined && fees.length > 0)
      return error(422, "consent_fees_required", "The fees must be acknowledged");
    return JSON.stringify(acknowledged ?? []) === JSON.stringify(fees)
      ? undefined
      : error(422, "quote_mismatch", "The fees are not those of the quote");
  }

  const statusOf = ({ pollsLeft }: Registration) =>
    pollsLeft > 0 ? "EXECUTING" : options.failsWith === undefined ? "COMPLETED" : "FAILED";
  const retryAfter = (one: Registration): Record<string, string> =>
    statusOf(one) === "EXECUTING" ? { "retry-after": "5" } : {};

  function recordOf(one: Registration) {
    const { registrationId, operationId, quote: quoted } = one;
    const { domain, period, price } = quoted;
    const status = statusOf(one);
    const orderId = `ord_${registrations.indexOf(one) + 1}`;
    const links = [{ rel: "self", href: `/v3/domains/registrations/${registrationId}` }];
    return {
      ...{ registrationId, operationId, domain: domain.name, period, price, ...feeMember, status, links },
      ...(status === "COMPLETED" && { orderId }),
      ...(status === "FAILED" && options.namesError && { error: failureOf(options) }),
    };
  }

  function poll(found: Registration | undefined, shown: (one: Registration) => object): Reply {
    if (found === undefined) return error(404, "NOT_FOUND", "There is no such record");
    found.pollsLeft--;
    return json(shown(found), retryAfter(found));
  }

  return {
    quote: quotes.answer,
    register,
    registration(id) {
      const found = registrations.find(({ registrationId }) => registrationId === id);
      return poll(found, recordOf);
    },
    operation(id) {
      const found = registrations.find(({ operationId }) => operationId === id);
      return poll(found, (one) => ({
        ...{ operationId: id, type: "REGISTER", domain: one.quote.domain.name, status: statusOf(one) },
        ...(statusOf(one) === "FAILED" && { error: failureOf(options) }),
      }));
    },
    domainName(name) {
      if (options.ownership === "forbidden") return error(403, "FORBIDDEN", "A scope is missing");
      const status = sold.get(name) === account ? (options.ownedAs ?? "ACTIVE") : options.listedAs;
      if (status === undefined) return error(404, "NOT_FOUND", `${name} is not in the account`);
      return json({ domain: name, status, autoRenew: true, privacy: true });
    },
  };
}

function failureOf({ failsWith }: GodaddyV3Options) {
  return { ...failsWith, correlationId: randomUUID() };
}
