import { monitorsOf } from "../../geometry/monitors";
import type { HubService } from "../../host/hub-service";
import { type MonitorsRead, readSteps } from "./read-steps";

/** A monitor of another project that watches this one, with that project's name. */
export interface WatchersRead extends MonitorsRead {
  project: string;
}

export type FindWatchers = (now: number) => Promise<WatchersRead[]>;

/** Each search costs a request for each project. */
const searchSeconds = 3600;

/** Looks for monitors of other projects that watch one, and until the next search reads those that did. */
export function watcherSearch(service: Pick<HubService, "others">, name: string): FindWatchers {
  let searchedAt = Number.NEGATIVE_INFINITY;
  let known: Awaited<ReturnType<HubService["others"]>> = [];
  return async (now) => {
    const isSearch = now - searchedAt >= searchSeconds;
    const others = isSearch ? await service.others() : known;
    const read = await Promise.all(
      others.map(async (other) => ({ other, found: await readWatcher(other, name, now) })),
    );
    const watching = read.flatMap(({ other, found }) => (found === undefined ? [] : [{ other, found }]));
    if (isSearch) [searchedAt, known] = [now, watching.map(({ other }) => other)];
    return watching.map(({ found }) => found);
  };
}

/** Undefined for a project whose monitors do not watch this one, or that the viewer may not see. */
async function readWatcher(
  { name: project, service }: Awaited<ReturnType<HubService["others"]>>[number],
  watched: string,
  now: number,
): Promise<WatchersRead | undefined> {
  const { runs: monitorRuns, since } = await service
    .monitorRuns(now)
    .catch(() => ({ runs: [], since: undefined }));
  if (monitorRuns.length === 0) return undefined;
  const { steps } = await readSteps(service, monitorsOf(monitorRuns, now, since));
  const isWatched = [...steps.values()].some(
    (some) =>
      typeof some !== "string" &&
      some.some(
        ({ reports, nights = [] }) =>
          reports.some((report) => isSameProject(report.project, watched)) ||
          nights.some((night) => isSameProject(night.name, watched)),
      ),
  );
  return isWatched ? { project, monitorRuns, monitorsSince: since, steps } : undefined;
}

/** Azure DevOps ignores the case of names. */
export function isSameProject(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}
