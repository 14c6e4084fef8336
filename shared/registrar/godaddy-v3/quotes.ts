import { messageOf } from "../../errors";
import { statusOf } from "../../http/errors";
import type { RetryRule } from "../../http/retry";
import { findUnaccepted } from "../consent";
import { minorUnits } from "../money";
import type { Purpose } from "../rate-budget";
import type { QuoteResponse, Registrar, ValidationResponse, Wish } from "../registrar";
import { failureAs, problemOf, type RegistrarRequests } from "../requests";
import type { ConcealedTokens } from "./concealed-tokens";
import { parseQuote } from "./records";
import { interpretQuoteFailure, parseWholeJson } from "./responses";

/** What the API uses if a request names no period. */
const defaultPeriod = 1;

export function createQuotes(
  requests: RegistrarRequests,
  tokens: ConcealedTokens,
): Required<Pick<Registrar, "quote" | "validate">> {
  /** Asks for a quote. Throws `HttpError`. */
  function requestQuote(
    { domain, period = defaultPeriod }: Wish,
    call: { purpose: Purpose; retry: RetryRule; immediate: boolean; signal: AbortSignal },
  ): Promise<QuoteResponse> {
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
  }

  return {
    // This leaves a slot for the purchase. It waits for its own one: to give up would start all over, and a
    // budget that polling uses up would be used up then as well.
    quote: (wish, signal) =>
      requestQuote(wish, { purpose: "confirmation", retry: "never", immediate: true, signal }).catch(
        failureAs<QuoteResponse>(interpretQuoteFailure),
      ),

    async validate(wish, signal) {
      try {
        const call = { purpose: "other", retry: "reads", immediate: false, signal } as const;
        return interpretAsValidation(await requestQuote(wish, call), wish);
      } catch (error) {
        const problem = problemOf(error);
        if (statusOf(problem) === 401) throw error;
        return interpretAsValidation(interpretQuoteFailure(problem, messageOf(error)), wish);
      }
    },
  };
}

/** Returns what a quote says about a purchase: it checks everything that a purchase checks. */
function interpretAsValidation(response: QuoteResponse, wish: Wish): ValidationResponse {
  switch (response.kind) {
    case "quoted": {
      const message = findUnaccepted(response.quote, wish, minorUnits);
      return message === undefined ? { kind: "valid" } : { kind: "invalid", message, status: 200 };
    }
    case "unavailable":
      return response;
    case "refused": {
      const { message, status } = response;
      return [400, 422].includes(status)
        ? { kind: "invalid", message, status }
        : { kind: "unclear", message };
    }
    case "notTaken":
      return { kind: "unclear", message: response.message };
  }
}
