import { attemptOf } from "../../../shared/azure-devops/records";
import type { Config } from "../config/parse";
import type { Entry } from "../issue/entry";
import { type Ledger, type ProjectMemory, projectFingerprint } from "../issue/ledger";
import type { ProjectReport } from "../issue/report";
import { endOf, lateSeconds, takenUntil, type Window } from "../issue/window";
import { isWatched, maxAgeSeconds } from "./decide";
import { type Memory, windowOf } from "./read";
import { withoutEarlier } from "./settle";

/** The outcome of a report. Times are in seconds since 1970. */
interface Finished extends Pick<Ledger, "webhook" | "isTried" | "configuration" | "projectIds" | "parts"> {
  config: Config;
  projects: readonly ProjectReport[];
  unread: readonly Config[];
  isListed: boolean;
  /** As the targets know them now, those of projects that were not read included. */
  entries: readonly Entry[];
  now: number;
}

/** The ledger for the next report. */
export function ledgerAfter(
  { config, projects, unread, isListed, entries, now, ...facts }: Finished,
  memory: Memory,
): Ledger {
  const { webhook, isTried, configuration, projectIds, parts } = facts;
  const { ledger } = memory;
  const configs = new Map(projects.map((project) => [projectFingerprint(project.config), project.config]));
  const known = new Map(ledger?.projects);
  const untouched = (one: Config) => beforeFirst(windowOf(one, memory)(now * 1000));
  for (const one of unread)
    if (!known.has(projectFingerprint(one))) known.set(projectFingerprint(one), untouched(one));
  if (config.sinceLastReport)
    for (const project of projects) known.set(projectFingerprint(project.config), memoryAfter(project));
  return {
    webhook,
    isTried,
    configuration,
    projectIds,
    parts,
    entries: entries
      .filter((entry) => {
        // Without a window since the last report, the next one finds again what lasts.
        const isKept = config.sinceLastReport || entry.family === "once";
        return isKept && isOpen(entry, configs.get(entry.project) ?? config, now);
      })
      // What a person told another channel, the channel of the schedule is told whole.
      .map((entry) => (isTried ? entry : withoutEarlier(entry))),
    projects: new Map([...known].filter(([, { until }]) => until > now - maxAgeSeconds)),
    othersUntil: isListed ? now : (ledger?.othersUntil ?? untouched(config).until),
    reportedUntil: now,
  };
}

/** Whether a problem lasts, or somebody has to be told of it or of its end. */
function isOpen({ told, owed, end, family, ...entry }: Entry, config: Config, now: number): boolean {
  if (Object.keys(owed).length > 0) return true;
  if (family === "once" || entry.last < now - maxAgeSeconds) return false;
  if (end !== undefined) return Object.keys(told).length > 0;
  return Object.keys(told).length > 0 || isWatched({ ...entry, told, owed, end, family }, config, now);
}

function memoryAfter(project: ProjectReport): ProjectMemory {
  const { window, known, records, unsure } = project;
  const now = endOf(window);
  const finished = records.flatMap((record) =>
    "run" in record && record.run.finishTime !== undefined
      ? [{ ...record.run, at: record.run.finishTime }]
      : [],
  );
  const until = finished.reduce(
    (end, { at }) => (at < takenUntil(window) ? Math.max(end, at + 1) : end),
    now,
  );
  const overlapsFrom = until - lateSeconds;
  const seen = [
    ...(known?.seen ?? []).filter((one) => timeOf(one) >= overlapsFrom),
    ...finished.filter(({ at }) => at >= overlapsFrom && at < takenUntil(window)).map(attemptOf),
  ];
  return { until, dueUntil: unsure.includes("missed") ? window.dueFrom : now, seen: [...new Set(seen)] };
}

/** When an attempt of a run finished, in seconds since 1970. */
export function timeOf(attempt: string): number {
  return Number(attempt.split(":").at(-1));
}

function beforeFirst({ from, listedSince, dueFrom }: Window): ProjectMemory {
  return { until: from ?? Math.floor(listedSince.getTime() / 1000), dueUntil: dueFrom, seen: [] };
}
