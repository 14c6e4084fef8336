import * as v from "valibot";
import { daySeconds } from "../../../../shared/text/time";
import type { HourBefore } from "../../feature";
import type { Entry } from "../../issue/entry";
import { alreadyTold } from "../../issue/reason";
import type { Decision } from "../../ledger/decide";
import { alertKey } from "../../targets/alert";
import type { Found } from "./ticket";

export const ticketSchema = v.object({
  /** The id of the work item. */
  id: v.number(),
  /** The fingerprint of what shows that its problem is over, if nobody remembers that; absent if only its key does. */
  evidence: v.optional(v.string()),
});

export type Ticket = v.InferOutput<typeof ticketSchema>;

/** The open tickets, by the keys of their problems. */
export type Tickets = ReadonlyMap<string, Ticket>;

interface Plan {
  /** Problems that last: a ticket is opened for them, or tells what has changed. Those without one come first. */
  telling: Decision[];
  /** Problems that are over, or are not followed any more. */
  ending: Decision[];
}

export function planned(decisions: readonly Decision[], tickets: Tickets): Plan {
  const hasTicket = ({ entry }: Decision) => tickets.has(alertKey(entry));
  const telling = decisions.filter((one) => {
    if (one.act === "hold") return one.why.by === alreadyTold && !hasTicket(one);
    return one.act === "tell" || one.act === "remind";
  });
  return {
    telling: [...telling.filter((one) => !hasTicket(one)), ...telling.filter(hasTicket)],
    // A step that was lost may have opened one.
    ending: decisions.filter((one) => one.act === "tellEnd" || (one.act === "forget" && hasTicket(one))),
  };
}

/** The keys of tickets whose problems nobody remembers, and are over: a problem that is not known is no evidence of that. */
export function leftOver(
  decisions: readonly Decision[],
  tickets: Tickets,
  readEvidence: () => ReadonlySet<string>,
): string[] {
  const decided = new Set(decisions.map(({ entry }) => alertKey(entry)));
  const others = [...tickets].filter(([key]) => !decided.has(key));
  if (others.length === 0) return [];
  const shown = readEvidence();
  return others.flatMap(([key, { evidence = key }]) => (shown.has(key) || shown.has(evidence) ? [key] : []));
}

/** Which open work items are to be taken for tickets of this monitor: all, without a memory, or its own. */
export type Adoption = "all" | "own" | "none";

/**
 * Steps that were lost may have opened a ticket that nobody remembers, and leave no trace if their agent was lost, too; so the
 * monitor looks once a day. `listedAt` is when it did last, in seconds since 1970; 0 for never.
 */
export function adoptionNow(
  listedAt: number,
  { isBlind, unfinished }: Pick<HourBefore, "isBlind" | "unfinished">,
  now: number,
): Adoption {
  if (isBlind || listedAt === 0) return "all";
  return unfinished.length > 0 || Math.abs(now - listedAt) >= daySeconds ? "own" : "none";
}

/** The tickets, with open ones that nobody remembers. */
export function withAdopted(
  tickets: Tickets,
  found: readonly Found[],
  adoption: Adoption,
  monitor: string,
): Tickets {
  const more = found.flatMap(({ mark, isOver, id }): [string, Ticket][] => {
    if (mark === undefined || isOver || (adoption === "own" && mark.monitor !== monitor)) return [];
    return [[mark.key, { id, evidence: mark.evidence }]];
  });
  return new Map([...more, ...tickets]);
}

/** Since when a problem lasts, as far as anybody knows, in seconds since 1970. */
export function sinceOf({ content, since }: Entry): number {
  const news = "about" in content ? content.news : undefined;
  return news?.kind === "streak" ? Math.min(since, news.since.time / 1000) : since;
}
