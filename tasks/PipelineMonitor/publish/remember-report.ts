import type { Agent } from "../../../shared/agent/agent";
import type { AlertsPart } from "../alerts";
import { projectDigest } from "../alerts/digest";
import { type OwnPipeline, seenTag, unreadTag, wholeTag } from "../checks/last-report";
import type { Config } from "../config/parse";
import type { ProjectsChecked } from "../projects/check-projects";
import type { LastReport } from "../projects/find-last-report";
import type { Delivery } from "../report/lines";

/** What remembering a report needs. */
export interface RememberParts {
  config: Config;
  ownPipeline: OwnPipeline | { unknown: string } | undefined;
  agent: Pick<Agent, "tagRun" | "attachReport">;
  alerts: AlertsPart | undefined;
}

/**
 * Marks this run if its report was delivered, so that the next report begins where this one ends and knows what was
 * reported. Tags say so, and whether stuck and missing runs were found too; an attachment holds the known problems. A
 * report whose delivery is unknown leaves nothing, because reporting an issue twice does less harm than never
 * reporting it.
 */
export function rememberReport(
  { config, ownPipeline, agent, alerts }: RememberParts,
  delivered: Delivery,
  { reports, unread }: ProjectsChecked,
  last: LastReport,
): void {
  const isDone = delivered === "sent" || delivered === "notNeeded";
  if (!isDone || ownPipeline === undefined || "unknown" in ownPipeline || last.isUnknown) return;
  const { tag } = ownPipeline;
  // The attachment comes first: a run that is marked without it would have all of its problems repeated.
  if (alerts !== undefined && config.alerts.remindSeconds !== undefined) {
    const memories = [
      ...reports.map((report) => [projectDigest(report.config), report.sorted.memory] as const),
      ...unread.map((one) => [projectDigest(one), last.memoryOf(one)] as const),
    ].flatMap(([key, memory]) => (memory === undefined ? [] : [[key, memory] as const]));
    agent.attachReport(alerts.memoryType, alerts.memoryName(tag), alerts.renderMemories(new Map(memories)));
  }
  agent.tagRun(tag);
  const digests = new Set(reports.flatMap(({ collected }) => collected.seenDigest ?? []));
  for (const digest of digests) agent.tagRun(seenTag(tag, digest));
  for (const one of unread) agent.tagRun(unreadTag(tag, projectDigest(one)));
  const { checkUnfinished, schedules } = config.optional;
  const isWhole = reports.every(({ collected }) => collected.isWhole);
  if (isWhole && (checkUnfinished || schedules.length > 0)) agent.tagRun(wholeTag(tag));
}
