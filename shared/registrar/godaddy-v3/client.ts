import { readOwnership } from "../godaddy/client";
import { minorUnits } from "../money";
import { checkDeadlineSeconds, type Registrar, type RegistrarTraits } from "../registrar";
import { createRegistrarRequests, type RegistrarAccess } from "../requests";
import { godaddyV3Advice } from "./advice";
import { createConcealedTokens } from "./concealed-tokens";
import { createOrders, purchaseBody } from "./orders";
import { createQuotes } from "./quotes";
import { parseAvailability } from "./records";

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
export function createGodaddyV3(access: RegistrarAccess) {
  const { credential, network, budget } = access;
  const tokens = createConcealedTokens(network.sanitize);
  const requests = createRegistrarRequests(
    { ...access, network: { ...network, sanitize: tokens.sanitize } },
    {
      folder: ["v3", "domains"],
      headers: credential.kind === "token" ? { authorization: `Bearer ${credential.token}` } : {},
      advice: godaddyV3Advice,
      connections: 2,
    },
  );

  return {
    traits: godaddyV3Traits,

    availability({ domain, checkType, ...call }) {
      const optimizeFor = checkType === "FULL" ? "ACCURACY" : "SPEED";
      const query = `domain=${encodeURIComponent(domain)}&optimizeFor=${optimizeFor}`;
      return requests.get(
        { ...call, path: ["check-availability"], query, deadlineSeconds: checkDeadlineSeconds },
        (body, times) => {
          const availability = parseAvailability(body, domain, tokens.sanitize);
          return { availability, ...times, restSeconds: 0 };
        },
      );
    },

    ...createQuotes(requests, tokens),

    purchaseBody,

    ...createOrders(requests, budget, tokens),

    ownership: (domain, signal) => readOwnership(requests, ["domain-names", domain], domain, signal),
    ...requests.connections,
  } satisfies Registrar;
}
