import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import type { Issue } from "../../../../tasks/PipelineMonitor/issue/issue";
import { type Note, recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import type { PageProject, Report } from "../../../../tasks/PipelineMonitor/issue/report";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { attachReports, reportOf } from "../../../../tasks/PipelineMonitor/render/attachment";
import { renderMessageText, renderTable } from "../../../../tasks/PipelineMonitor/render/log";
import { composeMessage } from "../../../../tasks/PipelineMonitor/render/message";
import { renderSummary } from "../../../../tasks/PipelineMonitor/render/summary";
import { quietText, totalsOf } from "../../../../tasks/PipelineMonitor/render/totals";
import { issueOfRunCount, issueOfWait } from "../../../../tasks/PipelineMonitor/rules/issues";
import { memoryAgent } from "../../../memory-agent";
import { sanitize } from "../../../sanitize";
import { fewerThan, fewRuns, verdict, waitedTooLong } from "../../../sentences";
import { failedRun } from "../failed-run";
import { projectReport, reportOn } from "../report-stage";
import { reasons } from "../silences";
import { failed, withLinks } from "./blocks-stage";

const until = Date.UTC(2026, 10, 20, 3, 19);
const finishTime = until / 1000 - 600;
const times = { queueTime: finishTime - 310, startTime: finishTime - 300, finishTime };
const word = (text: string) => ({ words: text });
const silenced = (by: keyof typeof reasons, why: string) => ({
  silenced: { by: reasons[by], why: [word(why)] },
});
const runbook = new URL("https://wiki/a");
const alert = { owner: "Ops", mention: "@ops", runbook, importance: "high" } as const;

function waited(id: number, pipeline: string): Issue {
  const run = failedRun({ id, buildNumber: String(id), pipeline, result: "succeeded", ...times });
  return withLinks(issueOfWait(run, 900, 300), id);
}
const runsOf = (...issues: Issue[]) =>
  issues.flatMap(({ about }) => (about !== "project" && "run" in about ? [about] : []));
const recovery = (pipeline: string) => {
  const run = failedRun({ id: 9, buildNumber: "9", pipeline });
  return recoveryNote(run, new URL("https://h/9"), "is well again");
};

/** Issues with and without an owner, too few runs, a muted issue and one that is known, and notes. */
function troubled(): PageProject {
  const failedAt = { time: finishTime * 1000, zone: utcZone };
  const invoices = { ...failed(1, "invoices", times), alert, failedAt };
  const issues = [
    waited(2, "site_health"),
    invoices,
    issueOfRunCount(3, 10),
    { ...failed(3, "experiments", times), ...silenced("mute", "Muted until Friday.") },
    { ...failed(4, "stock levels", times), alert, ...silenced("known", "Reported at 01:19 UTC.") },
  ];
  const told: Note = { ...recovery("price feed"), ...silenced("mute", "Muted until Friday.") };
  const notes = [recovery("tax rates"), told];
  return {
    ...projectReport({ issues, notes, records: runsOf(...issues), runCount: 4 }),
    notRepeated: new Map([["known", until / 1000 - 7200]]),
    clockNote: "The agent's clock is 90 s behind.",
  };
}

/** Only a failure below its threshold. It was read a minute later. */
function calm(): PageProject {
  const issue = { ...failed(5, "orders", times), ...silenced("threshold", "Failure 1 of 2 in a row.") };
  const { config, ...report } = projectReport({ issues: [issue], records: runsOf(issue), runCount: 1 });
  const alerts = { ...config.alerts, remindSeconds: 3600 };
  const named = { ...config, projectName: "Day_Shift", alerts };
  return { ...report, config: named, window: lastHour(until + 60_000) };
}

const unread = { ...projectReport().config, projectName: "Gone" };

const unreadNote: Note = {
  says: [word("Could not read "), { name: "Gone" }],
  beneath: [[word("The step's log says why")]],
  ...{ severity: "failure", rank: -1, tally: { thing: "project", what: "could not be read" } },
};

const silentNote: Note = { ...unreadNote, ...silenced("mute", "x") };

const muteLine = { parts: [word("A mute lasts.")], severity: "note", rank: 9 } as const;

/** Two projects, and one that could not be read. */
const report = (changes: Partial<Report> = {}) =>
  reportOn([troubled(), calm()], {
    ...{ unread: [unread], notes: [unreadNote, silentNote], asides: [muteLine], skipped: ["history"] },
    ...{ delivered: "failed", ...changes },
  });

describe("a report on several projects", () => {
  it("is a message for a phone: the worst first, each with its project, and what is context at the end", async () => {
    const ownRun = new URL("https://h/run");
    const message = composeMessage(report(), "product", ownRun, sanitize);
    assert.deepEqual(renderMessageText(message, "product", sanitize), [
      "🚨 Could not read Gone; 4 problems in 3 projects: invoices failed in Night Shift, " +
        `site_health ${waitedTooLong} in Night Shift, and more`,
      "",
      "🚨 Night Shift: invoices failed at 03:09 UTC",
      "   Run 1 · Log · Runbook · Ops",
      "",
      "🔴 Could not read Gone",
      "   The step's log says why",
      "",
      "🟠 Night Shift: site_health was queued for 15 min, limit 5 min",
      "   Run 2 · Log",
      "",
      "🟢 Night Shift: tax rates is well again",
      "   Run 9",
      "",
      "contoso/Night Shift, Day_Shift · 5 runs checked, 02:18–03:20 UTC · " +
        "fewer runs than expected in the last hour (3, expected more than 10) in Night Shift · 1 known problem not repeated; next reminder 02:19 UTC · " +
        "could not check history; see the step's log · Monitor run",
    ]);
    assert.deepEqual(message.owners, [{ owner: "@ops", pipelines: ["invoices"] }]);
    assert.deepEqual(
      message.footerLines?.map(({ parts }) => plainText(parts, sanitize)),
      [`Night Shift: ${fewRuns} in the last hour (3, expected more than 10)`],
    );
  });

  it("is a message in the order of the list in the specification's form", async () => {
    const message = composeMessage(report(), "specification", undefined, sanitize);
    assert.deepEqual(renderMessageText(message, "specification", sanitize), [
      "**Recent pipeline issues**",
      `Night Shift: site_health [2](https://h/2) ${waitedTooLong}: 900 s (15 min), limit 300 s (5 min). [log](https://h/l/2)`,
      `Night Shift: invoices [1](https://h/1) failed: ${verdict}. [log](https://h/l/1) Owner: Ops. [runbook](https://wiki/a)`,
      `Night Shift: ${fewerThan(10, 3)}`,
      "Night Shift: tax rates [9](https://h/9) is well again.",
      "Could not read Gone. The step's log says why.",
      "1 known problem not repeated; next reminder 02:19 UTC.",
      "Could not check history; see the step's log.",
      "Owners: @ops (invoices)",
    ]);
  });

  it("has a table in the log, with the project before each pipeline", () => {
    assert.deepEqual(renderTable(report().projects, sanitize), [
      "Pipeline                   Runs  Problems  Failed  Mean time  Longest",
      "Night Shift: experiments      1         0       1      5 min    5 min",
      "Night Shift: invoices         1         1       1      5 min    5 min",
      "Night Shift: stock levels     1         1       1      5 min    5 min",
      "Night Shift: site_health      1         1       0      5 min    5 min",
      "Day_Shift: orders             1         0       1      5 min    5 min",
      "",
    ]);
    assert.deepEqual(renderTable([], sanitize), []);
  });

  it("has a summary with a section for each, and what is not in the message", () => {
    const head =
      "| Pipeline | Runs | Problems | Failed | Mean run time | Longest run time | Mean wait | Longest wait |\n" +
      "| --- | --: | --: | --: | --: | --: | --: | --: |";
    const row = (name: string, failed: string, problems = "**1**") =>
      `\n| ${name} | 1 | ${problems} | ${failed} | 5 min | 5 min | 10 s | 10 s |`;
    const linksTo = (id: number, more = "") => `  \n  [Run ${id}](https://h/${id})${more}`;
    const withLog = (id: number, more = "") => linksTo(id, ` · [Log](https://h/l/${id})${more}`);
    const ops = " · [Runbook](https://wiki/a) · Ops";
    assert.deepEqual(renderSummary(report(), sanitize).split("\n\n"), [
      "### Gone",
      "Could not be read; see the step's log.",
      "### Night Shift",
      "**4 problems: invoices failed, stock levels failed, and more**",
      "**The message was not delivered:** see the step's log.",
      [
        `- **invoices** failed at 03:09 UTC${withLog(1, ops)}`,
        `- **stock levels** failed. Reported at 01:19 UTC.${withLog(4, ops)}`,
        "- Could not read Gone  \n  The step's log says why",
        `- ${fewRuns} in the last hour (3, expected more than 10)`,
        `- **site\\_health** was queued for 15 min, limit 5 min${withLog(2)}`,
        `- **tax rates** is well again${linksTo(9)}`,
      ].join("\n"),
      "**Not in the message**",
      [
        `- **experiments** failed. Muted until Friday.${withLog(3)}`,
        `- **price feed** is well again. Muted until Friday.${linksTo(9)}`,
        "- Could not read Gone. x  \n  The step's log says why",
        "- A mute lasts.",
      ].join("\n"),
      `${head}${row("experiments", "**1**", "0")}${["invoices", "stock levels"].map((name) => row(name, "**1**")).join("")}${row("site\\_health", "0")}`,
      "4 runs checked, from 2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC.",
      "The agent's clock is 90 s behind. The times are the service's.",
      "\n### Day\\_Shift",
      "No new pipeline errors. 1 problem is below after_failures.",
      "**Not in the message**",
      `- **orders** failed. Failure 1 of 2 in a row.${withLog(5)}`,
      `${head}${row("orders", "**1**", "0")}`,
      "1 run checked, from 2026-11-20 02:19:30 to 2026-11-20 03:20:00 UTC.",
      "",
    ]);
  });

  it("is attached for each on its own, with a title of its own", () => {
    const [first, second] = report().projects.map((project) =>
      JSON.parse(JSON.stringify(reportOf(project, report(), sanitize))),
    );
    assert.equal(first.sentence, "4 problems: invoices failed, stock levels failed, and more");
    const again = { sentence: "9 is well again.", runUrl: "https://h/9" };
    const recoveries = ["tax rates", "price feed"].map((pipeline) => ({ pipeline, ...again }));
    assert.deepEqual(first.recoveries, recoveries);
    const { project, configuration, from, to, sentence, problems } = second;
    assert.deepEqual([project, configuration], ["Day_Shift", "monitor.json, Day_Shift"]);
    assert.deepEqual([from, to, problems], [1795141170, 1795144800, []]);
    assert.equal(sentence, "No new pipeline errors. 1 problem is below after_failures.");
    const [{ issues, failures }] = second.pipelines;
    assert.deepEqual([issues, failures], [0, 1]);
    assert.equal(second.runs[0].sentence, "failed. Failure 1 of 2 in a row.");
  });

  it("is attached for the first, and at most nineteen others with issues", () => {
    const agent = memoryAgent();
    const quiet = { ...calm(), issues: [] };
    const many = Array.from({ length: 25 }, calm);
    attachReports(report({ projects: [quiet, { ...quiet, records: [] }, ...many] }), agent);
    const numbers = Array.from({ length: 19 }, (_, index) => `pipeline-monitor-${index + 2}-report.html`);
    assert.deepEqual(Object.keys(agent.pages), ["pipeline-monitor-report.html", ...numbers]);
    const counts = agent.reports.map((text) => JSON.parse(text).runs.length);
    assert.deepEqual(counts, [1, ...numbers.map(() => 1)]);
  });

  it("counts runs, problems, also known ones, those that alarm, and what could not be done", () => {
    const counts = { runCount: 5, issueCount: 4, alarmCount: 4 };
    assert.deepEqual(totalsOf(report(), sanitize), { ...counts, skipped: ["the project Gone", "history"] });
    const { issues, ...project } = troubled();
    const alert = { owner: "", mention: "", runbook: undefined, importance: "info" } as const;
    const calmer = { ...project, issues: issues.map((issue) => ({ ...issue, alert })) };
    const others = { ...report(), projects: [calmer], lasting: [], unread: [], isListed: false, skipped: [] };
    const expected = { runCount: 4, issueCount: 4, alarmCount: 0, skipped: ["the other projects"] };
    assert.deepEqual(totalsOf(others, sanitize), expected);
  });

  it("says in a line what is silenced, and whether something was skipped", () => {
    const { projects } = report();
    const known = " 1 known problem not repeated; next reminder 02:19 UTC.";
    const silenced = " 1 problem is muted or in a maintenance window. 1 problem is below after_failures.";
    const text = (of: readonly PageProject[], isWhole = true) => quietText(of, isWhole, sanitize);
    assert.equal(text(projects), `No new pipeline errors.${known}${silenced}`);
    const skipped = `No new pipeline errors. Some checks were skipped.${known}${silenced}`;
    assert.equal(text(projects, false), skipped);
    const part = projects.map((project) => ({ ...project, isWhole: project !== projects[0] }));
    assert.equal(text(part), skipped);
    const quiet = { ...calm(), issues: [] };
    assert.equal(text([quiet, quiet]), "No recent pipeline errors.");
    assert.equal(text([quiet, calm()]), "No new pipeline errors. 1 problem is below after_failures.");
    assert.equal(
      text([quiet], false),
      "No recent pipeline errors in finished runs; some checks were skipped.",
    );
  });
});
