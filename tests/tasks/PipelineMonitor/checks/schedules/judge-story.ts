import type { Run } from "../../../../../shared/azure-devops/records";
import { learn } from "../../../../../tasks/PipelineMonitor/checks/schedules/hour";
import {
  judgedSince,
  judgeLearned,
  judgeQueued,
} from "../../../../../tasks/PipelineMonitor/checks/schedules/missed";
import { isProven, withGaps } from "../../../../../tasks/PipelineMonitor/checks/schedules/proof";
import { matchRuns, timesOf } from "../../../../../tasks/PipelineMonitor/checks/schedules/slots";
import { emptyJournal, type PipelineJournal } from "../../../../../tasks/PipelineMonitor/issue/journal";
import type { KnownSchedule } from "../../../../../tasks/PipelineMonitor/issue/schedules";
import { sinceLast } from "../../../../../tasks/PipelineMonitor/issue/window";
import { emptyBranch, maxRuns, trimmed, withRuns } from "../../../../../tasks/PipelineMonitor/journal/branch";
import { scheduledTimes } from "../../../../../tasks/PipelineMonitor/journal/times";
import { failedRun } from "../../failed-run";
import { configWith } from "../../monitor-stage";
import { projectReport } from "../../report-stage";
import type { DueRun } from "./azure";
import { countReal, realMisses } from "./real-misses";
import { dayMinutes, play, type Story, start, storyWeeks } from "./story";

const weekMinutes = 7 * dayMinutes;
const lateMinutes = 15;
const auto = { max_proc_time: 900, min_proc_time: 0, schedule: "auto" };
const config = configWith({ window: "since_last_report", pipelines: { default: auto } });
const report = projectReport({ config });

export interface Figures {
  /** Due slots that it must have learned, and those of them that it had. */
  expected: number;
  found: number;
  /** Slots that it judged. */
  judged: number;
  /** Missing runs that it reported. */
  reported: number;
  /** Slots that it wrongly reported as missing. */
  falsely: number[];
  /** Missing runs that it must report, and those of them that it did; the same for all but the first of a pipeline. */
  real: number;
  told: number;
  laterReal: number;
  laterTold: number;
  /** Times at which it believed a schedule that skips unchanged code. */
  believed: number;
  /** How often it asked for the runs that were queued. */
  asked: number;
}

