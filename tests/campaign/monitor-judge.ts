import assert from "node:assert/strict";
import { StepCancelled } from "../../shared/agent/task";
import { allFinishedWell, allWell, header } from "../../tasks/PipelineMonitor/render/lines";
import { buildAuth, reportIn, token } from "../packaged/monitor-stage";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { leaks } from "../sandbox/leaks";
import { limits, type MonitorScript, type ScriptedRun, survivable } from "./monitor-script";
import type { MonitorStep, PlayedMonitor } from "./monitor-world";

/** The invariants of PipelineMonitor, judged from the services' side. Throws what is broken. */
export function judgeMonitor({ script, steps }: PlayedMonitor): void {
  for (const step of steps) {
    const { result, texts } = step;
    if (endedFromOutside(result, step.script.cancelled ? "cancelled" : "undisturbed")) continue;
    const said = { message: texts.join("\n") };
    assert.deepEqual(leaks(result, [token, buildAuth, "7f3kq9zt2wcanary"], said), []);
    judgeEnding(result, maxSeconds);
    judgePosts(step);
    if (result.outputs["runCount"] === undefined) judgeSilence(script, step);
    else judgeReport(script, step);
  }
}

/** Lists of eight pages, the search for logs, five further questions, and the posting, each with its tries. */
const maxSeconds = 8 * 400 + 2 * 900 + 5 * 300 + 400;

/** A message that may have arrived is not sent again: one that came too early (429) is, and for a refused one, a plain one. */
function judgePosts({ posts, result }: MonitorStep): void {
  const before = posts.slice(0, -1).flatMap(({ status }) => (status === 429 ? [] : status));
  const isPlainNext = before.length <= 1 && before.every((status) => status >= 400 && status < 500);
  assert.ok(isPlainNext, `posted again: ${JSON.stringify(posts)}`);
  const taken = posts.some(({ status, text }) => status >= 200 && status < 300 && !/^\s*</.test(text));
  const delivered = result.outputs["delivered"];
  if (delivered === "sent") assert.ok(taken, "called sent what no channel took");
  if (delivered === "notNeeded") assert.deepEqual(posts, []);
}

/** A step without a report fails, for a reason, and says nothing of the runs. */
function judgeSilence(script: MonitorScript, { script: agent, result, texts }: MonitorStep): void {
  assert.equal(result.result, "Failed", "no report, and yet no failure");
  // A pipeline of such a name cannot be configured: the configuration is refused.
  const refused = script.quietPipelines.some((name) => name === "__proto__" || !name.isWellFormed());
  const calm = script.lists.length + script.passing.length === 0 && !agent.cancelled;
  assert.ok(refused || !calm, "nothing stood in the way, and yet there is no report");
  if (agent.cancelled && result.issues.some(({ message }) => message === new StepCancelled().message)) return;
  const reported = [reportIn(result.log), texts, result.summaries];
  assert.deepEqual(reported, [[], [], {}], "reported what could not be read");
}

