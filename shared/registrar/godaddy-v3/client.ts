import { messageOf } from "../../errors";
import { reasonOf, statusOf } from "../../http/errors";
import { memberAt } from "../../json/path";
import { readOwnership } from "../godaddy/client";
import { minorUnits } from "../money";
import { createPace } from "../pace";
import {
  checkDeadlineSeconds,
  type PurchaseRequest,
  type PurchaseResponse,
  type QuoteResponse,
  type Registrar,
  type RegistrarTraits,
  type Wish,
} from "../registrar";
import {
  budgetUsedUp,
  type Call,
  createRegistrarRequests,
  failureAs,
  problemOf,
  type RegistrarAccess,
} from "../requests";
import { godaddyV3Advice } from "./advice";
import { createConcealedTokens } from "./concealed-tokens";
import { parsePurchase, purchaseBody } from "./purchase-text";
import {
  parseAvailability,
  parseFailure,
  parseId,
  parseQuote,
  parseRegistration,
  type Registration,
} from "./records";
import {
  interpretAsValidation,
  interpretPurchaseFailure,
  interpretQuoteFailure,
  interpretRegistration,
  interpretReplayFailure,
  isGodaddyV3Error,
  parseWholeJson,
} from "./responses";

export const godaddyV3Traits: RegistrarTraits = {
  name: "godaddyV3",
  unit: minorUnits,
  isUnitKnown: true,
  requestFile: "consent",
  currency: undefined,
  needsPrice: false,
  offersPeriod: true,
  saysDefinitive: true,
  validatesEarly: true,
  limitations: [
    "GoDaddy v3 has no test environment.",
    "GoDaddy v3 takes the contacts, name servers, privacy and automatic renewal from the account.",
    "GoDaddy v3 sells neither top-level domains with conditions, such as .us, .ca and .eu, nor aftermarket domains.",
  ],
};

