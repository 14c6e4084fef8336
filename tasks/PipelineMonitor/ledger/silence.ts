import { isOpen, opensAfter } from "../config/business-hours";
import type { Config } from "../config/parse";
import type { Issue, Note, Reason, Silenced } from "../issue/issue";
import { pipelineNameOf } from "../issue/issue";
import type { Entry } from "../issue/ledger";
import { words } from "../issue/parts";

// What can keep an issue from a message, beside what features do. Times are in seconds since 1970.

export const threshold: Reason = { state: "belowThreshold", tally: "below after_failures", place: 1 };
export const hours: Reason = { state: "waits", tally: "waiting for business hours", place: 0, owes: "all" };

/** What features keep from a message. */
export interface Silence {
  /** Why a message leaves out something that was found, whatever was told of it before. */
  quiet(one: Issue | Note, now: number): Silenced | undefined;
  /** Why a target is not told of an entry. */
  hold(entry: Entry, target: Addressed, at: { now: number; isLoud: boolean }): Silenced | undefined;
}

export const noSilence: Silence = { quiet: () => undefined, hold: () => undefined };

/** Whom decisions are for. A chat is told; a paging service opens an alert and closes it. */
export interface Addressed {
  /** Identifies it in the ledger. */
  id: string;
  kind: "chat" | "pager";
  /** Whether it is told of issues of a pipeline; undefined for issues without one. */
  takes(pipeline: string | undefined): boolean;
}

/** A failure whose count is unknown reaches the message. A failed run that waited too long is told for its wait. */
export function belowThreshold(
  { failuresInRow = Number.POSITIVE_INFINITY, verdict, ...issue }: Issue,
  { pipelines }: Pick<Config, "pipelines">,
): Silenced | undefined {
  const { afterFailures } = pipelines.entryFor(pipelineNameOf(issue) ?? "");
  if (failuresInRow >= afterFailures || verdict === "waitedTooLong") return undefined;
  return { by: threshold, why: [words(`Failure ${failuresInRow} of ${afterFailures} in a row.`)] };
}

/** Issues of high severity do not wait for business hours, and neither do problems of the project as a whole. What only informs does. */
export function outOfHours(
  { alerts, zone, pipelines }: Config,
  { pipeline, content }: Pick<Entry, "pipeline" | "content">,
  now: number,
): Silenced | undefined {
  const open = alerts.businessHours;
  if (open === undefined || isOpen(open, now, zone)) return undefined;
  const onlyInforms = !("about" in content) && content.severity === "note";
  const isUrgent = pipeline === undefined || pipelines.entryFor(pipeline).importance === "high";
  if (isUrgent && !onlyInforms) return undefined;
  const opens = { time: opensAfter(open, now, zone) * 1000, zone, isDated: true };
  return { by: hours, why: [words("Waits until "), opens, words(".")] };
}
