import { messageOf } from "../../errors";
import { statusOf } from "../../http/errors";
import type { RetryRule } from "../../http/retry";
import { findUnaccepted } from "../consent";
import { minorUnits } from "../money";
import type { Purpose } from "../rate-budget";
import type { QuoteResponse, Registrar, ValidationResponse, Wish } from "../registrar";
import { problemOf, type RegistrarRequests, type RegistrarSettings, timed } from "../requests";
import type { ConcealedTokens } from "./concealed-tokens";
import { parseQuote } from "./records";
import { interpretQuoteFailure, parseWholeJson } from "./responses";

/** The deadline of one try, in seconds. */
const quoteDeadlineSeconds = 20;

/** What the API uses if a request names no period. */
const defaultPeriod = 1;

/** Creates what asks for quotes through the given requests. `below` returns the path of an endpoint. */
export function createQuotes(
  requests: RegistrarRequests,
  settings: RegistrarSettings,
  tokens: ConcealedTokens,
  below: (...path: string[]) => string[],
): Required<Pick<Registrar, "quote" | "validate">> {
  /** Asks for a quote. Throws `HttpError`. */
  async function requestQuote(
    { domain, period = defaultPeriod }: Wish,
    purpose: Purpose,
    call: { retry: RetryRule; immediate: boolean },
    signal: AbortSignal,
  ): Promise<QuoteResponse> {
    const path = below("registration-quotes");
    const body = JSON.stringify({ domain, period });
    const { result: quote, ...times } = await timed(settings, purpose, signal, (turn) =>
      requests.post(
        { path, body, sendsOrder: true, deadlineSeconds: quoteDeadlineSeconds, signal, turn, ...call },
        (text) => parseQuote(parseWholeJson(text), domain, period, tokens),
      ),
    );
    if (quote === undefined)
      return {
        kind: "unavailable",
        message: `registrar: ${domain} is not available, so there is no quote.`,
      };
    return { kind: "quoted", quote, ...times };
  }

  return {
    async quote(wish, signal) {
      try {
        // This leaves a slot for the purchase. It waits for its own one: to give up would start all over, and
        // a budget that polling uses up would be used up then as well.
        return await requestQuote(wish, "confirmation", { retry: "never", immediate: true }, signal);
      } catch (error) {
        return interpretQuoteFailure(problemOf(error), messageOf(error));
      }
    },

    async validate(wish, signal) {
      try {
        const quoted = await requestQuote(wish, "other", { retry: "reads", immediate: false }, signal);
        return interpretAsValidation(quoted, wish);
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
