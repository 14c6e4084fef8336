import assert from "node:assert/strict";
import { goneAtIn, judgeGone, judgeNews, judgeReasons, judgeStuck, lastRunOf } from "./judge-ends";
import { createMemory, isForgetful } from "./memory";
import {
  graceMinutes,
  high,
  isInHour,
  isWithin,
  type Pipeline,
  pipelines,
  type Run,
  scheduled,
  type TargetName,
  targets,
  type Week,
} from "./script";
import { dueTimes } from "./service";
import { type PlayedReport, taken } from "./world";

// The judge knows only the runs, the rules and what the targets were told. Times are in minutes of the week.

/** What the monitor is told of a pipeline: each run, or each time at which it was due; and from when on a report can know it. */
function happeningsOf(week: Week, pipeline: Pipeline): (Run & { knownAt: number })[] {
  if (pipeline !== scheduled)
    return week.runs
      .filter((one) => one.pipeline === pipeline)
      .map((run) => ({ ...run, knownAt: run.at + week.lateMinutes }));
  const last = week.reports.at(-1)?.at ?? 0;
  return dueTimes(week, last).map(({ at, hasRun }) => ({
    ...{ pipeline, at, result: hasRun ? "succeeded" : "failed" },
    knownAt: at + (hasRun ? 2 : graceMinutes),
  }));
}

/** Failures in a row. */
interface Row {
  from: number;
  /** When the success after it is known. */
  until: number;
  /** When it is known that it reached the threshold outside of maintenance; undefined if it did not. */
  loudAt: number | undefined;
}

/** What a report can know, the last row last. `from` is the first minute of which the monitor knows; a pipeline's history reaches further. */
function rowsAt(week: Week, pipeline: Pipeline, at: number, from: number): Row[] {
  const threshold = pipeline === scheduled ? 1 : week.afterFailures;
  const known = happeningsOf(week, pipeline).filter(({ knownAt }) => knownAt < at);
  const rows: Row[] = [];
  let count = 0;
  for (const { at: failedAt, knownAt, result } of known) {
    const row = rows.at(-1);
    const isOpen = row !== undefined && row.until === Number.POSITIVE_INFINITY;
    count = result === "succeeded" ? 0 : count + 1;
    if (result === "succeeded") {
      if (isOpen) row.until = knownAt;
    } else if (failedAt >= from) {
      const current = isOpen ? row : { from: failedAt, until: Number.POSITIVE_INFINITY, loudAt: undefined };
      if (!isOpen) rows.push(current);
      if (count >= threshold && !isInHour(week.maintenanceHour, failedAt)) current.loudAt ??= knownAt;
    }
  }
  return rows;
}

function isMuted({ mutes }: Week, pipeline: Pipeline, from: number, until = from): boolean {
  return mutes.some((mute) => mute.pipeline === pipeline && mute.from <= until && from < mute.until);
}

function waits(week: Week, pipeline: Pipeline, at: number): boolean {
  const { businessHours, maintenanceHour } = week;
  const hour = Math.floor(at / 60) % 24;
  const isClosed = businessHours !== undefined && (hour < businessHours[0] || hour >= businessHours[1]);
  return (isClosed && pipeline !== high) || isInHour(maintenanceHour, at) || isMuted(week, pipeline, at);
}

/** Throws at the first rule that a week breaks. */
export function judge(week: Week, reports: readonly PlayedReport[]): void {
  for (const pipeline of pipelines) {
    const there = reports.filter(({ at }) => pipeline !== week.gone?.pipeline || at < week.gone.at);
    for (const target of targets) if (target !== "pager") judgeChat(week, there, pipeline, target);
    if (pipeline === high) judgePager(week, reports);
  }
  judgeGone(week, reports);
  judgeStuck(week, reports);
  judgeReasons(week, reports);
  judgeNews(week, reports);
  judgeSteps(week, reports);
}

/** Whether a report can tell a target all that there is to tell. */
function isGood(week: Week, { at, fate, isBlind }: PlayedReport, target: TargetName): boolean {
  const isAsked = fate !== "forgotten" && (fate !== "guest" || target !== "own") && !isBlind;
  return isAsked && !isWithin(week.outages[target], at);
}

