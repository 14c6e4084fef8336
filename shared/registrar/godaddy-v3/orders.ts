import * as v from "valibot";
import { messageOf } from "../../errors";
import type { HttpProblem } from "../../http/errors";
import { memberAt } from "../../json/path";
import { findUnaccepted } from "../consent";
import { minorUnits } from "../money";
import type {
  KeyedPurchases,
  PurchaseRequest,
  PurchaseResponse,
  PurchaseText,
  Quote,
  Registrar,
  Wish,
} from "../registrar";
import { budgetUsedUp, problemOf, type RegistrarRequests, type RegistrarSettings } from "../requests";
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
 * Returns the text of a purchase. Throws without a quote, and if the person has not accepted all that the
 * quote asks for: consent is a person's.
 */
export function purchaseBody(wish: Wish, quote: Quote | undefined): string {
  if (quote === undefined) throw new Error("a purchase of this registrar needs a quote");
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

/** The deadline of one try of each call, in seconds. A purchase can take minutes. */
const deadlines = { purchase: 300, follow: 20, reason: 10 };

/** Creates what buys through the given requests. `below` returns the path of an endpoint. */
export function createOrders(
  requests: RegistrarRequests,
  { budget }: RegistrarSettings,
  { sanitize, conceal }: ConcealedTokens,
  below: (...path: string[]) => string[],
): Pick<Registrar, "purchase"> & { keyed: Required<KeyedPurchases> } {
  const callOf = ({ body, key }: PurchaseRequest, signal: AbortSignal) => {
    concealTokenIn(body, conceal);
    const headers = { "idempotency-key": expectKey(key) };
    const deadlineSeconds = deadlines.purchase;
    return { path: below("registrations"), headers, body, sendsOrder: true, deadlineSeconds, signal };
  };
  const parserOf = (domain: string) => (text: string, status: number) => {
    const registration = parseRegistration(parseWholeJson(text), domain, sanitize);
    // 202 is a promise, whatever the body says: how it ended has to be asked for at least once.
    return status === 202 ? { ...registration, status: "EXECUTING" } : registration;
  };

  /** Asks why a registration failed. The description of the API has the reason in the operation only. */
  async function withReason(registration: Registration, signal: AbortSignal): Promise<Registration> {
    const { status, operationId, failure } = registration;
    if (status !== "FAILED" || operationId === undefined || reasonOf(failure) !== "") return registration;
    const turn = () => budget.take("other", signal);
    const path = below("operations", operationId);
    const call = { path, retry: "never", deadlineSeconds: deadlines.reason, signal, turn } as const;
    try {
      return { ...registration, failure: await requests.get(call, (body) => parseFailure(body, sanitize)) };
    } catch {
      // It has failed for certain, which must not get lost because nobody says why.
      return registration;
    }
  }

  /** Sends a request that returns a registration, and interprets whatever comes back. */
  async function settle(
    domain: string,
    signal: AbortSignal,
    send: () => Promise<Registration>,
    interpretFailure: (problem: HttpProblem, message: string) => PurchaseResponse,
  ): Promise<PurchaseResponse> {
    try {
      const registration = await send();
      const retryAfterSeconds = requests.pauseSeconds() || undefined;
      return interpretRegistration(await withReason(registration, signal), domain, retryAfterSeconds);
    } catch (error) {
      return interpretFailure(problemOf(error), messageOf(error));
    }
  }

  return {
    async purchase(request, signal, terms) {
      const call = { ...callOf(request, signal), immediate: true, statuses: [200, 202], ...terms };
      const retryAfterSeconds = budget.tryTake("purchase");
      if (retryAfterSeconds > 0) return { kind: "notTaken", message: budgetUsedUp, retryAfterSeconds };
      const send = () => requests.post(call, parserOf(request.domain));
      return settle(request.domain, signal, send, interpretPurchaseFailure);
    },

    keyed: {
      hours: 23,
      parse: parsePurchase,

      async replay(request, signal) {
        const turn = () => budget.take("other", signal);
        const call = { ...callOf(request, signal), turn, statuses: [200, 201, 202] };
        const send = () => requests.post(call, parserOf(request.domain));
        return settle(request.domain, signal, send, interpretReplayFailure);
      },

      async follow(operation, domain, signal) {
        const id = parseId(operation);
        if (id === undefined)
          return { kind: "unknown", message: "registrar: the id of the registration is not usable." };
        const turn = () => budget.take("other", signal);
        const path = below("registrations", id);
        const call = { path, retry: "never", deadlineSeconds: deadlines.follow, signal, turn } as const;
        const send = () => requests.get(call, (body) => parseRegistration(body, domain, sanitize));
        return settle(domain, signal, send, (_, message) => ({ kind: "unknown", message }));
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
