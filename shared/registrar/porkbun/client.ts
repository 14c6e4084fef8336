import * as v from "valibot";
import { messageOf } from "../../errors";
import { pluralize } from "../../text/pluralize";
import { minorUnits } from "../money";
import { ownershipFrom } from "../ownership";
import { createPace } from "../pace";
import {
  type AvailabilityCall,
  checkDeadlineSeconds,
  type Price,
  type PurchaseRequest,
  type PurchaseText,
  type Registrar,
  type RegistrarTraits,
  type Wish,
} from "../registrar";
import {
  budgetUsedUp,
  type Call,
  createRegistrarRequests,
  failureAs,
  parseJson,
  problemOf,
  type RegistrarAccess,
} from "../requests";
import { parseDryRun } from "./dry-run";
import { centsAt, expectSuccess, parseCheck, parseOrder, parseOwnership, parseTerms } from "./records";
import {
  interpretPurchaseFailure,
  interpretReplayFailure,
  interpretValidationFailure,
  isAbout,
  isCredentialRefused,
  isNotInAccount,
  isPorkbunError,
  porkbunAdvice,
  renderPremium,
} from "./responses";

export const porkbunTraits: RegistrarTraits = {
  name: "porkbun",
  unit: minorUnits,
  isUnitKnown: true,
  requestFile: "optional",
  currency: "USD",
  needsPrice: true,
  offersPeriod: true,
  saysDefinitive: false,
  validatesEarly: false,
  limitations: [
    "Porkbun does not say whether a response is certain.",
    "Porkbun's availability responses do not name the domain.",
    "Porkbun takes the contacts from the account and registers for the shortest period.",
    "Porkbun does not sell premium names through its API.",
  ],
};

const purchaseSchema = v.strictObject({
  cost: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  agreeToTerms: v.literal("yes"),
});

function parsePurchase(body: string): PurchaseText | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), purchaseSchema), body);
  return parsed.success
    ? { domain: undefined, period: undefined, price: parsed.output.cost, agreements: [], fees: [] }
    : undefined;
}

/** In Porkbun's sandbox, nothing costs money. */
export function isSandboxKey(key: string): boolean {
  return key.startsWith("pk1_sb_");
}

/**
 * Creates a client of Porkbun's API, version 3. Call `dispose` when it is no longer needed.
 *
 * A premium name is reported as available, at its price, because it is. A purchase of it is `refused` and not
 * sent: it could not succeed, and polling on would not help.
 */
