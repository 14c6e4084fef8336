import { dayMinutes } from "./dice";

/** How a branch changes, and what its schedule asks for. Times are whole minutes since 1970. */
export interface Habits {
  always: boolean;
  batch: boolean;
  /** How likely a working day is to bring a commit. */
  commits: number;
  /** When nobody works, besides weekends; a branch that is frozen has one that does not end. */
  holidays: readonly { from: number; until: number }[];
  /** Of how many commits one makes the runs fail, until one of the next fixes them; none if it is infinite. */
  breaksOneOf: number;
  runMinutes: number;
  /** When the settings of the pipeline are edited, which counts as a change. */
  edits: readonly number[];
  /** By how many minutes the runs that are due at a time are late, those of all branches. */
  lateBy: (at: number) => number;
}

/** What becomes of a time at which a schedule is due. */
export interface DueRun {
  at: number;
  /** Undefined if nothing was queued. */
  run: { queued: number; finished: number; commit: string; result: "succeeded" | "failed" } | undefined;
  /** Why nothing was: no change since the last scheduled run that succeeded, one in progress, or the service failed. */
  skipped?: "unchanged" | "running" | "missing";
}

/** Of so many runs, one is late by up to 15 minutes. */
export function createLateness(oneOf: number, die: () => number): Habits["lateBy"] {
  const known = new Map<number, number>();
  return (at) => {
    const minutes = known.get(at) ?? (die() < 1 / oneOf ? Math.floor(die() * 16) : 0);
    known.set(at, minutes);
    return minutes;
  };
}

interface Commit {
  at: number;
  id: string;
  isRed: boolean;
}

/**
 * Starts the runs of a branch as Azure Pipelines does: without `always`, a schedule is skipped if neither the branch nor the
 * settings changed since its last run that succeeded; with `batch`, while its last run is in progress. `missing` are the times
 * at which the service fails.
 */
export function runAsAzure(
  { always, batch, lateBy, runMinutes, edits, ...habits }: Habits,
  due: readonly number[],
  missing: ReadonlySet<number>,
  die: () => number,
): DueRun[] {
  const commits = commitsOf(habits, due, die);
  const ended: { finished: number; queued: number; commit: string }[] = [];
  let next = 0;
  let busyUntil = 0;
  return due.map((at) => {
    while ((commits[next + 1]?.at ?? Number.POSITIVE_INFINITY) <= at) next++;
    const { id: commit = "", isRed = false } = commits[next] ?? {};
    const last = ended.findLast(({ finished }) => finished <= at);
    const isEdited = edits.some((edit) => edit <= at && edit > (last?.queued ?? 0));
    if (!always && last?.commit === commit && !isEdited) return { at, run: undefined, skipped: "unchanged" };
    if (batch && busyUntil > at) return { at, run: undefined, skipped: "running" };
    if (missing.has(at)) return { at, run: undefined, skipped: "missing" };
    const queued = at + lateBy(at);
    const finished = queued + Math.max(1, Math.round(runMinutes * (0.7 + 0.6 * die())));
    const result = isRed || die() < 0.02 ? "failed" : "succeeded";
    if (result === "succeeded") ended.push({ finished, queued, commit });
    busyUntil = Math.max(busyUntil, finished);
    return { at, run: { queued, finished, commit, result } };
  });
}

function commitsOf(
  { commits, holidays, breaksOneOf }: Pick<Habits, "commits" | "holidays" | "breaksOneOf">,
  due: readonly number[],
  die: () => number,
): Commit[] {
  const [first = 0] = due;
  const all: Commit[] = [{ at: 0, id: commitId(0), isRed: false }];
  let isRed = false;
  for (let day = first - (first % dayMinutes); day <= (due.at(-1) ?? 0); day += dayMinutes) {
    const isWeekend = [0, 6].includes(new Date(day * 60_000).getUTCDay());
    const isHoliday = holidays.some(({ from, until }) => from <= day && day < until);
    if (isWeekend || isHoliday || die() >= commits) continue;
    const count = 1 + Math.floor(die() * 3);
    const times = Array.from({ length: count }, () => day + 7 * 60 + Math.floor(die() * 600)).sort();
    for (const at of times) {
      isRed = isRed ? die() < 0.6 : die() < 1 / breaksOneOf;
      all.push({ at, id: commitId(all.length), isRed });
    }
  }
  return all;
}

function commitId(index: number): string {
  return String(index).padStart(12, "0").padEnd(40, "a");
}
