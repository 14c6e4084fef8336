import { type Clock, type Moment, momentOf } from "../clock";
import { messageOf } from "../errors";
import { readJsonBody, readTextBody } from "../http/body";
import { createHttpClient, expectStatus200, type HttpRequest } from "../http/client";
import { HttpError, type HttpProblem, statusOf } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import type { RetryRule } from "../http/retry";
import { urlBelow } from "../http/url";
import type { Purpose, RateBudget } from "./rate-budget";
import { type Availability, checkDeadlineSeconds, parseAvailability, parseDomainRecord } from "./records";
import {
  advice,
  expectValid,
  type PurchaseAnswer,
  purchaseAnswerOf,
  readOrder,
  type Verdict,
  verdictOf,
} from "./responses";

/** How carefully the service looks: a FAST answer can be wrong. */
export type CheckType = "FAST" | "FULL";

/** Whether the account holds a domain; not every account may ask, and a "no" proves nothing. */
export type Ownership =
  | { kind: "owned" }
  | { kind: "notOwned" }
  /** It has a record of the domain that proves nothing; `status` is undefined where it names none. */
  | { kind: "listed"; status: string | undefined }
  | { kind: "unprovable"; message: string };

/** A registrar. Every call rejects with the signal's reason when it is aborted. */
export interface Registrar {
  /** Asks once, as far as `retry` allows, and tells when it asked and how long the answer took. Throws `HttpError`. */
  availability(
    domain: string,
    checkType: CheckType,
    purpose: Purpose,
    retry: RetryRule,
    signal: AbortSignal,
  ): Promise<{ availability: Availability; sentAt: Moment; tookMilliseconds: number }>;
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
const deadlineSeconds = { availability: checkDeadlineSeconds, ownership: 10, validate: 180, purchase: 300 };

/** A client of the registrar's interface; `dispose` it when it is no longer needed. */
export function createRegistrar(settings: RegistrarSettings): Registrar {
  const { baseAddress, authorization, budget, clock } = settings;
  const http = createHttpClient({
    service: "registrar",
    headers: authorization === "" ? {} : { authorization },
    network: settings.network,
    clock,
    // A late duplicate of one response must not pass for the next, nor a purchase be lost to a connection that was
    // closed before it; a new connection costs less than either.
    maxConnections: undefined,
    shown: (url) => url.href,
  });
  const adviceOn = (sendsRequest: boolean) => (problem: HttpProblem) =>
    advice(problem, { sendsRequest, isAuthorized: authorization !== "" });
  const domains = (...below: string[]) => ["v1", "domains", ...below];
  const common = (purpose: Purpose, signal: AbortSignal) => ({
    accept: "application/json",
    advice: adviceOn(false),
    signal,
    turn: () => budget.take(purpose, signal),
  });

  /** Posts a registration request once, and gives what `read` makes of the body of a 200. */
  const post = <T>(
    path: string[],
    body: string,
    seconds: number,
    request: Pick<HttpRequest, "signal" | "turn" | "immediate" | "connectSeconds">,
    read: (text: string) => T,
  ) =>
    http.send(
      {
        accept: "application/json",
        advice: adviceOn(true),
        ...request,
        url: urlBelow(baseAddress, domains(...path)),
        body,
        retry: "never",
        deadlineSeconds: seconds,
      },
      async (answer) => {
        expectStatus200(answer);
        return read(await readTextBody(answer.body, maxBytes));
      },
    );

  return {
    async availability(domain, checkType, purpose, retry, signal) {
      let sentAt = momentOf(clock);
      const availability = await http.send(
        {
          ...common(purpose, signal),
          async turn() {
            await budget.take(purpose, signal);
            sentAt = momentOf(clock);
          },
          url: urlBelow(
            baseAddress,
            domains("available"),
            `domain=${encodeURIComponent(domain)}&checkType=${checkType}&forTransfer=false`,
          ),
          retry,
          deadlineSeconds: deadlineSeconds.availability,
        },
        async (answer) => {
          expectStatus200(answer);
          return parseAvailability(await readJsonBody(answer.body, maxBytes), domain);
        },
      );
      return { availability, sentAt, tookMilliseconds: clock.now() - sentAt.even };
    },

    async validate(body, signal) {
      try {
        const turn = () => budget.take("other", signal);
        await post(["purchase", "validate"], body, deadlineSeconds.validate, { signal, turn }, expectValid);
        return { kind: "valid" };
      } catch (error) {
        const problem = faultOf(error);
        if (statusOf(problem) === 401) throw error;
        return verdictOf(problem, messageOf(error));
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
        // What allowed the purchase grows old while a connection is made, so that is not waited for long.
        const request = { signal, immediate: true, connectSeconds: 10 };
        const order = await post(["purchase"], body, deadlineSeconds.purchase, request, readOrder);
        return { kind: "bought", order };
      } catch (error) {
        return purchaseAnswerOf(faultOf(error), messageOf(error));
      }
    },

    async ownership(domain, signal) {
      try {
        const { owned, status } = await http.send(
          {
            ...common("other", signal),
            url: urlBelow(baseAddress, domains(domain)),
            retry: "reads",
            deadlineSeconds: deadlineSeconds.ownership,
          },
          async (answer) => {
            expectStatus200(answer);
            return parseDomainRecord(await readJsonBody(answer.body, maxBytes), domain);
          },
        );
        return owned ? { kind: "owned" } : { kind: "listed", status };
      } catch (error) {
        const problem = faultOf(error);
        if (statusOf(problem) === 401) throw error;
        return statusOf(problem) === 404
          ? { kind: "notOwned" }
          : { kind: "unprovable", message: messageOf(error) };
      }
    },

    pauseSeconds: http.pauseSeconds,
    dispose: () => http.dispose(),
  };
}

/** The problem behind an error of a request; anything else is no answer of the registrar's and thrown on. */
function faultOf(error: unknown): HttpProblem {
  if (error instanceof HttpError) return error.problem;
  throw error;
}
