import type { Agent } from "../../shared/agent";
import { type Clock, wait } from "../../shared/clock";
import { HttpError } from "../../shared/http/errors";
import type { Registrar } from "../../shared/registrar";
import { counted, heartbeat, narrate, unitWarning } from "./progress";
import { claimed, createBuyer, timeOf } from "./purchase";
import type { ReceiptFile } from "./receipt";
import { begin, type End, type Event, next, type Registration, type Rules } from "./registration";
import { type RegistrationRequest, requestBody } from "./request";

/** What a registration works with. */
export interface RegisterParts {
  domain: string;
  request: RegistrationRequest;
  rules: Omit<Rules, "endsAt">;
  waitMinutes: number;
  environment: string;
  service: string;
  registrar: Registrar;
  receipts: ReceiptFile;
  agent: Agent;
  clock: Clock;
  cancelled: AbortSignal;
}

/** How a registration ended, and how far it came. */
export interface RegisterResult {
  end: End | { outcome: "alreadyOwned"; message: string };
  registration: Registration;
}

const heartbeatMinutes = 5;

/**
 * Waits for a domain's release and buys it, at most once. Rejects with the reason of a cancelled step, with a
 * credential that is refused, and with a receipt that cannot be read or written; nothing was bought then.
 */
export async function register(parts: RegisterParts): Promise<RegisterResult> {
  const { clock } = parts;
  const start = begin(clock.now());
  const settled = await preflight(parts);
  if (settled !== undefined) return { end: settled, registration: start.registration };
  const invalid = new AbortController();
  const validating = validateBeside(parts, invalid);
  try {
    return await poll(parts, AbortSignal.any([parts.cancelled, invalid.signal]));
  } finally {
    invalid.abort(new Error("the registration has ended"));
    await validating;
  }
}

/** What settles the matter before the first check: the domain is ours already, or may be. */
async function preflight(parts: RegisterParts): Promise<RegisterResult["end"] | undefined> {
  const { domain, registrar, receipts, agent, cancelled } = parts;
  const ownership = await registrar.ownership(domain, cancelled);
  if (ownership.kind === "owned")
    return { outcome: "alreadyOwned", message: `The account holds ${domain} already; nothing was bought.` };
  if (ownership.kind === "unprovable")
    agent.print(
      `The account cannot be asked whether it holds ${domain}, so receipts are the only memory. ${ownership.message}`,
    );
  if (!parts.rules.dryRun) receipts.probe();
  const attempts = receipts.read()?.attempts ?? [];
  const bought = attempts.find(({ outcome }) => outcome === "registered");
  if (bought !== undefined)
    return {
      outcome: "alreadyOwned",
      message: `An earlier run bought ${domain} at ${bought.sentAt} (${receipts.path}). Remove the receipt to buy it anew.`,
    };
  const open = attempts.find(({ outcome }) => outcome !== "notBought");
  // A right to buy that a dead agent kept is found now: at the moment of the release it would cost the domain.
  if (open === undefined)
    return receipts.isClaimed() ? { outcome: "unknown", message: claimed(receipts) } : undefined;
  return {
    outcome: "unknown",
    message:
      `An earlier run sent a purchase at ${open.sentAt} whose outcome is not known. Look into the registrar's account; ` +
      `then remove ${receipts.path} and, where it exists, ${receipts.claimPath}.`,
  };
}

/** Has the request validated while polling goes on; a verdict of invalid stops that (decision 16). */
async function validateBeside(parts: RegisterParts, stop: AbortController): Promise<void> {
  const { request, registrar, agent, clock, cancelled } = parts;
  const signal = AbortSignal.any([stop.signal, cancelled]);
  try {
    const verdict = await registrar.validate(requestBody(request, clock.now()), signal);
    const yet =
      verdict.kind === "unavailable" ? ", but for the domain itself, which is not available yet" : "";
    if (verdict.kind === "valid" || verdict.kind === "unavailable")
      agent.print(`The registrar finds the request valid${yet}.`);
    else if (verdict.kind === "unclear")
      agent.warn(`The registrar could not validate the request. ${verdict.message}`);
    else stop.abort(new InvalidRequest(verdict.message, verdict.status));
  } catch (error) {
    if (!signal.aborted) stop.abort(error);
  }
}

