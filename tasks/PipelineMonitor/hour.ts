import { findProjects } from "./find-projects";
import { followUp } from "./follow-up";
import type { Context } from "./issue/context";
import type { Report } from "./issue/report";
import { ledgerOf } from "./ledger/memory";
import type { MemoryStore } from "./memory";
import { openFeatures } from "./open-features";
import { projectHour } from "./project-hour";
import { checkProjects, type OtherProjects } from "./projects";
import type { HourSetup } from "./setup";
import type { Channel } from "./targets/channel";
import { targetsOf } from "./targets/own-channel";
import { entriesAfter, tellAll } from "./tell";
import { decideWhole } from "./whole-hour";

/** Given to an hour of the monitor besides its context. */
export interface Watch extends HourSetup {
  store: MemoryStore;
  /** Behind the step's own webhook. */
  channel: Channel;
  others: OtherProjects;
}

/**
 * Runs the monitor in the order of the specification's rules: list, check, explain, print, post. Throws if no project's runs can
 * be read to their end; then it reports nothing. One of several costs a warning. Each target gets what it has not been told.
 */
export async function runHour(given: Watch, context: Context): Promise<Report> {
  const { channel, ownRun } = given;
  const startedAt = context.clock.now();
  const memory = await given.store.read(context);
  const ownProject = { service: context.service, projectId: given.config.projectId };
  const features = openFeatures(
    given.features,
    { ...given.store.knownFrom(memory), ownProject, ownRun },
    context,
  );
  const opened = features.targets(context);
  try {
    const { targets, before } = targetsOf(channel, opened, memory.state === "guest", memory);
    const projects = await findProjects(given.config, ledgerOf(before)?.projectIds, given.others, context);
    const [config = given.config] = projects.configs;
    const watch = { ...given, config };
    // Of each project: the list, what is found in it, the ledger after that, and what each target is told.
    const hour = projectHour(before, targets, features, startedAt);
    const checked = await checkProjects(projects.configs, watch.others, context, hour);
    const decided = decideWhole({ ...projects, ...checked }, before, targets, features, watch, context);
    const { report, answered } = await tellAll(decided, watch, context);
    const entries = entriesAfter(decided, answered);
    const { isListRead, projectIds } = projects;
    const after = { entries, now: decided.now, isListRead, projectIds };
    return await followUp(report, after, before, features, watch, context);
  } finally {
    for (const { dispose } of opened) dispose();
  }
}
