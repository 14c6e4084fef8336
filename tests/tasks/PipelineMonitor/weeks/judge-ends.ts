import assert from "node:assert/strict";
import { createMemory, isForgetful } from "./memory";
import {
  firstStuckId,
  high,
  isInHour,
  isWithin,
  limitMinutes,
  type Pipeline,
  pipelines,
  scheduled,
  targets,
  type Week,
} from "./script";
import { type PlayedReport, taken } from "./world";

// What became of things: pipelines that are gone, runs that were stuck, and the reasons of what nobody was told in time.

/** From when on a report can know that a pipeline or its branch is gone; never if it is not. */
export function goneAtIn(week: Week): number {
  const { gone } = week;
  if (gone === undefined) return Number.POSITIVE_INFINITY;
  const ended = week.runs.flatMap(({ pipeline, at }) => (pipeline === gone.pipeline ? [at] : []));
  const pauses = ended.map((at, index) => at - (ended[index - 1] ?? at));
  const abandonedAt = (ended.at(-1) ?? 0) + Math.max(7 * 1440, ...pauses.map((pause) => 2 * pause));
  return gone.kind === "abandoned" ? Math.max(gone.at, abandonedAt) : gone.at;
}

/** When the list has it. */
export function lastRunOf({ runs, lateMinutes }: Week, pipeline: Pipeline): number {
  return (runs.findLast((run) => run.pipeline === pipeline)?.at ?? 0) + lateMinutes;
}

/** No chat is reminded of a pipeline that is gone, each is told so once, and its alert is closed. */
export function judgeGone(week: Week, reports: readonly PlayedReport[]): void {
  const { gone } = week;
  if (gone === undefined) return;
  const { pipeline, kind } = gone;
  const lastRun = lastRunOf(week, pipeline);
  const goneAt = goneAtIn(week);
  for (const target of targets) {
    if (target === "pager") continue;
    let [saidAt, endedAt, isOpen, isSure] = [Number.NEGATIVE_INFINITY, 0, false, true];
    for (const report of reports) {
      const { at } = report;
      const place = `${pipeline} at ${target}, minute ${at}, gone since ${goneAt}`;
      if (report.fate === "forgotten") isSure = false;
      const isTwice = report.isBlind || report.fate === "twin";
      const mayRepeat = !isOpen || !isSure || isTwice || lastRun >= saidAt - 20;
      for (const { what } of (report.said[target] ?? []).filter((one) => one.pipeline === pipeline)) {
        const isReminder = what === "failing" && !mayRepeat;
        assert.ok(!isReminder || at < goneAt, `${place}: reminded`);
        if (what === "gone") {
          assert.ok(at >= goneAt, `${place}: not gone`);
          assert.ok(
            isOpen || !isSure || isTwice,
            `${place}: told twice, or never failed; before at ${endedAt}`,
          );
          endedAt = at;
        }
        [isOpen, saidAt, isSure] = [what === "failing", at, !isForgetful(report)];
      }
      // However rarely it reminds, the monitor asks each day.
      const isDue = isOpen && at - Math.max(saidAt, goneAt) >= 1440;
      // A route without pipelines is not in the configuration, so nothing can be posted there.
      const isThere = target === "own" || taken(week, at, target).length > 0;
      const isCalm = report === reports.at(-1) && isSure && isDue && lastRun < saidAt - 20;
      assert.ok(!isCalm || !isThere || kind !== "pipeline", `${place}: not told that it is gone`);
      const isEnded = isCalm || (endedAt === at && at > 0);
      if (pipeline === high && isEnded && report.isSaved && !isWithin(week.outages.pager, at))
        assert.ok(!report.open.includes(high), `${place}: its alert is open`);
    }
  }
}

/** An alert of a stuck run is open while it is stuck, and closed by the first report after that, whatever was lost. */
export function judgeStuck(week: Week, reports: readonly PlayedReport[]): void {
  // Of these alerts, nothing that a report can read tells anything.
  const untraceable = new Set<number>();
  /** Opened by lost steps before any report was remembered. The first one that is lists a day. */
  const openedBefore = new Set<number>();
  let [before, isRemembered]: [readonly number[], boolean] = [[], false];
  for (const report of reports) {
    const { at, fate, isBlind, stuckOpen } = report;
    const stuck = stuckAt(week, at);
    // A run that ended long before a report that knows nothing is not on its list, and a deleted one is on none.
    if (fate === "forgotten") for (const id of before) untraceable.add(id);
    else if (fate === "lost")
      for (const id of stuckOpen) if (!before.includes(id) && isDeleted(week, id)) untraceable.add(id);
    if (fate === "forgotten") isRemembered = false;
    if (fate === "lost" && !isRemembered)
      for (const id of stuckOpen) if (!before.includes(id)) openedBefore.add(id);
    if (!isRemembered) for (const id of openedBefore) if (endedAt(week, id) < at - 1440) untraceable.add(id);
    if (fate !== "lost" && !isBlind) for (const id of stuck) untraceable.delete(id);
    before = stuckOpen;
    isRemembered ||= report.isSaved;
    if (isBlind || fate === "lost" || fate === "killed" || isWithin(week.outages.pager, at)) continue;
    const over = stuckOpen.filter((id) => !stuck.includes(id) && !untraceable.has(id));
    if (report.readsRecords) assert.deepEqual(over, [], `minute ${at}: alerts of runs that are not stuck`);
    const isMaintained = isInHour(week.maintenanceHour, at);
    const unpaged = stuck.filter((id) => !stuckOpen.includes(id));
    if (fate !== "forgotten" && !isMaintained)
      assert.deepEqual(unpaged, [], `minute ${at}: stuck runs without an alert`);
  }
}

