import { momentOf } from "../../clock";
import { messageOf } from "../../errors";
import { statusOf } from "../../http/errors";
import type { RetryRule } from "../../http/retry";
import { findUnaccepted } from "../consent";
import { parseDomainRecord } from "../godaddy/records";
import { minorUnits } from "../money";
import type { Purpose } from "../rate-budget";
import {
  checkDeadlineSeconds,
  type QuoteResponse,
  type Registrar,
  type RegistrarTraits,
  type ValidationResponse,
  type Wish,
} from "../registrar";
import { createRegistrarRequests, problemOf, type RegistrarSettings } from "../requests";
import { godaddyV3Advice } from "./advice";
import { createConcealedTokens } from "./concealed-tokens";
import { createOrders, purchaseBody } from "./orders";
import { parseAvailability, parseQuote } from "./records";
import { interpretQuoteFailure, parseWholeJson } from "./responses";

/** The deadline of one try of each call, in seconds. None of them may hold up the next check. */
const deadlines = { availability: checkDeadlineSeconds, quote: 20, ownership: 10 };

/** What the API uses if a request names no period. */
const defaultPeriod = 1;

/** What sets GoDaddy's API of 2026 apart. */
export const godaddyV3Traits: RegistrarTraits = {
  name: "godaddyV3",
  unit: minorUnits,
  purchaseKeyHours: 24,
  needsQuote: true,
  saysDefinitive: true,
  validatesEarly: true,
  limitations: [
    "GoDaddy v3 has no test environment.",
    "GoDaddy v3 takes the contacts, name servers, privacy and automatic renewal from the account.",
    "GoDaddy v3 sells neither top-level domains with conditions, such as .us, .ca and .eu, nor aftermarket domains.",
  ],
};

/** Creates a client of GoDaddy's API v3. Call `dispose` when it is no longer needed. */
export function createGodaddyV3(settings: RegistrarSettings): Registrar {
  const { budget, clock, credential, credentialAdvice } = settings;
  const tokens = createConcealedTokens(settings.network.sanitize);
  const hasToken = credential.kind === "token";
  const requests = createRegistrarRequests(
    { ...settings, network: { ...settings.network, sanitize: tokens.sanitize } },
    {
      headers: hasToken ? { authorization: `Bearer ${credential.token}` } : {},
      advice: (problem, sendsOrder) => godaddyV3Advice(problem, { sendsOrder, hasToken, credentialAdvice }),
    },
  );
  const below = (...path: string[]) => ["v3", "domains", ...path];

  /** Asks for a quote. Throws `HttpError`. */
  async function requestQuote(
    { domain, period = defaultPeriod }: Wish,
    purpose: Purpose,
    call: { retry: RetryRule; immediate: boolean },
    signal: AbortSignal,
  ): Promise<QuoteResponse> {
    let sentAt = momentOf(clock);
    const turn = async () => {
      await budget.take(purpose, signal);
      sentAt = momentOf(clock);
    };
    const path = below("registration-quotes");
    const body = JSON.stringify({ domain, period });
    const quote = await requests.post(
      { path, body, sendsOrder: true, deadlineSeconds: deadlines.quote, signal, turn, ...call },
      (text) => parseQuote(parseWholeJson(text), domain, period, tokens.sanitize),
    );
    if (quote === undefined)
      return {
        kind: "unavailable",
        message: `registrar: ${domain} is not available, so there is no quote.`,
      };
    tokens.conceal(quote.token);
    return { kind: "quoted", quote, sentAt, tookMilliseconds: clock.now() - sentAt.even };
  }

  return {
    traits: godaddyV3Traits,

    async availability(domain, checkType, purpose, retry, signal) {
      let sentAt = momentOf(clock);
      const turn = async () => {
        await budget.take(purpose, signal);
        sentAt = momentOf(clock);
      };
      const optimizeFor = checkType === "FULL" ? "ACCURACY" : "SPEED";
      const query = `domain=${encodeURIComponent(domain)}&optimizeFor=${optimizeFor}`;
      const path = below("check-availability");
      const availability = await requests.get(
        { path, query, retry, deadlineSeconds: deadlines.availability, signal, turn },
        (body) => parseAvailability(body, domain, tokens.sanitize),
      );
      return { availability, sentAt, tookMilliseconds: clock.now() - sentAt.even, restSeconds: 0 };
    },

    terms: async () => ({ kind: "sold", years: undefined }),

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

    purchaseBody: (wish, _, quote) => purchaseBody(wish, quote),

    ...createOrders(requests, settings, tokens, below),

    async ownership(domain, signal) {
      const turn = () => budget.take("other", signal);
      const path = below("domain-names", domain);
      try {
        const { owned, status } = await requests.get(
          { path, retry: "reads", deadlineSeconds: deadlines.ownership, signal, turn },
          (body) => parseDomainRecord(body, domain),
        );
        return owned ? { kind: "owned" } : { kind: "listed", status };
      } catch (error) {
        const problem = problemOf(error);
        if (statusOf(problem) === 401) throw error;
        return statusOf(problem) === 404
          ? { kind: "notOwned" }
          : { kind: "unprovable", message: messageOf(error) };
      }
    },

    pauseSeconds: requests.pauseSeconds,
    dispose: requests.dispose,
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
    case "refused":
      return { kind: "invalid", message: response.message, status: response.status };
    case "notTaken":
      return { kind: "unclear", message: response.message };
  }
}