/** Plays a story in successive reports. */
export function judgeStory(story: Story): Figures {
  const { runs, manual, ends } = play(story);
  const figures: Figures = {
    ...{ expected: 0, found: 0, judged: 0, reported: 0, falsely: [] },
    ...{ real: 0, told: 0, laterReal: 0, laterTold: 0, believed: 0, asked: 0 },
  };
  const started = [...runs.flatMap(runOf), ...manual.map(manualRun)].sort(
    (one, other) => (one.queueTime ?? 0) - (other.queueTime ?? 0),
  );
  const byFinish = started.toSorted((one, other) => (one.finishTime ?? 0) - (other.finishTime ?? 0));
  const isChanged = ends.length > 1;
  const change = ends[0] ?? 0;
  const reports: number[] = [];
  let known: PipelineJournal = {
    ...{ pipeline: "p", definitionId: 1, times: [], missed: [], isStopped: false, proofs: [], gaps: [] },
    ...{ branches: [emptyBranch("")], isRead: true, hours: new Map(), days: new Map() },
  };
  let next = 0;
  let before = start;
  for (let now = start + 19; now < start + storyWeeks * weekMinutes; now += story.reportEveryMinutes) {
    const listed: Run[] = [];
    for (let run = byFinish[next]; run && (run.finishTime ?? 0) <= now * 60; run = byFinish[++next])
      listed.push(run);
    if (listed.length > 0) known = noted(known, listed);
    if (listed.length > 0) known = { ...known, ...learn(known, now) };
    if (isProven(known) && story.kind === "changesOnly") figures.believed++;
    const window = sinceLast(now * 60_000, { until: before * 60 });
    const journal = { ...emptyJournal, pipelines: new Map([["1", known]]) };
    const judged = judgeLearned({ ...report, window, schedules: [known], journal });
    for (const { due } of judged)
      figures.judged += timesOf(known.pattern?.slots ?? [], due.from, due.until).length;
    const isAsked = judged.some(({ unmet }) => unmet.length > 0);
    if (isAsked) figures.asked++;
    for (const one of isAsked ? judgeQueued(judged, queuedBy(started, judgedSince(judged), now)) : judged) {
      const isDisabled = story.kind === "disabled" && one.missing.some((at) => at >= change - 30);
      known = { ...known, ...(isDisabled ? forgotten : withGaps(one.known, one.missing)) };
      if (!isDisabled) reports.push(...one.missing);
    }
    before = now;
    if (now % dayMinutes < story.reportEveryMinutes) countFound(now);
  }
  // Where runs come every few minutes and most are late, it is not known which of them is missing.
  const isVague = story.lateOneOf < 50;
  const isClose = runs.some(({ at }, index) => at - (runs[index - 1]?.at ?? 0) <= 2 * lateMinutes);
  if (story.kind === "steady" && !(isVague && isClose))
    Object.assign(figures, countReal(realMisses(runs, story.reportEveryMinutes), reports, before - 120));

  /** Of the slots that are due in the next day, those whose last three weeks had no gap. */
  function countFound(now: number) {
    const phaseStart = isChanged && now >= change ? change : start;
    if (now < phaseStart + 3 * weekMinutes + story.reportEveryMinutes + 60) return;
    const inPhase = runs.filter(
      ({ at }) => at >= phaseStart && at < (now < change ? change : Number.POSITIVE_INFINITY),
    );
    const hasGap = inPhase.some(({ at, run }) => run === undefined && at < now && at > now - 4 * weekMinutes);
    const ran = new Set(
      inPhase.filter(({ run }) => run !== undefined && run.finished < now - 60).map(({ at }) => at),
    );
    const due = inPhase.filter(
      ({ at }) =>
        at >= now && at < now + dayMinutes && [1, 2, 3].every((weeks) => ran.has(at - weeks * weekMinutes)),
    );
    if (hasGap || due.length === 0) return;
    const slots = timesOf(known.pattern?.slots ?? [], now - 60, now + dayMinutes + 60);
    figures.expected += due.length;
    figures.found +=
      due.length -
      matchRuns(
        due.map(({ at }) => at),
        slots,
        { early: lateMinutes, late: lateMinutes },
      ).unmet.length;
  }

  const gaps = runs.filter(({ skipped }) => skipped === "missing").map(({ at }) => at);
  const isTrue = (at: number) =>
    gaps.some(
      (gap) => Math.abs(gap - at) <= 2 * lateMinutes || (isVague && gap < at && gap > at - dayMinutes),
    );
  for (const at of reports) {
    const isOfChange =
      (story.kind === "replaced" && at >= change - 30) ||
      (story.kind === "moved" && at > change - 90 && at < change + weekMinutes);
    // The month of the schedule is over: fewer runs are due near this time than in the weeks before.
    const dueNear = (time: number) => runs.filter((run) => Math.abs(run.at - time) <= 2 * lateMinutes).length;
    const hasEnded =
      dueNear(at + weekMinutes) === 0 ||
      [1, 2, 3, 4].some((weeks) => dueNear(at) < dueNear(at - weeks * weekMinutes));
    if (isTrue(at) || isOfChange || hasEnded) figures.reported++;
    else figures.falsely.push(at);
  }
  return figures;
}

const forgotten: Partial<KnownSchedule> = { times: [], pattern: undefined };

function noted(known: PipelineJournal, listed: readonly Run[]): PipelineJournal {
  const isCounted = () => false;
  const branches = known.branches.map((branch) =>
    trimmed(
      withRuns(branch, listed, isCounted, () => undefined),
      maxRuns,
      isCounted,
    ),
  );
  return { ...known, branches, times: scheduledTimes(listed, known.times) };
}

function queuedBy(started: readonly Run[], since: number, now: number) {
  const runs = started.flatMap((run): Run[] => {
    const { queueTime = 0, finishTime = 0 } = run;
    if (queueTime < since || queueTime > now * 60) return [];
    return [finishTime > now * 60 ? { ...run, status: "inProgress", finishTime: undefined } : run];
  });
  return { runs: new Map([["p", runs]]), unknown: new Map<string, number>() };
}

function runOf({ at, run }: DueRun): Run[] {
  if (run === undefined) return [];
  const { queued, finished, commit, result } = run;
  const times = { queueTime: queued * 60, startTime: queued * 60, finishTime: finished * 60 };
  return [
    failedRun({ id: at, pipeline: "p", definitionId: 1, reason: "schedule", commit, result, ...times }),
  ];
}

function manualRun(at: number): Run {
  const times = { queueTime: at * 60, startTime: at * 60, finishTime: at * 60 + 60 };
  const ofPipeline = { pipeline: "p", definitionId: 1, result: "succeeded" };
  return failedRun({ id: 10 ** 9 + at, ...ofPipeline, reason: "manual", commit: "m", ...times });
}
