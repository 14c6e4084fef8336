import { fingerprint } from "./config/fingerprint";
import type { HourBefore } from "./feature";
import { followUp } from "./follow-up";
import type { Context } from "./issue/context";
import type { Report } from "./issue/report";
import { type Memory, readMemory } from "./ledger/read";
import { openFeatures } from "./open-features";
import { projectHour } from "./project-hour";
import { checkProjects, findProjects } from "./projects";
import { readableOf, type Watch } from "./setup";
import { startOf, targetsOf } from "./targets/own-channel";
import { settledEntries, tellAll } from "./tell";
import { decideWhole } from "./whole-hour";

/**
 * Runs the monitor in the order of the specification's rules: list, check, explain, print, post. Throws if
 * the list of runs cannot be read to its end; then it reports nothing. Each target gets what it has not been told.
 */
export async function runHour(watch: Watch, context: Context): Promise<Report> {
  const { config, others } = watch;
  const startedAt = context.clock.now();
  const before = await readMemory(config, watch.ownPipeline, watch.forms, context);
  const features = openFeatures(watch.features, knownBefore(watch, before, context), context);
  const start = startOf(before, watch);
  const more = features.targets(context);
  try {
    const { targets, memory } = targetsOf(watch, more, start, context);
    const opened = { startedAt, memory, targets, features };
    const listed = await findProjects(config, memory.ledger?.projectIds, others, context);
    const checked = await checkProjects(listed.configs, others, context, projectHour(opened));
    const decided = decideWhole({ ...listed, ...checked }, opened, watch, context);
    const told = await tellAll(decided, watch, context);
    const entries = settledEntries(decided, told.answered);
    return await followUp(
      told.report,
      { ...opened, ...start, ...listed, ...decided, entries },
      watch,
      context,
    );
  } finally {
    for (const { dispose } of more) dispose();
  }
}

function knownBefore(
  { config, ownPipeline, ownRun, configuration }: Watch,
  { ledger, startTime, isUnknown, lost, unfinished }: Memory,
  { service }: Pick<Context, "service">,
): Omit<HourBefore, "keep" | "quiet"> {
  const own = readableOf(ownPipeline);
  return {
    ownProject: { service, projectId: config.projectId },
    own,
    ownRun,
    // Outside a pipeline, no report is known to be the first.
    isFirst: own !== undefined && ledger === undefined && startTime === undefined && !isUnknown,
    isBlind: isUnknown || lost.length > 0,
    isUnknown,
    unfinished,
    reportedUntil: ledger?.reportedUntil,
    configuration: fingerprint([JSON.stringify(configuration)]),
    parts: ledger?.parts ?? {},
  };
}
