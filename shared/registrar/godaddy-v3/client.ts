import { statusOf } from "../../http/errors";
import { readOwnership } from "../godaddy/client";
import { minorUnits } from "../money";
import { createPace } from "../rate-budget";
import { checkDeadlineSeconds, type QuoteResponse, type Registrar, type RegistrarTraits } from "../registrar";
import {
  createRegistrarRequests,
  failureAs,
  ofRepetition,
  type RegistrarAccess,
  unlessRefused,
  withinBudget,
} from "../requests";
import { createOrders, createQuotes } from "./orders";
import { parsePurchase, purchaseBody } from "./purchase-text";
import { createConcealedTokens, parseAvailability } from "./records";
import {
  godaddyV3Advice,
  interpretAsValidation,
  interpretPurchaseFailure,
  interpretQuoteFailure,
  isGodaddyV3Error,
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
  const { credential, network } = access;
  const tokens = createConcealedTokens(network.sanitize);
  const { sanitize } = tokens;
  const requests = createRegistrarRequests(
    { ...access, network: { ...network, sanitize } },
    {
      folder: ["v3", "domains"],
      headers: credential.kind === "token" ? { authorization: `Bearer ${credential.token}` } : {},
      // It counts requests a minute, which is what the budget is for.
      pace: createPace(0, access.clock),
      isOwnError: isGodaddyV3Error,
      advice: godaddyV3Advice,
      connections: 2,
    },
  );

  const requestQuote = createQuotes(requests, tokens);
  const { order, follow } = createOrders(requests, tokens);

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

    validate: (wish, signal) =>
      requestQuote(wish, { purpose: "other", retry: "reads", signal })
        .catch(unlessRefused((problem) => statusOf(problem) === 401, interpretQuoteFailure))
        .then((quoted) => interpretAsValidation(quoted, wish)),

    purchaseBody,

    purchase(request, signal, terms) {
      const send = () => order(request, [200, 202], { immediate: true, ...terms, signal });
      return withinBudget(access, send, interpretPurchaseFailure);
    },

    keyed: {
      hours: 23,
      parse: parsePurchase,

      replay: (request, signal) =>
        order(request, [200, 201, 202], { purpose: "other", signal }).catch(
          failureAs(ofRepetition(interpretPurchaseFailure)),
        ),

      follow,
    },

    ownership: (domain, signal) => readOwnership(requests, ["domain-names", domain], domain, signal),
    ...requests.connections,
  } satisfies Registrar;
}
