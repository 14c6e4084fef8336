import { isTag } from "../../../shared/subject";
import { daySeconds } from "../../../shared/text/time";
import { isHidden } from "../config/filter";
import { type Config, tellsChanges } from "../config/parse";
import type { Entry } from "../issue/entry";
import { type Finding, isIssue, pathIn, subjectIn } from "../issue/finding";
import { runOf } from "../issue/issue";
import { cameAgain, hasNews, isOwed, isTold, lastTold, type Notice } from "../issue/knowledge";
import { datedMoment, words } from "../issue/parts";
import { alreadyTold, type Silenced, toldElsewhere } from "../issue/silenced";
import type { Addressed, Silence } from "./silence";

/** The outcome of a decision: `unsure` if it may have arrived, but was not confirmed. */
export type Delivered = "done" | "unsure" | "failed";

/**
 * The decision on an entry at one target. `forget` ends it there without a message; `tellMove` ends it with a message that says where
 * it is told from now on.
 */
export type Decision = {
  entry: Entry;
  /** The target's id. */
  to: string;
} & Act;

type Act = { act: "tell" | "remind" | "tellEnd" | "tellMove" | "forget" } | { act: "hold"; why: Silenced };

/** As of now, in seconds since 1970. */
export interface Circumstances {
  config: Config;
  now: number;
  silence: Silence;
  /** Whether a later report will know what waits. */
  remembers: boolean;
  /** This report's findings about the entry. */
  findings: readonly Finding[];
}

/** A monitor may start this much earlier than the one that reported a problem, and repeat it all the same. */
export const earlyReminderSeconds = 300;

/**
 * Decides whether a target is told of an entry. If several reasons keep it from being told, the first of these counts: not watched,
 * taken by another target, held by a feature, told before.
 */
export function decide(entry: Entry, target: Addressed, circumstances: Circumstances): Decision {
  const act = (target.kind === "chat" ? forChat : forService)(entry, target, circumstances);
  const isWaiting = target.kind === "chat" && act.act === "tellEnd" && isAside(entry);
  return { entry, to: target.id, ...(isWaiting ? hold(waitsForMessage) : act) };
}

const hold = (why: Silenced): Act => ({ act: "hold", why });

/**
 * An alert of a pager is open as long as its problem lasts and nothing silences it, a ticket as long as its problem lasts. Neither is
 * opened for news or for what is to come. The first that applies counts; what is not open cannot be closed:
 *
 * | problem                                   | alert of a pager | ticket of a tracker     |
 * |-------------------------------------------|------------------|-------------------------|
 * | not watched, told once, or yet to come    | closed           | closed                  |
 * | taken by other targets                    | closed           | closed                  |
 * | held for a reason that closes (a mute)    | closed           | as the next             |
 * | over                                      | closed           | closed                  |
 * | held, and came again                      | closed           | waits                   |
 * | held                                      | waits            | waits                   |
 * | not open, or came again                   | opened           | opened                  |
 * | open                                      | stays            | told news once a day    |
 */
function forService(entry: Entry, target: Addressed, circumstances: Circumstances): Act {
  const { config, now, findings } = circumstances;
  const { id } = target;
  const notice = lastTold(entry, id);
  const isOpen = notice !== undefined;
  const close: Act = { act: isOpen ? "tellEnd" : "forget" };

  if (!isWatched(entry, config, now, findings.length > 0) || !opensAlert(entry)) return close;
  const isPager = target.kind === "pager";
  const held = target.takes(pathIn(entry.content)) ? heldBack(entry, target, circumstances) : goesElsewhere;
  if (held !== undefined && isClosing(held, isPager)) return isOpen ? close : hold(held);
  // A step that was lost may have opened an alert.
  if (entry.end !== undefined) return findings.length > 0 ? { act: "tellEnd" } : close;
  const hasEnded = cameAgain(entry, id);
  if (held !== undefined && isPager && hasEnded) return close;
  if (held !== undefined && (!isOpen || hasEnded)) return hold(held);
  if (!isOpen || hasEnded) return { act: "tell" };
  // A ticket is told what has changed, and an alert is not.
  const isChanged = !isPager && held === undefined && hasNews(entry, id) && isNextDay(notice, now);
  return isChanged ? { act: "tell" } : hold(knownSince(notice, config));
}

/** A mute closes an alert, and leaves a ticket as it is. */
function isClosing(held: Silenced, isPager: boolean): boolean {
  return held === goesElsewhere || (isPager && held.by.closes === true);
}

/** Whether a tracker was told of a problem so long ago that it may be told what has changed. */
export function isNextDay({ at }: Notice, now: number): boolean {
  return Math.abs(now - at) >= daySeconds - earlyReminderSeconds;
}

