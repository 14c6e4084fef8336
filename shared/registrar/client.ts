import { momentOf } from "../clock";
import { messageOf } from "../errors";
import { HttpError, type HttpProblem, statusOf } from "../http/errors";
import { memberAt } from "../json/path";
import type { RateBudget } from "./rate-budget";
import { checkDeadlineSeconds, parseAvailability, parseDomainRecord } from "./records";
import type { Registrar } from "./registrar";
import { type ConnectionSettings, createRegistrarRequests } from "./requests";
import {
  expectValid,
  interpretPurchaseFailure,
  interpretValidationFailure,
  parsePurchaseBody,
} from "./responses";

/** Which registrar to call, with which credential and how often. */
export interface RegistrarSettings extends ConnectionSettings {
  budget: RateBudget;
}

/**
 * The deadline of one try of each call, in seconds. A check must not hold up the next one. Validation takes
 * about 40 s, and a purchase can take minutes.
 */
const deadlines = { availability: checkDeadlineSeconds, ownership: 10, validate: 180, purchase: 300 };

/** Creates a client of the registrar's API. Call `dispose` when it is no longer needed. */
export function createRegistrar(settings: RegistrarSettings): Registrar {
  const { budget, clock } = settings;
  const requests = createRegistrarRequests(settings);

  return {
    async availability(domain, checkType, purpose, retry, signal) {
      let sentAt = momentOf(clock);
      const turn = async () => {
        await budget.take(purpose, signal);
        sentAt = momentOf(clock);
      };
      const query = `domain=${encodeURIComponent(domain)}&checkType=${checkType}&forTransfer=false`;
      const availability = await requests.get(
        { path: ["available"], query, retry, deadlineSeconds: deadlines.availability, signal, turn },
        (body) => parseAvailability(body, domain),
      );
      return { availability, sentAt, tookMilliseconds: clock.now() - sentAt.even };
    },

    async validate(body, signal) {
      const turn = () => budget.take("other", signal);
      const path = ["purchase", "validate"];
      try {
        await requests.post({ path, body, deadlineSeconds: deadlines.validate, signal, turn }, expectValid);
        return { kind: "valid" };
      } catch (error) {
        const problem = problemOf(error);
        if (statusOf(problem) === 401) throw error;
        return interpretValidationFailure(problem, messageOf(error));
      }
    },

    async purchase(body, signal, terms) {
      const retryAfterSeconds = budget.tryTake("purchase");
      if (retryAfterSeconds > 0)
        return {
          kind: "notTaken",
          message: "The request budget of this step is used up for now.",
          retryAfterSeconds,
        };
      const options = { signal, immediate: true, ...terms, deadlineSeconds: deadlines.purchase };
      try {
        const domain = String(memberAt(JSON.parse(body), ["domain"])).toLowerCase();
        const parse = (text: string) => parsePurchaseBody(text, domain);
        const order = await requests.post({ path: ["purchase"], body, ...options }, parse);
        return { kind: "bought", order };
      } catch (error) {
        return interpretPurchaseFailure(problemOf(error), messageOf(error));
      }
    },

    async ownership(domain, signal) {
      const turn = () => budget.take("other", signal);
      try {
        const { owned, status } = await requests.get(
          { path: [domain], retry: "reads", deadlineSeconds: deadlines.ownership, signal, turn },
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

/** The problem behind a failed request. Any other error is thrown on: it does not come from the registrar. */
function problemOf(error: unknown): HttpProblem {
  if (error instanceof HttpError) return error.problem;
  throw error;
}
