import { type Entry, openEntry, type PlaceInProject } from "../issue/entry";
import { type Finding, isIssue } from "../issue/finding";
import type { Issue } from "../issue/issue";
import { mixedTally } from "../issue/kind";
import {
  inOneEpisode,
  inTwoEpisodes,
  isOwed,
  isUpToDate,
  knownLike,
  renewed,
  withEarlier,
  withoutEarlier,
} from "../issue/knowledge";

import { isOfRuns, type Place } from "../issue/place";

/** A problem that was found now. */
export interface PlacedIssue {
  place: PlaceInProject;
  at: number;
  issue: Issue;
  /** Whether something says to ignore what happened then, such as a maintenance window. */
  isQuiet: boolean;
  /** Whether the entry is as an earlier report left it: no run of this report has changed it. */
  isOfEarlierReport: boolean;
}

/** Opens an entry, or continues it if the problem lasts. */
export function continued(before: Entry | undefined, finding: PlacedIssue): Entry {
  if (before === undefined) return opened(finding);
  if (before.end === undefined) return lasting(before, finding);
  const isLate = isOfRuns(before.family) && finding.at < before.end.at;
  // A run that reached the list late may have failed before the one that worked again.
  return isLate ? withLate(before, finding) : begun(before, finding);
}

function opened({ place, at, issue, isQuiet }: PlacedIssue): Entry {
  return openEntry(place, issue, at, isQuiet);
}

function withLate(before: Entry, { at, issue }: PlacedIssue): Entry {
  const content = counted(issue, before, issue);
  return { ...before, since: Math.min(before.since, at), count: before.count + 1, content };
}

/** A problem that comes again after its end replaces the one before, unless a target still has to be told of that one. */
function begun(before: Entry, finding: PlacedIssue): Entry {
  const { place, at, issue, isQuiet } = finding;
  const isWaitedFor = isOwed(before);
  // A problem that was over before this report, and is owed to nobody, does not explain the present one.
  const isSettled = finding.isOfEarlierReport && !isWaitedFor;
  const past = isSettled ? withoutEarlier(before) : replaced(before, place);
  const next = renewed(knownLike(opened(finding), past), "ended");
  // A failure in maintenance does not replace a problem that nobody was told of yet.
  const countsBoth = isWaitedFor || (isQuiet && !before.isQuiet && !isUpToDate(before));
  if (!countsBoth) return inOneEpisode(next);
  const both = {
    ...next,
    since: Math.min(before.since, at),
    count: before.count + 1,
    isQuiet: isQuiet && before.isQuiet,
    content: counted(isQuiet ? before.content : issue, before, issue),
  };
  return isWaitedFor ? inTwoEpisodes(both, { since: at, countBefore: before.count }) : both;
}

function lasting(before: Entry, { place, at, issue, isQuiet }: PlacedIssue): Entry {
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
  // A failure in maintenance does not change a problem that was told.
  if (isLate || (isOfRun && isQuiet && !before.isQuiet)) return after;
  const cause = place.cause ?? (before.variant === place.variant ? before.cause : undefined);
  const next = { ...after, ...place, cause, content: counted(issue, before, issue) };
  return isOther(before, place) ? renewed(knownLike(next, replaced(before, place)), "changed") : next;
}

/** A content that was found for another reason joins the earlier ones. */
function replaced(before: Entry, place: Place): Entry {
  const { content } = before;
  return isOther(before, place) && isIssue(content) ? withEarlier(before, content) : before;
}

/** An unknown cause may be any, so only a known one can be another. */
function isOther({ variant, cause }: Entry, place: Place): boolean {
  const areKnown = cause !== undefined && place.cause !== undefined;
  return variant !== place.variant || (areKnown && cause !== place.cause);
}

/** The content of an entry, marked if the entry counts problems of several kinds. */
function counted<T extends Finding>(shown: T, { family, content }: Entry, { code }: Issue): T {
  if (!isOfRuns(family) || !isIssue(content) || !isIssue(shown)) return shown;
  return content.code === code && content.tally !== mixedTally ? shown : { ...shown, tally: mixedTally };
}
