import { followUp } from "./follow-up";
import type { Context } from "./issue/context";
import type { Report } from "./issue/report";
import { ledgerOf } from "./ledger/read";
import type { openMemory } from "./memory";
import { openFeatures } from "./open-features";
import { projectHour } from "./project-hour";
import type { openProjects } from "./projects";
import type { Setup } from "./setup";
import type { Channel } from "./targets/channel";
import { targetsOf } from "./targets/own-channel";
import { settledEntries, tellAll } from "./tell";
import { decideWhole } from "./whole-hour";

/** Given to an hour of the monitor besides its context. */
export interface Watch
  extends Pick<Setup, "config" | "configuration" | "origin" | "onIssues" | "ownRun" | "features"> {
  memory: ReturnType<typeof openMemory>;
  /** Behind the step's own webhook. */
  channel: Channel;
  projects: ReturnType<typeof openProjects>;
}

/**
 * Runs the monitor in the order of the specification's rules: list, check, explain, print, post. Throws if
 * the list of runs cannot be read to its end; then it reports nothing. Each target gets what it has not been told.
 */
export async function runHour(watch: Watch, context: Context): Promise<Report> {
  const { config, memory, ownRun, projects } = watch;
  const startedAt = context.clock.now();
  const read = await memory.read(context);
  const ownProject = { service: context.service, projectId: config.projectId };
  const features = openFeatures(watch.features, { ...memory.knownFrom(read), ownProject, ownRun }, context);
  const others = features.targets(context);
  try {
    const { targets, before } = targetsOf(watch.channel, others, read.state === "guest", read);
    const found = await projects.find(ledgerOf(before)?.projectIds, context);
    const hour = projectHour(before, targets, features, startedAt);
    const checked = await projects.check(found.configs, hour, context);
    const decided = decideWhole({ ...found, ...checked }, before, targets, features, watch, context);
    const told = await tellAll(decided, watch, context);
    const known = {
      entries: settledEntries(decided, told.answered),
      now: decided.now,
      projectIds: found.projectIds,
    };
    return await followUp(told.report, known, before, features, watch, context);
  } finally {
    for (const { dispose } of others) dispose();
  }
}
