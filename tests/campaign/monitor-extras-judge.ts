import assert from "node:assert/strict";
import { reportIn } from "../packaged/monitor-stage";
import { expectedNews, worksAgain } from "./monitor-extras-oracle";
import { expectedOf, oracleConfigOf, shownSeconds } from "./monitor-oracle";
import { limits, type MonitorScript } from "./monitor-script";
import type { MonitorStep } from "./monitor-world";

/** Checks that a step could not do, according to its log. */
export function lostIn(log: readonly string[]): string[] {
  return log.flatMap((line) => /^##\[warning\]Could not check (.*?): /.exec(line)?.[1] ?? []);
}

/** A failure's history, as a report adds it to the verdict. */
const news =
  /^, (?:first failure after \d+ successful runs?|\d+\w\w failure in a row since (?:[\d-]+ )?\d\d:\d\d UTC)(?=: )/;

/**
 * A report that tells more than the specification's: every run in which something is wrong is named on just one line, by
 * the rules written down a second time; so is every run that hangs, and every pipeline that works again. What a step says
 * it could not check may be missing, and nothing else.
 */
export function judgeDigest(script: MonitorScript, step: MonitorStep, report: readonly string[]): void {
  const { result, before } = step;
  const lost = lostIn(result.log);
  const { lists, logLists, logs, timelines, passing } = script;
  // A wait that any answer asks for holds up all that is asked after it.
  const isCalm = [lists, logLists, logs, timelines, passing].every(({ length }) => length === 0);
  if (isCalm) assert.deepEqual(lost, [], "nothing stood in the way, and yet something could not be checked");
  const { check_unfinished, window, history } = script.extras;
  const config = oracleConfigOf(script);
  const isChecked = (pipeline: string) =>
    (config.limits.has(pipeline) ? config.limits.get(pipeline) : config.limits.get("default")) !== undefined;
  const knowsLast = before !== undefined && !lost.includes("the time of the last report");
  const follows = window === "since_last_report" && knowsLast;
  // The random hours judge messages that were delivered in part.
  if (before?.result.outputs["delivered"] === "failed") return;
  const last = knowsLast ? reportIn(before.result.log) : undefined;
  const reported = follows ? last : undefined;
  const isNew = (words: string) => !reported?.some((line) => line.includes(words));
  // Run limits are told once a day, whatever the window is.
  const isNewAs = (what: string, line: string) =>
    what === "run limits" ? last?.some((told) => told.startsWith(line)) !== true : isNew(line);
  // All that finished had done so when an earlier step reported it; what cannot be understood has no time.
  const told = script.runs.filter((run) => reported === undefined || run.broken);
  const flagged = told.filter((run) => expectedOf(run, config) !== undefined);
  const hangs = ({ doing, seconds, pipeline }: MonitorScript["hanging"][number]) =>
    isChecked(pipeline) && seconds > (doing === "queued" ? script.queueSecondsMax : limits.max_proc_time);
  const seesUnfinished = check_unfinished === true && !lost.includes("stuck runs");
  const hanging = seesUnfinished
    ? script.hanging.filter((run) => hangs(run) && isNew(`buildId=${run.id})`))
    : [];
  const tooFew = script.runs.length <= script.runCountMin ? 1 : 0;
  const ofGhost = [
    ["missing runs", "ghost did not run at 2026-11-19 23:30 UTC."],
    ["run limits", "ghost has a schedule in the configuration, but no pipeline has this name."],
  ].map(([what = "", line = ""]) => ({
    line,
    count: script.expectsGhost && isNewAs(what, line) && !lost.includes(what) ? 1 : 0,
  }));
  for (const { line, count } of ofGhost)
    assert.equal(report.filter((told) => told.startsWith(line)).length, count, line);
  const ghosts = ofGhost.reduce((sum, { count }) => sum + count, 0);
  assert.equal(result.outputs["issueCount"], String(tooFew + flagged.length + hanging.length + ghosts));
  const isRecovery = (line: string) => / works again after (at least )?\d+ failures?\.$/.test(line);
  const issues = report.filter((line) => !isRecovery(line));
  const lineOf = (id: number) => {
    const [line = "", ...more] = issues.filter((candidate) => candidate.includes(`buildId=${id})`));
    assert.ok(
      line !== "" && more.length === 0,
      `run ${id} is named on ${line === "" ? 0 : 1 + more.length} lines`,
    );
    return line;
  };
  for (const { id, doing } of hanging) {
    const [what, seconds] =
      doing === "queued" ? ["waiting to start", script.queueSecondsMax] : ["running", limits.max_proc_time];
    const stuck = new RegExp(`buildId=${id}\\) is still ${what} after \\d+ s[^,]*, limit (.*?)\\. \\[`);
    assert.equal(stuck.exec(lineOf(id))?.[1], shownSeconds(seconds), lineOf(id));
  }
  for (const run of flagged) {
    const { verdict = "", figures = "", tally } = expectedOf(run, config) ?? {};
    const line = lineOf(run.id);
    const [, count, grouped] = /^(\d+) runs (.*?)(?:, \d+ to \d+)? \(/.exec(line) ?? [];
    if (count === undefined || script.extras.group_causes !== true) {
      const said = line.split(`buildId=${run.id}) `)[1] ?? "";
      assert.ok(said.startsWith(verdict), `${verdict} in ${line}`);
      const behind = said.slice(verdict.length).replace(news, "");
      assert.ok(behind.startsWith(`: ${figures}.`), `${figures} in ${line}`);
    } else assert.ok(grouped === tally || grouped === "did not succeed", `${tally} in ${line}`);
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
