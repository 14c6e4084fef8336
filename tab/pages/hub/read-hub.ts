import { daySeconds } from "../../../shared/text/time";
import { type Monitor, monitorsOf, timeOf } from "../../geometry/monitors";
import type { ProjectRun } from "../../geometry/project-run";
import { byTrust } from "../../geometry/trust";
import type { HubService } from "../../host/hub-service";
import type { MonitorStep } from "../../host/monitor-steps";
import { type KnownMonitor, readMonitors } from "./read-monitors";
import { knownAtFirst, knownSince, marginSeconds, readFailures, readList } from "./read-runs";

/** A project at a time as the service has it. Pages are pure functions of it and of the present. */
export interface Reading {
  /** When it was read, and when all of it was. In the service's time, in seconds since 1970. */
  at: number;
  wholeAt: number;
  /** Those of other projects that watch this one, if it has none. */
  monitors: readonly KnownMonitor[];
  /** The runs that carry a monitor's tag. */
  listed: Awaited<ReturnType<HubService["monitorRuns"]>>;
  /** Those of them that do not speak for a monitor. */
  untrusted: readonly ProjectRun[];
  /** The attachments of monitors, by the ids of their runs: nobody can change them. */
  steps: ReadonlyMap<number, readonly MonitorStep[]>;
  known: NonNullable<Awaited<ReturnType<typeof knownSince>>>;
  /** From when on runs were to be read. */
  recentSince: number;
  /** Read if no monitor has a journal. */
  open: Awaited<ReturnType<typeof readOpen>> | undefined;
  /** How long the service does not want to be asked again. */
  retrySeconds: number;
}

/** Runs for whose approvals the hub looks. */
const maxWaits = 24;

/** From its start to its report, a monitor's run takes less. */
const monitorSeconds = 2 * 3600;

/** A reading is added to for so long. Then, and after a pause, all of it is read again: runs can be deleted. */
const [wholeSeconds, pauseSeconds] = [6 * 3600, 3600];

/**
 * Reads of each monitor its last report and journal, and the runs that tell how each branch is: at first all failures of four weeks
 * and the successes between them, and after that what has changed since `last`. `now` is the service's time.
 */
export async function readHub(
  service: HubService,
  now: () => number,
  last?: Reading,
  findWatchers: (now: number) => Promise<KnownMonitor[]> = async () => [],
): Promise<Reading> {
  const began = now();
  const isGoingOn =
    last?.known.isRead === true && began - last.wholeAt < wholeSeconds && began - last.at < pauseSeconds;
  const changed = isGoingOn
    ? await knownSince(service, last.known, { now: began, readAt: last.at })
    : undefined;
  const before = changed === undefined ? undefined : last;
  const asked = before === undefined ? readFailures(service, began) : undefined;
  const listed = await readMonitorRuns(service, began, before);
  const { trusted, others } = await byTrust(listed.runs, service.defaultBranch);
  const monitors = monitorsOf(trusted, listed.since);
  // The clock of a machine may be slow.
  const present = () => Math.max(now(), ...listed.runs.map(timeOf));
  const first = sinceOf(monitors, 1, present());
  const steps = new Map(before?.steps);
  const [{ monitors: own, tried }, soon, watchers] = await Promise.all([
    readMonitors({ steps: (id) => readOnce(service, id, listed.runs, steps) }, monitors),
    asked && readList(service.runsSince(first), "runs"),
    // Where they cannot be found, there are none to show.
    monitors.length > 0 ? [] : findWatchers(began).catch(() => []),
  ]);
  const all = [...own, ...watchers];
  const hasJournal = all.some(({ nights }) => nights !== undefined);
  const recentSince = hasJournal ? sinceOf(monitors, tried, present()) : present() - daySeconds;
  // A journal has vanished.
  if (changed !== undefined && recentSince < changed.since)
    return readHub(service, now, undefined, findWatchers);
  const readFirst = async () => {
    const recent =
      soon === undefined || recentSince < first ? readList(service.runsSince(recentSince), "runs") : soon;
    const failures = await (asked ?? readFailures(service, began));
    return knownAtFirst(service, failures, await recent, { now: began, since: recentSince });
  };
  const [known, open] = await Promise.all([
    changed ?? readFirst(),
    hasJournal ? undefined : readOpen(service),
  ]);
  const at = Math.max(present(), ...[...known.runs.values()].map(timeOf));
  return {
    at,
    wholeAt: before?.wholeAt ?? at,
    monitors: all,
    listed,
    untrusted: others,
    steps,
    known,
    recentSince,
    open,
    retrySeconds: Math.max(known.retrySeconds, open?.unfinished.retrySeconds ?? 0),
  };
}

/** At first those of four weeks, and then the new ones, too. */
async function readMonitorRuns(
  service: HubService,
  now: number,
  before: Reading | undefined,
): Promise<Reading["listed"]> {
  if (before === undefined) return service.monitorRuns(now);
  const added = await service.monitorRunsSince(before.at - monitorSeconds);
  const runs = new Map([...before.listed.runs, ...added].map((run) => [run.id, run]));
  return { ...before.listed, runs: [...runs.values()] };
}

/** Reads the attachments of a run once. A run that goes on, or of which a part could not be read, is read again. */
async function readOnce(
  service: HubService,
  id: number,
  runs: readonly ProjectRun[],
  known: Map<number, readonly MonitorStep[]>,
) {
  const found = known.get(id) ?? (await service.steps(id));
  const isOver = runs.find((run) => run.id === id)?.status === "completed";
  if (isOver && found.every(({ problems }) => problems.length === 0)) known.set(id, found);
  return [...found];
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
  const unfinished = await readList(service.unfinishedRuns(), "waiting runs");
  const started = unfinished.runs.filter(({ status }) => status === "inProgress").slice(0, maxWaits);
  const waits = await Promise.all(
    // Without it, the run is only one that runs.
    started.map(async ({ id }) => [id, await service.wait(id).catch(() => undefined)] as const),
  );
  return { unfinished, waits: new Map(waits) };
}
