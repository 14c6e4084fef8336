import { messageOf } from "../../../shared/errors";
import { HttpError, statusOf } from "../../../shared/http/errors";
import { pluralize } from "../../../shared/text/pluralize";
import type { Delivered } from "../ledger/decide";

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
  send: (one: T) => Promise<void>,
  isOfOne = isOfContent,
): Promise<Sent<T>> {
  const sent: Sent<T> = { done: [], tried: [], left: all.slice(maxCount) };
  for (const [index, one] of all.slice(0, maxCount).entries()) {
    try {
      await send(one);
      sent.done.push(one);
    } catch (failure) {
      signal.throwIfAborted();
      sent.tried.push(one);
      sent.failure ??= failure;
      if (isOfOne(failure)) continue;
      sent.left = all.slice(index + 1);
      break;
    }
  }
  return sent;
}

/** "2 alerts were not opened in PagerDuty. …"; empty if all were. */
export function warningOf<T>(
  { tried, left, failure }: Sent<T>,
  thing: string,
  what: string,
  name: string,
): string {
  const count = tried.length + left.length;
  if (count === 0) return "";
  const why = failure === undefined ? "The next report continues." : messageOf(failure);
  return `${pluralize(count, thing)} ${count === 1 ? "was" : "were"} ${what} in ${name}. ${why}`;
}

/** The outcome of a decision among requests. */
export function deliveredOf<T>(one: T, all: readonly Pick<Sent<T>, "tried" | "left">[]): Delivered {
  if (all.some(({ tried }) => tried.includes(one))) return "unsure";
  return all.some(({ left }) => left.includes(one)) ? "failed" : "done";
}
