import { messageOf } from "../../../shared/errors";
import { HttpError, statusOf } from "../../../shared/http/errors";
import type { Pager } from "../../../shared/paging/delivery";
import { pluralize } from "../../../shared/text/pluralize";
import { fingerprint } from "../config/fingerprint";
import type { Context } from "../issue/context";
import { hasSucceeded } from "../issue/issue";
import { type Entry, missedKeys, projectFingerprint, runsKey, stuckKey } from "../issue/ledger";
import type { ProjectReport } from "../issue/report";
import { isChecked } from "../issue/report";
import { isScheduled } from "../journal/times";
import { renderAlert } from "../render/alert";
import { withOwner } from "./owner";
import type { Receipt, Target, Telling } from "./target";

export interface PagingTarget {
  id: string;
  /** Names the service to people. */
  name: string;
  pager: Pick<Pager, "open" | "close">;
}

/** More of each are left to the next report. */
export const maxChanges = 200;

/** Opens an alert for each problem that it is told of, and closes those that are over. Throws only if it is cancelled. */
export async function page(
  { id, name, pager }: PagingTarget,
  { report, decisions, doubtful }: Telling,
  { agent, cancelled }: Context,
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
  const forgotten = doubtful.filter((key) => !keys.has(key));
  const tidied = await sendEach(forgotten, cancelled, (key) => pager.close(key, cancelled));
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
    doubtful: tidied.failure === undefined ? [] : [...tidied.tried, ...tidied.left],
    closed: [...without(closing, closed).map(({ entry }) => alertKey(entry)), ...without(forgotten, tidied)],
  };
}

/** The key of an entry's alert at the service. */
export function alertKey({ project, key }: Pick<Entry, "project" | "key">): string {
  return fingerprint([project, key]);
}

/** The alerts that may be open of pipelines that are well, and of runs that are not stuck any more. */
export function wellAlerts({ config, records }: ProjectReport, takes: Target["takes"]): string[] {
  const project = projectFingerprint(config);
  const keys = records.flatMap((record) => {
    if (!("run" in record) || !isChecked(config, record.run) || !takes(record.run.pipeline)) return [];
    const { run } = record;
    const isOverdue = run.verdict === "ranTooLong" || run.verdict === "waitedTooLong";
    const stuck = isOverdue ? [stuckKey(run)] : [];
    if (!hasSucceeded(run)) return stuck;
    return [...stuck, runsKey(run), ...(isScheduled(run) ? missedKeys(run) : [])];
  });
  return [...new Set(keys)].map((key) => alertKey({ project, key }));
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
