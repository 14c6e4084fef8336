import assert from "node:assert/strict";
import { buildAuth, reportIn, token } from "../packaged/monitor-stage";
import { endedFromOutside, judgeEnding } from "../sandbox/ending";
import { leaks } from "../sandbox/leaks";
import { judgeMessage, type ShownMessage } from "./message-judge";
import { judgeDigest, lostIn } from "./monitor-extras-judge";
import { expectedLog, expectedOf, oracleConfigOf } from "./monitor-oracle";
import type { MonitorScript } from "./monitor-script";
import type { MonitorStep, PlayedMonitor } from "./monitor-world";

/** The invariants of PipelineMonitor, judged from the services' side. Throws what is broken. */
export function judgeMonitor({ script, steps }: PlayedMonitor): void {
  for (const step of steps) {
    const { result, texts } = step;
    if (endedFromOutside(result, step.script.cancelled ? "cancelled" : "undisturbed")) continue;
    assert.deepEqual(
      leaks(result, [token, buildAuth, "7f3kq9zt2wcanary"], { message: texts.join("\n") }),
      [],
    );
    judgeEnding(result, maxSeconds);
    judgePosts(step);
    judgeReport(script, step);
  }
}

/** Lists of eight pages, the search for logs, five further questions, and the posting, each with its tries. */
const maxSeconds = 8 * 400 + 2 * 900 + 5 * 300 + 400;

/** A message that may have arrived is not sent again: only a refused one (429) is. */
function judgePosts({ posts, result }: MonitorStep): void {
  assert.ok(
    posts.slice(0, -1).every(({ status }) => status === 429),
    `posted again: ${JSON.stringify(posts)}`,
  );
  const taken = posts.some(({ status, text }) => status >= 200 && status < 300 && !/^\s*</.test(text));
  const delivered = result.outputs["delivered"];
  if (delivered === "sent") assert.ok(taken, "called sent what no channel took");
  if (delivered === "notNeeded") assert.deepEqual(posts, []);
}

/** Either the step fails and reports nothing, or it reports just what the rules say of all runs. */
function judgeReport(script: MonitorScript, step: MonitorStep): void {
  const { script: agent, result, texts } = step;
  const report = reportIn(result.log);
  const { runCount, issueCount } = result.outputs;
  if (runCount === undefined) {
    assert.equal(result.result, "Failed", "no report, and yet no failure");
    // A pipeline of such a name cannot be configured: the configuration is refused.
    const refused = script.quietPipelines.some((name) => name === "__proto__" || !name.isWellFormed());
    const calm = script.lists.length + script.passing.length === 0 && !agent.cancelled;
    assert.ok(refused || !calm, "nothing stood in the way, and yet there is no report");
    if (agent.cancelled && result.issues.some(({ message }) => message === "The step was canceled.")) return;
    assert.deepEqual([report, texts, result.summaries], [[], [], {}], "reported what could not be read");
    return;
  }
  assert.equal(runCount, String(script.runs.length));
  const isPlain = Object.keys(script.extras).length === 0;
  const isProduct = script.product !== "markdown";
  if (isPlain) judgeCount(script, issueCount);
  if (!isProduct && isPlain) judgeLines(report, expectedLines(script));
  if (!isProduct && !isPlain) judgeDigest(script, step, report);
  for (const text of texts) {
    const shown = judgeMessage(script.product, text);
    if (isPlain) judgeShown(script, shown);
    else if (shown.title !== undefined) assert.match(shown.title, /^(🔴|🟠|🟢|ℹ️) ./);
  }
  judgeSummary(result.summaries["Pipeline Monitor"] ?? "", script, isPlain);
  for (const text of script.product === "markdown" ? texts : [])
    assert.equal(text, report.join("\n").replaceAll("_", "\\_"), "posted something else than was printed");
  const wanted = { succeed: "Succeeded", warn: "SucceededWithIssues", fail: "Failed" }[agent.onIssues];
  const isPartly = result.outputs["delivered"] === "failed" || lostIn(result.log).length > 0;
  const undelivered = isPartly ? "SucceededWithIssues" : "Succeeded";
  const byIssues = issueCount === "0" ? "Succeeded" : wanted;
  assert.equal(result.result, byIssues === "Succeeded" ? undelivered : byIssues);
}

