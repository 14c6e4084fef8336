import { daySeconds } from "../../../shared/text/time";
import { type Monitor, monitorsOf } from "../../geometry/monitors";
import type { HubService, RunList } from "../../host/hub-service";
import { reasonOf } from "../../host/limits";
import { type KnownMonitor, readMonitors } from "./read-monitors";

/** A project at a time as the service has it. Pages are pure functions of it and of the present. */
export interface Reading {
  /** In seconds since 1970. */
  at: number;
  /** Those of other projects that watch this one, if it has none. */
  monitors: readonly KnownMonitor[];
  /** The last runs of each pipeline, or why they could not be read. */
  last: RunList | string;
  /** The runs that finished since a time, or why they could not be read. */
  recent: RunList | string;
  recentSince: number;
  /** The runs that wait or run, and what they wait for. Read if no monitor has a journal. */
  open: { unfinished: RunList; waits: ReadonlyMap<number, NonNullable<Wait>> } | undefined;
}

type Wait = Awaited<ReturnType<HubService["wait"]>>;

/** Runs for whose approvals the hub looks. */
const maxWaits = 24;

/** Before it ended, a report read its runs. */
const marginSeconds = 600;

/** Reads of each monitor its last report and journal, and the last runs. `now` is in seconds since 1970. */
export async function readHub(
  service: HubService,
  now: number,
  findWatchers: (now: number) => Promise<KnownMonitor[]> = async () => [],
): Promise<Reading> {
  const asked = { last: orReason(service.lastRuns(now)) };
  const { runs, since } = await service.monitorRuns(now);
  const listed = monitorsOf(runs, since);
  const first = sinceOf(listed, 1, now);
  const [{ monitors: own, tried }, soon, watchers] = await Promise.all([
    readMonitors(service, listed),
    orReason(service.runsSince(first)),
    // Where they cannot be found, there are none to show.
    listed.length > 0 ? [] : findWatchers(now).catch(() => []),
  ]);
  const monitors = [...own, ...watchers];
  const hasJournal = monitors.some(({ nights }) => nights !== undefined);
  const recentSince = hasJournal ? sinceOf(listed, tried, now) : now - daySeconds;
  const [recent, open, last] = await Promise.all([
    recentSince < first ? orReason(service.runsSince(recentSince)) : soon,
    hasJournal ? undefined : readOpen(service),
    asked.last,
  ]);
  return { at: now, monitors, last, recent, recentSince, open };
}

function orReason<Value>(reading: Promise<Value>): Promise<Value | string> {
  return reading.catch(reasonOf);
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

async function readOpen(service: HubService): Promise<Reading["open"]> {
  const unfinished = await service.unfinishedRuns();
  const waits = new Map<number, NonNullable<Wait>>();
  const started = unfinished.runs.filter(({ status }) => status === "inProgress").slice(0, maxWaits);
  await Promise.all(
    started.map(async ({ id }) => {
      // Without it, the run is only one that runs.
      const wait = await service.wait(id).catch(() => undefined);
      if (wait !== undefined) waits.set(id, wait);
    }),
  );
  return { unfinished, waits };
}
