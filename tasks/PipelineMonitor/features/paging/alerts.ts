import { messageOf } from "../../../../shared/errors";
import { HttpError, statusOf } from "../../../../shared/http/errors";
import type { Pager } from "../../../../shared/paging/delivery";
import { pluralize } from "../../../../shared/text/pluralize";
import type { Context } from "../../issue/context";
import { projectFingerprint } from "../../issue/ledger";
import { withOwner } from "../../targets/owner";
import type { Receipt, Target, Telling } from "../../targets/target";
import { alertKey, maxChanges, renderAlert } from "./alert";
import { type AlertMemory, doubtfulAlerts } from "./doubt";

export interface PagingTarget extends Pick<Target, "takes"> {
  id: string;
  /** Names the service to people. */
  name: string;
  pager: Pick<Pager, "open" | "close">;
}

interface Remembering {
  memory: AlertMemory;
  keep(memory: AlertMemory): void;
  /** Whether a later report may be able to read a memory that this one could not. */
  isUnknown: boolean;
}

/** Opens an alert for each problem that it is told of, and closes those that are over. Throws only if it is cancelled. */
export async function page(
  { id, name, pager, takes }: PagingTarget,
  { report, decisions }: Telling,
  { memory, keep, isUnknown }: Remembering,
  { agent, cancelled }: Pick<Context, "agent" | "cancelled">,
): Promise<Receipt> {
  const projectOf = new Map(report.projects.map((project) => [projectFingerprint(project.config), project]));
  const opening = decisions.filter(({ act }) => act === "tell" || act === "remind");
  const closing = decisions.filter(({ act }) => act === "tellEnd");
  const isQuiet = opening.length + closing.length === 0;
  if (report.config.testFlag) return { delivered: isQuiet ? "notNeeded" : "testOnly", of: () => "failed" };
  const opened = await sendEach(opening, cancelled, async ({ entry }) => {
    const key = alertKey(entry);
    const { content, told } = entry;
    const project = projectOf.get(entry.project);
    if (project === undefined || !("about" in content)) return;
    if (told[id]?.outdated === "ended") await pager.close(key, cancelled);
    const issue = withOwner(content, project.config, () => false);
    await pager.open(renderAlert(issue, project, key, agent.sanitize), cancelled);
  });
  const closed = await sendEach(closing, cancelled, ({ entry }) => pager.close(alertKey(entry), cancelled));
  // A step that was lost may have opened an alert even of what nobody needs to be told any more.
  const kept = decisions.filter(({ act }) => act !== "forget");
  const keys = new Set(kept.map(({ entry }) => alertKey(entry)));
  // What cannot be read now may be read next time, so nothing is guessed.
  const doubtful = isUnknown ? [] : doubtfulAlerts(report.projects, takes, memory);
  const forgotten = doubtful.filter((key) => !keys.has(key));
  const tidied = await sendEach(forgotten, cancelled, (key) => pager.close(key, cancelled));
  const known = [
    ...memory.closedAlerts,
    ...without(closing, closed).map(({ entry }) => alertKey(entry)),
    ...without(forgotten, tidied),
  ];
  keep({
    closedAlerts: [...new Set(known)].slice(0, maxChanges),
    doubtfulAlerts: tidied.failure === undefined ? [] : [...tidied.tried, ...tidied.left],
  });
  const problems = [
    warningOf(opened, "not opened", name),
    warningOf(closed, "not closed", name),
    warningOf(tidied, "not closed", name),
  ].filter((warning) => warning !== "");
  for (const problem of problems) agent.warn(problem);
  const isSent = !isQuiet || forgotten.length > 0;
  return {
    delivered: problems.length > 0 ? "failed" : isSent ? "sent" : "notNeeded",
    of(decision) {
      const isTried = opened.tried.includes(decision) || closed.tried.includes(decision);
      const isLeft = opened.left.includes(decision) || closed.left.includes(decision);
      return isTried ? "unsure" : isLeft ? "failed" : "done";
    },
  };
}

/** Requests that were confirmed, sent without a confirmation, or not sent. */
interface Sent<T> {
  tried: T[];
  left: T[];
  failure?: unknown;
}

function without<T>(all: readonly T[], { tried, left }: Sent<T>): T[] {
  return all.filter((one) => !tried.includes(one) && !left.includes(one));
}

/** Sends requests one after the other. A service that refuses one for its content is sent the others. */
async function sendEach<T>(
  all: readonly T[],
  signal: AbortSignal,
  send: (one: T) => Promise<void>,
): Promise<Sent<T>> {
  const sent: Sent<T> = { tried: [], left: all.slice(maxChanges) };
  for (const [index, one] of all.slice(0, maxChanges).entries()) {
    try {
      await send(one);
    } catch (failure) {
      signal.throwIfAborted();
      sent.tried.push(one);
      sent.failure ??= failure;
      const status = failure instanceof HttpError ? statusOf(failure.problem) : undefined;
      if (status === 400 || status === 413 || status === 422) continue;
      sent.left = all.slice(index + 1);
      break;
    }
  }
  return sent;
}

function warningOf<T>({ tried, left, failure }: Sent<T>, what: string, name: string): string {
  const count = tried.length + left.length;
  if (count === 0) return "";
  const why = failure === undefined ? "The next report continues." : messageOf(failure);
  return `${pluralize(count, "alert")} ${count === 1 ? "was" : "were"} ${what} in ${name}. ${why}`;
}
