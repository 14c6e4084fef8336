import { alertKey } from "../../alerts/alert";
import type { Entry } from "../../issue/entry";
import { cameAgain, isTold, lastTold } from "../../issue/knowledge";
import { alreadyTold, toldElsewhere } from "../../issue/silenced";
import { type Decision, isNextDay } from "../../ledger/decide";
import { sinceAndCount } from "../../render/problems";
import { holdsOf, isHeldBy, isHoldDue, isLapsed, othersOf, sortedOpen, type Ticket } from "./holds";

/** A change of the work items. Whoever lets go of one closes it if nobody else holds it, but not a person's copy. */
export type Step =
  | { act: "open"; entry: Entry }
  | { act: "hold"; ticket: Ticket; comments: boolean }
  | { act: "letGo"; ticket: Ticket; why: "ended" | "copy" | "lapsed" }
  | { act: "letGo"; ticket: Ticket; why: "twin"; main: number };

/** Who asks: a monitor by its fingerprint, its target, and the time in seconds since 1970. */
export interface Asker {
  monitor: string;
  target: string;
  now: number;
}

/** The work items of a problem. The closed ones are empty if nobody has looked for them. */
export interface Tickets {
  open: readonly Ticket[];
  closed: readonly Ticket[];
}

/** Whether a monitor wants a ticket for an entry, keeps what it has while nobody is told, or has no use for one any more. */
export function wishOf(decision: Decision): "wants" | "keeps" | "ends" {
  if (decision.act === "tell" || decision.act === "remind") return "wants";
  if (decision.act !== "hold" || decision.why.by === toldElsewhere) return "ends";
  return decision.why.by === alreadyTold ? "wants" : "keeps";
}

/** Whether what is to be done depends on tickets that are closed by now. */
export function needsClosed(decision: Decision, open: readonly Ticket[], target: string): boolean {
  if (open.length > 0) return false;
  const wish = wishOf(decision);
  return wish === "wants" || (wish === "ends" && isTold(decision.entry, target));
}

/** The changes after which the tickets of a problem are as decided. */
export function stepsFor(decision: Decision, { open, closed }: Tickets, asker: Asker): Step[] {
  const { entry } = decision;
  const { monitor, target, now } = asker;
  const { main, twins, copies } = sortedOpen(open);
  const own = (some: readonly Ticket[]) => some.filter((ticket) => isHeldBy(ticket, monitor));
  switch (wishOf(decision)) {
    case "ends":
      return letGoAll(open, closed, monitor);
    case "keeps":
      return own(open).flatMap((ticket): Step[] =>
        isHoldDue(ticket, monitor, now) ? [{ act: "hold", ticket, comments: false }] : [],
      );
    case "wants": {
      if (main === undefined) return stepsWithoutOpen(entry, closed, asker);
      const notice = lastTold(entry, target);
      const comments = notice !== undefined && decision.act !== "hold" && isNextDay(notice, now);
      const isDue = comments || isHoldDue(main, monitor, now);
      return [
        ...own(twins).map((ticket): Step => ({ act: "letGo", ticket, why: "twin", main: main.id })),
        ...own(copies).map((ticket): Step => ({ act: "letGo", ticket, why: "copy" })),
        ...(isDue ? [{ act: "hold", ticket: main, comments } as const] : []),
      ];
    }
  }
}

/** A monitor that does not find a problem any more lets go of all of its tickets, closed ones too. */
function letGoAll(open: readonly Ticket[], closed: readonly Ticket[], monitor: string): Step[] {
  const { main, twins, copies } = sortedOpen(open);
  return [...open, ...closed]
    .filter((ticket) => isHeldBy(ticket, monitor))
    .map((ticket) =>
      main !== undefined && twins.includes(ticket)
        ? { act: "letGo", ticket, why: "twin", main: main.id }
        : { act: "letGo", ticket, why: copies.includes(ticket) ? "copy" : "ended" },
    );
}

/** Nobody opens a second one for a problem whose ticket a person closed while somebody held it, or deleted. */
function stepsWithoutOpen(entry: Entry, closed: readonly Ticket[], asker: Asker): Step[] {
  const { monitor, target, now } = asker;
  const knows = isTold(entry, target) && !cameAgain(entry, target);
  const last = closed.toSorted((one, other) => other.stateSince - one.stateSince)[0];
  if (last === undefined) return knows ? [] : [{ act: "open", entry }];
  const isOwn = isHeldBy(last, monitor);
  const hold: Step = { act: "hold", ticket: last, comments: false };
  const letGo: Step[] = isOwn ? [{ act: "letGo", ticket: last, why: "ended" }] : [];
  // The last monitor that let go closed it.
  if (holdsOf(last).length === 0) return [{ act: "open", entry }];
  if (last.stateSince >= sinceAndCount(entry).since) return isOwn ? [] : [hold];
  // To this monitor, it is about the time before; to others it may not be, as long as they run.
  if (othersOf(last, monitor, now).length > 0) return isOwn ? (knows ? [] : letGo) : [hold];
  return [...letGo, { act: "open", entry }];
}

/**
 * Tickets that the monitor holds and whose problems it does not know, if the report shows these to be over, and those of
 * monitors that are gone.
 */
export function leftOver(
  byKey: ReadonlyMap<string, readonly Ticket[]>,
  decisions: readonly Decision[],
  isShownOver: (key: string, isState: boolean) => boolean,
  { monitor, now }: Asker,
): Step[] {
  const wishes = new Map(decisions.map((decision) => [alertKey(decision.entry), wishOf(decision)]));
  return [...byKey].flatMap(([key, open]): Step[] => {
    const wish = wishes.get(key);
    if (wish === "wants" || wish === "keeps") return [];
    const isState = open.some(({ mark }) => mark?.isState === true);
    const isOver = wish === undefined && isShownOver(key, isState);
    // Its own are let go here, or by its decision.
    const isLeft = (ticket: Ticket) => !isHeldBy(ticket, monitor) || (wish === undefined && !isOver);
    const lapsed = open.filter((ticket) => isLapsed(ticket, now) && isLeft(ticket));
    return [
      ...(isOver ? letGoAll(open, [], monitor) : []),
      ...lapsed.map((ticket): Step => ({ act: "letGo", ticket, why: "lapsed" })),
    ];
  });
}
