import type { Moment } from "../../clock";
import type { HttpRequest } from "../../http/client";
import type { RetryRule } from "../../http/retry";
import {
  type AvailabilityCall,
  checkDeadlineSeconds,
  type Order,
  type PurchaseRequest,
  type ValidationResponse,
} from "../registrar";
import {
  createRegistrarRequests,
  type RegistrarCredential,
  type RegistrarSettings,
  timed,
} from "../requests";
import { type DryRun, parseDryRun } from "./dry-run";
import { type Check, expectSuccess, parseCheck, parseJson, parseOrder } from "./records";
import { porkbunAdvice } from "./responses";

/** The deadline of one try of each call, in seconds. A purchase can take minutes. */
const deadlines = { check: checkDeadlineSeconds, read: 10, dryRun: 60, order: 300 };

/** A check, with the time of the request. */
export interface TimedCheck extends Check {
  sentAt: Moment;
  tookMilliseconds: number;
}

/** A request for a record. */
interface ReadCall {
  path: readonly string[];
  retry: RetryRule;
  signal: AbortSignal;
}

/** How a purchase is sent. */
type OrderOptions = Pick<HttpRequest, "signal" | "turn" | "immediate" | "connectSeconds" | "isWanted">;

/** The calls of Porkbun's API that a registration takes. Each throws `HttpError` if it fails. */
export interface PorkbunCalls {
  /** Returns what `parse` makes of a record at a path. */
  read<T>(call: ReadCall, parse: (body: unknown) => T): Promise<T>;
  check(call: Omit<AvailabilityCall, "checkType">): Promise<TimedCheck>;
  /** Tries a purchase without buying. */
  dryRun(purchase: DryRun, signal: AbortSignal): Promise<ValidationResponse>;
  /** Sends a purchase once. */
  order(purchase: PurchaseRequest, options: OrderOptions): Promise<Order>;
  /** Begins to make the connection of the next immediate order. */
  prepare(): void;
  /** Closes that connection if no order has used it. */
  closePrepared(): void;
  /** The rest, in seconds, of the pause that the registrar asked for. */
  pauseSeconds(): number;
  dispose(): void;
}

/** Creates the calls. Call `dispose` when they are no longer needed. */
export function createCalls(settings: RegistrarSettings): PorkbunCalls {
  const { budget, credential, credentialAdvice } = settings;
  const { sanitize } = settings.network;
  const requests = createRegistrarRequests(settings, {
    headers: headersOf(credential),
    advice: (problem) =>
      porkbunAdvice(problem, { isAuthorized: credential.kind === "keyAndSecret", credentialAdvice }),
  });
  const turnOf = (signal: AbortSignal) => () => budget.take("other", signal);
  const successIn = (text: string) => {
    const body = parseJson(text);
    expectSuccess(body, sanitize);
    return body;
  };

  return {
    read(call, parse) {
      const turn = turnOf(call.signal);
      return requests.get({ ...call, deadlineSeconds: deadlines.read, turn }, (body) => {
        expectSuccess(body, sanitize);
        return parse(body);
      });
    },

    async check({ domain, purpose, retry, signal }) {
      const call = { path: ["domain", "checkDomain", domain], body: "{}", sendsOrder: false };
      const { result, ...times } = await timed(settings, purpose, signal, (turn) =>
        requests.post({ ...call, deadlineSeconds: deadlines.check, retry, signal, turn }, (text) =>
          parseCheck(successIn(text), domain),
        ),
      );
      return { ...result, ...times };
    },

    dryRun({ domain, cost }, signal) {
      const body = JSON.stringify({ cost, agreeToTerms: "yes", dryRun: true });
      const call = { path: ["domain", "create", domain], body, sendsOrder: true, signal };
      return requests.post({ ...call, deadlineSeconds: deadlines.dryRun, turn: turnOf(signal) }, (text) =>
        parseDryRun(successIn(text), { domain, cost }, sanitize),
      );
    },

    async order({ domain, body, key = "" }, options) {
      // Without its key, a purchase whose outcome is not known could not be sent again.
      if (key === "") throw new Error("a purchase at Porkbun needs a key");
      const call = { path: ["domain", "create", domain], body, sendsOrder: true, ...options };
      return requests.post(
        { ...call, headers: { "idempotency-key": key }, deadlineSeconds: deadlines.order },
        (text) => parseOrder(successIn(text), domain),
      );
    },

    prepare: () => requests.prepare(1),
    closePrepared: requests.closePrepared,
    pauseSeconds: requests.pauseSeconds,
    dispose: requests.dispose,
  };
}

function headersOf(credential: RegistrarCredential): Record<string, string> {
  return credential.kind === "keyAndSecret"
    ? { "x-api-key": credential.key, "x-secret-api-key": credential.secret }
    : {};
}
