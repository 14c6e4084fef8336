import type { NetworkSettings } from "./agent";
import type { Clock } from "./clock";
import { messageOf } from "./faults";
import { addressBelow } from "./http/address";
import { readJson, readText } from "./http/body";
import { createHttpClient, type HttpRequest } from "./http/client";
import { HttpError, type HttpFault, isCertificateFault, Unreadable } from "./http/errors";
import type { RetryRule } from "./http/retry";
import type { Purpose, RateBudget } from "./rate-budget";
import {
  type Availability,
  type Order,
  parseAvailability,
  parseOrder,
  parseOwnership,
} from "./registrar-records";

/** How carefully the service looks: a FAST answer can be wrong. */
export type CheckType = "FAST" | "FULL";

/** What became of a purchase request; `message` says what the service answered, for people. */
export type PurchaseAnswer =
  | { kind: "bought"; order: Order }
  /** Surely not bought: the domain is not available. */
  | { kind: "unavailable"; message: string }
  /** Surely not bought, for a reason that waiting does not mend. */
  | { kind: "refused"; message: string; status: number }
  /** Surely not bought: not sent, or too many requests. */
  | { kind: "notTaken"; message: string; retryAfterSeconds: number | undefined }
  /** Perhaps bought. */
  | { kind: "unknown"; message: string };

/** What the service says of a registration request without buying. */
export type Verdict =
  | { kind: "valid" }
  /** The rest was valid, but the domain cannot be bought yet (decision 16). */
  | { kind: "unavailable"; message: string }
  | { kind: "invalid"; message: string; status: number }
  /** The service could not say. */
  | { kind: "unclear"; message: string };

/** Whether the account holds a domain; not every account may ask, and a "no" proves nothing. */
export type Ownership = { kind: "owned" } | { kind: "notOwned" } | { kind: "unprovable"; message: string };

/** A registrar. Every call rejects with the signal's reason when it is aborted. */
export interface Registrar {
  /** Asks once, as far as `retry` allows. Throws `HttpError`. */
  availability(
    domain: string,
    checkType: CheckType,
    purpose: Purpose,
    retry: RetryRule,
    signal: AbortSignal,
  ): Promise<Availability>;
  /** Asks whether a registration request (its JSON) is valid. Throws when the credential is refused. */
  validate(body: string, signal: AbortSignal): Promise<Verdict>;
  /** Sends one purchase request (its JSON), and never a second. */
  purchase(body: string, signal: AbortSignal): Promise<PurchaseAnswer>;
  /** Asks whether the account holds the domain. Throws when the credential is refused. */
  ownership(domain: string, signal: AbortSignal): Promise<Ownership>;
  /** How long the registrar still wants to be left alone, in seconds. */
  pauseSeconds(): number;
  dispose(): void;
}

/** Which registrar, and as whom. */
export interface RegistrarSettings {
  baseAddress: URL;
  /** The value of the Authorization header; empty where none is needed. */
  authorization: string;
  network: NetworkSettings;
  clock: Clock;
  budget: RateBudget;
}

const maxBytes = 1024 * 1024;
/** Seconds for one try of each call: a check must not hold up the next, validate takes 40 s and a purchase minutes. */
const deadlineSeconds = { availability: 20, ownership: 10, validate: 180, purchase: 300 };

