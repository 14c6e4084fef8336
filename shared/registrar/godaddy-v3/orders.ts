import { reasonOf, Unreadable } from "../../http/errors";
import { memberAt } from "../../json/path";
import type { PurchaseRequest, PurchaseResponse, QuoteResponse, ReplayResponse, Wish } from "../registrar";
import { type CallOfKind, failureAs, type RegistrarRequests } from "../requests";
import {
  type ConcealedTokens,
  parseFailure,
  parseId,
  parseQuote,
  parseRegistration,
  type Registration,
} from "./records";
import { interpretPromise, interpretRegistration, parseWholeJson } from "./responses";

/** Asks for a quote. Without a period, the API's default holds. Throws `HttpError`. */
export function createQuotes(requests: RegistrarRequests, tokens: ConcealedTokens) {
  return ({ domain, period = 1 }: Wish, call: CallOfKind): Promise<QuoteResponse> => {
    const body = JSON.stringify({ domain, period });
    return requests.post(
      { ...call, path: ["registration-quotes"], body, deadlineSeconds: 20 },
      (text, times) => {
        const quote = parseQuote(parseWholeJson(text), domain, period, tokens);
        return quote === undefined
          ? { kind: "unavailable", message: `registrar: ${domain} is not available, so there is no quote.` }
          : { kind: "quoted", quote, ...times };
      },
    );
  };
}

/** Sends purchases, and finds out what became of them. */
export function createOrders(requests: RegistrarRequests, { sanitize, conceal }: ConcealedTokens) {
  /** Sends a purchase. Throws `HttpError`. */
  async function order(
    { domain, body, key }: PurchaseRequest,
    statuses: readonly number[],
    call: CallOfKind,
  ): Promise<ReplayResponse> {
    // An earlier process may have got the quote: its token is in the body only.
    const token = memberAt(parseWholeJson(body), ["quoteToken"]);
    if (typeof token === "string") conceal(token);
    const headers = { "idempotency-key": expectKey(key) };
    // A purchase can take minutes.
    const post = { ...call, path: ["registrations"], headers, body, statuses, deadlineSeconds: 300 };
    const { registrationId } = await requests.post(post, (text) =>
      parseRegistration(parseWholeJson(text), domain, sanitize),
    );
    // The response is a promise, whatever the body says: how it ended has to be asked for at least once.
    return interpretPromise(registrationId, domain, requestedPause());
  }

  const requestedPause = () => requests.connections.pauseSeconds() || undefined;

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
    order,

    async follow(operation: string, domain: string, signal: AbortSignal): Promise<PurchaseResponse> {
      const id = parseId(operation);
      if (id === undefined)
        return { kind: "unknown", message: "registrar: the id of the registration is not usable." };
      const call = { path: ["registrations", id], purpose: "other", deadlineSeconds: 20, signal } as const;
      return requests
        .get(call, (body) => {
          const registration = parseRegistration(body, domain, sanitize);
          if (registration.registrationId !== id) throw new Unreadable("another registration");
          return registration;
        })
        .then(async (registration) => {
          const retryAfterSeconds = requestedPause();
          return interpretRegistration(await withReason(registration, signal), domain, retryAfterSeconds);
        })
        .catch(failureAs<PurchaseResponse>((_, message) => ({ kind: "unknown", message })));
    },
  };
}

/** The API requires 16 to 64 characters. Throws for any other key. */
function expectKey(key: string | undefined): string {
  if (key === undefined || !/^[!-~]{16,64}$/.test(key))
    throw new Error("a purchase of this registrar needs a key of 16 to 64 characters");
  return key;
}
