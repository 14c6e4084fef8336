import { daySeconds } from "../../../shared/text/time";
import { isHidden } from "../config/filter";
import type { Config } from "../config/parse";
import { type Issue, type Note, runOf, type Silenced } from "../issue/issue";
import type { Entry, Told } from "../issue/ledger";
import { words } from "../issue/parts";
import { belowThreshold, inMaintenance, maintenanceOf, mutedBy, outOfHours } from "./silence";

/** Whom decisions are for. A chat is told; a paging service opens an alert and closes it. */
export interface Addressed {
  /** Identifies it in the ledger. */
  id: string;
  kind: "chat" | "pager";
  /** Whether it is told of issues of a pipeline; undefined for issues without one. */
  takes(pipeline: string | undefined): boolean;
}

/** What becomes of an entry at one target: `forget` ends it there without a word. */
export type Decision = { entry: Entry } & (
  | { act: "tell" | "remind" | "tellEnd" | "forget" }
  | { act: "hold"; why: Silenced }
);

/** As of now, in seconds since 1970. */
export interface Circumstances {
  config: Config;
  now: number;
  /** Whether a later report will know what waits. */
  remembers: boolean;
  /** What this report has found of the entry. */
  found: readonly (Issue | Note)[];
}

/** A monitor may start this much earlier than the one that reported a problem, and repeat it all the same. */
const earlyReminderSeconds = 300;

/**
 * Decides whether a target is told of an entry. Where several rules silence, the first is the reason: not watched, mute,
 * maintenance, another target's, below the threshold, out of hours, told before.
 */
export function decide(entry: Entry, target: Addressed, circumstances: Circumstances): Decision {
  const { config, now, found, remembers } = circumstances;
  const isNew = found.length > 0;
  const isLoud = found.some((one) => silencedAlone(one, config, now) === undefined);
  const { pipeline, content, end, family } = entry;
  const [told, owed] = [entry.told[target.id], entry.owed[target.id]];
  const isPager = target.kind === "pager";
  const hold = (why: Silenced): Decision => ({ entry, act: "hold", why });
  const forget: Decision = { entry, act: isPager && told !== undefined ? "tellEnd" : "forget" };
  // Nobody is paged for what only informs, and for what is still to come.
  if (!isWatched(entry, config, now, isNew) || (isPager && !isPaged(entry))) return forget;
  const mute = mutedBy(config, pipeline, now);
  if (mute !== undefined) return isPager && told !== undefined ? forget : hold(mute);
  const maintenance = isLoud ? undefined : maintenanceNow(entry, told, config, now);
  if (maintenance !== undefined && (!isPager || told === undefined)) return hold(maintenance);
  const isOwed = end !== undefined && owed !== undefined && told === undefined;
  const isOwn = target.takes(pipeline) || isOwed;
  if (!isOwn) return told === undefined ? hold(elsewhere) : forget;
  const isNote = !("about" in content);
  // Nobody is told later that a run was waiting for a person.
  if (end !== undefined && family === "stuck" && isNote) return forget;
  if (end !== undefined && family !== "once") {
    const closed = isPager || !remembers ? undefined : outOfHours(config, entry, now);
    // What it was not told beside what it knows is told with its end.
    if (!isPager && closed === undefined && told?.outdated !== undefined && owed !== undefined)
      return { entry, act: "tell" };
    if (told !== undefined && (isPager || tellsEnds(config, entry)))
      return closed === undefined ? { entry, act: "tellEnd" } : hold(closed);
    // A step that was lost may have opened an alert.
    if (isPager && isNew) return { entry, act: "tellEnd" };
    if (isPager || (!isNew && (told !== undefined || owed === undefined))) return forget;
  } else if (family === "once" && told !== undefined) return hold(knownSince(told, config));
  const isCounted = "about" in content && !isLoud && owed === undefined;
  const below = isCounted ? belowThreshold(content, config) : undefined;
  // Nobody is paged for what mends itself: only if the repair fails.
  if (isPager && told === undefined && "about" in content && content.isUnderRepair === true)
    return hold(underRepair);
  const closed = below ?? (remembers ? outOfHours(config, entry, now) : undefined);
  const isOver = isPager && told?.outdated === "ended";
  if (closed !== undefined && isOver) return forget;
  if (closed !== undefined && !(isPager && told !== undefined)) return hold(closed);
  if (told === undefined || isOver || (isPager ? told.isUnsure : told.outdated !== undefined))
    return { entry, act: "tell" };
  const { remindSeconds = 0 } = config.alerts;
  if (family === "stuck" && isNote) return hold(knownSince(told, config));
  // After the clock was set back, a reminder does not wait for a time that was never real.
  const isReminded = Math.abs(now - told.at) >= remindSeconds - earlyReminderSeconds;
  if (isPager || (remindSeconds === 0 ? told.count >= entry.count : !isReminded))
    return hold(knownSince(told, config));
  return { entry, act: remindSeconds === 0 ? "tell" : "remind" };
}

/** Why a message leaves out one of the issues that were found of an entry, even if it tells the entry. */
export function silencedAlone(one: Issue | Note, config: Config, now: number): Silenced | undefined {
  return inMaintenance(one, config, now) ?? ("about" in one ? belowThreshold(one, config) : undefined);
}

/** A pipeline that has not run for so long is forgotten, and so is a project that was not read. */
export const maxAgeSeconds = 31 * daySeconds;

/** What an edit of the configuration hides is told to nobody any more. */
export function isWatched(
  { family, pipeline, content, last, owed }: Entry,
  { pipelines, schedules, keys }: Config,
  now: number,
  isNew = false,
): boolean {
  if (!isNew && last < now - maxAgeSeconds && Object.keys(owed).length === 0) return false;
  if (pipeline === undefined || family === "once") return true;
  const { limits, learned } = pipelines.entryFor(pipeline);
  if (limits === undefined) return false;
  const isScheduled = schedules.some((one) => one.pipeline.normalize() === pipeline.normalize());
  if (family === "missed") return isScheduled || learned !== undefined;
  if (family === "daily") return isScheduled && keys.runs_per_week_max !== undefined;
  if (family === "stuck" && keys.check_unfinished !== true) return false;
  const run = "about" in content ? runOf(content) : undefined;
  return run === undefined || !isHidden({ entryFor: pipelines.entryFor }, { run });
}

function isPaged({ content, family }: Entry): boolean {
  return "about" in content && family !== "daily" && family !== "once";
}

function tellsEnds({ alerts }: Config, { end }: Entry): boolean {
  return alerts.remindSeconds !== undefined && end?.note !== undefined;
}

/** A problem of runs is silenced if it was found in maintenance only; everything else, and an end, while maintenance lasts. */
function maintenanceNow(
  { family, isQuiet, end, content, pipeline }: Entry,
  told: Told | undefined,
  config: Config,
  now: number,
): Silenced | undefined {
  const isOfRuns = ["failure", "limit", "missed"].includes(family);
  if (isOfRuns && (end === undefined || told === undefined))
    return isQuiet ? inMaintenance(content, config, now) : undefined;
  if (end !== undefined || family === "once")
    return pipeline === undefined ? undefined : maintenanceOf(config, pipeline, [now, now]);
  return inMaintenance(content, config, now);
}

const underRepair: Silenced = { by: "repair", why: [words("It is being repaired.")] };

export const elsewhere: Silenced = { by: "route", why: [words("It goes to another channel.")] };

function knownSince({ at }: Told, { zone }: Config): Silenced {
  const time = { time: at * 1000, zone, isDated: true };
  return { by: "known", why: [words("Already reported at "), time, words(".")] };
}
