import { daySeconds } from "../../../shared/text/time";
import { endedSince } from "../../geometry/ended";
import { branchesToAsk, branchKey } from "../../geometry/failing";
import type { ProjectRun } from "../../geometry/project-run";
import { type HubService, knownDays, type RunList } from "../../host/hub-service";
import { reasonOf } from "../../host/limits";
import { ServiceRefusal } from "../../host/service";

/** Branches for whose last success the hub asks. */
const maxAsked = 300;

/** Problems that ended, of which the hub asks when they began and ended. */
const maxEnded = 20;

/** Runs can reach a list later than they end, and a report reads its runs before it ends. */
export const marginSeconds = 600;

/** The finished runs that a page knows. Times are in seconds since 1970. */
export interface KnownRuns {
  runs: ReadonlyMap<number, ProjectRun>;
  /** From when on all of them are known, and from when on all failures. Of earlier ones, some successes are known. */
  since: number;
  failuresSince: number;
  /** The branches whose last success was asked for, by their keys. */
  asked: ReadonlySet<string>;
  /** The successes beside the last failure of each branch that is well again, by the ids of the failures. */
  ended: ReadonlyMap<number, Awaited<ReturnType<HubService["successesBeside"]>>>;
  /** Sentences on what was not read, and whether that is only because there is more of it. */
  gaps: readonly string[];
  isRead: boolean;
  /** How long the service does not want to be asked again. */
  retrySeconds: number;
}

/** A list, and a sentence on what of it could not be read; undefined if nothing is missing. */
export async function readList(list: Promise<RunList>, what: string) {
  try {
    const { runs, isCut } = await list;
    const gap = isCut ? `Azure DevOps lists more ${what} than the ${runs.length} that were read.` : undefined;
    return { runs, isCut, isRead: true, gap, retrySeconds: 0 };
  } catch (error) {
    const gap = `The list of ${what} could not be read: ${reasonOf(error)}`;
    return { runs: [], isCut: true, isRead: false, gap, retrySeconds: refusedSeconds(error) };
  }
}

function refusedSeconds(error: unknown): number {
  return error instanceof ServiceRefusal ? (error.retrySeconds ?? 0) : 0;
}

/** The failures of four weeks, and the last successes of each pipeline. `now` is in seconds since 1970. */
export async function readFailures(service: HubService, now: number) {
  const [failures, successes] = await Promise.all([
    readList(service.failures(now), "failed runs"),
    readList(service.lastSuccesses(now), "successful runs"),
  ]);
  return { failures, successes };
}

/** All that is known after a first reading of failures and of all runs `since` a time. */
export async function knownAtFirst(
  service: HubService,
  { failures, successes }: Awaited<ReturnType<typeof readFailures>>,
  recent: Awaited<ReturnType<typeof readList>>,
  { now, since }: { now: number; since: number },
): Promise<KnownRuns> {
  const lists = [failures, successes, recent];
  const oldest = (runs: readonly ProjectRun[]) =>
    Math.min(now, ...runs.map(({ finishTime = now }) => finishTime));
  return withSuccesses(
    service,
    {
      runs: byId(lists.flatMap(({ runs }) => runs)),
      since: recent.isCut ? oldest(recent.runs) : since,
      failuresSince: failures.isCut ? oldest(failures.runs) : now - knownDays * daySeconds,
      asked: new Set(),
      ended: new Map(),
      // Successes of each pipeline only spare questions, and failures of the last hours are among all failures.
      gaps: [failures.gap, recent.isRead ? undefined : recent.gap].flatMap((gap) => gap ?? []),
      isRead: failures.isRead && recent.isRead,
      retrySeconds: Math.max(...lists.map((list) => list.retrySeconds)),
    },
    now,
  );
}

/** Adds what has finished since the last reading; undefined if that cannot be read to its end, so that all has to be read again. */
export async function knownSince(
  service: HubService,
  before: KnownRuns,
  { now, readAt }: { now: number; readAt: number },
): Promise<KnownRuns | undefined> {
  const { runs, isCut } = await service.runsSince(readAt - marginSeconds);
  if (isCut) return undefined;
  return withSuccesses(
    service,
    { ...before, runs: byId([...before.runs.values(), ...runs]), retrySeconds: 0 },
    now,
  );
}

function byId(runs: readonly ProjectRun[]): ReadonlyMap<number, ProjectRun> {
  return new Map(runs.map((run) => [run.id, run]));
}

/** Asks for the last success of each branch that seems to fail: it may stand behind those of other branches, and tells since when. */
async function withSuccesses(service: HubService, known: KnownRuns, now: number): Promise<KnownRuns> {
  const open = branchesToAsk([...known.runs.values()], now).filter((run) => !known.asked.has(branchKey(run)));
  const gaps = new Set(known.gaps);
  let { retrySeconds, isRead } = known;
  const found = await Promise.all(
    open.slice(0, maxAsked).map(async (run) => {
      try {
        return { key: branchKey(run), success: await service.lastSuccess(run, now) };
      } catch (error) {
        retrySeconds = Math.max(retrySeconds, refusedSeconds(error));
        isRead = false;
        gaps.add(`Some last successes could not be read: ${reasonOf(error)}`);
        return undefined;
      }
    }),
  );
  if (open.length > maxAsked)
    gaps.add(`Of ${open.length} branches with failures, ${maxAsked} were looked at.`);
  const answers = found.flatMap((one) => one ?? []);
  const successes = answers.flatMap(({ success }) => success ?? []);
  const runs = byId([...successes, ...known.runs.values()]);
  const { ended, waitSeconds } = await readEnded(service, runs, known.ended, now);
  return {
    ...known,
    runs,
    ended,
    asked: new Set([...known.asked, ...answers.map(({ key }) => key)]),
    gaps: [...gaps],
    isRead,
    retrySeconds: Math.max(retrySeconds, waitSeconds),
  };
}

/** Asks when the latest problems that are over began and ended. What cannot be read is asked again at the next reading. */
async function readEnded(
  service: HubService,
  runs: KnownRuns["runs"],
  before: KnownRuns["ended"],
  now: number,
): Promise<{ ended: KnownRuns["ended"]; waitSeconds: number }> {
  const latest = endedSince([...runs.values()], now - 2 * daySeconds).slice(0, maxEnded);
  const ended = new Map<number, Awaited<ReturnType<HubService["successesBeside"]>>>();
  let waitSeconds = 0;
  await Promise.all(
    latest.map(async (failure) => {
      try {
        ended.set(failure.id, before.get(failure.id) ?? (await service.successesBeside(failure, now)));
      } catch (error) {
        waitSeconds = Math.max(waitSeconds, refusedSeconds(error));
      }
    }),
  );
  return { ended, waitSeconds };
}
