import { messageOf } from "../../errors";
import { statusOf } from "../../http/errors";
import { millionths } from "../money";
import { ownershipFrom } from "../ownership";
import { createPace } from "../pace";
import { checkDeadlineSeconds, type Ownership, type Registrar, type RegistrarTraits } from "../registrar";
import {
  budgetUsedUp,
  createRegistrarRequests,
  failureAs,
  problemOf,
  type RegistrarAccess,
  type RegistrarCredential,
} from "../requests";
import { parseAvailability, parseOwnership } from "./records";
import {
  expectValid,
  interpretPurchaseFailure,
  interpretValidationFailure,
  isGodaddyError,
  parsePurchaseBody,
  registrarAdvice,
} from "./responses";

/** `isUnitKnown` is false for another service with the same API. */
export function godaddyTraits(isUnitKnown: boolean): RegistrarTraits {
  return {
    name: "godaddy",
    unit: millionths,
    isUnitKnown,
    requestFile: "whole",
    currency: undefined,
    needsPrice: false,
    offersPeriod: false,
    saysDefinitive: true,
    validatesEarly: true,
    limitations: [],
  };
}

/** Creates a client of the API in the specification. Call `dispose` when it is no longer needed. */
export function createGodaddy(access: RegistrarAccess, traits: RegistrarTraits) {
  const { budget } = access;
  const authorization = authorizationOf(access.credential);
  const requests = createRegistrarRequests(access, {
    folder: ["v1", "domains"],
    headers: authorization === "" ? {} : { authorization },
    pace: createPace("godaddy", access.clock),
    isOwnError: isGodaddyError,
    advice: registrarAdvice,
    connections: 1,
  });

  return {
    traits,

    availability({ domain, checkType, ...call }) {
      const query = `domain=${encodeURIComponent(domain)}&checkType=${checkType}&forTransfer=false`;
      return requests.get(
        { ...call, path: ["available"], query, deadlineSeconds: checkDeadlineSeconds },
        (body, times) => ({ availability: parseAvailability(body, domain), ...times, restSeconds: 0 }),
      );
    },

    async validate({ registrationRequest: body = "" }, signal) {
      // Validation takes about 40 s.
      const call = { path: ["purchase", "validate"], body, deadlineSeconds: 180, signal };
      try {
        await requests.post({ ...call, purpose: "other" }, expectValid);
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
      // A purchase can take minutes.
      const call = { path: ["purchase"], body, deadlineSeconds: 300, immediate: true, ...terms, signal };
      return requests
        .post(call, (text) => ({ kind: "bought" as const, order: parsePurchaseBody(text, domain) }))
        .catch(failureAs(interpretPurchaseFailure));
    },

    ownership: (domain, signal) => readOwnership(requests, [domain], domain, signal),
    ...requests.connections,
  } satisfies Registrar;
}

export function readOwnership(
  requests: ReturnType<typeof createRegistrarRequests>,
  path: readonly string[],
  domain: string,
  signal: AbortSignal,
): Promise<Ownership> {
  return ownershipFrom(
    requests.get({ path, purpose: "other", retry: "reads", deadlineSeconds: 10, signal }, (body) =>
      parseOwnership(body, domain),
    ),
    (problem) => statusOf(problem) === 401,
    (problem) => statusOf(problem) === 404,
  );
}

function authorizationOf(credential: RegistrarCredential): string {
  if (credential.kind === "none") return "";
  return credential.kind === "token"
    ? `Bearer ${credential.token}`
    : `sso-key ${credential.key}:${credential.secret}`;
}
