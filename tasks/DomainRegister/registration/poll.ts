import type { Agent } from "../../../shared/agent/agent";
import { isCancelled } from "../../../shared/agent/task";
import { type Clock, wait } from "../../../shared/clock";
import { messageOf } from "../../../shared/errors";
import { HttpError } from "../../../shared/http/errors";
import type { Registrar } from "../../../shared/registrar/client";
import { pluralize } from "../../../shared/text/pluralize";
import { heartbeat, narrate, unitWarning } from "../report/progress";
import type { RegistrationRequest } from "../request/parse";
import { type Action, begin, type End, type Event, next, type Registration, type Rules } from "./procedure";
import { type Buyer, createBuyer, timeOf } from "./purchase";
import type { ReceiptFile } from "./receipt";

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

/** How polling ended, and how far it came. */
export interface Polled {
  end: End;
  registration: Registration;
}

/** The registrar will never accept this request: polling for it is of no use. */
export class InvalidRequest extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const heartbeatMinutes = 5;

/**
 * Drives the procedure: does what it says, tells it what came of that, and lets a person follow. `stopped` fires when
 * the step is cancelled, or with an `InvalidRequest`; a purchase on its way is not stopped by it.
 */
export async function poll(parts: RegisterParts, stopped: AbortSignal): Promise<Polled> {
  const { agent, clock } = parts;
  const startedAt = clock.now();
  const rules: Rules = { ...parts.rules, endsAt: startedAt + parts.waitMinutes * 60_000 };
  const buyer = createBuyer(parts);
  let lastLineAt = startedAt;
  const say = (lines: string[]) => {
    for (const line of lines) agent.print(line);
    if (lines.length > 0) lastLineAt = clock.now();
  };
  /** The last two answers, which the receipt of a purchase keeps. */
  let answers: object[] = [];
  let step = begin(startedAt);
  try {
    while (step.action.do !== "end") {
      const { registration: before, action } = step;
      if (action.do === "check" && clock.now() - lastLineAt >= heartbeatMinutes * 60_000) {
        say([heartbeat(before, action.at, clock.now(), rules)]);
        agent.progress(percentOf(startedAt, rules.endsAt, clock.now()), "Waiting for the release");
      }
      const event = await perform(action, parts, buyer, answers, rules, stopped);
      if (event.kind === "answer")
        answers = [...answers.slice(-1), { at: timeOf(clock.now()), ...event.availability }];
      step = next(before, event, clock.now(), rules);
      say(narrate(before, event, step, clock.now(), rules));
      const warning = unitWarning(before, event, rules);
      if (warning !== undefined) agent.warn(warning);
    }
  } catch (error) {
    return { end: endOfStopped(error, stopped, parts.cancelled), registration: step.registration };
  }
  agent.print(`${pluralize(step.registration.checks, "check")} made.`);
  warnOfTotal(step.action.end, rules, agent);
  return { end: step.action.end, registration: step.registration };
}

/** Does what the procedure says, and gives what came of it. */
async function perform(
  action: Exclude<Action, { do: "end" }>,
  parts: RegisterParts,
  buyer: Buyer,
  answers: readonly object[],
  rules: Rules,
  stopped: AbortSignal,
): Promise<Event> {
  switch (action.do) {
    case "check":
      return check(action, parts, rules, stopped);
    case "purchase": {
      stopped.throwIfAborted();
      const answer = await buyer.buy(answers, action.confirmation);
      return answer.kind === "stale" ? answer : { kind: "purchase", answer };
    }
    case "reconcile":
      return { kind: "reconciled", owned: await buyer.reconcile() };
  }
}

async function check(
  { at, confirming }: Extract<Action, { do: "check" }>,
  { domain, registrar, clock }: RegisterParts,
  rules: Rules,
  stopped: AbortSignal,
): Promise<Event> {
  await wait(clock, at - clock.now(), stopped);
  const pauseSeconds = registrar.pauseSeconds();
  if (!confirming && pauseSeconds > 0 && clock.now() + pauseSeconds * 1000 > rules.endsAt) {
    const message = `The registrar asks to be left alone for ${Math.ceil(pauseSeconds)} s, longer than the wait lasts.`;
    return { kind: "checkFailed", message, retryAfterSeconds: pauseSeconds, status: undefined };
  }
  try {
    const purpose = confirming ? "confirmation" : "other";
    return {
      kind: "answer",
      ...(await registrar.availability(domain, "FULL", purpose, "never", stopped)),
    };
  } catch (error) {
    // What stopped the polling may be an error of a request too, but it is none of this check's.
    stopped.throwIfAborted();
    if (!(error instanceof HttpError)) throw error;
    const { problem } = error;
    const retryAfterSeconds =
      problem.kind === "status"
        ? problem.retryAfterSeconds
        : problem.kind === "paused"
          ? problem.seconds
          : undefined;
    const status = problem.kind === "status" ? problem.status : undefined;
    return { kind: "checkFailed", message: error.message, retryAfterSeconds, status };
  }
}

/** How a registration ends that was stopped before anything was bought; any other error is thrown on. */
function endOfStopped(error: unknown, stopped: AbortSignal, cancelled: AbortSignal): End {
  if (!stopped.aborted || error !== stopped.reason) throw error;
  if (error instanceof InvalidRequest)
    return { outcome: "refused", message: error.message, status: error.status };
  if (isCancelled(cancelled)) return { outcome: "cancelled" };
  if (cancelled.aborted) return { outcome: "unanswered", message: messageOf(error) };
  throw error;
}

/** The price of an answer is before taxes and fees, so the order may cost more than the cap. */
function warnOfTotal(end: End, { limit }: Rules, agent: Agent): void {
  const total = end.outcome === "registered" ? end.order?.total : undefined;
  if (total !== undefined && limit.maxPrice !== undefined && total > limit.maxPrice)
    agent.warn(
      `The order's total ${total} is over maxPrice ${limit.maxPrice}: prices are before taxes and fees.`,
    );
}

function percentOf(from: number, to: number, now: number): number {
  return to <= from ? 100 : Math.min(100, Math.floor((100 * (now - from)) / (to - from)));
}
