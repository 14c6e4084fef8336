import { momentOf } from "../../clock";
import { messageOf } from "../../errors";
import { statusOf } from "../../http/errors";
import { millionths } from "../money";
import { checkDeadlineSeconds, type Registrar, type RegistrarTraits } from "../registrar";
import {
  budgetUsedUp,
  createRegistrarRequests,
  problemOf,
  type RegistrarCredential,
  type RegistrarSettings,
} from "../requests";
import { parseAvailability, parseDomainRecord } from "./records";
import {
  expectValid,
  interpretPurchaseFailure,
  interpretValidationFailure,
  parsePurchaseBody,
  registrarAdvice,
} from "./responses";

/**
 * The deadline of one try of each call, in seconds. A check must not hold up the next one. Validation takes
 * about 40 s, and a purchase can take minutes.
 */
const deadlines = { availability: checkDeadlineSeconds, ownership: 10, validate: 180, purchase: 300 };

/** What sets this registrar apart. `isUnitKnown` is false for another service with the same API. */
export function godaddyTraits(isUnitKnown: boolean): RegistrarTraits {
  return {
    name: "godaddy",
    unit: millionths,
    isUnitKnown,
    requestFile: "whole",
    purchaseKeyHours: undefined,
    needsQuote: false,
    saysDefinitive: true,
    validatesEarly: true,
    limitations: [],
  };
}

/** Creates a client of the API in the specification. Call `dispose` when it is no longer needed. */
export function createGodaddy(settings: RegistrarSettings, traits: RegistrarTraits): Registrar {
  const { budget, clock, credential, credentialAdvice } = settings;
  const authorization = authorizationOf(credential);
  const requests = createRegistrarRequests(settings, {
    headers: authorization === "" ? {} : { authorization },
    advice: (problem, sendsRequest) =>
      registrarAdvice(problem, { sendsRequest, credential: credential.kind, credentialAdvice }),
  });
  const below = (...path: string[]) => ["v1", "domains", ...path];

  return {
    traits,

    async availability(domain, checkType, purpose, retry, signal) {
      let sentAt = momentOf(clock);
      const turn = async () => {
        await budget.take(purpose, signal);
        sentAt = momentOf(clock);
      };
      const query = `domain=${encodeURIComponent(domain)}&checkType=${checkType}&forTransfer=false`;
      const availability = await requests.get(
        { path: below("available"), query, retry, deadlineSeconds: deadlines.availability, signal, turn },
        (body) => parseAvailability(body, domain),
      );
      return { availability, sentAt, tookMilliseconds: clock.now() - sentAt.even, restSeconds: 0 };
    },

    terms: async () => ({ kind: "sold", years: undefined }),

    async validate({ registrationRequest: body = "" }, signal) {
      const turn = () => budget.take("other", signal);
      const path = below("purchase", "validate");
      const call = { path, body, sendsOrder: true, deadlineSeconds: deadlines.validate, signal, turn };
      try {
        await requests.post(call, expectValid);
        return { kind: "valid" };
      } catch (error) {
        const problem = problemOf(error);
        if (statusOf(problem) === 401) throw error;
        return interpretValidationFailure(problem, messageOf(error));
      }
    },

    quote: () => Promise.reject(new Error("this registrar gives no quotes")),

    purchaseBody: ({ registrationRequest = "" }) => registrationRequest,

    async purchase({ domain, body }, signal, terms) {
      const retryAfterSeconds = budget.tryTake("purchase");
      if (retryAfterSeconds > 0) return { kind: "notTaken", message: budgetUsedUp, retryAfterSeconds };
      const path = below("purchase");
      const options = { signal, immediate: true, ...terms, deadlineSeconds: deadlines.purchase };
      try {
        const parse = (text: string) => parsePurchaseBody(text, domain);
        const order = await requests.post({ path, body, sendsOrder: true, ...options }, parse);
        return { kind: "bought", order };
      } catch (error) {
        return interpretPurchaseFailure(problemOf(error), messageOf(error));
      }
    },

    replay: () => Promise.reject(new Error("this registrar's purchases have no key")),

    follow: () => Promise.reject(new Error("this registrar's purchases need no following")),

    async ownership(domain, signal) {
      const turn = () => budget.take("other", signal);
      try {
        const { owned, status } = await requests.get(
          { path: below(domain), retry: "reads", deadlineSeconds: deadlines.ownership, signal, turn },
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

function authorizationOf(credential: RegistrarCredential): string {
  if (credential.kind === "none") return "";
  return credential.kind === "token"
    ? `Bearer ${credential.token}`
    : `sso-key ${credential.key}:${credential.secret}`;
}
