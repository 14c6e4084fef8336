import { judge, learn, waitMinutes } from "../../../../../tasks/PipelineMonitor/checks/schedules/hour";
import { matchRuns, timesOf } from "../../../../../tasks/PipelineMonitor/checks/schedules/slots";
import type { KnownSchedule } from "../../../../../tasks/PipelineMonitor/issue/schedules";
import { mergeTimes } from "../../../../../tasks/PipelineMonitor/journal/times";
import { dayMinutes, play, type Story, start, storyWeeks } from "./story";

const weekMinutes = 7 * dayMinutes;
const lateMinutes = 15;

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
  /** Times at which it had learned anything of a history that shows a gap. */
  learnedGaps: number;
  /** The same for a gap that no run shows, because none had come at that time of the week. */
  learnedHidden: number;
  /** Changes that it told, and those that took place. */
  changesTold: number;
}

/** Plays a story in successive reports. */
export function judgeStory(story: Story): Figures {
  const { runs, manual, ends } = play(story);
  const figures: Figures = {
    ...{
      expected: 0,
      found: 0,
      judged: 0,
      reported: 0,
      falsely: [],
      learnedGaps: 0,
      learnedHidden: 0,
      changesTold: 0,
    },
  };
  let known: KnownSchedule = { pipeline: "p", definitionId: 1, times: [], missed: [], isStopped: false };
  const queued = runs.flatMap(({ queued: at }) => at ?? []);
  const gaps = new Set(runs.filter((run) => run.queued === undefined).map(({ at }) => at));
  const isChanged = ends.length > 1;
  const change = ends[0] ?? 0;
  const reports: number[] = [];
  let before = start;
  for (let now = start + 19; now < start + storyWeeks * weekMinutes; now += story.reportEveryMinutes) {
    // A run is on the list of runs when it has finished, some minutes later.
    const listed = queued.filter((at) => at > before - 40 && at <= now - 20);
    const earlier = known.pattern;
    if (listed.length > 0) known = learn({ ...known, times: mergeTimes(known.times, listed) }, now);
    if (
      earlier !== undefined &&
      known.pattern !== undefined &&
      earlier.slots.length !== known.pattern.slots.length
    )
      figures.changesTold++;
    const wait = waitMinutes(known, lateMinutes);
    const [from, until] = [before - wait, now - wait];
    figures.judged += timesOf(known.pattern?.slots ?? [], from, until).length;
    const queuedNow = queued.filter((at) => at > before - 400 && at <= now);
    const all = [...queuedNow, ...manual.filter((at) => at > before - 400 && at <= now)];
    const judged = judge(known, all, queuedNow, { from, until, graceMinutes: lateMinutes });
    if (judged.known.pattern !== known.pattern) figures.changesTold++;
    known = judged.known;
    if (judged.missing.length > 0 && story.kind === "disabled" && (judged.missing[0] ?? 0) >= change - 30)
      known = { ...known, times: [], pattern: undefined };
    else reports.push(...judged.missing);
    if (story.kind === "changesOnly" && earlier === undefined && known.pattern !== undefined) countGaps(now);
    before = now;
    if (now % dayMinutes < story.reportEveryMinutes) countFound(now);
  }

  /** Counts a gap of the last three weeks. After the last run, a gap is not of the history, but what is to be reported. */
  function countGaps(now: number) {
    const last = known.times.at(-1) ?? now;
    const ofWeeks = runs.filter(
      ({ at, queued: time }) => time === undefined && at < last && at > now - 3 * weekMinutes,
    );
    const isShown = (gap: number) =>
      runs.some(({ at, queued: time }) => time !== undefined && at < gap && (gap - at) % weekMinutes === 0);
    if (ofWeeks.some(({ at }) => isShown(at))) figures.learnedGaps++;
    else if (ofWeeks.length > 0) figures.learnedHidden++;
  }

  /** Of the slots that are due in the next day, those whose last three weeks had no gap. */
  function countFound(now: number) {
    const phaseStart = isChanged && now >= change ? change : start;
    if (now < phaseStart + 3 * weekMinutes + story.reportEveryMinutes + 60) return;
    const inPhase = runs.filter(
      ({ at }) => at >= phaseStart && at < (now < change ? change : Number.POSITIVE_INFINITY),
    );
    const hasGap = inPhase.some(
      ({ at, queued: time }) => time === undefined && at < now && at > now - 4 * weekMinutes,
    );
    const ran = new Set(
      inPhase.filter((run) => run.queued !== undefined && run.at < now - 60).map(({ at }) => at),
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

  // Where runs come every few minutes and most are late, it is not known which of them is missing.
  const isVague = story.lateOneOf < 50;
  const isTrue = (at: number) =>
    [...gaps].some(
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
