import assert from "node:assert/strict";
import { high, isWithin, limitMinutes, type Pipeline, pipelines, targets, type Week } from "./script";
import type { PlayedReport } from "./world";

// What became of things: pipelines that are gone, runs that were stuck, and the reasons of what nobody was told in time.

/** Whether a report may repeat what another one told: it does not know all that was done before, or nobody will know it. */
export function isForgetful({ isSaved, fate }: PlayedReport): boolean {
  return !isSaved || fate === "forgotten" || fate === "twin";
}

/** No chat is reminded of a pipeline that is gone, each is told so once, and its alert is closed. */
export function judgeGone(week: Week, reports: readonly PlayedReport[]): void {
  const { gone, remindHours } = week;
  if (gone === undefined) return;
  const { pipeline, kind } = gone;
  const lastRun = week.runs.findLast((run) => run.pipeline === pipeline)?.at ?? 0;
  const goneAt = kind === "abandoned" ? Math.max(gone.at, lastRun + 7 * 1440) : gone.at;
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
          assert.ok(isOpen || !isSure, `${place}: told twice, or never failed; before at ${endedAt}`);
          endedAt = at;
        }
        [isOpen, saidAt, isSure] = [what === "failing", at, !isForgetful(report)];
      }
      const isDue = isOpen && at >= goneAt && at - saidAt >= remindHours * 60;
      const isCalm = report === reports.at(-1) && isSure && isDue && lastRun < saidAt - 20;
      assert.ok(!isCalm || kind !== "pipeline", `${place}: not told that it is gone`);
      const isEnded = isCalm || (endedAt === at && at > 0);
      if (pipeline === high && isEnded && report.isSaved && !isWithin(week.outages.pager, at))
        assert.ok(!report.open.includes(high), `${place}: its alert is open`);
    }
  }
}

/** An alert of a stuck run is open while it is stuck, and closed by the first report after that, whatever was lost. */
export function judgeStuck(week: Week, reports: readonly PlayedReport[]): void {
  // A run that ended long before a report that knows nothing is not on its list.
  const excused = new Set<string>();
  let before: PlayedReport | undefined;
  for (const report of reports) {
    const { at, fate, isBlind, stuckOpen } = report;
    if (fate === "forgotten") for (const key of before?.stuckOpen ?? []) excused.add(key);
    before = report;
    if (isBlind || fate === "lost" || fate === "killed" || isWithin(week.outages.pager, at)) continue;
    const stuck = week.stuck.filter(({ from, until }) => from + limitMinutes < at && at < until);
    const open = stuckOpen.filter((key) => !excused.has(key));
    assert.ok(open.length <= stuck.length, `minute ${at}: ${open.length} alerts, ${stuck.length} stuck runs`);
    const isMaintained = week.maintenanceHour === Math.floor(at / 60) % 24;
    if (fate !== "forgotten" && !isMaintained)
      assert.ok(stuckOpen.length >= stuck.length, `minute ${at}: a stuck run has no alert`);
  }
}

/**
 * The first message about a pipeline after a failure names its reason, also if it could not be told at once. A failure like
 * the one before it has no reason of its own.
 */
export function judgeReasons(week: Week, reports: readonly PlayedReport[]): void {
  if (week.afterFailures > 1 || week.maintenanceHour !== undefined || week.mutes.length > 0) return;
  for (const pipeline of pipelines) {
    const runs = week.runs.filter((run) => run.pipeline === pipeline);
    const { at: goneAt } = week.gone?.pipeline === pipeline ? week.gone : { at: Number.POSITIVE_INFINITY };
    for (const [index, { at, result }] of runs.entries()) {
      if (result === "succeeded" || result === runs[index - 1]?.result || goneAt <= at + 4320) continue;
      const after = reports.slice(reports.findIndex((report) => report.at > at));
      const first = after.findIndex((report) => failuresIn(report, pipeline).length > 0);
      // Who has forgotten a failure, or that it was told, knows only the last one.
      if (after.slice(0, first + 1).some(isForgetful)) continue;
      const said = after[first];
      const isNamed = said !== undefined && failuresIn(said, pipeline).some((text) => text.includes(result));
      assert.ok(isNamed, `${pipeline}: ${result} at ${at} is not named at ${said?.at}`);
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
