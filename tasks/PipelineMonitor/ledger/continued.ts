import { type Issue, pipelineNameOf } from "../issue/issue";
import type { Entry, Place } from "../issue/ledger";
import type { Silence } from "./silence";
import { counted, isOfRuns, outdated } from "./states";

/** Opens an entry, or continues it if the problem lasts. */
export function continued(
  before: Entry | undefined,
  place: Place & Pick<Entry, "project">,
  { at, issue }: { at: number; issue: Issue },
  quiet: Silence["quiet"],
  now: number,
): Entry {
  const isQuiet = quiet(issue, now)?.by.ignores === true;
  const pipeline = pipelineNameOf(issue);
  const opened = {
    ...place,
    pipeline,
    since: at,
    last: at,
    count: 1,
    isQuiet,
    content: issue,
    end: undefined,
  };
  if (before === undefined) return { ...opened, told: {}, owed: {} };
  // A run that reached the list late may have failed before the one that worked again.
  if (before.end !== undefined && isOfRuns(before.family) && at < before.end.at)
    return {
      ...before,
      since: Math.min(before.since, at),
      count: before.count + 1,
      content: counted(before.content, before, issue),
    };
  if (before.end !== undefined) {
    // Who is still owed the one before is told of both at once.
    const isOwed = Object.keys(before.owed).length > 0;
    const told = outdated(before, "ended");
    // What happened in maintenance takes no place of what nobody was told yet.
    const isUntold = Object.values(before.told).every((one) => one.outdated !== undefined);
    if (!isOwed && !(isQuiet && !before.isQuiet && isUntold)) return { ...opened, told, owed: {} };
    const both = {
      ...opened,
      since: Math.min(before.since, at),
      count: before.count + 1,
      content: counted(issue, before, issue),
      told: begunAgain(told, before, at),
      owed: before.owed,
    };
    return isQuiet
      ? { ...both, isQuiet: before.isQuiet, content: counted(before.content, before, issue) }
      : both;
  }
  // A check that was not done in full finds what it has found again.
  if (place.family === "missed" && at <= before.last) return before;
  const isLate = isOfRuns(before.family) && at < before.last;
  const lasts = isOfRuns(place.family) || issue.about === "project";
  const lasting = {
    ...before,
    pipeline,
    content: counted(before.content, before, issue),
    since: Math.min(before.since, at),
    last: Math.max(before.last, at),
    count: before.count + (lasts ? 1 : 0),
    isQuiet: isOfRuns(place.family) ? before.isQuiet && isQuiet : isQuiet,
  };
  // What happened in maintenance does not change what was told.
  if (isLate || (isOfRuns(place.family) && isQuiet && !before.isQuiet)) return lasting;
  const isSame = before.cause === place.cause;
  const content = counted(issue, before, issue);
  return { ...lasting, ...place, content, told: isSame ? before.told : outdated(before, "changed") };
}

/** Who was told of the time before is told of the new one only. */
function begunAgain(told: Entry["told"], { count }: Entry, since: number): Entry["told"] {
  const again = { since, countBefore: count };
  return Object.fromEntries(Object.entries(told).map(([target, one]) => [target, { again, ...one }]));
}
