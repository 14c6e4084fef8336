import assert from "node:assert/strict";
import { expectedNews, worksAgain } from "./monitor-extras-oracle";
import { expectedOf, oracleConfigOf } from "./monitor-oracle";
import { limits, type MonitorScript } from "./monitor-script";
import type { MonitorStep } from "./monitor-world";

/** What a step left out, as it says itself. */
export function lostIn(log: readonly string[]): string[] {
  return log.flatMap((line) => /^##\[warning\]Left out: (.*?)\. /.exec(line)?.[1] ?? []);
}

/**
 * A report that tells more than the specification's: every run in which something is wrong is named on just one line, by
 * the rules written down a second time; so is every run that hangs, and every pipeline that works again. What a step says
 * it left out may be missing, and nothing else.
 */
export function judgeDigest(script: MonitorScript, step: MonitorStep, report: readonly string[]): void {
  const { result, tagsBefore } = step;
  const hasReported = tagsBefore.length > 0;
  const hasToldAll = tagsBefore.some((tag) => tag.endsWith("-whole"));
  const lost = lostIn(result.log);
  const { lists, logLists, logs, timelines, passing } = script;
  // A wait that any answer asks for holds up all that is asked after it.
  const isCalm = [lists, logLists, logs, timelines, passing].every(({ length }) => length === 0);
  if (isCalm) assert.deepEqual(lost, [], "nothing stood in the way, and yet something is left out");
  const { check_unfinished, window, history } = script.extras;
  const config = oracleConfigOf(script);
  const isChecked = (pipeline: string) =>
    (config.limits.has(pipeline) ? config.limits.get(pipeline) : config.limits.get("default")) !== undefined;
  const follows = window === "since_last_report" && !lost.includes("what follows on the last report");
  // All that finished had done so when an earlier step reported it; what cannot be understood has no time.
  const told = script.runs.filter((run) => !(follows && hasReported) || run.broken);
  const flagged = told.filter((run) => expectedOf(run, config) !== undefined);
  const hangs = ({ doing, seconds, pipeline }: MonitorScript["hanging"][number]) =>
    isChecked(pipeline) && seconds > (doing === "queued" ? script.queueSecondsMax : limits.max_proc_time);
  const seesUnfinished = check_unfinished === true && !lost.includes("unfinished runs");
  const hanging = seesUnfinished && !(follows && hasToldAll) ? script.hanging.filter(hangs) : [];
  const tooFew = script.runs.length <= script.runCountMin ? 1 : 0;
  const tellsOfGhost = script.expectsGhost && !(follows && hasToldAll);
  const ofGhost = [
    ["missing runs", "ghost did not run at 23:30 UTC (2026-11-19)."],
    ["limits of runs", "ghost has a schedule in the configuration, but there is no pipeline of this name."],
  ].map(([what = "", line = ""]) => ({ line, count: tellsOfGhost && !lost.includes(what) ? 1 : 0 }));
  for (const { line, count } of ofGhost)
    assert.equal(report.filter((told) => told.startsWith(line)).length, count, line);
  const ghosts = ofGhost.reduce((sum, { count }) => sum + count, 0);
  assert.equal(result.outputs["issueCount"], String(tooFew + flagged.length + hanging.length + ghosts));
  const isRecovery = (line: string) => / works again after (at least )?\d+ failures?\.$/.test(line);
  const issues = report.filter((line) => !isRecovery(line));
  for (const { id } of [...flagged, ...hanging]) {
    const lines = issues.filter((line) => line.includes(`buildId=${id})`));
    assert.equal(lines.length, 1, `run ${id} is named on ${lines.length} lines`);
    const isHanging = hanging.some((run) => run.id === id);
    assert.equal(lines[0]?.includes(": unfinished, "), isHanging, lines[0]);
  }
  if (history === undefined || lost.includes("history")) return;
  const recovered = [...new Set(told.map(({ pipeline }) => pipeline))].filter(
    (pipeline) => isChecked(pipeline) && worksAgain(script, pipeline),
  );
  const again = report.filter(isRecovery);
  if (told.length === script.runs.length)
    assert.equal(again.length, recovered.length, `${recovered.length} pipelines work again: ${report}`);
  for (const run of flagged.filter(
    ({ broken, result, status }) => !broken && (result !== "succeeded" || status !== "completed"),
  )) {
    const line = issues.find((candidate) => candidate.includes(`buildId=${run.id})`)) ?? "";
    const news = expectedNews(script, run);
    assert.ok(line.includes(news), `${news} in ${line}`);
  }
}
