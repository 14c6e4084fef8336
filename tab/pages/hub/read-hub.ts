import { daySeconds } from "../../../shared/text/time";
import { type Monitor, monitorsOf } from "../../geometry/monitors";
import type { HubService, RunList } from "../../host/hub-service";
import { reasonOf } from "../../host/limits";
import { type KnownMonitor, readMonitors } from "./read-monitors";

/** A project at a time as the service has it. Pages are pure functions of it and of the present. */
export type Reading = Awaited<ReturnType<typeof readHub>>;

/** Runs for whose approvals the hub looks. */
const maxWaits = 24;

/** Before it ended, a report read its runs. */
const marginSeconds = 600;

/** Reads of each monitor its last report and journal, and the last runs. `now` is in seconds since 1970. */
export async function readHub(
  service: HubService,
  now: number,
  findWatchers: (now: number) => Promise<KnownMonitor[]> = async () => [],
) {
  const asked = { last: readList(service.lastRuns(now), "last runs") };
  const { runs, since } = await service.monitorRuns(now);
  const listed = monitorsOf(runs, since);
  const first = sinceOf(listed, 1, now);
  const [{ monitors: own, tried }, soon, watchers] = await Promise.all([
    readMonitors(service, listed),
    readList(service.runsSince(first), "runs"),
    // Where they cannot be found, there are none to show.
    listed.length > 0 ? [] : findWatchers(now).catch(() => []),
  ]);
  const monitors = [...own, ...watchers];
  const hasJournal = monitors.some(({ nights }) => nights !== undefined);
  const recentSince = hasJournal ? sinceOf(listed, tried, now) : now - daySeconds;
  const [recent, open, last] = await Promise.all([
    recentSince < first ? readList(service.runsSince(recentSince), "runs") : soon,
    hasJournal ? undefined : readOpen(service),
    asked.last,
  ]);
  return {
    at: now,
    /** Those of other projects that watch this one, if it has none. */
    monitors,
    /** The last runs of each pipeline. */
    last,
    /** The runs that finished since a time. */
    recent,
    recentSince,
    /** Read if no monitor has a journal. */
    open,
  };
}

/** A list with a sentence on what of it could not be read; undefined if nothing is missing. */
async function readList(list: RunList | Promise<RunList>, what: string) {
  try {
    const { runs, isCut } = await list;
    const gap = `Azure DevOps lists more runs than the ${runs.length} that were read.`;
    return { runs, isCut, gap: isCut ? gap : undefined };
  } catch (error) {
    return { runs: [], isCut: true, gap: `The list of ${what} could not be read: ${reasonOf(error)}` };
  }
}

/** When the oldest of so many last reports began, at most a day ago. */
function sinceOf(monitors: readonly Monitor[], count: number, now: number): number {
  const times = monitors.flatMap(({ runs }) =>
    runs
      .slice(0, count)
      .map(({ startTime, queueTime, finishTime }) => startTime ?? queueTime ?? finishTime ?? 0),
  );
  return Math.max(now - daySeconds, (times.length === 0 ? 0 : Math.min(...times)) - marginSeconds);
}

/** The runs that wait or run, and by their ids what they wait for. */
async function readOpen(service: HubService) {
  const unfinished = await readList(await service.unfinishedRuns(), "waiting runs");
  const started = unfinished.runs.filter(({ status }) => status === "inProgress").slice(0, maxWaits);
  const waits = await Promise.all(
    // Without it, the run is only one that runs.
    started.map(async ({ id }) => [id, await service.wait(id).catch(() => undefined)] as const),
  );
  return { unfinished, waits: new Map(waits) };
}
