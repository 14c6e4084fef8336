import { daySeconds } from "../../../shared/text/time";
import { type Monitor, monitorsOf, timeOf } from "../../geometry/monitors";
import type { ProjectRun } from "../../geometry/project-run";
import { byTrust } from "../../geometry/trust";
import type { HubService } from "../../host/hub-service";
import type { MonitorStep } from "../../host/monitor-steps";
import { type KnownMonitor, readMonitors, toldPipelines } from "./read-monitors";
import { knownAtFirst, knownSince, marginSeconds, readFailures, readList, withEnded } from "./read-runs";

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

/** A reading is added to for so long. Then all of it is read again: runs can be deleted. */
const wholeSeconds = daySeconds;

type FindWatchers = (now: number) => Promise<KnownMonitor[]>;

/**
 * Reads of each monitor its last report and journal, and the runs that tell how each branch is: at first all failures of four weeks
 * and the successes between them, and after that what has changed since `last`. `now` is the service's time. `showPart` is called
 * before the problems that are over are read: nobody has to wait for them.
 */
export async function readHub(
  service: HubService,
  now: () => number,
  last?: Reading,
  findWatchers: FindWatchers = async () => [],
  showPart: (part: Reading) => void = () => {},
): Promise<Reading> {
  const isGoingOn = last?.known.isRead === true && now() - last.wholeAt < wholeSeconds;
  const changed = isGoingOn ? await readChanges(service, now, last, findWatchers) : undefined;
  const reading = changed ?? (await readWhole(service, now, findWatchers));
  showPart(reading);
  const known = await withEnded(service, reading.known, now());
  return { ...reading, known, retrySeconds: Math.max(reading.retrySeconds, known.retrySeconds) };
}

async function readWhole(
  service: HubService,
  now: () => number,
  findWatchers: FindWatchers,
): Promise<Reading> {
  const began = now();
  const failures = readFailures(service, began);
  const watch = await readWatch(service, await service.monitorRuns(began), now);
  const first = sinceOf(watch.monitors, 1, watch.present());
  const readSince = async (since: number) =>
    knownAtFirst(service, await failures, await readList(service.runsSince(since), "runs"), {
      now: began,
      since,
    });
  // Most often, the last report can be read, and knows all before it.
  const [attached, soon] = await Promise.all([
    readAttached(service, watch, new Map(), () => findWatchers(began)),
    readSince(first),
  ]);
  const { hasJournal, recentSince } = attached;
  const [known, open] = await Promise.all([
    recentSince < first ? readSince(recentSince) : soon,
    hasJournal ? undefined : readOpen(service),
  ]);
  return readingOf(watch, attached, known, open);
}

/** Undefined if all has to be read again. */
async function readChanges(
  service: HubService,
  now: () => number,
  last: Reading,
  findWatchers: FindWatchers,
): Promise<Reading | undefined> {
  const began = now();
  const added = await service.monitorRunsSince(last.at - marginSeconds);
  // The last run of a monitor that runs rarely may be missing.
  if (added.isCut) return undefined;
  const runs = new Map([...last.listed.runs, ...added.runs].map((run) => [run.id, run]));
  const watch = await readWatch(service, { ...last.listed, runs: [...runs.values()] }, now);
  const attached = await readAttached(service, watch, new Map(last.steps), () => findWatchers(began));
  const { all, hasJournal, recentSince } = attached;
  const before = new Set(last.monitors.map(({ reportRun }) => reportRun?.id));
  const news = all.filter(({ reportRun }) => !before.has(reportRun?.id)).flatMap(({ reports }) => reports);
  const since = Math.min(began, ...news.map(({ to }) => to - marginSeconds));
  const follows = hasJournal ? toldPipelines(last.known.runs, all, service.project) : undefined;
  const [known, open] = await Promise.all([
    knownSince(service, last.known, { now: began, readAt: last.at, since }, follows),
    hasJournal ? undefined : readOpen(service),
  ]);
  // Where a journal has vanished, not all runs are known.
  if (known === undefined || (!hasJournal && recentSince < known.since)) return undefined;
  return readingOf(watch, attached, known, open, last.wholeAt);
}

/** Tells which of the listed runs speak for a monitor. */
async function readWatch(service: HubService, listed: Reading["listed"], now: () => number) {
  const { trusted, others } = await byTrust(listed.runs, service.defaultBranch);
  return {
    listed,
    untrusted: others,
    monitors: monitorsOf(trusted, listed.since),
    // The clock of a machine may be slow.
    present: () => Math.max(now(), ...listed.runs.map(timeOf)),
  };
}

async function readAttached(
  service: HubService,
  { listed, monitors, present }: Awaited<ReturnType<typeof readWatch>>,
  steps: Map<number, readonly MonitorStep[]>,
  findWatchers: () => Promise<KnownMonitor[]>,
) {
  const [{ monitors: own, tried }, watchers] = await Promise.all([
    readMonitors((id) => readOnce(service, id, listed.runs, steps), monitors),
    // Where they cannot be found, there are none to show.
    monitors.length > 0 ? [] : findWatchers().catch(() => []),
  ]);
  const all = [...own, ...watchers];
  const hasJournal = all.some(({ nights }) => nights !== undefined);
  const recentSince = hasJournal ? sinceOf(monitors, tried, present()) : present() - daySeconds;
  return { all, steps, hasJournal, recentSince };
}

function readingOf(
  { listed, untrusted, present }: Awaited<ReturnType<typeof readWatch>>,
  { all, steps, recentSince }: Awaited<ReturnType<typeof readAttached>>,
  known: Reading["known"],
  open: Reading["open"],
  wholeAt?: number,
): Reading {
  const at = Math.max(present(), ...[...known.runs.values()].map(timeOf));
  return {
    at,
    wholeAt: wholeAt ?? at,
    monitors: all,
    listed,
    untrusted,
    steps,
    known,
    recentSince,
    open,
    retrySeconds: Math.max(known.retrySeconds, open?.unfinished.retrySeconds ?? 0),
  };
}

/** Reads the attachments of a run once. A run that goes on, or of which a part could not be read, is read again. */
async function readOnce(
  service: HubService,
  id: number,
  runs: readonly ProjectRun[],
  attached: Map<number, readonly MonitorStep[]>,
) {
  const steps = attached.get(id) ?? (await service.steps(id));
  const isOver = runs.find((run) => run.id === id)?.status === "completed";
  if (isOver && steps.every(({ problems }) => problems.length === 0)) attached.set(id, steps);
  return [...steps];
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
