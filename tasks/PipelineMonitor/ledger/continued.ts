import type { Entry } from "../issue/entry";
import { openEntry } from "../issue/entry";
import type { Issue } from "../issue/issue";
import type { Place } from "../issue/place";
import { counted, isOfRuns, outdated } from "./states";

/** A problem that was found now. */
export interface Found {
  place: Place & Pick<Entry, "project">;
  at: number;
  issue: Issue;
  /** Whether something says to ignore what happened then, such as a maintenance window. */
  isQuiet: boolean;
}

/** Opens an entry, or continues it if the problem lasts. */
export function continued(before: Entry | undefined, found: Found): Entry {
  if (before === undefined) return opened(found);
  if (before.end === undefined) return lasting(before, found);
  // A run that reached the list late may have failed before the one that worked again.
  return isOfRuns(before.family) && found.at < before.end.at ? withLate(before, found) : begun(before, found);
}

function opened({ place, at, issue, isQuiet }: Found): Entry {
  return openEntry(place, issue, at, isQuiet);
}

function withLate(before: Entry, { at, issue }: Found): Entry {
  const content = counted(issue, before, issue);
  return { ...before, since: Math.min(before.since, at), count: before.count + 1, content };
}

/** A problem that comes again after its end. */
function begun(before: Entry, found: Found): Entry {
  const { place, at, issue, isQuiet } = found;
  const next = { ...opened(found), ...replacedBy(place, before) };
  const told = outdated(before, "ended");
  // Who is still owed the one before is told of both at once.
  const isOwed = Object.keys(before.owed).length > 0;
  // What happened in maintenance takes no place of what nobody was told yet.
  const isUntold = Object.values(before.told).every((one) => one.outdated !== undefined);
  if (!isOwed && !(isQuiet && !before.isQuiet && isUntold)) return { ...next, told };
  return {
    ...next,
    since: Math.min(before.since, at),
    count: before.count + 1,
    isQuiet: isQuiet && before.isQuiet,
    content: counted(isQuiet ? before.content : issue, before, issue),
    again: { since: at, countBefore: before.count },
    told: begunAgain(told, before, at),
    owed: before.owed,
  };
}

function lasting(before: Entry, { place, at, issue, isQuiet }: Found): Entry {
  // A check that was not done in full finds what it has found again.
  if (place.family === "missed" && at <= before.last) return before;
  const isOfRun = isOfRuns(place.family);
  const isCounted = isOfRun || issue.about === "project";
  const after = {
    ...before,
    content: counted(before.content, before, issue),
    since: Math.min(before.since, at),
    last: Math.max(before.last, at),
    count: before.count + (isCounted ? 1 : 0),
    isQuiet: isOfRun ? before.isQuiet && isQuiet : isQuiet,
  };
  const isLate = isOfRuns(before.family) && at < before.last;
  // What happened in maintenance does not change what was told.
  if (isLate || (isOfRun && isQuiet && !before.isQuiet)) return after;
  const isSame = before.cause === place.cause && isSameReason(before.reason, place.reason);
  const earlier = replacedBy(place, before);
  const reason = place.reason ?? (before.cause === place.cause ? before.reason : undefined);
  const told = isSame ? before.told : outdated(before, "changed");
  return { ...after, ...place, ...earlier, reason, content: counted(issue, before, issue), told };
}

/** More problems that nobody was told of only count. */
const maxEarlier = 3;

/** The content that was found before for another reason joins the earlier ones. */
function replacedBy(place: Place, before: Entry): Pick<Entry, "earlier"> {
  const { content, earlier = [] } = before;
  const isOther = before.cause !== place.cause || !isSameReason(before.reason, place.reason);
  const all = isOther && "about" in content ? [...earlier, content] : earlier;
  return all.length === 0 ? {} : { earlier: all.slice(-maxEarlier) };
}

/** An unknown reason may be any, so only a known one can be another. */
function isSameReason(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** Who was told of the time before, and is owed nothing of it, is told of the new one only. */
function begunAgain(told: Entry["told"], { count, owed }: Entry, since: number): Entry["told"] {
  const again = { since, countBefore: count };
  return Object.fromEntries(
    Object.entries(told).map(([target, one]) => [target, owed[target] ? one : { again, ...one }]),
  );
}
