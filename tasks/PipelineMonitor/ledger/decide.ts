import { daySeconds } from "../../../shared/text/time";
import { isHidden } from "../config/filter";
import type { Config } from "../config/parse";
import { elsewhere, type Issue, known, type Note, runOf, type Silenced } from "../issue/issue";
import type { Entry, Told } from "../issue/ledger";
import { words } from "../issue/parts";
import { type Addressed, belowThreshold, outOfHours, type Silence } from "./silence";

/** What becomes of an entry at one target: `forget` ends it there without a word. */
export type Decision = {
  entry: Entry;
  /** The target's id. */
  to: string;
} & Act;

type Act = { act: "tell" | "remind" | "tellEnd" | "forget" } | { act: "hold"; why: Silenced };

/** As of now, in seconds since 1970. */
export interface Circumstances {
  config: Config;
  now: number;
  silence: Silence;
  /** Whether a later report will know what waits. */
  remembers: boolean;
  /** What this report has found of the entry. */
  found: readonly (Issue | Note)[];
}

/** A monitor may start this much earlier than the one that reported a problem, and repeat it all the same. */
const earlyReminderSeconds = 300;

/**
 * Decides whether a target is told of an entry. Where several rules silence, the first is the reason: not watched, what
 * features hold, another target's, below the threshold, out of hours, told before.
 */
export function decide(entry: Entry, target: Addressed, circumstances: Circumstances): Decision {
  const act = target.kind === "pager" ? page : chat;
  return { entry, to: target.id, ...act(entry, target, circumstances) };
}

/** A page is open as long as its problem lasts and nothing silences it. Nobody is paged for news or for what is to come. */
function page(
  entry: Entry,
  target: Addressed,
  { config, now, found, remembers, silence }: Circumstances,
): Act {
  const told = entry.told[target.id];
  const isOpen = told !== undefined;
  const hold = (why: Silenced): Act => ({ act: "hold", why });
  const close: Act = { act: isOpen ? "tellEnd" : "forget" };
  const closeOr = (why: Silenced): Act => (isOpen ? close : hold(why));
  const isLoud = isLoudIn(found, silence, config, now);

  if (!isWatched(entry, config, now, found.length > 0) || !isPaged(entry)) return close;
  const held = silence.hold(entry, target, { now, isLoud });
  if (held !== undefined) return held.by.closes === true ? closeOr(held) : hold(held);
  if (!isFor(entry, target)) return closeOr(goesElsewhere);
  // A step that was lost may have opened an alert.
  if (entry.end !== undefined) return found.length > 0 ? { act: "tellEnd" } : close;
  const hasEnded = told?.outdated === "ended";
  const waits = waitsFor(entry, target, isLoud, config, now, remembers);
  if (waits !== undefined && hasEnded) return close;
  if (waits !== undefined && !isOpen) return hold(waits);
  return isOpen && !hasEnded && told.isUnsure !== true ? hold(knownSince(told, config)) : { act: "tell" };
}

