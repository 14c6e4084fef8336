import type { Entry } from "../issue/entry";
import { hasNews, isTold, renewed, withOwed, withoutOwed, withoutTold, withTold } from "../issue/knowledge";
import type { SilenceReason } from "../issue/silenced";
import type { Decision, Delivered } from "./decide";

/** An entry after a target got what was decided, or did not. `now` is in seconds since 1970. */
export function afterDelivery(entry: Entry, decision: Decision, delivered: Delivered, now: number): Entry {
  const { act, to } = decision;
  if (act === "hold") return held(entry, to, decision.why.by);
  const nothing = withoutOwed(withoutTold(entry, to), to);
  if (act === "forget") return nothing;
  const isEnd = act === "tellEnd" || act === "tellMove";
  const isOver = isEnd || entry.end !== undefined;
  if (delivered === "done") return isOver ? nothing : withTold(withoutOwed(entry, to), to, now);
  const perhaps = delivered === "unsure" && !isTold(entry, to) ? withTold(entry, to, now) : entry;
  return isEnd ? perhaps : withOwed(perhaps, to);
}

function held(entry: Entry, to: string, { owes, isRepeated, isSettled }: SilenceReason): Entry {
  const waits = entry.family === "once" ? owes !== undefined : owes === "all";
  // What changed while it waited is owed, too: it may be over before anybody is told.
  if (waits && (!isTold(entry, to) || hasNews(entry, to))) return withOwed(entry, to);
  if (isSettled === true) return withoutOwed(entry, to);
  // What lasts is told again afterwards.
  return isRepeated === true && entry.end === undefined
    ? renewed(entry, "changed", (id) => id === to)
    : entry;
}
