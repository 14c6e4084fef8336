import {
  createLateness,
  type DueRun,
  type Habits,
  runAsAzure,
} from "../tasks/PipelineMonitor/checks/schedules/azure";
import { createDie, dayMinutes } from "../tasks/PipelineMonitor/checks/schedules/dice";
import { dueTimes } from "../tasks/PipelineMonitor/checks/schedules/story";

/** A pipeline of the fleet, and what became of its branches at each time at which it was due. */
export interface FleetPipeline {
  name: string;
  definitionId: number;
  cron: string;
  habits: Habits;
  branches: { name: string; runs: DueRun[] }[];
}

/** Most are nightly. */
const crons = [
  ...["0 2 * * *", "30 3 * * 1-5", "15 1 * * *", "0 22 * * *", "0 4 * * 1-6", "45 0 * * *"],
  ...["0 */6 * * *", "20 5,17 * * *", "0 * * * *", "10 6-18 * * 1-5", "0 9 * * 0", "5 3 * * *"],
];

/** Fifty pipelines, half of them with `always: true`, over some days from a minute since 1970. */
export function createFleet(seed: number, start: number, days: number, learnedDays: number): FleetPipeline[] {
  const die = createDie(seed);
  const oneOf = <T>(...values: readonly [T, ...T[]]): T =>
    values[Math.floor(die() * values.length)] ?? values[0];
  // Nobody works for ten days, as at the end of a year, and on some single days.
  const holidays = [
    [40, 50],
    [12, 13],
    [33, 34],
  ].map(([from = 0, until = 0]) => ({
    from: start + from * dayMinutes,
    until: start + until * dayMinutes,
  }));
  return Array.from({ length: 50 }, (_, index) => {
    const cron = crons[index % crons.length] ?? "";
    const due = dueTimes([cron], start, start + days * dayMinutes);
    const habits: Habits = {
      ...{
        always: Math.floor(index / crons.length + index) % 2 === 0,
        batch: oneOf(false, false, true),
        holidays,
      },
      ...{ commits: oneOf(0.1, 0.4, 0.7, 0.95), breaksOneOf: oneOf(4, 10, 1000) },
      ...{ runMinutes: oneOf(1, 4, 15, 50, 130, 400), lateBy: createLateness(oneOf(3, 20, 100), die) },
      edits: Array.from({ length: 2 }, () => start + Math.floor(die() * days) * dayMinutes + 600),
    };
    const missing = missingOf(due, start + learnedDays * dayMinutes, die);
    const frozen = { ...habits, commits: 0 };
    const main = { name: "refs/heads/main", runs: runAsAzure(habits, due, missing, die) };
    const release = { name: "refs/heads/release", runs: runAsAzure(frozen, due, missing, die) };
    const branches = index % 5 === 0 ? [main, release] : [main];
    return { name: `pipeline ${index}`, definitionId: 100 + index, cron, habits, branches };
  });
}

/** Three times at which the service fails, some of them for two runs in a row. */
function missingOf(due: readonly number[], from: number, die: () => number): Set<number> {
  const possible = due.filter((at) => at >= from);
  return new Set(
    Array.from({ length: 3 }, () => Math.floor(die() * possible.length)).flatMap((index) =>
      possible.slice(index, index + (die() < 0.2 ? 2 : 1)),
    ),
  );
}