/** What a step could not check, according to its log. */
const lostIn = (log: readonly string[]) =>
  log.flatMap((line) => /^##\[warning\]Could not check (.*?): /.exec(line)?.[1] ?? []);

function judgeReport(script: MonitorScript, step: MonitorStep): void {
  const { script: agent, result, texts } = step;
  const report = reportIn(result.log);
  const { runCount, issueCount, delivered } = result.outputs;
  assert.equal(runCount, String(script.runs.length));
  // Products print the lines without the links by which a run is known.
  if (script.product === "markdown") {
    judgeRuns(script, step);
    // A chat that refuses the message itself gets a plain one in its place.
    const isRefused = script.webhook.some(({ fault }) => /^status (400|413|422)/.test(fault));
    for (const text of texts)
      if (!(isRefused && text.startsWith(`${header}\n`)))
        assert.equal(
          text,
          report.join("\n").replaceAll("_", "\\_"),
          "posted something else than was printed",
        );
  }
  const lost = lostIn(result.log);
  if (issueCount !== "0") assert.ok(![allWell, allFinishedWell].includes(report[0] ?? ""), report[0]);
  judgeSummary(result.summaries["Pipeline Monitor"] ?? "", script);
  const wanted = { succeed: "Succeeded", warn: "SucceededWithIssues", fail: "Failed" }[agent.onIssues];
  const isPartly = delivered === "failed" || lost.length > 0;
  const undelivered = isPartly ? "SucceededWithIssues" : "Succeeded";
  const byIssues = issueCount === "0" ? "Succeeded" : wanted;
  assert.equal(result.result, byIssues === "Succeeded" ? undelivered : byIssues);
}

/** Each run that did not succeed is told on one line, by this report or by one before; none that is well is. */
function judgeRuns(script: MonitorScript, { result, before }: MonitorStep): void {
  const isAgain = / works again [^.,]+, [^.]+\.$/;
  const linesIn = (log: readonly string[]) => reportIn(log).filter((line) => !isAgain.test(line));
  const report = linesIn(result.log);
  const follows = script.extras.window === "since_last_report" && before !== undefined;
  const earlier = follows ? linesIn(before.result.log) : [];
  const timesIn = (lines: readonly string[], { id }: ScriptedRun) =>
    lines.filter((line) => line.includes(`buildId=${id})`)).length;
  for (const run of script.runs) {
    const [now, then] = [timesIn(report, run), timesIn(earlier, run)];
    assert.ok(now <= 1 && then <= 1, `run ${run.id} is named on several lines`);
    if (script.timelines.length + script.passing.length === 0 && !failedLog(run).includes(survivable))
      for (const line of report.filter((one) => one.includes(`buildId=${run.id})`)))
        assert.doesNotMatch(
          line,
          new RegExp(`Why: .*${survivable}`),
          `run ${run.id}: of a step that succeeded`,
        );
    const isJudged = isChecked(script, run.pipeline) && !isDoubtful(script, run, lostIn(result.log));
    if (!isChecked(script, run.pipeline) || (isJudged && isWell(script, run)))
      assert.equal(now, 0, `run ${run.id} is told`);
    else if (run.broken || run.status !== "completed" || run.result !== "succeeded")
      assert.ok(now + then > 0, `run ${run.id} is lost`);
    const isKnown = follows && before.result.outputs["delivered"] !== "failed";
    if (isKnown && !run.broken && !lostIn(result.log).includes("the time of the last report"))
      assert.ok(now + then <= 1, `run ${run.id} is told twice`);
  }
  judgeTwins(script, report);
  if (Object.keys(script.extras).length === 0)
    assert.ok(Number(result.outputs["issueCount"]) <= report.length - 1, "a line is split or too many");
}

/** Pipelines of one name in two folders are called by their paths. Hostile names may have backslashes of their own. */
function judgeTwins({ runs }: MonitorScript, report: readonly string[]): void {
  const named = runs.filter(({ pipeline, broken }) => pipeline === "nightly import" && !broken);
  if (new Set(named.map(({ folder }) => folder)).size < 2) return;
  for (const { id, folder } of named)
    for (const line of report.filter((one) => one.includes(`buildId=${id})`))) {
      const path = `${folder}\\nightly import`.replaceAll("\\", "\\\\");
      assert.ok(line.startsWith(`${path} [`), `run ${id} is not told from its twin: ${line}`);
    }
}

function failedLog({ logs, failedStep }: ScriptedRun): string {
  return logs[failedStep % logs.length] ?? "";
}

function isChecked({ quietPipelines, defaultChecked }: MonitorScript, pipeline: string): boolean {
  return defaultChecked && (pipeline === "default" || !quietPipelines.includes(pipeline));
}

/** By its last attempt, if timelines are read; else by the letter, which sees two hours. */
function isWell({ queueSecondsMax, extras }: MonitorScript, run: ScriptedRun): boolean {
  const isInTime = run.runSeconds >= limits.min_proc_time && run.runSeconds <= limits.max_proc_time;
  const isGood = run.status === "completed" && run.result === "succeeded" && !run.broken;
  if (run.again !== "never") return isGood && isInTime && extras.check_unfinished === true;
  return isGood && isInTime && run.queuedSeconds <= queueSecondsMax;
}

/** Whether the timeline that tells of its last attempt may not have been read. */
function isDoubtful({ timelines, passing }: MonitorScript, { again }: ScriptedRun, lost: string[]): boolean {
  return again !== "never" && timelines.length + passing.length + lost.length > 0;
}

/** The summary counts the runs, mentions nobody, and leads nowhere else. */
function judgeSummary(summary: string, { runs }: MonitorScript): void {
  assert.match(summary, new RegExp(`^${runs.length} runs? checked, from `, "m"));
  assert.ok(!/[@<>]/.test(summary), "the summary mentions somebody");
  const outsideCode = summary.replace(/`[^`\n]*`/g, "");
  assert.ok(!/:\/\/(?!127\.0\.0\.1)/.test(outsideCode), "the summary leads elsewhere");
}
