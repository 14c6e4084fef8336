import { statusOf } from "../../http/errors";
import { parseDomainRecord } from "../godaddy/records";
import { minorUnits } from "../money";
import { ownershipFrom } from "../ownership";
import { checkDeadlineSeconds, type Registrar, type RegistrarTraits } from "../registrar";
import { createRegistrarRequests, type RegistrarSettings, timed } from "../requests";
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
  currency: undefined,
  needsPrice: false,
  saysDefinitive: true,
  validatesEarly: true,
  limitations: [
    "GoDaddy v3 has no test environment.",
    "GoDaddy v3 takes the contacts, name servers, privacy and automatic renewal from the account.",
    "GoDaddy v3 sells neither top-level domains with conditions, such as .us, .ca and .eu, nor aftermarket domains.",
  ],
};

/** Creates a client of GoDaddy's API v3. Call `dispose` when it is no longer needed. */
export function createGodaddyV3(settings: RegistrarSettings) {
  const { budget, credential, credentialAdvice } = settings;
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

    async availability({ domain, checkType, purpose, retry, signal }) {
      const optimizeFor = checkType === "FULL" ? "ACCURACY" : "SPEED";
      const query = `domain=${encodeURIComponent(domain)}&optimizeFor=${optimizeFor}`;
      const path = below("check-availability");
      const call = { path, query, retry, deadlineSeconds: deadlines.availability, signal };
      const { result, ...times } = await timed(settings, purpose, signal, (turn) =>
        requests.get({ ...call, turn }, (body) => parseAvailability(body, domain, tokens.sanitize)),
      );
      return { availability: result, ...times, restSeconds: 0 };
    },

    ...createQuotes(requests, settings, tokens, below),

    purchaseBody: (wish, _, quote) => purchaseBody(wish, quote),

    ...createOrders(requests, settings, tokens, below),

    ownership(domain, signal) {
      const turn = () => budget.take("other", signal);
      const call = {
        path: below("domain-names", domain),
        retry: "reads",
        deadlineSeconds: deadlines.ownership,
        signal,
        turn,
      } as const;
      return ownershipFrom(() => requests.get(call, (body) => parseDomainRecord(body, domain)), {
        isCredentialRefused: (problem) => statusOf(problem) === 401,
        isNotInAccount: (problem) => statusOf(problem) === 404,
      });
    },

    prepare: () => requests.prepare(2),
    closePrepared: requests.closePrepared,
    pauseSeconds: requests.pauseSeconds,
    dispose: requests.dispose,
  } satisfies Registrar;
}