/** A chat is told of what is new to it, reminded of what lasts, and told of the end of what it knows. */
function chat(
  entry: Entry,
  target: Addressed,
  { config, now, found, remembers, silence }: Circumstances,
): Act {
  const { content, end, family } = entry;
  const [told, owed, isNew] = [entry.told[target.id], entry.owed[target.id], found.length > 0];
  const hold = (why: Silenced): Act => ({ act: "hold", why });
  const forget: Act = { act: "forget" };
  const isLoud = isLoudIn(found, silence, config, now);

  if (!isWatched(entry, config, now, isNew)) return forget;
  const held = silence.hold(entry, target, { now, isLoud });
  if (held !== undefined) return hold(held);
  if (!isFor(entry, target)) return told === undefined ? hold(goesElsewhere) : forget;
  // Nobody is told later that a run was waiting for a person.
  const isWait = family === "stuck" && !("about" in content);
  if (end !== undefined && isWait) return forget;
  if (family === "once" && told !== undefined) return hold(knownSince(told, config));
  if (family !== "once" && end !== undefined) {
    const closed = remembers ? outOfHours(config, entry, now) : undefined;
    // What it was not told beside what it knows is told with its end.
    if (closed === undefined && told?.outdated !== undefined && owed !== undefined) return { act: "tell" };
    if (told !== undefined && tellsEnds(config, entry))
      return closed === undefined ? { act: "tellEnd" } : hold(closed);
    if (!isNew && (told !== undefined || owed === undefined)) return forget;
  }
  const waits = waitsFor(entry, target, isLoud, config, now, remembers);
  if (waits !== undefined) return hold(waits);
  if (told === undefined || told.outdated !== undefined) return { act: "tell" };
  if (isWait) return hold(knownSince(told, config));
  const { remindSeconds = 0 } = config.alerts;
  if (remindSeconds === 0)
    return told.count >= entry.count ? hold(knownSince(told, config)) : { act: "tell" };
  // After the clock was set back, a reminder does not wait for a time that was never real.
  const isDue = Math.abs(now - told.at) >= remindSeconds - earlyReminderSeconds;
  return isDue ? { act: "remind" } : hold(knownSince(told, config));
}

function isLoudIn(found: Circumstances["found"], silence: Silence, config: Config, now: number): boolean {
  return found.some((one) => silencedAlone(one, silence, config, now) === undefined);
}

/** What a target is owed is told to it, whatever the routes are by then. */
function isFor({ pipeline, end, owed, told }: Entry, { id, takes }: Addressed): boolean {
  return takes(pipeline) || (end !== undefined && owed[id] !== undefined && told[id] === undefined);
}

/** Why it is not told yet. */
function waitsFor(
  entry: Entry,
  { id }: Addressed,
  isLoud: boolean,
  config: Config,
  now: number,
  remembers: boolean,
): Silenced | undefined {
  const isCounted = "about" in entry.content && !isLoud && entry.owed[id] === undefined;
  const below = isCounted && "about" in entry.content ? belowThreshold(entry.content, config) : undefined;
  return below ?? (remembers ? outOfHours(config, entry, now) : undefined);
}

/** Why a message leaves out one of the issues that were found of an entry, even if it tells the entry. */
export function silencedAlone(
  one: Issue | Note,
  { quiet }: Silence,
  config: Config,
  now: number,
): Silenced | undefined {
  return quiet(one, now) ?? ("about" in one ? belowThreshold(one, config) : undefined);
}

/** A pipeline that has not run for so long is forgotten, and so is a project that was not read. */
export const maxAgeSeconds = 31 * daySeconds;

/** What an edit of the configuration hides is told to nobody any more. */
export function isWatched(
  { family, pipeline, content, last, owed }: Entry,
  { pipelines }: Config,
  now: number,
  isNew = false,
): boolean {
  if (!isNew && last < now - maxAgeSeconds && Object.keys(owed).length === 0) return false;
  if (pipeline === undefined || family === "once") return true;
  if (pipelines.entryFor(pipeline).limits === undefined) return false;
  const run = "about" in content ? runOf(content) : undefined;
  return run === undefined || !isHidden({ entryFor: pipelines.entryFor }, { run });
}

function isPaged({ content, family }: Entry): boolean {
  return "about" in content && family !== "once" && content.pagesNobody !== true;
}

function tellsEnds({ alerts }: Config, { end }: Entry): boolean {
  return alerts.remindSeconds !== undefined && end?.note !== undefined;
}

export const goesElsewhere: Silenced = { by: elsewhere, why: [words("It goes to another channel.")] };

function knownSince({ at }: Told, { zone }: Config): Silenced {
  const time = { time: at * 1000, zone, isDated: true };
  return { by: known, why: [words("Already reported at "), time, words(".")] };
}