/** Creates a client of GoDaddy's API v3. Call `dispose` when it is no longer needed. */
export function createGodaddyV3(access: RegistrarAccess) {
  const { credential, network, budget } = access;
  const { sanitize, conceal } = createConcealedTokens(network.sanitize);
  const requests = createRegistrarRequests(
    { ...access, network: { ...network, sanitize } },
    {
      folder: ["v3", "domains"],
      headers: credential.kind === "token" ? { authorization: `Bearer ${credential.token}` } : {},
      pace: createPace("godaddyV3", access.clock),
      isOwnError: isGodaddyV3Error,
      advice: godaddyV3Advice,
      connections: 2,
    },
  );

  /** Asks for a quote. Without a period, the API's default holds. Throws `HttpError`. */
  function requestQuote(
    { domain, period = 1 }: Wish,
    call: Omit<Call, "path" | "deadlineSeconds">,
  ): Promise<QuoteResponse> {
    const body = JSON.stringify({ domain, period });
    return requests.post(
      { ...call, path: ["registration-quotes"], body, deadlineSeconds: 20 },
      (text, times) => {
        const quote = parseQuote(parseWholeJson(text), domain, period, { sanitize, conceal });
        return quote === undefined
          ? { kind: "unavailable", message: `registrar: ${domain} is not available, so there is no quote.` }
          : { kind: "quoted", quote, ...times };
      },
    );
  }

  /** Sends a purchase. Throws `HttpError`. */
  async function order(
    { domain, body, key }: PurchaseRequest,
    statuses: readonly number[],
    call: Omit<Call, "path" | "deadlineSeconds">,
  ): Promise<PurchaseResponse> {
    // An earlier process may have got the quote: its token is in the body only.
    const token = memberAt(parseWholeJson(body), ["quoteToken"]);
    if (typeof token === "string") conceal(token);
    const headers = { "idempotency-key": expectKey(key) };
    // A purchase can take minutes.
    const post = { ...call, path: ["registrations"], headers, body, statuses, deadlineSeconds: 300 };
    const registration = await requests.post(post, (text, _, status) => {
      const parsed = parseRegistration(parseWholeJson(text), domain, sanitize);
      // 202 is a promise, whatever the body says: how it ended has to be asked for at least once.
      return status === 202 ? { ...parsed, status: "EXECUTING" } : parsed;
    });
    return interpret(registration, domain, call.signal);
  }

  async function interpret(
    registration: Registration,
    domain: string,
    signal: AbortSignal,
  ): Promise<PurchaseResponse> {
    const retryAfterSeconds = requests.connections.pauseSeconds() || undefined;
    return interpretRegistration(await withReason(registration, signal), domain, retryAfterSeconds);
  }

  /** Asks why a registration failed. The description of the API has the reason in the operation only. */
  async function withReason(registration: Registration, signal: AbortSignal): Promise<Registration> {
    const { status, operationId, failure } = registration;
    if (status !== "FAILED" || operationId === undefined || reasonOf(failure) !== "") return registration;
    const call = {
      path: ["operations", operationId],
      purpose: "other",
      deadlineSeconds: 10,
      signal,
    } as const;
    try {
      return { ...registration, failure: await requests.get(call, (body) => parseFailure(body, sanitize)) };
    } catch {
      // It has failed for certain, which must not get lost because nobody says why.
      return registration;
    }
  }

  return {
    traits: godaddyV3Traits,

    availability({ domain, checkType, ...call }) {
      const optimizeFor = checkType === "FULL" ? "ACCURACY" : "SPEED";
      const query = `domain=${encodeURIComponent(domain)}&optimizeFor=${optimizeFor}`;
      return requests.get(
        { ...call, path: ["check-availability"], query, deadlineSeconds: checkDeadlineSeconds },
        (body, times) => {
          const availability = parseAvailability(body, domain, sanitize);
          return { availability, ...times, restSeconds: 0 };
        },
      );
    },

    // This leaves a slot for the purchase. It waits for its own one: to give up would start all over, and a
    // budget that polling uses up would be used up then as well.
    quote: (wish, signal) =>
      requestQuote(wish, { purpose: "confirmation", immediate: true, signal }).catch(
        failureAs<QuoteResponse>(interpretQuoteFailure),
      ),

    async validate(wish, signal) {
      try {
        const quoted = await requestQuote(wish, { purpose: "other", retry: "reads", signal });
        return interpretAsValidation(quoted, wish);
      } catch (error) {
        const problem = problemOf(error);
        if (statusOf(problem) === 401) throw error;
        return interpretAsValidation(interpretQuoteFailure(problem, messageOf(error)), wish);
      }
    },

    purchaseBody,

    async purchase(request, signal, terms) {
      const retryAfterSeconds = budget.tryTake("purchase");
      if (retryAfterSeconds > 0) return { kind: "notTaken", message: budgetUsedUp, retryAfterSeconds };
      return order(request, [200, 202], { immediate: true, ...terms, signal }).catch(
        failureAs(interpretPurchaseFailure),
      );
    },

    keyed: {
      hours: 23,
      parse: parsePurchase,

      replay: (request, signal) =>
        order(request, [200, 201, 202], { purpose: "other", signal }).catch(
          failureAs(interpretReplayFailure),
        ),

      async follow(operation, domain, signal) {
        const id = parseId(operation);
        if (id === undefined)
          return { kind: "unknown", message: "registrar: the id of the registration is not usable." };
        const call = { path: ["registrations", id], purpose: "other", deadlineSeconds: 20, signal } as const;
        return requests
          .get(call, (body) => parseRegistration(body, domain, sanitize))
          .then((registration) => interpret(registration, domain, signal))
          .catch(failureAs<PurchaseResponse>((_, message) => ({ kind: "unknown", message })));
      },
    },

    ownership: (domain, signal) => readOwnership(requests, ["domain-names", domain], domain, signal),
    ...requests.connections,
  } satisfies Registrar;
}

/** The API requires 16 to 64 characters. Throws for any other key. */
function expectKey(key: string | undefined): string {
  if (key === undefined || !/^[!-~]{16,64}$/.test(key))
    throw new Error("a purchase of this registrar needs a key of 16 to 64 characters");
  return key;
}