export function createPorkbun(access: RegistrarAccess) {
  const { budget, credential, network } = access;
  const { sanitize } = network;
  const pace = createPace("porkbun", access.clock);
  const connect = () =>
    createRegistrarRequests(access, {
      folder: [],
      headers:
        credential.kind === "keyAndSecret"
          ? { "x-api-key": credential.key, "x-secret-api-key": credential.secret }
          : {},
      pace,
      isOwnError: isPorkbunError,
      advice: porkbunAdvice,
      connections: 1,
    });
  const requests = connect();
  // A pause that is requested for advice must not delay checks and purchases.
  const advisory = connect();
  const successIn = (body: unknown) => {
    expectSuccess(body, sanitize);
    return body;
  };
  /** The names whose last check said that they are premium. */
  const premiumNames = new Set<string>();

  async function check({ domain, ...call }: Omit<AvailabilityCall, "checkType">) {
    const path = ["domain", "checkDomain", domain];
    const checked = await requests.post(
      { ...call, path, body: "{}", deadlineSeconds: checkDeadlineSeconds },
      (text, times) => ({ ...parseCheck(successIn(parseJson(text)), domain), ...times }),
    );
    if (checked.isPremium) premiumNames.add(domain);
    else premiumNames.delete(domain);
    return checked;
  }

  const read = <T>(path: readonly string[], signal: AbortSignal, parse: (body: unknown) => T) =>
    requests.get({ path, purpose: "other", retry: "reads", deadlineSeconds: 10, signal }, (body) =>
      parse(successIn(body)),
    );

  /** Sends a purchase once. Throws `HttpError`. */
  async function order(
    { domain, body, key = "" }: PurchaseRequest,
    call: Omit<Call, "path" | "deadlineSeconds">,
  ) {
    // Without its key, a purchase whose outcome is not known could not be sent again.
    if (key === "") throw new Error("a purchase at Porkbun needs a key");
    const headers = { "idempotency-key": key };
    // A purchase can take minutes.
    const post = { ...call, path: ["domain", "create", domain], body, headers, deadlineSeconds: 300 };
    return requests.post(post, (text) => ({
      kind: "bought" as const,
      order: parseOrder(successIn(parseJson(text)), domain),
    }));
  }

  return {
    traits: porkbunTraits,

    async availability({ checkType: _, ...call }) {
      const { isPremium: __, ...checked } = await check(call);
      return checked;
    },

    async terms(domain, signal) {
      const tld = domain.split(".").slice(1).join(".");
      const path = ["domain", "getRegistrationRequirements", tld];
      return read(path, signal, (body) => parseTerms(body, tld, sanitize)).catch((error: unknown) => {
        if (!isAbout(problemOf(error), "tld")) throw error;
        return { kind: "notSold", message: messageOf(error) };
      });
    },

    async validate({ domain }, signal) {
      try {
        const { availability, isPremium } = await check({ domain, purpose: "other", retry: "reads", signal });
        if (!availability.available)
          return { kind: "unavailable", message: `${domain} is not available yet.` };
        if (isPremium) return { kind: "invalid", message: renderPremium(domain), status: 200 };
        const { price: cost } = availability;
        if (cost === undefined) return { kind: "unclear", message: "The registrar's response has no price." };
        const body = JSON.stringify({ cost, agreeToTerms: "yes", dryRun: true });
        const path = ["domain", "create", domain];
        return await requests.post({ path, body, purpose: "other", deadlineSeconds: 60, signal }, (text) =>
          parseDryRun(successIn(parseJson(text)), domain, cost, sanitize),
        );
      } catch (error) {
        const problem = problemOf(error);
        if (isCredentialRefused(problem)) throw error;
        return interpretValidationFailure(problem, messageOf(error));
      }
    },

    purchaseBody({ domain, period: wished }: Wish, { price, period = 1 }: Price & { price: number }) {
      if (wished !== undefined && wished !== period)
        throw new Error(
          `Porkbun registers ${domain} for ${pluralize(period, "year")} only, and \`period\` is ${wished}. ` +
            `This run bought nothing. Set \`period\` to ${period}.`,
        );
      return JSON.stringify({ cost: price, agreeToTerms: "yes" });
    },

    async funds(signal) {
      // Takes no slot of the budget: advice must not hold up what counts.
      const readCents = (path: readonly string[], member: readonly string[]) =>
        advisory
          .get({ path, deadlineSeconds: 10, signal }, (body) => centsAt(successIn(body), member))
          .catch((error: unknown) => {
            signal.throwIfAborted();
            problemOf(error);
            return undefined;
          });
      const credit = await readCents(["account", "balance"], ["balance"]);
      return { credit, limit: await readCents(["account", "apiSettings"], ["spendLimit", "remaining"]) };
    },

    async purchase(request, signal, terms) {
      if (premiumNames.has(request.domain))
        return { kind: "refused", message: renderPremium(request.domain), status: 200 };
      const retryAfterSeconds = budget.tryTake("purchase");
      if (retryAfterSeconds > 0) return { kind: "notTaken", message: budgetUsedUp, retryAfterSeconds };
      return order(request, { immediate: true, isUnpaced: true, ...terms, signal }).catch(
        failureAs(interpretPurchaseFailure),
      );
    },

    keyed: {
      hours: 23,
      parse: parsePurchase,
      replay: (request, signal) =>
        order(request, { purpose: "other", signal }).catch(failureAs(interpretReplayFailure)),
    },

    ownership: (domain, signal) =>
      ownershipFrom(
        read(["domain", "get", domain], signal, (body) => parseOwnership(body, domain)),
        isCredentialRefused,
        isNotInAccount,
      ),

    ...requests.connections,
    dispose() {
      requests.connections.dispose();
      advisory.connections.dispose();
    },
  } satisfies Registrar;
}
