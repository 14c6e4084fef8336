import { attemptOf, runsIn } from "../../../shared/azure-devops/records";
import type { Config } from "../config/parse";
import type { Entry } from "../issue/entry";
import { isOwed, isTold, withoutEarlier } from "../issue/knowledge";
import { type Ledger, type ProjectTimes, projectFingerprint } from "../issue/ledger";
import type { Coverage, FoundProject } from "../issue/report";
import { endOf, lateSeconds, longLateSeconds, takenFrom, takenUntil } from "../issue/window";
import { isWatched, maxAgeSeconds } from "./decide";
import { ledgerOf, type Memory, windowOf } from "./memory";

/** Told to the ledger besides what a report shows. */
type LedgerFacts = Omit<Ledger, "projects" | "othersUntil" | "reportedUntil">;

/**
 * The ledger for the next report. `entries` are as the targets know them now, those of projects that were not read
 * included. `now` is in seconds since 1970.
 */
export function ledgerAfter(
  {
    config,
    projects,
    unread,
    isListRead,
  }: Omit<Coverage<FoundProject>, "isListed"> & { isListRead: boolean },
  facts: LedgerFacts,
  memory: Memory,
  now: number,
): Ledger {
  const ledger = ledgerOf(memory);
  const configs = new Map<string, Config>(
    projects.map((project) => [projectFingerprint(project.config), project.config]),
  );
  const timesOf = new Map(ledger?.projects);
  const untouched = (other: Config): ProjectTimes => {
    const { from, listedSince, dueFrom } = windowOf(other, memory)(now * 1000);
    return { until: from ?? Math.floor(listedSince.getTime() / 1000), dueUntil: dueFrom, seen: [] };
  };
  for (const other of unread)
    if (!timesOf.has(projectFingerprint(other))) timesOf.set(projectFingerprint(other), untouched(other));
  if (config.sinceLastReport)
    for (const project of projects) timesOf.set(projectFingerprint(project.config), timesAfter(project));
  // Without a window since the last report, the next one finds again what lasts.
  const staysIn = (entry: Entry) =>
    (config.sinceLastReport || entry.family === "once") &&
    isOpen(entry, configs.get(entry.project) ?? config, now);
  const entries = facts.entries.filter(staysIn);
  return {
    ...facts,
    // The channel of the schedule is told the whole problem, even if a person's run told another channel a part.
    entries: entries.map((entry) => (facts.isTried || isOwed(entry) ? entry : withoutEarlier(entry))),
    projects: new Map([...timesOf].filter(([, { until }]) => until > now - maxAgeSeconds)),
    othersUntil: isListRead ? now : (ledger?.othersUntil ?? untouched(config).until),
    reportedUntil: now,
  };
}

/** Whether a problem lasts, or somebody has to be told of it or of its end. */
function isOpen(entry: Entry, config: Config, now: number): boolean {
  const { end, family, last } = entry;
  if (isOwed(entry)) return true;
  if (family === "once" || last < now - maxAgeSeconds) return false;
  return isTold(entry) || (end === undefined && isWatched(entry, config, now));
}

function timesAfter({ window, times, records, mayLast }: FoundProject): ProjectTimes {
  const now = endOf(window);
  const taken = runsIn(records).flatMap((run) =>
    run.finishTime !== undefined && run.finishTime < takenUntil(window)
      ? [{ ...run, at: run.finishTime }]
      : [],
  );
  const until = taken.reduce((end, { at }) => Math.max(end, at + 1), now);
  const seen = [...(times?.seen ?? []), ...taken.map(attemptOf)];
  const dueUntil = mayLast.includes("missed") ? window.dueFrom : now;
  return { until, dueUntil, ...seenAfter(seen, takenFrom(window), until) };
}

/** More are kept only of the time in which each list overlaps the one before. */
const usualSeen = 5000;
const maxSeen = 20_000;

/** Keeps the latest of those that a list may have again. `from` is when the first of them finished. */
function seenAfter(seen: readonly string[], from: number, until: number) {
  const finishes = [...new Set(seen)].map(timeOf).sort((one, other) => other - one);
  const overlapping = finishes.filter((at) => at >= until - lateSeconds).length;
  const evicted = finishes[Math.min(maxSeen, Math.max(usualSeen, overlapping))] ?? 0;
  const seenFrom = Math.max(from, until - longLateSeconds, evicted + 1);
  return { seen: [...new Set(seen)].filter((attempt) => timeOf(attempt) >= seenFrom), seenFrom };
}

/** When an attempt of a run finished, in seconds since 1970. */
export function timeOf(attempt: string): number {
  return Number(attempt.split(":").at(-1));
}
