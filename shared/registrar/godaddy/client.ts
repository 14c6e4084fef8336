import { messageOf } from "../../errors";
import { statusOf } from "../../http/errors";
import { millionths } from "../money";
import { ownershipFrom } from "../ownership";
import { checkDeadlineSeconds, type Registrar, type RegistrarTraits } from "../registrar";
import {
  budgetUsedUp,
  createRegistrarRequests,
  problemOf,
  type RegistrarCredential,
  type RegistrarSettings,
  timed,
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
    currency: undefined,
    needsPrice: false,
    saysDefinitive: true,
    validatesEarly: true,
    limitations: [],
  };
}

/** Creates a client of the API in the specification. Call `dispose` when it is no longer needed. */
export function createGodaddy(settings: RegistrarSettings, traits: RegistrarTraits) {
  const { budget, credential, credentialAdvice } = settings;
  const authorization = authorizationOf(credential);
  const requests = createRegistrarRequests(settings, {
    headers: authorization === "" ? {} : { authorization },
    advice: (problem, sendsRequest) =>
      registrarAdvice(problem, { sendsRequest, credential: credential.kind, credentialAdvice }),
  });
  const below = (...path: string[]) => ["v1", "domains", ...path];

  return {
    traits,

    async availability({ domain, checkType, purpose, retry, signal }) {
      const query = `domain=${encodeURIComponent(domain)}&checkType=${checkType}&forTransfer=false`;
      const call = {
        path: below("available"),
        query,
        retry,
        deadlineSeconds: deadlines.availability,
        signal,
      };
      const { result, ...times } = await timed(settings, purpose, signal, (turn) =>
        requests.get({ ...call, turn }, (body) => parseAvailability(body, domain)),
      );
      return { availability: result, ...times, restSeconds: 0 };
    },

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

    ownership(domain, signal) {
      const turn = () => budget.take("other", signal);
      const call = {
        path: below(domain),
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

    prepare: () => requests.prepare(1),
    closePrepared: requests.closePrepared,
    pauseSeconds: requests.pauseSeconds,
    dispose: requests.dispose,
  } satisfies Registrar;
}

function authorizationOf(credential: RegistrarCredential): string {
  if (credential.kind === "none") return "";
  return credential.kind === "token"
    ? `Bearer ${credential.token}`
    : `sso-key ${credential.key}:${credential.secret}`;
}
