import * as v from "valibot";
import { messageOf } from "../../errors";
import { problemOf } from "../../http/errors";
import { jsonOf } from "../../json/path";
import { parsedBy } from "../../json/schema";
import { pluralize } from "../../text/pluralize";
import type { Sanitize } from "../../text/sanitize";
import { minorUnits } from "../money";
import { parseJson } from "../parse";
import { createPace } from "../rate-budget";
import type { Price, PurchaseRequest, PurchaseText, Registrar, RegistrarTraits, Wish } from "../registrar";
import {
  type CallOfKind,
  createRegistrarRequests,
  failureAs,
  ofRepetition,
  type RegistrarAccess,
  type RegistrarRequests,
  unlessRefused,
  withinBudget,
  withoutRecord,
} from "../requests";
import { createChecks } from "./check";
import { centsAt, expectSuccess, parseOrder, parseOwnership, parseTerms } from "./records";
import {
  interpretPurchaseFailure,
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

/** Porkbun's gateway answers requests that come faster with 503. */
const secondsBetweenRequests = 1;

/** In Porkbun's sandbox, nothing costs money. */
export function isSandboxKey(key: string): boolean {
  return key.startsWith("pk1_sb_");
}

/** Takes no slot of the budget: advice must not hold up what counts. */
async function readFunds(advisory: RegistrarRequests, sanitize: Sanitize, signal: AbortSignal) {
  const readCents = (path: readonly string[], member: readonly string[]) =>
    advisory
      .get({ path, deadlineSeconds: 10, signal }, (body) => centsAt(expectSuccess(body, sanitize), member))
      .catch((error: unknown) => {
        signal.throwIfAborted();
        problemOf(error);
        return undefined;
      });
  const credit = await readCents(["account", "balance"], ["balance"]);
  return { credit, limit: await readCents(["account", "apiSettings"], ["spendLimit", "remaining"]) };
}

/**
 * Creates a client of Porkbun's API, version 3. Call `dispose` when it is no longer needed.
 *
 * A premium name is reported as available, at its price, because it is. A purchase of it is `refused` and not
 * sent: it could not succeed, and polling on would not help.
 */
export function createPorkbun(access: RegistrarAccess) {
  const { credential, network } = access;
  const { sanitize } = network;
  const pace = createPace(secondsBetweenRequests, access.clock);
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
  const { check, isPremium, validate } = createChecks(requests, sanitize);
  const order = createOrder(requests, sanitize);
  const read = <T>(path: readonly string[], signal: AbortSignal, parse: (body: unknown) => T) =>
    requests.get({ path, purpose: "other", retry: "reads", deadlineSeconds: 10, signal }, (body) =>
      parse(expectSuccess(body, sanitize)),
    );

  return {
    traits: porkbunTraits,

    async availability({ domain, checkType: _, ...call }) {
      const { isPremium: __, ...checked } = await check(domain, call);
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

    validate: ({ domain }, signal) =>
      validate(domain, signal).catch(unlessRefused(isCredentialRefused, interpretValidationFailure)),

    purchaseBody: purchaseText,

    funds: (signal) => readFunds(advisory, sanitize, signal),

    async purchase(request, signal, terms) {
      if (isPremium(request.domain))
        return { kind: "refused", message: renderPremium(request.domain), status: 200 };
      const send = () => order(request, { immediate: true, isUnpaced: true, ...terms, signal });
      return withinBudget(access, send, interpretPurchaseFailure);
    },

    keyed: {
      hours: 23,
      parse: parsePurchase,
      replay: (request, signal) =>
        order(request, { purpose: "other", signal }).catch(failureAs(ofRepetition(interpretPurchaseFailure))),
    },

    ownership: (domain, signal) =>
      read(["domain", "get", domain], signal, (body) => parseOwnership(body, domain)).catch(
        withoutRecord(isCredentialRefused, isNotInAccount),
      ),

    ...requests.connections,
    dispose() {
      requests.connections.dispose();
      advisory.connections.dispose();
    },
  } satisfies Registrar;
}

const purchaseSchema = v.strictObject({
  cost: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  agreeToTerms: v.literal("yes"),
});

function parsePurchase(body: string): PurchaseText | undefined {
  const parsed = parsedBy(purchaseSchema, jsonOf(body));
  return parsed && { domain: undefined, period: undefined, price: parsed.cost, agreements: [], fees: [] };
}

function purchaseText({ domain, period: wished }: Wish, { price, period = 1 }: Price & { price: number }) {
  if (wished !== undefined && wished !== period)
    throw new Error(
      `Porkbun registers ${domain} for ${pluralize(period, "year")} only, and \`period\` is ${wished}. ` +
        `This run bought nothing. Set \`period\` to ${period}.`,
    );
  return JSON.stringify({ cost: price, agreeToTerms: "yes" });
}

/** Sends a purchase once. Throws `HttpError`. */
function createOrder(requests: RegistrarRequests, sanitize: Sanitize) {
  return async ({ domain, body, key = "" }: PurchaseRequest, call: CallOfKind) => {
    // Without its key, a purchase whose outcome is not known could not be sent again.
    if (key === "") throw new Error("a purchase at Porkbun needs a key");
    const headers = { "idempotency-key": key };
    // A purchase can take minutes.
    const post = { ...call, path: ["domain", "create", domain], body, headers, deadlineSeconds: 300 };
    return requests.post(post, (text) => ({
      kind: "bought" as const,
      order: parseOrder(expectSuccess(parseJson(text), sanitize), domain),
    }));
  };
}