/** A chat is told of what is new to it, reminded of what lasts, and told of the end of what it knows. */
function forChat(entry: Entry, target: Addressed, circumstances: Circumstances): Act {
  const { config, now, findings } = circumstances;
  const { end, family } = entry;
  const [notice, isFoundNow] = [lastTold(entry, target.id), findings.length > 0];
  const forget: Act = { act: "forget" };

  if (!isWatched(entry, config, now, isFoundNow) || (end !== undefined && isWait(entry))) return forget;
  if (!target.takes(pathIn(entry.content))) return leave(entry, target, circumstances);
  const isOver = end !== undefined;
  if (isOver && !isFoundNow && notice === undefined && !isOwed(entry, target.id)) return forget;
  const held = heldBack(entry, target, circumstances);
  if (held !== undefined) return hold(held);
  if (family === "once" && notice !== undefined) return hold(knownSince(notice, config));
  const ending = isOver ? endFor(entry, target, circumstances) : undefined;
  if (ending !== undefined) return ending;
  if (isOver && !isFoundNow && notice !== undefined) return forget;
  if (notice === undefined || hasNews(entry, target.id)) return { act: "tell" };
  if (isWait(entry)) return hold(knownSince(notice, config));
  return reminder(entry, notice, config, now);
}

/** A note that a run waits for a person. Afterwards, nobody is told that it did. */
function isWait({ family, content }: Entry): boolean {
  return family === "stuck" && !isIssue(content);
}

/** A chat is told that a problem that it knows goes to another chat now, or that it has ended. */
function leave(entry: Entry, target: Addressed, circumstances: Circumstances): Act {
  const { config } = circumstances;
  if (!isTold(entry, target.id)) return hold(goesElsewhere);
  const isLasting = entry.family !== "once" && !isWait(entry);
  if (!isLasting || !tellsChanges(config)) return { act: "forget" };
  const held = heldBack(entry, target, circumstances);
  if (held !== undefined) return hold(held);
  if (entry.end === undefined) return { act: "tellMove" };
  return endFor(entry, target, { ...circumstances, findings: [] }) ?? { act: "forget" };
}

/** Tells a chat the end of a problem that it knows. Undefined if there is no end to tell. */
function endFor(entry: Entry, { id }: Addressed, circumstances: Circumstances): Act | undefined {
  // The part of the problem that the chat has not been told is told together with the end.
  if (hasNews(entry, id) && (isOwed(entry, id) || isLoud(circumstances))) return { act: "tell" };
  const isWorded = entry.end?.note !== undefined;
  return isWorded && isTold(entry, id) && tellsChanges(circumstances.config) ? { act: "tellEnd" } : undefined;
}

function reminder({ count, content }: Entry, notice: Notice, config: Config, now: number): Act {
  const known = hold(knownSince(notice, config));
  const { remindSeconds } = config.alerts;
  if (isTag(subjectIn(content))) return known;
  if (remindSeconds === undefined) return notice.count >= count ? known : { act: "tell" };
  // After the clock was set back, a reminder does not wait for a time that was never real.
  const isDue = Math.abs(now - notice.at) >= remindSeconds - earlyReminderSeconds;
  return isDue ? { act: "remind" } : known;
}

/** Why features do not let a target be told now. */
function heldBack(entry: Entry, target: Addressed, circumstances: Circumstances): Silenced | undefined {
  const { now, remembers, silence } = circumstances;
  return silence.hold(entry, target, { now, isLoud: isLoud(circumstances), remembers });
}

/** Whether a report has found something that nothing silences. */
function isLoud({ now, findings, silence }: Circumstances): boolean {
  return findings.some((finding) => silence.quiet(finding, now) === undefined);
}

/**
 * A pipeline that has not run for so long is forgotten, and so is a project that was not read. A run that is due once a month, and
 * takes long or is missed, is known 31 days and some hours after the one before.
 */
export const maxAgeSeconds = 35 * daySeconds;

/** False for a problem that an edit of the configuration hides, or that was last found too long ago. */
export function isWatched(entry: Entry, { pipelines }: Config, now: number, isFoundNow = false): boolean {
  const { family, content, last } = entry;
  if (!isFoundNow && last < now - maxAgeSeconds && !isOwed(entry)) return false;
  const pipeline = pathIn(content);
  if (pipeline === undefined || family === "once") return true;
  if (pipelines.entryFor(pipeline).limits === undefined) return false;
  const run = isIssue(content) ? runOf(content) : undefined;
  return run === undefined || !isHidden(pipelines, { run });
}

function opensAlert({ content, family }: Entry): boolean {
  return isIssue(content) && family !== "once" && content.pagesNobody !== true;
}

export const goesElsewhere: Silenced = { by: toldElsewhere, why: [words("It goes to another channel.")] };

const waitsForMessage: Silenced = {
  by: { state: "waits" },
  why: [words("It is told with the next message.")],
};

/** Whether its end is told only together with something else. */
export function isAside({ end }: Entry): boolean {
  return end?.note?.urgency === "info";
}

/** Asides are told only if something else is told, too. */
export function withAsides(decisions: readonly Decision[]): Decision[] {
  const isMessage = decisions.some(({ act }) => act !== "hold" && act !== "forget");
  return decisions.map((decision) => {
    const { entry, to } = decision;
    const isDue = isMessage && decision.act === "hold" && decision.why === waitsForMessage;
    return isDue ? { entry, to, act: "tellEnd" } : decision;
  });
}

export function knownSince({ at }: Notice, { zone }: Config): Silenced {
  return { by: alreadyTold, why: [words("Already reported at "), datedMoment(at, zone), words(".")] };
}
