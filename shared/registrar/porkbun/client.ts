import * as v from "valibot";
import { messageOf } from "../../errors";
import { pluralize } from "../../text/pluralize";
import { minorUnits } from "../money";
import { ownershipFrom } from "../ownership";
import type { PurchaseText, Registrar, RegistrarTraits } from "../registrar";
import { budgetUsedUp, problemOf, type RegistrarSettings } from "../requests";
import { createCalls } from "./calls";
import { centsAt, parseDomainRecord, parseTerms } from "./records";
import {
  interpretPurchaseFailure,
  interpretReplayFailure,
  interpretValidationFailure,
  isAbout,
  isCredentialRefused,
  isNotInAccount,
  renderPremium,
} from "./responses";

/** What sets Porkbun apart. */
export const porkbunTraits: RegistrarTraits = {
  name: "porkbun",
  unit: minorUnits,
  isUnitKnown: true,
  requestFile: "optional",
  currency: "USD",
  needsPrice: true,
  saysDefinitive: false,
  validatesEarly: false,
  limitations: [
    "Porkbun does not say whether a response is definitive.",
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

/** Returns whether an API key belongs to Porkbun's sandbox, where nothing costs money. */
export function isSandboxKey(key: string): boolean {
  return key.startsWith("pk1_sb_");
}

/**
 * Creates a client of Porkbun's API, version 3. Call `dispose` when it is no longer needed.
 *
 * A premium name is reported as available, at its price, because it is. A purchase of it is `refused` and not
 * sent: it could not succeed, and polling on would not help.
 */
export function createPorkbun(settings: RegistrarSettings) {
  const { budget } = settings;
  const { sanitize } = settings.network;
  const calls = createCalls(settings);
  // A pause that is requested for advice must not delay checks and purchases.
  const advisory = createCalls(settings);
  /** The names whose last check said that they are premium. */
  const premiumNames = new Set<string>();
  const check: typeof calls.check = async (call) => {
    const checked = await calls.check(call);
    if (checked.isPremium) premiumNames.add(call.domain);
    else premiumNames.delete(call.domain);
    return checked;
  };

  return {
    traits: porkbunTraits,

    async availability(call) {
      const { isPremium: _, ...checked } = await check(call);
      return checked;
    },

    async terms(domain, signal) {
      const tld = domain.split(".").slice(1).join(".");
      const path = ["domain", "getRegistrationRequirements", tld];
      try {
        return await calls.read({ path, retry: "reads", signal }, (body) => parseTerms(body, tld, sanitize));
      } catch (error) {
        if (!isAbout(problemOf(error), "tld")) throw error;
        return { kind: "notSold", message: messageOf(error) };
      }
    },

    async validate({ domain }, signal) {
      try {
        const { availability, isPremium } = await check({ domain, purpose: "other", retry: "reads", signal });
        if (!availability.available)
          return { kind: "unavailable", message: `${domain} is not available yet.` };
        if (isPremium) return { kind: "invalid", message: renderPremium(domain), status: 200 };
        const { price: cost } = availability;
        if (cost === undefined) return { kind: "unclear", message: "The registrar's response has no price." };
        return await calls.dryRun({ domain, cost }, signal);
      } catch (error) {
        const problem = problemOf(error);
        if (isCredentialRefused(problem)) throw error;
        return interpretValidationFailure(problem, messageOf(error));
      }
    },

    purchaseBody({ domain, period: wished }, { price, period = 1 }) {
      if (wished !== undefined && wished !== period)
        throw new Error(
          `Porkbun registers ${domain} for ${pluralize(period, "year")} only, and \`period\` is ${wished}. ` +
            `Nothing was bought. Set \`period\` to ${period}.`,
        );
      if (price === undefined || !Number.isSafeInteger(price) || price <= 0)
        throw new Error(
          "The registrar's response has no price, and Porkbun sells only at the price it gave.",
        );
      return JSON.stringify({ cost: price, agreeToTerms: "yes" });
    },

    async funds(signal) {
      const read = async (path: readonly string[], member: readonly string[]) => {
        try {
          return await advisory.read({ path, retry: "never", signal }, (body) => centsAt(body, member));
        } catch (error) {
          signal.throwIfAborted();
          problemOf(error);
          return undefined;
        }
      };
      const [credit, limit] = await Promise.all([
        read(["account", "balance"], ["balance"]),
        read(["account", "apiSettings"], ["spendLimit", "remaining"]),
      ]);
      return { credit, limit };
    },

    async purchase(request, signal, terms) {
      if (premiumNames.has(request.domain))
        return { kind: "refused", message: renderPremium(request.domain), status: 200 };
      const retryAfterSeconds = budget.tryTake("purchase");
      if (retryAfterSeconds > 0) return { kind: "notTaken", message: budgetUsedUp, retryAfterSeconds };
      try {
        return { kind: "bought", order: await calls.order(request, { signal, immediate: true, ...terms }) };
      } catch (error) {
        return interpretPurchaseFailure(problemOf(error), messageOf(error));
      }
    },

    keyed: {
      hours: 23,
      parse: parsePurchase,
      async replay(request, signal) {
        const turn = () => budget.take("other", signal);
        try {
          return { kind: "bought", order: await calls.order(request, { signal, turn }) };
        } catch (error) {
          return interpretReplayFailure(problemOf(error), messageOf(error));
        }
      },
    },

    ownership(domain, signal) {
      const read = () =>
        calls.read({ path: ["domain", "get", domain], retry: "reads", signal }, (body) =>
          parseDomainRecord(body, domain),
        );
      return ownershipFrom(read, { isCredentialRefused, isNotInAccount });
    },

    prepare: calls.prepare,
    closePrepared: calls.closePrepared,
    pauseSeconds: calls.pauseSeconds,
    dispose() {
      calls.dispose();
      advisory.dispose();
    },
  } satisfies Registrar;
}
