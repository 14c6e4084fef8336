import { againFor, type Entry, type Notice, type PendingNotice } from "../issue/entry";
import type { Reason } from "../issue/reason";
import type { Decision, Delivered } from "./decide";
import { outdated } from "./states";

/** The state of an entry at a target: what it knows, and is owed. */
type Known = readonly [told: Notice | undefined, owed: PendingNotice | undefined];

/** An entry after a target got what was decided, or did not. `now` is in seconds since 1970. */
export function settle(entry: Entry, decision: Decision, delivered: Delivered, now: number): Entry {
  const { to } = decision;
  const [told, owed] =
    decision.act === "hold" ? held(entry, to, decision.why.by, now) : after(entry, decision, delivered, now);
  return { ...entry, told: withOne(entry.told, to, told), owed: withOne(entry.owed, to, owed) };
}

function after(entry: Entry, { act, to }: Decision, delivered: Delivered, now: number): Known {
  if (act === "forget") return [undefined, undefined];
  const isEnd = act === "tellEnd" || act === "tellMove";
  // Others may still be owed the time before, which counts in the entry.
  const again = againFor(entry, to);
  const fresh: Notice = { at: now, count: entry.count, ...(again && { again }) };
  if (delivered === "done") {
    const isOver = isEnd || (entry.end !== undefined && entry.family !== "once");
    return [isOver ? undefined : fresh, undefined];
  }
  const { [to]: told = delivered === "unsure" ? fresh : undefined } = entry.told;
  return [told, isEnd ? entry.owed[to] : { ...owedFrom(entry, to, now), why: "delivery" }];
}

function held(
  entry: Entry,
  to: string,
  { owes, isRepeated = false, isSettled = false }: Reason,
  now: number,
): Known {
  const [told, owed] = [entry.told[to], entry.owed[to]];
  const waits = entry.family === "once" ? owes !== undefined : owes === "all";
  // What changed while it waited is owed, too: it may be over before anybody is told.
  if (waits && (told === undefined || told.outdated !== undefined))
    return [told, owed ?? { ...owedFrom(entry, to, now), why: "silence" }];
  if (isSettled) return [told, undefined];
  // What lasts is told again afterwards.
  return isRepeated && entry.end === undefined ? [outdated(entry, "changed")[to], owed] : [told, owed];
}

/** A target that was owed nothing is owed what is new since then. */
function owedFrom({ told, owed, again }: Entry, to: string, now: number): Omit<PendingNotice, "why"> {
  return owed[to] ?? { since: now, ...(again === undefined || told[to] !== undefined ? {} : { again }) };
}

function withOne<T>(all: Readonly<Record<string, T>>, to: string, one: T | undefined): Record<string, T> {
  const { [to]: _, ...others } = all;
  return one === undefined ? others : { ...others, [to]: one };
}

/** Earlier causes are dropped once everybody knows them. */
export function withoutEarlier({ earlier, ...entry }: Entry): Entry {
  const isOwed = Object.keys(entry.owed).length > 0;
  return isOwed && earlier !== undefined ? { ...entry, earlier } : entry;
}

/** An entry whose end a target was told besides. */
export function withEndTold(entry: Entry, to: string): Entry {
  return { ...entry, told: withOne<Notice>(entry.told, to, undefined) };
}
