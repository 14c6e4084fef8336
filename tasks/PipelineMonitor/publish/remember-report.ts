import type { Agent } from "../../../shared/agent/agent";
import type { Line } from "../../../shared/chat/message";
import type { AlertsPart } from "../alerts";
import { projectFingerprint } from "../alerts/fingerprint";
import { allOthers, type OwnPipeline, seenTag, unreadTag, wholeTag } from "../checks/last-report";
import type { Config } from "../config/parse";
import type { Issue } from "../issue/issue";
import type { ProjectsChecked } from "../projects/check-projects";
import type { LastReport } from "../projects/find-last-report";
import type { Delivery, IssueLine } from "../report/lines";

/** What remembering a report needs. */
export interface RememberParts {
  config: Config;
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  agent: Pick<Agent, "tagRun" | "attachReport">;
  alerts: AlertsPart | undefined;
  /** The lines of the message that are issues, and the lines that did not fit into it. */
  issueLines: readonly IssueLine[];
  omitted: readonly Line[];
  /** Whether the organization could be listed, if all of its projects are to be checked. */
  isListed: boolean;
}

/**
 * Marks this run if its report was delivered, so that the next report begins where this one ends and knows what was
 * reported. Tags say so, and whether stuck and missing runs were found too; an attachment holds the known problems. A
 * report whose delivery is unknown leaves nothing, because reporting an issue twice does less harm than never
 * reporting it.
 */
export function rememberReport(
  parts: RememberParts,
  delivered: Delivery,
  { reports, unread }: ProjectsChecked,
  last: LastReport,
): void {
  const { config, ownPipeline, agent, alerts, isListed } = parts;
  const isDone = delivered === "sent" || (delivered === "notNeeded" && !config.testFlag);
  if (!isDone || ownPipeline === undefined || "unknown" in ownPipeline || last.isUnknown) return;
  const { tag } = ownPipeline;
  // The attachment comes first: a run that is marked without it would have all of its problems repeated.
  if (alerts !== undefined && config.alerts.remindSeconds !== undefined) {
    const memories = new Map(last.memories);
    const [omitted, shown] = [true, false].map((isOmitted) => issuesOf(parts, isOmitted));
    for (const { config: one, sorted } of reports) {
      const memory = sorted.memory && alerts.withoutOmitted(sorted.memory, omitted ?? [], shown ?? []);
      if (memory === undefined) memories.delete(projectFingerprint(one));
      else memories.set(projectFingerprint(one), memory);
    }
    agent.attachReport(alerts.memoryType, alerts.memoryName(tag), alerts.renderMemories(memories));
  }
  agent.tagRun(tag);
  const digests = new Set(reports.flatMap(({ collected }) => collected.seenDigest ?? []));
  for (const digest of digests) agent.tagRun(seenTag(tag, digest));
  for (const one of unread) agent.tagRun(unreadTag(tag, projectFingerprint(one)));
  if (!isListed) agent.tagRun(unreadTag(tag, allOthers));
  const { checkUnfinished, schedules } = config.optional;
  const isWhole = reports.every(({ collected, sorted }) => collected.isWhole && !sorted.hidesStuckRuns);
  if (isWhole && (checkUnfinished || schedules.length > 0)) agent.tagRun(wholeTag(tag));
}

/** Returns the issues of the lines that did not fit, or of those that did. */
function issuesOf({ issueLines, omitted }: RememberParts, isOmitted: boolean): Issue[] {
  return issueLines.filter((line) => omitted.includes(line) === isOmitted).flatMap(({ issues }) => issues);
}
