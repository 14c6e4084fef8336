import type { Agent } from "../../../shared/agent/agent";
import { messageOf } from "../../../shared/errors";
import { HttpError, statusOf } from "../../../shared/http/errors";
import { pluralize } from "../../../shared/text/pluralize";
import { alreadyTold } from "../issue/silenced";
import type { Decision } from "../ledger/decide";
import type { Receipt } from "../targets/target";

/** Requests that were confirmed, sent without a confirmation, or not sent. */
export interface Sent<T> {
  done: T[];
  tried: T[];
  left: T[];
  failure?: unknown;
}

/** Statuses that are about one request, and not about the service. */
const ofContent: readonly (number | undefined)[] = [400, 412, 413, 422];

/** Whether a service refused a request for its content, and may take others. */
function isOfContent(failure: unknown): boolean {
  return failure instanceof HttpError && ofContent.includes(statusOf(failure.problem));
}

/** Sends at most so many requests one after the other. The others follow a failure that `isOfOne`, and wait after another. */
export async function sendEach<T>(
  all: readonly T[],
  maxCount: number,
  signal: AbortSignal,
  send: (item: T) => Promise<void>,
  isOfOne = isOfContent,
): Promise<Sent<T>> {
  const sent: Sent<T> = { done: [], tried: [], left: all.slice(maxCount) };
  for (const [index, item] of all.slice(0, maxCount).entries()) {
    try {
      await send(item);
      sent.done.push(item);
    } catch (failure) {
      signal.throwIfAborted();
      sent.tried.push(item);
      sent.failure ??= failure;
      if (isOfOne(failure)) continue;
      sent.left = all.slice(index + 1);
      break;
    }
  }
  return sent;
}

/** "2 alerts were not opened in PagerDuty. …"; empty if all were. */
function warningOf<T>({ tried, left, failure }: Sent<T>, thing: string, what: string, name: string): string {
  const count = tried.length + left.length;
  if (count === 0) return "";
  const why = failure === undefined ? "The next report continues." : messageOf(failure);
  return `${pluralize(count, thing)} ${count === 1 ? "was" : "were"} ${what} in ${name}. ${why}`;
}

/** The outcome of all requests of a report to a service, whose name and things are for people. Warns of what was not sent. */
export function receiptOf(
  [opened, closed, tidied]: readonly [Sent<Decision>, Sent<Decision>, Sent<unknown>],
  { name, thing, opening }: { name: string; thing: string; opening: string },
  agent: Agent,
): Receipt {
  const warnings = [
    warningOf(opened, thing, `not ${opening}`, name),
    warningOf(closed, thing, "not closed", name),
    warningOf(tidied, thing, "not closed", name),
  ].filter((warning) => warning !== "");
  for (const warning of warnings) agent.warn(warning);
  const isSent = [opened, closed, tidied].some(({ done, tried }) => done.length + tried.length > 0);
  return {
    delivered: warnings.length > 0 ? "failed" : isSent ? "sent" : "notNeeded",
    of(decision) {
      if (opened.tried.includes(decision) || closed.tried.includes(decision)) return "unsure";
      return opened.left.includes(decision) || closed.left.includes(decision) ? "failed" : "done";
    },
  };
}

/** The outcome if no request may be sent, although there are some to send or not. */
export function unsentReceipt(isQuiet: boolean, delivered: "testOnly" | "failed"): Receipt {
  return { delivered: isQuiet ? "notNeeded" : delivered, of: () => "failed" };
}

/** The problems of which a service is told, unless it knows them: what is open, a step that was lost may not have opened. */
export function toldOf(decisions: readonly Decision[], isOpen: (decision: Decision) => boolean): Decision[] {
  return decisions.filter((decision) =>
    decision.act === "hold"
      ? decision.why.by === alreadyTold && !isOpen(decision)
      : decision.act === "tell" || decision.act === "remind",
  );
}