function judgeChat(
  week: Week,
  reports: readonly PlayedReport[],
  pipeline: Pipeline,
  target: TargetName,
): void {
  const knownSince = createMemory(pipeline);
  let [isOpen, isFirst] = [false, true];
  let [saidAt, lastGood] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  /** Whether the target may know something that the monitor does not, or the other way round. */
  let isDoubtful = false;
  /** Whether it knows a problem, and not where that is told. */
  let isMovable = false;
  for (const report of reports) {
    const { at, fate } = report;
    const place = `${pipeline} at ${target}, minute ${at}`;
    const takes = taken(week, at, target).includes(pipeline);
    const all = (report.said[target] ?? []).filter((one) => one.pipeline === pipeline);
    const said = all.filter(({ what }) => what === "failing" || what === "over");
    if (all.some(({ what }) => what === "moved")) {
      assert.ok(!takes && isFailing(rowsAt(week, pipeline, at, 0).at(-1)), `${place}: does not go elsewhere`);
      assert.ok(isMovable || isDoubtful || fate === "twin", `${place}: told twice where it goes`);
      isMovable = isForgetful(report);
    }
    if (said.some(({ what }) => what === "failing")) isMovable = true;
    const rows = rowsAt(week, pipeline, at, knownSince(report));
    const last = rows.at(-1);
    const fails = isFailing(last);
    if (fate === "forgotten" || fate === "twin") isDoubtful = true;
    // What is over before the first scheduled run may have been told to another channel.
    if (isFirst && fate === "guest" && target === "own") lastGood = at;
    else isFirst = fate === "forgotten";
    for (const { what } of said) {
      if (what === "failing") {
        const isRepeated = isOpen && !isNewsSince(week, reports, pipeline, { from: saidAt, until: at });
        assert.ok(
          !isRepeated || at - saidAt >= week.remindHours * 60 - 6,
          `${place}: repeated after ${at - saidAt} min`,
        );
        assert.ok(takes || !fails, `${place}: goes elsewhere`);
        assert.ok(last !== undefined, `${place}: never failed`);
      } else assert.ok(!fails || rows.length > 1, `${place}: does not work again`);
      isOpen = what === "failing";
    }
    if (said.length > 0) saidAt = at;
    if (said.length > 0 && !report.isSaved) isDoubtful = true;
    if (!takes) {
      // What an edit hides ends without a word.
      isOpen = false;
      lastGood = at;
      continue;
    }
    if (!isGood(week, report, target) || waits(week, pipeline, at)) continue;
    const isLoud = fails && last?.loudAt !== undefined;
    if (isLoud) assert.ok(isOpen, `${place}: fails since ${last.from}, and nobody was told`);
    else if (!fails && !isDoubtful)
      assert.ok(!isOpen, `${place}: works since ${last?.until}, and nobody was told`);
    for (const { from, until, loudAt } of rows)
      if (
        loudAt !== undefined &&
        from + week.lateMinutes > lastGood &&
        !isMuted(week, pipeline, from, Math.min(until, at) + 4500)
      )
        assert.ok(saidAt > from, `${place}: failed at ${from} until ${until}, and nobody was told`);
    if ((isLoud || said.length > 0) && report.isSaved) isDoubtful = false;
    lastGood = at;
  }
}

function isFailing(row: Row | undefined): boolean {
  return row?.until === Number.POSITIVE_INFINITY;
}

/** Whether anything but time is a reason to tell a problem again. */
function isNewsSince(
  week: Week,
  reports: readonly PlayedReport[],
  pipeline: Pipeline,
  { from, until }: { from: number; until: number },
): boolean {
  const own = happeningsOf(week, pipeline).filter((run) => run.at < until);
  const after = own.filter(({ knownAt }) => knownAt >= from - 20);
  // What happens in maintenance does not change what was told.
  const before = own
    .filter(({ at, knownAt }) => knownAt < from && !isInHour(week.maintenanceHour, at))
    .at(-1)?.result;
  const isOther = after.some(({ result }) => result === "succeeded" || result !== before);
  const isMutedBetween = isMuted(week, pipeline, from, until);
  const between = reports.filter(({ at }) => at >= from && at <= until);
  const isForgotten = between.some(isForgetful);
  const isMoved = week.movedAt > from && week.movedAt <= until;
  return isOther || isMutedBetween || isForgotten || isMoved;
}

function judgePager(week: Week, reports: readonly PlayedReport[]): void {
  const pipeline = high;
  const knownSince = createMemory(pipeline);
  const isGoneOne = week.gone?.pipeline === pipeline;
  let [isUntraced, isUnread, isSeen] = [false, false, false];
  for (const report of reports) {
    const { at, fate, isSaved, readsRecords } = report;
    // Of an alert that it opened, or closed because the pipeline was muted then, nothing tells.
    if (fate === "lost" || fate === "forgotten") isUntraced = true;
    const isDoubtful = isUntraced || (isUnread && !readsRecords);
    // A step whose memory nobody can read has recorded which alerts it was about to change.
    isUnread = !isSaved || (isUnread && !readsRecords);
    const from = knownSince(report);
    if (!isGood(week, report, "pager")) continue;
    if (isGoneOne && at >= (week.gone?.at ?? 0)) {
      // However rarely a chat is reminded, the monitor asks each day, but not in the report that finds the last run.
      const isDue = isSeen && at >= goneAtIn(week) + 1440;
      isSeen ||= isSaved && at > lastRunOf(week, pipeline);
      assert.ok(!isDue || !report.open.includes(pipeline) || isDoubtful, `minute ${at}: gone, but open`);
      continue;
    }
    const last = rowsAt(week, pipeline, at, from).at(-1);
    const isFailing = last?.until === Number.POSITIVE_INFINITY;
    const isLoud = isFailing && last.loudAt !== undefined;
    const isOpen = report.open.includes(pipeline);
    if (isMuted(week, pipeline, at)) assert.ok(!isOpen || isDoubtful, `minute ${at}: open, but muted`);
    else if (isLoud)
      assert.ok(
        isOpen || isDoubtful || isInHour(week.maintenanceHour, at),
        `minute ${at}: fails since ${last.from}, but is not open`,
      );
    else if (!isFailing) assert.ok(!isOpen || isDoubtful, `minute ${at}: works, but is open`);
    if (isLoud && isOpen && isSaved && !isMuted(week, pipeline, at)) isUntraced = false;
  }
}

/** A step that could not tell a target what it had to is never green. */
function judgeSteps(week: Week, reports: readonly PlayedReport[]): void {
  for (const { at, delivered, fate } of reports) {
    const isOut = targets.some((name) => isWithin(week.outages[name], at));
    if (delivered === "failed") assert.ok(isOut, `minute ${at}: failed`);
    if (fate === "fine" && !isOut) assert.notEqual(delivered, "failed", `minute ${at}`);
  }
}
