import { statusOf } from "../../http/errors";
import { millionths } from "../money";
import { createPace } from "../rate-budget";
import {
  checkDeadlineSeconds,
  type Ownership,
  type Registrar,
  type RegistrarTraits,
  type ValidationResponse,
} from "../registrar";
import {
  createRegistrarRequests,
  type RegistrarAccess,
  type RegistrarRequests,
  unlessRefused,
  withinBudget,
  withoutRecord,
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
  const authorization = authorizationOf(access);
  const requests = createRegistrarRequests(access, {
    folder: ["v1", "domains"],
    headers: authorization === "" ? {} : { authorization },
    // It counts requests a minute, which is what the budget is for.
    pace: createPace(0, access.clock),
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

    validate({ registrationRequest: body = "" }, signal) {
      // Validation takes about 40 s.
      const call = { path: ["purchase", "validate"], body, deadlineSeconds: 180, signal };
      return requests
        .post({ ...call, purpose: "other" }, (text): ValidationResponse => {
          expectValid(text);
          return { kind: "valid" };
        })
        .catch(unlessRefused((problem) => statusOf(problem) === 401, interpretValidationFailure));
    },

    purchaseBody: ({ registrationRequest = "" }) => registrationRequest,

    purchase({ domain, body }, signal, terms) {
      // A purchase can take minutes.
      const call = { path: ["purchase"], body, deadlineSeconds: 300, immediate: true, ...terms, signal };
      const order = () =>
        requests.post(call, (text) => ({ kind: "bought" as const, order: parsePurchaseBody(text, domain) }));
      return withinBudget(access, order, interpretPurchaseFailure);
    },

    ownership: (domain, signal) => readOwnership(requests, [domain], domain, signal),
    ...requests.connections,
  } satisfies Registrar;
}

export function readOwnership(
  requests: RegistrarRequests,
  path: readonly string[],
  domain: string,
  signal: AbortSignal,
): Promise<Ownership> {
  const call = { path, purpose: "other", retry: "reads", deadlineSeconds: 10, signal } as const;
  return requests
    .get(call, (body) => parseOwnership(body, domain))
    .catch(
      withoutRecord(
        (problem) => statusOf(problem) === 401,
        (problem) => statusOf(problem) === 404,
      ),
    );
}

function authorizationOf({ credential }: RegistrarAccess): string {
  if (credential.kind === "none") return "";
  return credential.kind === "token"
    ? `Bearer ${credential.token}`
    : `sso-key ${credential.key}:${credential.secret}`;
}
