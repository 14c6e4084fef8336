import * as v from "valibot";
import { memberAt } from "../../json/path";
import { findUnaccepted } from "../consent";
import { minorUnits } from "../money";
import type { RateBudget } from "../rate-budget";
import type {
  KeyedPurchases,
  Price,
  PurchaseRequest,
  PurchaseResponse,
  PurchaseText,
  Quote,
  Registrar,
  Wish,
} from "../registrar";
import { budgetUsedUp, failureAs, type RegistrarRequests } from "../requests";
import { feesSchema } from "./amounts";
import type { ConcealedTokens } from "./concealed-tokens";
import { parseFailure, parseId, parseRegistration, type Registration } from "./records";
import {
  interpretPurchaseFailure,
  interpretRegistration,
  interpretReplayFailure,
  parseWholeJson,
  reasonOf,
} from "./responses";

/**
 * Returns the text of a purchase. Throws if the person has not accepted all that the quote asks for: consent is
 * a person's.
 */
export function purchaseBody(wish: Wish, _: Price, quote: Quote): string {
  const unaccepted = findUnaccepted(quote, wish, minorUnits);
  if (unaccepted !== undefined) throw new Error(unaccepted);
  const { token: quoteToken, period, agreements, fees } = quote;
  const agreementTypes = [...new Set(agreements.map(({ type }) => type))];
  // The registrar compares the fees with those of the quote, and refuses an empty list.
  const acknowledgedFees = fees.map(({ type, amount, currency }) => ({
    type,
    fee: { currencyCode: currency, value: amount },
  }));
  const consent = {
    agreedAt: wish.agreedAt,
    ...(agreementTypes.length > 0 && { agreementTypes }),
    ...(fees.length > 0 && { acknowledgedFees }),
  };
  return JSON.stringify({ domain: wish.domain, period, quoteToken, consent });
}

const purchaseSchema = v.strictObject({
  domain: v.string(),
  period: v.number(),
  quoteToken: v.string(),
  consent: v.strictObject({
    agreedAt: v.string(),
    agreementTypes: v.optional(v.array(v.string()), []),
    acknowledgedFees: feesSchema,
  }),
});

/** Parses a text that `purchaseBody` made. The token stands for the price, so the text does not name it. */
function parsePurchase(body: string): PurchaseText | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), purchaseSchema), body);
  if (!parsed.success) return undefined;
  const { domain, period, consent } = parsed.output;
  const agreements = consent.agreementTypes.map((type) => ({ type, title: "", url: "" }));
  return { domain, period, price: undefined, agreements, fees: consent.acknowledgedFees };
}

export function createOrders(
  requests: RegistrarRequests,
  budget: RateBudget,
  { sanitize, conceal }: ConcealedTokens,
): Pick<Registrar, "purchase"> & { keyed: Required<KeyedPurchases> } {
  /** Sends a purchase. Throws `HttpError`. */
  async function send(
    { domain, body, key }: PurchaseRequest,
    call: Omit<Parameters<RegistrarRequests["post"]>[0], "path" | "body" | "deadlineSeconds">,
  ): Promise<PurchaseResponse> {
    concealTokenIn(body, conceal);
    const headers = { "idempotency-key": expectKey(key) };
    // A purchase can take minutes.
    const post = { ...call, path: ["registrations"], headers, body, deadlineSeconds: 300 };
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
    async purchase(request, signal, terms) {
      const call = { immediate: true, statuses: [200, 202], ...terms, signal };
      const retryAfterSeconds = budget.tryTake("purchase");
      if (retryAfterSeconds > 0) return { kind: "notTaken", message: budgetUsedUp, retryAfterSeconds };
      return send(request, call).catch(failureAs(interpretPurchaseFailure));
    },

    keyed: {
      hours: 23,
      parse: parsePurchase,

      replay: (request, signal) =>
        send(request, { purpose: "other", statuses: [200, 201, 202], signal }).catch(
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
          .catch(failureAs((_, message) => ({ kind: "unknown", message })));
      },
    },
  };
}

/** Returns the key, which the API requires to have 16 to 64 characters. Throws for any other. */
function expectKey(key: string | undefined): string {
  if (key === undefined || !/^[!-~]{16,64}$/.test(key))
    throw new Error("a purchase of this registrar needs a key of 16 to 64 characters");
  return key;
}

/** An earlier process may have got the quote: its token is in the body only. */
function concealTokenIn(body: string, conceal: ConcealedTokens["conceal"]): void {
  const token = memberAt(parseWholeJson(body), ["quoteToken"]);
  if (typeof token === "string") conceal(token);
}
