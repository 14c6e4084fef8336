import { messageOf } from "../../shared/errors";
import { HttpError, statusOf } from "../../shared/http/errors";
import type { Pager } from "../../shared/paging/delivery";
import { pluralize } from "../../shared/text/pluralize";
import type { Addressee, Context } from "./issue/context";
import type { KnownAlert } from "./issue/memory";
import type { ProjectReport, Told } from "./issue/report";
import { renderAlert } from "./render/alert";
import { shown } from "./render/totals";
import type { LastReport } from "./silence/last-report";
import { alertChanges } from "./silence/paged";
import { addressed } from "./silence/views";

/** The paging service as a target of reports. */
export interface PagedTarget extends Addressee {
  /** Identifies the service in the memory. */
  id: string;
  /** Names the service to people. */
  name: string;
  pager: Pick<Pager, "open" | "close">;
}

/** More of each are left to the next report. Of those that are only doubtful, no report closes more. */
const maxChanges = 200;

/** Opens an alert for each problem that a report tells, and closes those that are over. Throws only if it is cancelled. */
export async function page(
  projects: readonly ProjectReport[],
  { target, last }: { target: PagedTarget; last: LastReport },
  context: Context,
): Promise<Told> {
  const { agent, cancelled } = context;
  const { memory, isUnknown } = last;
  const before = memory?.alerts ?? [];
  const changes = projects.map((project) => ({
    project,
    ...alertChanges(project, before, target.takes),
  }));
  if (projects.some(({ config }) => config.testFlag)) {
    const isQuiet = changes.every(({ project }) => isEmpty(addressed(project)));
    return { delivered: isQuiet ? "notNeeded" : "testOnly", isTold: false, alerts: before };
  }
  const opening = changes.flatMap(({ project, open }) => open.map((one) => ({ project, ...one })));
  // What cannot be read now may be read next time, so nothing is guessed. Most of what is doubtful is not open.
  const doubtful = isUnknown ? [] : changes.flatMap((change) => change.doubtful);
  const closing = [
    ...changes.flatMap(({ close }) => close),
    ...doubtful.slice(0, Math.max(0, maxChanges - before.length)),
  ];
  const opened = await sendEach(opening, cancelled, async ({ project, issue, alert, isNext }) => {
    if (isNext) await target.pager.close(alert.key, cancelled);
    await target.pager.open(renderAlert(issue, project, alert.key, agent.sanitize), cancelled);
  });
  const closed = await sendEach(closing, cancelled, ({ key }) => target.pager.close(key, cancelled));
  const problems = [warningOf(opened, "not opened", target), warningOf(closed, "not closed", target)].filter(
    (warning) => warning !== "",
  );
  for (const problem of problems) agent.warn(problem);
  const isQuiet = opening.length + closing.length === 0;
  const delivered = problems.length > 0 ? "failed" : isQuiet ? "notNeeded" : "sent";
  // A service that takes others refuses one for its content, and would do so again.
  const isRefused = opened.isStopped || (opened.tried.length > 0 && opened.done.length === 0);
  const isTold = !isRefused && opened.left.length === 0;
  return { delivered, isTold, alerts: alertsAfter(before, opened, closed) };
}

/** What is known of the alerts after these requests. */
function alertsAfter(
  before: readonly KnownAlert[],
  opened: Sent<{ alert: KnownAlert }>,
  closed: Sent<KnownAlert>,
): KnownAlert[] {
  const all = new Map(before.map((alert) => [alert.key, alert]));
  for (const { alert } of opened.done) all.set(alert.key, alert);
  for (const { key, project } of closed.done) {
    all.delete(key);
    if (all.size < maxChanges) all.set(key, { key, project, isClosed: true });
  }
  // The alert of an earlier problem has still to be closed before the next one is opened.
  const unopened = opened.tried.map(({ alert }) => all.get(alert.key) ?? alert);
  const unsure = [...unopened, ...closed.tried, ...closed.left];
  for (const alert of unsure) all.set(alert.key, { ...alert, isUnsure: true });
  return [...all.values()];
}

function isEmpty({ issues, notes }: ProjectReport): boolean {
  return shown([...issues, ...notes]).length === 0;
}

/** Requests that were confirmed, sent without a confirmation, or not sent. */
interface Sent<T> {
  done: T[];
  tried: T[];
  left: T[];
  /** Whether it ended at a failure that others would have, too. */
  isStopped: boolean;
  failure?: unknown;
}

/** Sends requests one after the other. A service that refuses one for its content is sent the others. */
async function sendEach<T>(
  all: readonly T[],
  signal: AbortSignal,
  send: (one: T) => Promise<void>,
): Promise<Sent<T>> {
  const sent: Sent<T> = { done: [], tried: [], left: all.slice(maxChanges), isStopped: false };
  for (const [index, one] of all.slice(0, maxChanges).entries()) {
    try {
      await send(one);
      sent.done.push(one);
    } catch (failure) {
      signal.throwIfAborted();
      sent.tried.push(one);
      sent.failure ??= failure;
      const status = failure instanceof HttpError ? statusOf(failure.problem) : undefined;
      if (status === 400 || status === 413 || status === 422) continue;
      sent.left = all.slice(index + 1);
      sent.isStopped = true;
      break;
    }
  }
  return sent;
}

function warningOf<T>({ tried, left, failure }: Sent<T>, what: string, { name }: PagedTarget): string {
  const count = tried.length + left.length;
  if (count === 0) return "";
  const why = failure === undefined ? "The next report continues." : messageOf(failure);
  return `${pluralize(count, "alert")} ${count === 1 ? "was" : "were"} ${what} in ${name}. ${why}`;
}