/** The registrar will never accept this request: polling for it is of no use. */
class InvalidRequest extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Drives the procedure: does what it says, and tells it what came of that. */
async function poll(parts: RegisterParts, stopped: AbortSignal): Promise<RegisterResult> {
  const { domain, registrar, agent, clock } = parts;
  const startedAt = clock.now();
  const rules: Rules = { ...parts.rules, endsAt: startedAt + parts.waitMinutes * 60_000 };
  const buyer = createBuyer(parts);
  let lastLineAt = startedAt;
  /** The last answers, of which the receipt of a purchase keeps the two that led to it. */
  let decisive: object[] = [];

  async function check(at: number, confirming: boolean): Promise<Event> {
    if (clock.now() - lastLineAt >= heartbeatMinutes * 60_000) {
      say([heartbeat(step.registration, at, clock.now(), rules)]);
      agent.progress(percentOf(startedAt, rules.endsAt, clock.now()), "Waiting for the release");
    }
    await wait(clock, at - clock.now(), stopped);
    const pauseSeconds = registrar.pauseSeconds();
    if (!confirming && clock.now() + pauseSeconds * 1000 > rules.endsAt) {
      const message = `The registrar asks to be left alone for ${Math.ceil(pauseSeconds)} s, longer than the wait lasts.`;
      return { kind: "checkFailed", message, retryAfterSeconds: pauseSeconds, status: undefined };
    }
    try {
      const purpose = confirming ? "confirmation" : "other";
      const availability = await registrar.availability(domain, "FULL", purpose, "never", stopped);
      decisive = [...decisive.slice(-1), { at: timeOf(clock.now()), ...availability }];
      return { kind: "answer", availability };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      return failedCheck(error);
    }
  }

  function say(lines: string[]): void {
    for (const line of lines) agent.print(line);
    if (lines.length > 0) lastLineAt = clock.now();
  }

  async function perform(): Promise<Event> {
    const { action } = step;
    switch (action.do) {
      case "check":
        return check(action.at, action.confirming);
      case "purchase":
        stopped.throwIfAborted();
        return { kind: "purchase", answer: await buyer.buy(decisive) };
      case "reconcile":
        return { kind: "reconciled", owned: await buyer.reconcile() };
      case "end":
        throw new Error("a registration that has ended goes no further");
    }
  }

  let step = begin(startedAt);
  try {
    while (step.action.do !== "end") {
      const event = await perform();
      const before = step.registration;
      step = next(before, event, clock.now(), rules);
      say(narrate(before, event, step, clock.now(), rules));
      const warning = unitWarning(before, event, rules);
      if (warning !== undefined) agent.warn(warning);
    }
  } catch (error) {
    if (!stopped.aborted || error !== stopped.reason) throw error;
    const { registration } = step;
    if (error instanceof InvalidRequest)
      return { end: { outcome: "refused", message: error.message, status: error.status }, registration };
    if (parts.cancelled.aborted) return { end: { outcome: "cancelled" }, registration };
    throw error;
  }
  agent.print(`${counted(step.registration.checks, "check")} made.`);
  warnOfTotal(step.action.end, rules, agent);
  return { end: step.action.end, registration: step.registration };
}

/** The price of an answer is before taxes and fees, so the order may cost more than the cap. */
function warnOfTotal(end: End, { limit }: Rules, agent: Agent): void {
  const total = end.outcome === "registered" ? end.order?.total : undefined;
  if (total !== undefined && limit.maxPrice !== undefined && total > limit.maxPrice)
    agent.warn(
      `The order's total ${total} is over maxPrice ${limit.maxPrice}: prices are before taxes and fees.`,
    );
}

function failedCheck(error: HttpError): Event {
  const { fault } = error;
  const retryAfterSeconds =
    fault.kind === "status" ? fault.retryAfterSeconds : fault.kind === "paused" ? fault.seconds : undefined;
  const status = fault.kind === "status" ? fault.status : undefined;
  return { kind: "checkFailed", message: error.message, retryAfterSeconds, status };
}

function percentOf(from: number, to: number, now: number): number {
  return to <= from ? 100 : Math.min(100, Math.floor((100 * (now - from)) / (to - from)));
}
