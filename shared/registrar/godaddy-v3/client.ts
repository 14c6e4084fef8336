import { momentOf } from "../../clock";
import { messageOf } from "../../errors";
import { statusOf } from "../../http/errors";
import { parseDomainRecord } from "../godaddy/records";
import { minorUnits } from "../money";
import { checkDeadlineSeconds, type Registrar, type RegistrarTraits } from "../registrar";
import { createRegistrarRequests, problemOf, type RegistrarSettings } from "../requests";
import { godaddyV3Advice } from "./advice";
import { createConcealedTokens } from "./concealed-tokens";
import { createOrders, purchaseBody } from "./orders";
import { createQuotes } from "./quotes";
import { parseAvailability } from "./records";

/** The deadline of one try of each call, in seconds. None of them may hold up the next check. */
const deadlines = { availability: checkDeadlineSeconds, ownership: 10 };

/** What sets GoDaddy's API of 2026 apart. */
export const godaddyV3Traits: RegistrarTraits = {
  name: "godaddyV3",
  unit: minorUnits,
  isUnitKnown: true,
  requestFile: "consent",
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

    ...createQuotes(requests, settings, tokens, below),

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