function stuckAt({ stuck }: Week, at: number): number[] {
  return stuck.flatMap(({ from, until }, index) =>
    from + limitMinutes < at && at < until ? [firstStuckId + index] : [],
  );
}

function endedAt({ stuck }: Week, id: number): number {
  return stuck[id - firstStuckId]?.until ?? Number.POSITIVE_INFINITY;
}

function isDeleted({ stuck }: Week, id: number): boolean {
  return stuck[id - firstStuckId]?.result === "deleted";
}

/**
 * The first message about a pipeline after a failure names its reason, also if it could not be told at once. A failure like
 * the one before it has no reason of its own.
 */
export function judgeReasons(week: Week, reports: readonly PlayedReport[]): void {
  if (week.afterFailures > 1) return;
  // What a person told a test channel, or a run without its memory the own one, before the first scheduled run that remembers,
  // the own channel hears as it is by then.
  const first = reports.findIndex(({ fate, isBlind }) => fate !== "guest" && !isBlind);
  const isTried = reports.slice(0, first).some(({ fate }) => fate === "guest");
  const triedUntil = isTried ? (reports[first]?.at ?? 0) : 0;
  for (const pipeline of pipelines) {
    if (week.mutes.some((mute) => mute.pipeline === pipeline)) continue;
    const runs = week.runs.filter((run) => run.pipeline === pipeline);
    const memory = createMemory(pipeline);
    const knownSince = new Map<PlayedReport | undefined, number>(reports.map((one) => [one, memory(one)]));
    const goneAt = week.gone?.pipeline === pipeline ? week.gone.at : Number.POSITIVE_INFINITY;
    for (const [index, { at, result }] of runs.entries()) {
      const before = runs[index - 1];
      if (result === "succeeded" || result === before?.result || at < triedUntil) continue;
      // What happens in maintenance is no news.
      if ([before, { at }].some((run) => run && isInHour(week.maintenanceHour, run.at))) continue;
      const after = reports.filter((report) => report.at > at + week.lateMinutes);
      const told = after.findIndex((report) => !report.isBlind && failuresIn(report, pipeline).length > 0);
      const said = after[told];
      if (at < (knownSince.get(said ?? after.at(-1)) ?? 0)) continue;
      if (after.slice(0, told < 0 ? after.length : told + 1).some(({ fate }) => fate === "forgotten"))
        continue;
      if (goneAt <= (said?.at ?? Number.MAX_VALUE)) continue;
      // What was owed to a chat from which it moved meanwhile is told there when it is over.
      const isMoved = week.movedAt > at && week.movedAt <= (said?.at ?? 0);
      const messages = told < 0 ? [] : after.slice(told, isMoved ? after.length : told + 1);
      const texts = messages.flatMap((report) => failuresIn(report, pipeline));
      const isNamed = texts.some((text) => text.includes(result));
      assert.ok(isNamed, `${pipeline}: ${result} at ${at} is not named at ${said?.at}`);
    }
  }
}

/** A chat that heard the end of a problem is told of nothing before it again, whoever else still has to hear of that. */
export function judgeNews(week: Week, reports: readonly PlayedReport[]): void {
  const { maintenanceHour, afterFailures, mutes, movedAt, lateMinutes } = week;
  if (maintenanceHour !== undefined || afterFailures > 1) return;
  for (const target of targets)
    for (const pipeline of pipelines) {
      if (pipeline === scheduled || mutes.some((mute) => mute.pipeline === pipeline)) continue;
      const runs = week.runs.filter((run) => run.pipeline === pipeline);
      /** The last success of which the chat has heard; undefined while nobody knows. */
      let heard: number | undefined;
      let before = 0;
      for (const report of reports) {
        const { at, said } = report;
        // To where a pipeline moves goes what others were owed.
        if (isForgetful(report) || report.isBlind || (before < movedAt && movedAt <= at)) heard = undefined;
        before = at;
        const all = (said[target] ?? []).filter((one) => one.pipeline === pipeline);
        const failures = runs.filter(
          (run) => run.result !== "succeeded" && run.at > (heard ?? 0) && run.at + lateMinutes < at,
        );
        for (const { text } of heard === undefined ? [] : all) {
          const place = `${pipeline} at ${target}, minute ${at}, end heard of ${heard}: ${text}`;
          const [, count = "0"] =
            / (\d+) times | again after (\d+) /.exec(text)?.filter((one) => one !== undefined) ?? [];
          assert.ok(Number(count) <= failures.length, `${place}: told of failures before`);
          const [, earlier = ""] = /Before that: (.*)/.exec(text) ?? [];
          for (const result of ["failed", "canceled"])
            assert.ok(
              !earlier.includes(result) || failures.some((run) => run.result === result),
              `${place}: told of a reason before`,
            );
        }
        if (all.some(({ what }) => what === "over") && report.isSaved)
          heard = runs.findLast((run) => run.result === "succeeded" && run.at + lateMinutes < at)?.at;
      }
    }
}

/** What chats were told of failures, over or not. */
function failuresIn({ said }: PlayedReport, pipeline: Pipeline): string[] {
  return targets.flatMap((target) =>
    (said[target] ?? []).flatMap((one) =>
      one.pipeline === pipeline && (one.what === "failing" || one.what === "over") ? [one.text] : [],
    ),
  );
}
