import type { Entry, Notice, PendingNotice } from "../issue/entry";
import type { Reason } from "../issue/reason";
import type { Decision, Delivered } from "./decide";
import type { Addressed } from "./silence";
import { outdated } from "./states";

/** An entry after a target got what was decided, or did not. `now` is in seconds since 1970. */
export function settle(
  entry: Entry,
  decision: Decision,
  { id }: Pick<Addressed, "id">,
  delivered: Delivered,
  now: number,
): Entry {
  const [told, owed] = [entry.told[id], entry.owed[id]];
  const as = (nextTold: Notice | undefined, nextOwed: PendingNotice | undefined): Entry => ({
    ...entry,
    told: withOne(entry.told, id, nextTold),
    owed: withOne(entry.owed, id, nextOwed),
  });
  const isOver = entry.end !== undefined && entry.family !== "once";
  const missed: PendingNotice = { ...owedFrom(entry, id, now), why: "delivery" };
  const fresh: Notice = { at: now, count: entry.count };
  const perhaps = told ?? (delivered === "unsure" ? fresh : undefined);
  switch (decision.act) {
    case "forget":
      return as(undefined, undefined);
    case "tell":
    case "remind":
      if (delivered === "done") return as(isOver ? undefined : fresh, undefined);
      return as(perhaps, missed);
    case "tellEnd":
    case "tellMove":
      return delivered === "done" ? as(undefined, undefined) : as(perhaps, owed);
    case "hold":
      return held(entry, decision.why.by, { id, told, owed }, now, as);
  }
}

/** Earlier causes are dropped once everybody knows them. */
export function withoutEarlier({ earlier, ...entry }: Entry): Entry {
  const isOwed = Object.keys(entry.owed).length > 0;
  return isOwed && earlier !== undefined ? { ...entry, earlier } : entry;
}

/** An entry whose end a target was told besides. */
export function withEndTold(entry: Entry, id: string): Entry {
  return { ...entry, told: withOne<Notice>(entry.told, id, undefined) };
}

function held(
  entry: Entry,
  { owes, isRepeated = false, isSettled = false }: Reason,
  { id, told, owed }: { id: string; told: Notice | undefined; owed: PendingNotice | undefined },
  now: number,
  as: (told: Notice | undefined, owed: PendingNotice | undefined) => Entry,
): Entry {
  const waits = entry.family === "once" ? owes !== undefined : owes === "all";
  // What changed while it waited is owed, too: it may be over before anybody is told.
  if (waits && (told === undefined || told.outdated !== undefined))
    return as(told, owed ?? { ...owedFrom(entry, id, now), why: "silence" });
  if (isSettled) return as(told, undefined);
  // What lasts is told again afterwards.
  if (isRepeated && told !== undefined && entry.end === undefined)
    return as(outdated(entry, "changed")[id], owed);
  return entry;
}

/** A target that was owed nothing is owed what is new since then. */
function owedFrom({ told, owed, again }: Entry, id: string, now: number): Omit<PendingNotice, "why"> {
  const { [id]: before } = owed;
  if (before !== undefined) return before;
  return { since: now, ...(again === undefined || told[id] !== undefined ? {} : { again }) };
}

function withOne<T>(all: Readonly<Record<string, T>>, id: string, one: T | undefined): Record<string, T> {
  const { [id]: _, ...others } = all;
  return one === undefined ? others : { ...others, [id]: one };
}