/** The channel shows the title, and every issue that it does not say there was no room for. */
function judgeShown(script: MonitorScript, shown: ShownMessage): void {
  const config = oracleConfigOf(script);
  const tooFew = script.runs.length <= script.runCountMin;
  const flagged = script.runs.filter((run) => expectedOf(run, config) !== undefined);
  judgeTitle(shown.title, flagged.length + (tooFew ? 1 : 0), flagged.length);
  const ids = new Set(shown.runIds.filter((id) => flagged.some((run) => run.id === id)));
  assert.equal(
    ids.size + (shown.saysTooFew ? 1 : 0) + shown.issuesLeftOut,
    flagged.length + (tooFew ? 1 : 0),
    "an issue is neither shown nor counted",
  );
}

/** One problem is named without a number; of several, the title has the total. */
function judgeTitle(title: string | undefined, total: number, issues: number): void {
  if (title === undefined) return;
  if (issues > 1) assert.match(title, new RegExp(`Night Shift: ${total} problems`));
  else if (issues === 0) assert.match(title, /^🔴 Night Shift: (fewer runs than expected|no runs finished)/);
  else assert.doesNotMatch(title, /Night Shift: \d+ problems/);
}

function judgeCount(script: MonitorScript, issueCount = ""): void {
  const lines = expectedLines(script);
  assert.equal(issueCount, String(lines.length));
}

/** The report of the specification: a line for each run in which something is wrong, in order. */
function judgeLines(report: readonly string[], expected: readonly string[][]): void {
  const header = expected.length === 0 ? "No recent pipeline errors." : "**Recent pipeline issues**";
  assert.equal(report.length, 1 + expected.length, "a line is missing, split or too many");
  assert.equal(report[0], header);
  for (const [index, parts] of expected.entries())
    for (const part of parts) assert.ok(report[index + 1]?.includes(part), `${part} in ${report[index + 1]}`);
}

/** The summary says of every run with an issue what is wrong, in the words of the products' form, and nothing in it leads elsewhere. */
function judgeSummary(summary: string, script: MonitorScript, isPlain: boolean): void {
  const config = oracleConfigOf(script);
  const items = summary.split("\n- ");
  for (const run of isPlain ? script.runs : []) {
    const { sentence } = expectedOf(run, config) ?? {};
    const item = items.find((one) => one.includes(`results?buildId=${run.id})`));
    if (sentence === undefined) assert.equal(item, undefined, `run ${run.id} is reported`);
    else assert.ok(item?.includes(`** ${sentence}`), `${sentence} in ${item}`);
  }
  assert.match(summary, new RegExp(`^${script.runs.length} runs? finished from `, "m"));
  assert.ok(!/[@<>]/.test(summary), "the summary mentions somebody");
  const outsideCode = summary.replace(/`[^`\n]*`/g, "");
  assert.ok(!/:\/\/(?!127\.0\.0\.1)/.test(outsideCode), "the summary leads elsewhere");
}

/** In order; each line must contain all its texts. */
function expectedLines(script: MonitorScript): string[][] {
  const config = oracleConfigOf(script);
  const tooFew =
    script.runs.length <= script.runCountMin ? [["Fewer runs than expected in the last hour"]] : [];
  const healthyLogs = script.logLists.length + script.logs.length === 0 && script.passing.length === 0;
  const ofRuns = script.runs.flatMap((run) => {
    const expected = expectedOf(run, config);
    if (expected === undefined) return [];
    const line = `buildId=${run.id}) ${expected.verdict}: ${expected.figures}. [`;
    const log = expectedLog(run);
    const link = log === undefined ? ". [run](" : `/builds/${run.id}/logs/${log})`;
    return [[line, ...(healthyLogs ? [link] : [])]];
  });
  return [...tooFew, ...ofRuns];
}
