import { type Run, shortCommit } from "../../../shared/azure-devops/records";
import { hasSucceeded, type RunState, runState } from "../../../shared/azure-devops/run-state";
import type { BranchJournal, PastRun } from "../../../shared/journal/schema";

/** A branch keeps so many runs. Of earlier ones, only the streak is known. */
export const maxRuns = 60;

export function emptyBranch(branch: string, isCut = true): BranchJournal {
  return { branch, runs: [], older: undefined, isCut, commit: "", commitResults: [], isOut: false };
}

/** So many more are kept until the report is over, for the news of its own runs. */
const maxAdded = 140;

/**
 * Adds runs of a branch. Those that the rules do not see count for no streak. `flaky` is called with each run that shows its
 * commit to be.
 */
export function withRuns(
  before: BranchJournal,
  added: readonly Run[],
  isIgnored: (run: PastRun) => boolean,
  flaky: (run: Run) => void,
): BranchJournal {
  const byId = new Map(before.runs.map((run) => [run.id, run]));
  const [firstFinish, lastFinish] = [before.runs[0]?.finishTime ?? 0, before.runs.at(-1)?.finishTime ?? 0];
  const [all, earlier]: [PastRun[], PastRun[]] = [[...before.runs], []];
  const commits = followCommits(flaky);
  let isLater = false;
  for (const run of [...added].sort(byFinish)) {
    const { finishTime } = run;
    const lastAttempt = byId.get(run.id);
    if (finishTime === undefined || (lastAttempt !== undefined && lastAttempt.finishTime >= finishTime))
      continue;
    // The runs that are known lie between the earlier and the later ones.
    if (!isLater && finishTime >= lastFinish) commits.goOn(before);
    isLater ||= finishTime >= lastFinish;
    const past = pastRun(run, commits.next(run), (lastAttempt?.attempt ?? 0) + 1);
    byId.set(run.id, past);
    if (before.older === undefined || finishTime >= firstFinish) all.push(past);
    else if (finishTime < before.older.since && !isIgnored(past)) earlier.push(past);
  }
  const last = isLater ? commits.last() : before;
  // A run that was run again counts once, as it ended last.
  const once = all.filter((run) => byId.get(run.id) === run);
  return withLastRuns(
    {
      ...withEarlier(before, earlier),
      commit: last.commit,
      commitResults: last.commitResults,
      runs: once.sort(byFinish),
    },
    maxRuns + maxAdded,
    isIgnored,
  );
}

/** A canceled run says nothing of its commit. */
const commitResults: Readonly<Partial<Record<RunState, "passed" | "failed">>> = {
  succeeded: "passed",
  failed: "failed",
};

/** Compares each run with the one before it. */
function followCommits(flaky: (run: Run) => void) {
  let [commit, results]: [string, BranchJournal["commitResults"]] = ["", []];
  return {
    goOn(before: BranchJournal): void {
      [commit, results] = [before.commit, before.commitResults];
    },
    /** Whether the commit is another one; undefined if that is unknown. */
    next(run: Run): boolean | undefined {
      const ofRun = shortCommit(run) ?? "";
      const isOther = commit === "" || ofRun === "" ? undefined : ofRun !== commit;
      if (ofRun !== commit) [commit, results] = [ofRun, []];
      const result = commitResults[runState(run)];
      if (ofRun === "" || result === undefined || results.includes(result)) return isOther;
      results = [...results, result];
      if (results.length > 1) flaky(run);
      return isOther;
    },
    last: () => ({ commit, commitResults: results }),
  };
}

/** Keeps the last runs. */
export function withLastRuns(
  branch: BranchJournal,
  room: number,
  isIgnored: (run: PastRun) => boolean,
): BranchJournal {
  const left = branch.runs.length - room;
  if (left <= 0) return branch;
  const evicted = branch.runs.slice(0, left).filter((run) => !isIgnored(run));
  return { ...withEvicted(branch, evicted), runs: branch.runs.slice(left) };
}

/** The streak goes back to earlier runs. */
function withEarlier(branch: BranchJournal, earlier: readonly PastRun[]): BranchJournal {
  const { older, isCut } = branch;
  if (older === undefined || !isCut) return branch;
  const other = earlier.findLastIndex((run) => hasSucceeded(run) !== older.isGood);
  const same = earlier.slice(other + 1);
  const since = same[0]?.finishTime ?? older.since;
  return { ...branch, older: { ...older, count: older.count + same.length, since }, isCut: other === -1 };
}

/** The streak goes on with runs for which there is no room any more. */
function withEvicted(branch: BranchJournal, evicted: readonly PastRun[]): BranchJournal {
  const { older } = branch;
  const last = evicted.at(-1);
  if (last === undefined) return branch;
  const isGood = hasSucceeded(last);
  const other = evicted.findLastIndex((run) => hasSucceeded(run) !== isGood);
  const same = evicted.slice(other + 1);
  if (other === -1 && older?.isGood === isGood)
    return { ...branch, older: { ...older, count: older.count + same.length } };
  const since = same[0]?.finishTime ?? last.finishTime;
  const isCut = branch.isCut && other === -1 && older === undefined;
  return { ...branch, older: { isGood, count: same.length, since }, isCut };
}

function pastRun(
  { id, status, result, queueTime, startTime, finishTime = 0, reason }: Run,
  isOtherCommit: boolean | undefined,
  attempt: number,
): PastRun {
  return { id, status, result, queueTime, startTime, finishTime, reason, isOtherCommit, attempt };
}

/** If runs finished in the same second, the one that was queued first comes first. */
export function byFinish(one: Run | PastRun, other: Run | PastRun): number {
  return (one.finishTime ?? 0) - (other.finishTime ?? 0) || one.id - other.id;
}
