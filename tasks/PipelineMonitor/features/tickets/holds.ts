import type { WorkItem } from "../../../../shared/azure-devops/work-item-records";
import { daySeconds } from "../../../../shared/text/time";

// A ticket belongs to its problem, and is held by every monitor that finds it. The holds stand in the work item itself: the last
// monitor to let go closes it, and a closed one that is still held was closed by a person.

/** A monitor that finds the problem, by its fingerprint, and when it last said so, in seconds since 1970. */
export interface Hold {
  monitor: string;
  at: number;
}

/** Written into a ticket, to find it again. */
export interface Mark {
  /** The fingerprint of the problem. */
  key: string;
  /** Whether the next whole report of a holder shows whether the problem lasts; otherwise, only a run does. */
  isState: boolean;
  holds: readonly Hold[];
}

const pattern = /\bkey: ([0-9a-f]{16})(-state)?((?:-[0-9a-f]{16}\.\d{1,12})*)/;

/** Undefined if a text has none. */
export function markIn(text: string): Mark | undefined {
  const [, key, state, holds = ""] = pattern.exec(text) ?? [];
  if (key === undefined) return undefined;
  const all = holds.split("-").flatMap((hold): Hold[] => {
    const [monitor = "", at] = hold.split(".");
    return at === undefined ? [] : [{ monitor, at: Number(at) }];
  });
  return { key, isState: state !== undefined, holds: all };
}

export function markText({ key, isState, holds }: Mark): string {
  const all = holds.map(({ monitor, at }) => `-${monitor}.${Math.floor(at)}`);
  return `key: ${key}${isState ? "-state" : ""}${all.join("")}`;
}

/** The texts of a work item that change if it is held otherwise, by their fields. */
export function textsWith(texts: WorkItem["texts"], holds: readonly Hold[]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, text]) => {
      const mark = markIn(text);
      return mark === undefined ? [] : [[field, text.replace(pattern, markText({ ...mark, holds }))]];
    }),
  );
}

/** A work item with the tag. */
export interface Ticket extends WorkItem {
  mark: Mark | undefined;
  /** Whether it is in a state that ends it. */
  isOver: boolean;
}

/** A monitor says after so long that it still finds the problem. One that is silent for much longer is taken to be gone. */
const renewSeconds = 3 * daySeconds;
const lapseSeconds = 10 * daySeconds;

/** Two reports that do not see each other's ticket open theirs within so many seconds. */
const maxTwinSeconds = 600;

/** All holds, those of lost monitors too. A hold that is older than the work item came with the texts of another. */
export function holdsOf({ mark, createdAt }: Pick<Ticket, "mark" | "createdAt">): readonly Hold[] {
  return mark?.holds.filter(({ at }) => !(at < createdAt - maxTwinSeconds)) ?? [];
}

/** The holds of other monitors that still run. */
export function othersOf(ticket: Ticket, monitor: string, now: number): Hold[] {
  return holdsOf(ticket).filter((hold) => hold.monitor !== monitor && now - hold.at < lapseSeconds);
}

export function isHeldBy(ticket: Ticket, monitor: string): boolean {
  return holdsOf(ticket).some((hold) => hold.monitor === monitor);
}

/** Whether a monitor has to say that it finds the problem. */
export function isHoldDue(ticket: Ticket, monitor: string, now: number): boolean {
  const own = holdsOf(ticket).find((hold) => hold.monitor === monitor);
  return own === undefined || Math.abs(now - own.at) >= renewSeconds;
}

/** Whether all monitors that held an open one are gone. One that nobody held is a person's. */
export function isLapsed(ticket: Ticket, now: number): boolean {
  return holdsOf(ticket).length > 0 && othersOf(ticket, "", now).length === 0;
}

/** The oldest first. */
export function openOf(tickets: readonly Ticket[]): Ticket[] {
  return tickets.filter(({ isOver }) => !isOver).sort((one, other) => one.id - other.id);
}

/**
 * The ticket of a problem: the oldest open one that somebody holds, or else the oldest. Then those that were opened at the same
 * moment, and others, which people copied or opened again: by another identity with the same holds, or at another time.
 */
export function sortedOpen(tickets: readonly Ticket[]): {
  main: Ticket | undefined;
  twins: Ticket[];
  copies: Ticket[];
} {
  const all = openOf(tickets);
  const main = all.find((ticket) => holdsOf(ticket).length > 0) ?? all[0];
  const others = all.filter((ticket) => ticket !== main);
  const isTwin = (ticket: Ticket) =>
    main !== undefined &&
    Math.abs(ticket.createdAt - main.createdAt) <= maxTwinSeconds &&
    (ticket.createdBy === main.createdBy || areOfOthers(ticket, main));
  return { main, twins: others.filter(isTwin), copies: others.filter((ticket) => !isTwin(ticket)) };
}

function areOfOthers(one: Ticket, other: Ticket): boolean {
  const [own, others] = [holdsOf(one), holdsOf(other)];
  return own.length > 0 && others.length > 0 && !own.some(({ monitor }) => isHeldBy(other, monitor));
}
