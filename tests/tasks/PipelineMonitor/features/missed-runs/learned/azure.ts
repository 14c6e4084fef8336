import type { Run } from "../../../../../../shared/azure-devops/records";
import { failedRun } from "../../../failed-run";
import { dayMinutes } from "../../../schedules/story";

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createDie(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The runs of a branch at the times at which its schedule is due, in whole minutes since 1970, as Azure Pipelines starts them
 * without `always`: none if the branch has not changed since the last one that succeeded. A working day brings commits with the
 * probability `commits`; one in three makes the runs fail, until one of the next fixes them.
 */
export function runsForChanges(due: readonly number[], commits: number, die: () => number): Run[] {
  const all = commitsOf(due, commits, die);
  const succeeded: { finishedAt: number; commit: string }[] = [];
  return due.flatMap((at) => {
    const { commit, isRed } = all.findLast((one) => one.at <= at) ?? { commit: "first", isRed: false };
    if (succeeded.findLast(({ finishedAt }) => finishedAt <= at)?.commit === commit) return [];
    const finishedAt = at + Math.round(5 * (0.7 + 0.6 * die()));
    const result = isRed || die() < 0.02 ? "failed" : "succeeded";
    if (result === "succeeded") succeeded.push({ finishedAt, commit });
    const times = { queueTime: at * 60, finishTime: finishedAt * 60 };
    return [failedRun({ id: at, reason: "schedule", commit, result, ...times })];
  });
}

function commitsOf(due: readonly number[], commits: number, die: () => number) {
  const [first = 0, last = 0] = [due[0], due.at(-1)];
  let isRed = false;
  return Array.from({ length: Math.ceil((last - first) / dayMinutes) + 1 }, (_, index) => {
    const day = first - (first % dayMinutes) + index * dayMinutes;
    const isWeekend = [0, 6].includes(new Date(day * 60_000).getUTCDay());
    if (isWeekend || die() >= commits) return [];
    const times = Array.from(
      { length: 1 + Math.floor(die() * 3) },
      () => day + 7 * 60 + Math.floor(die() * 600),
    );
    return times.sort().map((at) => {
      isRed = die() < (isRed ? 0.6 : 1 / 3);
      return { at, commit: String(at).padEnd(40, "a"), isRed };
    });
  }).flat();
}