/** A client of the registrar's interface; `dispose` it when it is no longer needed. */
export function createRegistrar(settings: RegistrarSettings): Registrar {
  const { baseAddress, authorization, budget } = settings;
  const http = createHttpClient({
    service: "registrar",
    headers: authorization === "" ? {} : { authorization },
    network: settings.network,
    clock: settings.clock,
    // Checks, the validation beside them and a purchase never wait for one another's connection.
    maxConnections: 4,
    shown: (address) => address.href,
  });
  const domains = (...below: string[]) => ["v1", "domains", ...below];
  const common = (purpose: Purpose, signal: AbortSignal) => ({
    accept: "application/json",
    advice,
    signal,
    turn: () => budget.take(purpose, signal),
  });

  /** Posts a registration request once, and gives what a 200 tells of the order. */
  const post = (
    path: string[],
    body: string,
    seconds: number,
    request: Pick<HttpRequest, "signal" | "turn" | "immediate">,
  ) =>
    http.send(
      {
        accept: "application/json",
        advice,
        ...request,
        address: addressBelow(baseAddress, domains(...path)),
        body,
        retry: "never",
        deadlineSeconds: seconds,
      },
      async (answer) => {
        if (answer.status !== 200) throw new Unreadable(`${answer.status}, where 200 was expected`);
        return readOrder(await readText(answer.body, maxBytes));
      },
    );

  return {
    availability: (domain, checkType, purpose, retry, signal) =>
      http.send(
        {
          ...common(purpose, signal),
          address: addressBelow(
            baseAddress,
            domains("available"),
            `domain=${encodeURIComponent(domain)}&checkType=${checkType}&forTransfer=false`,
          ),
          retry,
          deadlineSeconds: deadlineSeconds.availability,
        },
        async (answer) => parseAvailability(await readJson(answer.body, maxBytes), domain),
      ),

    async validate(body, signal) {
      try {
        const turn = () => budget.take("other", signal);
        await post(["purchase", "validate"], body, deadlineSeconds.validate, { signal, turn });
        return { kind: "valid" };
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind === "status" && fault.status === 401) throw error;
        return verdictOf(fault, messageOf(error));
      }
    },

    async purchase(body, signal) {
      const retryAfterSeconds = budget.tryTake("purchase");
      if (retryAfterSeconds > 0)
        return {
          kind: "notTaken",
          message: "The budget of requests is used up for the moment.",
          retryAfterSeconds,
        };
      try {
        const order = await post(["purchase"], body, deadlineSeconds.purchase, { signal, immediate: true });
        return { kind: "bought", order };
      } catch (error) {
        return purchaseAnswerOf(faultOf(error), messageOf(error));
      }
    },

    async ownership(domain, signal) {
      try {
        const owned = await http.send(
          {
            ...common("other", signal),
            address: addressBelow(baseAddress, domains(domain)),
            retry: "reads",
            deadlineSeconds: deadlineSeconds.ownership,
          },
          async (answer) => parseOwnership(await readJson(answer.body, maxBytes), domain),
        );
        return { kind: owned ? "owned" : "notOwned" };
      } catch (error) {
        const fault = faultOf(error);
        if (fault.kind === "status" && fault.status === 401) throw error;
        return fault.kind === "status" && fault.status === 404
          ? { kind: "notOwned" }
          : { kind: "unprovable", message: messageOf(error) };
      }
    },

    pauseSeconds: http.pauseSeconds,
    dispose: () => http.dispose(),
  };
}

/** The order in the body of a 200; a body that is there, but no whole JSON, leaves open what happened. */
function readOrder(text: string): Order {
  if (text.trim() === "") return {};
  try {
    return parseOrder(JSON.parse(text));
  } catch {
    throw new Unreadable("200 with something that is not whole JSON");
  }
}

/** The fault behind an error of a request; anything else is no answer of the registrar's and thrown on. */
function faultOf(error: unknown): HttpFault {
  if (error instanceof HttpError) return error.fault;
  throw error;
}

const unavailableCode = "UNAVAILABLE_DOMAIN";
const refusingStatuses = [400, 401, 402, 403, 422];

function purchaseAnswerOf(fault: HttpFault, message: string): PurchaseAnswer {
  if (fault.kind === "notSent") return { kind: "notTaken", message, retryAfterSeconds: undefined };
  if (fault.kind === "paused") return { kind: "notTaken", message, retryAfterSeconds: fault.seconds };
  if (fault.kind !== "status") return { kind: "unknown", message };
  if (fault.status === 429) return { kind: "notTaken", message, retryAfterSeconds: fault.retryAfterSeconds };
  if (fault.status === 422 && fault.serviceCode === unavailableCode) return { kind: "unavailable", message };
  const { status } = fault;
  return refusingStatuses.includes(status)
    ? { kind: "refused", message, status }
    : { kind: "unknown", message };
}

function verdictOf(fault: HttpFault, message: string): Verdict {
  if (fault.kind !== "status") return { kind: "unclear", message };
  if (fault.status === 422 && fault.serviceCode === unavailableCode) return { kind: "unavailable", message };
  const { status } = fault;
  return status === 400 || status === 422
    ? { kind: "invalid", message, status }
    : { kind: "unclear", message };
}

/** What the person who reads of a failed request can do about it. */
function advice(fault: HttpFault): string {
  if (fault.kind === "notSent" && isCertificateFault(fault.code))
    return "The host's certificate is not trusted here: give the agent the certificate of its authority.";
  if (fault.kind === "notSent" || fault.kind === "broken" || fault.kind === "timeout")
    return "Check that the agent reaches the registrar (proxy, firewall).";
  if (fault.kind !== "status" || fault.serviceCode === unavailableCode) return "";
  if (fault.serviceCode === "INVALID_AGREEMENT_KEYS")
    return "Add the agreement that it names to `consent.agreementKeys`.";
  if (fault.serviceCode === "QUOTA_EXCEEDED") return "The account's quota of requests is used up.";
  return adviceByStatus[fault.status] ?? "";
}

const adviceByStatus: Record<number, string> = {
  400: "Correct the registration request.",
  401: "REGISTRAR_API_KEY and REGISTRAR_API_SECRET are not valid in this environment: keys of the test environment do not work in production, and the other way round.",
  402: "Add a way to pay, or funds, to the account.",
  403: "The account may not make this call; some registrars open their interface to larger accounts only.",
  404: "Check `apiUrl` and `environment`.",
  422: "Correct the registration request.",
  429: "Fewer requests a minute are allowed than were made: lower `requestsPerMinute`, or raise `pollSeconds`.",
};
