import { daySeconds } from "../../../shared/text/time";
import { endedSince } from "../../geometry/ended";
import { branchesToAsk, branchKey } from "../../geometry/failing";
import type { ProjectRun } from "../../geometry/project-run";
import { type HubService, knownDays, type RunList } from "../../host/hub-service";
import { reasonOf } from "../../host/limits";
import { ServiceRefusal } from "../../host/service";

/** Branches for whose last success the hub asks; with more than a few, one list spares most of these questions. */
const [maxAsked, fewAsked] = [300, 10];

/** Problems that ended, of which the hub asks when they began and ended. */
const maxEnded = 20;

/** Runs can reach a list later than they end, and a report reads its runs before it ends. */
export const marginSeconds = 600;

/** How much of the time before is read again by each reading, and how often all of it is for what was listed late. */
const [overlapSeconds, lookSeconds] = [30, 1800];

/** More of them would not fit into a URL, and are read with all others. */
const mostFollowed = 100;

/** The finished runs that a page knows. Times are in seconds since 1970. */
interface KnownRuns {
  runs: ReadonlyMap<number, ProjectRun>;
  /** From when on all of them are known, and from when on all failures. Of earlier ones, some successes are known. */
  since: number;
  failuresSince: number;
  /** When what was listed late was looked for. */
  lookedAt: number;
  /** The branches whose last success was asked for, by their keys. */
  asked: ReadonlySet<string>;
  /** The successes beside the last failure of each branch that is well again, by the ids of the failures. */
  ended: ReadonlyMap<number, Awaited<ReturnType<HubService["successesBeside"]>>>;
  /** Sentences on what was not read: of the lists, and in all. What was asked in vain is asked again. */
  listGaps: readonly string[];
  gaps: readonly string[];
  /** Whether of the lists nothing is missing, or only because there is more of it. */
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

/** The failures of four weeks. `now` is in seconds since 1970. */
export function readFailures(service: HubService, now: number) {
  return readList(service.failures(now - knownDays * daySeconds), "failed runs");
}

/** All that is known after a first reading of failures and of all runs `since` a time. */
export async function knownAtFirst(
  service: HubService,
  failures: Awaited<ReturnType<typeof readFailures>>,
  recent: Awaited<ReturnType<typeof readList>>,
  { now, since }: { now: number; since: number },
): Promise<KnownRuns> {
  const lists = [failures, recent];
  const oldest = (runs: readonly ProjectRun[]) =>
    Math.min(now, ...runs.map(({ finishTime = now }) => finishTime));
  return withSuccesses(
    service,
    {
      runs: byId(lists.flatMap(({ runs }) => runs)),
      since: recent.isCut ? oldest(recent.runs) : since,
      failuresSince: failures.isCut ? oldest(failures.runs) : now - knownDays * daySeconds,
      lookedAt: now,
      asked: new Set(),
      ended: new Map(),
      listGaps: [failures.gap, recent.isRead ? undefined : recent.gap].flatMap((gap) => gap ?? []),
      gaps: [],
      isRead: failures.isRead && recent.isRead,
      retrySeconds: Math.max(...lists.map((list) => list.retrySeconds)),
    },
    now,
  );
}

/**
 * Adds what has finished since the last reading: all failures, and all runs of the pipelines that are followed because they fail, or
 * because a monitor has told something of them; of all pipelines, if `follows` is undefined. `since` is from when on that is known
 * of what monitors tell. Undefined if it cannot be read to its end, so that all has to be read again.
 */
export async function knownSince(
  service: HubService,
  before: KnownRuns,
  times: { now: number; readAt: number; since: number },
  follows: readonly number[] | undefined,
): Promise<KnownRuns | undefined> {
  const { now, readAt, since } = times;
  const isLook = now - before.lookedAt >= lookSeconds;
  const from = Math.min(readAt - overlapSeconds, isLook ? before.lookedAt - marginSeconds : now, since);
  const failing = branchesToAsk([...before.runs.values()], now).map(({ run }) => run.pipeline.id);
  const followed = [...new Set([...failing, ...(follows ?? [])])];
  const isFew = followed.length > 0 && followed.length <= mostFollowed;
  const isAll = follows === undefined || followed.length > mostFollowed;
  const lists = await Promise.all([
    ...(isLook || !isAll ? [service.failures(from)] : []),
    ...(isFew && (isLook || !isAll) ? [service.runsSince(from, followed)] : []),
    ...(isAll ? [service.runsSince(readAt - overlapSeconds)] : []),
  ]);
  if (lists.some(({ isCut }) => isCut)) return undefined;
  const known = {
    ...before,
    runs: byId([...before.runs.values(), ...lists.flatMap(({ runs }) => runs)]),
    since: isAll ? before.since : now,
    lookedAt: isLook ? now : before.lookedAt,
    retrySeconds: 0,
  };
  return withSuccesses(service, known, now);
}

function byId(runs: readonly ProjectRun[]): ReadonlyMap<number, ProjectRun> {
  return new Map(runs.map((run) => [run.id, run]));
}

/** Asks for the last success of each branch that seems to fail: it may stand behind those of other branches, and tells since when. */
async function withSuccesses(service: HubService, before: KnownRuns, now: number): Promise<KnownRuns> {
  const known = await withLastSuccesses(service, before, now);
  const { failing, open } = branchesOf(known, now);
  const gaps = new Set(known.listGaps);
  let { retrySeconds } = known;
  const asked = await Promise.all(
    open.slice(0, maxAsked).map(async ({ run, first }) => {
      try {
        return { key: branchKey(run), success: await service.lastSuccess(run, first, now) };
      } catch (error) {
        retrySeconds = Math.max(retrySeconds, refusedSeconds(error));
        gaps.add(`Some last successes could not be read: ${reasonOf(error)}`);
        return undefined;
      }
    }),
  );
  if (open.length > maxAsked)
    gaps.add(`Of ${open.length} branches with failures, ${maxAsked} were looked at.`);
  const answers = asked.flatMap((answer) => answer ?? []);
  const successes = answers.flatMap(({ success }) => success ?? []);
  return {
    ...known,
    runs: byId([...successes, ...known.runs.values()]),
    // A branch that is well is not followed any more.
    asked: new Set([
      ...failing.map(({ run }) => branchKey(run)).filter((key) => known.asked.has(key)),
      ...answers.map(({ key }) => key),
    ]),
    gaps: [...gaps],
    retrySeconds,
  };
}

/** The branches that seem to fail, and those of them whose last success was not asked for. */
function branchesOf({ runs, asked }: KnownRuns, now: number) {
  const failing = branchesToAsk([...runs.values()], now);
  return { failing, open: failing.filter(({ run }) => !asked.has(branchKey(run))) };
}

/** Adds the last success of each pipeline with a branch that seems to fail, where these are many. */
async function withLastSuccesses(service: HubService, known: KnownRuns, now: number): Promise<KnownRuns> {
  const { open } = branchesOf(known, now);
  if (open.length <= fewAsked) return known;
  const ids = [...new Set(open.map(({ run }) => run.pipeline.id))];
  const list = service.lastSuccesses(now, ids.length > mostFollowed ? [] : ids);
  const { runs, retrySeconds } = await readList(list, "successful runs");
  return {
    ...known,
    runs: byId([...runs, ...known.runs.values()]),
    retrySeconds: Math.max(known.retrySeconds, retrySeconds),
  };
}

/** Asks when the latest problems that are over began and ended. What cannot be read is asked again at the next reading. */
export async function withEnded(service: HubService, known: KnownRuns, now: number): Promise<KnownRuns> {
  const latest = endedSince([...known.runs.values()], now - 2 * daySeconds).slice(0, maxEnded);
  const ended = new Map<number, Awaited<ReturnType<HubService["successesBeside"]>>>();
  let { retrySeconds } = known;
  await Promise.all(
    latest.map(async (failure) => {
      try {
        ended.set(failure.id, known.ended.get(failure.id) ?? (await service.successesBeside(failure, now)));
      } catch (error) {
        retrySeconds = Math.max(retrySeconds, refusedSeconds(error));
      }
    }),
  );
  return { ...known, ended, retrySeconds };
}
