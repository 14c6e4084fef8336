import type { Run, RunTimes } from "../../../shared/azure-devops/records";
import { hasSucceeded, secondsOf } from "../../../shared/azure-devops/run-state";
import { medianOf } from "../../../shared/journal/median";
import {
  type Day,
  type Hour,
  hourOf,
  type PastRun,
  type PipelineJournal,
  type State,
  states,
} from "../../../shared/journal/schema";
import type { CheckedRun } from "../issue/report";

function emptyHour(hour: number): Hour {
  return { hour, state: "none", queued: 0, checked: 0, failed: 0, flaky: 0 };
}

/** A literal without spreads, because a long list opens thousands of days. */
export function emptyDay(day: number): Day {
  return {
    day,
    state: "none",
    runs: 0,
    failures: 0,
    timedRuns: 0,
    totalSeconds: 0,
    medianSeconds: 0,
    longestSeconds: 0,
    longestWaitSeconds: 0,
    longestWaitId: 0,
    flakyCommits: 0,
  };
}

/** When a run was queued, or the first that is known of it. */
export function beganAt({ queueTime, startTime, finishTime = 0 }: RunTimes) {
  return queueTime ?? startTime ?? finishTime;
}

export function worse(one: State, other: State): State {
  return states.indexOf(one) >= states.indexOf(other) ? one : other;
}

/** Copies the hours and days of a pipeline, and changes the copies. */
export function openCells(before: PipelineJournal, dayOf: (seconds: number) => number) {
  const hours = new Map([...before.hours].map(([hour, cell]) => [hour, { ...cell }]));
  const days = new Map([...before.days].map(([number, day]) => [number, { ...day }]));
  const counted = new Set<number>();
  const hourAt = (at: number) => openCell(hours, hourOf(at), emptyHour);
  const dayAt = (at: number) => openCell(days, dayOf(at), emptyDay);
  return {
    /** A run that the rules do not see was queued, and no more. One that was run again was counted before. */
    countRun(run: CheckedRun, isSeen: boolean, isAgain: boolean): void {
      const at = beganAt(run);
      const hour = hourAt(at);
      if (!isAgain) hour.queued++;
      if (!isSeen) return;
      const state: State = !hasSucceeded(run) ? "failed" : isOverLimit(run) ? "limit" : "well";
      hour.state = worse(hour.state, state);
      const day = dayAt(at);
      counted.add(dayOf(at));
      day.state = worse(day.state, state);
      if (isAgain) return;
      hour.checked++;
      day.runs++;
      if (state === "failed") {
        hour.failed++;
        day.failures++;
      }
      const { queueTime = Number.NaN, startTime = Number.NaN, finishTime = Number.NaN } = run;
      const [queuedSeconds, runSeconds] = [startTime - queueTime, finishTime - startTime];
      if (runSeconds >= 0) {
        day.timedRuns++;
        day.totalSeconds += runSeconds;
        day.longestSeconds = Math.max(day.longestSeconds, runSeconds);
      }
      if (queuedSeconds > day.longestWaitSeconds)
        [day.longestWaitSeconds, day.longestWaitId] = [queuedSeconds, run.id];
    },
    /** On the commit of a run, others ended otherwise. */
    countFlaky(run: Run): void {
      hourAt(beganAt(run)).flaky++;
      dayAt(beganAt(run)).flakyCommits++;
    },
    /** Marks when a run did not start, or was stuck. */
    mark(at: number, state: State): void {
      for (const cell of [hourAt(at), dayAt(at)]) cell.state = worse(cell.state, state);
    },
    /** With the medians of the days that were counted, by the runs that the journal still has of them. */
    cells(branches: readonly { runs: readonly PastRun[] }[]) {
      const secondsByDay = new Map<number, number[]>([...counted].map((day) => [day, []]));
      for (const { runs } of branches)
        for (const run of runs) {
          const { runSeconds } = secondsOf(run);
          if (runSeconds >= 0) secondsByDay.get(dayOf(beganAt(run)))?.push(runSeconds);
        }
      for (const [number, seconds] of secondsByDay) {
        const day = days.get(number);
        if (day !== undefined) day.medianSeconds = medianOf(seconds) ?? day.medianSeconds;
      }
      return { hours, days };
    },
  };
}

function openCell<T>(cells: Map<number, T>, number: number, empty: (number: number) => T): T {
  const cell = cells.get(number) ?? empty(number);
  cells.set(number, cell);
  return cell;
}

function isOverLimit({ verdict }: CheckedRun): boolean {
  return verdict !== undefined && ["ranTooLong", "waitedTooLong", "finishedTooFast"].includes(verdict);
}
