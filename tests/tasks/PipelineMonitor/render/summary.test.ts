import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { type Issue, issueOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import type { IssueKind } from "../../../../tasks/PipelineMonitor/issue/kind";
import type { Delivery, FoundProject } from "../../../../tasks/PipelineMonitor/issue/report";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { allWell, messageLine } from "../../../../tasks/PipelineMonitor/render/lines";
import { renderSummary } from "../../../../tasks/PipelineMonitor/render/summary";
import {
  issueOfRecord,
  issueOfResult,
  issueOfRunCount,
  issueOfWait,
} from "../../../../tasks/PipelineMonitor/rules/issues";
import { didNotStart } from "../../../did-not-start";
import { hostileText } from "../../../hostile-text";
import { sampled } from "../../../sampled";
import { sanitize } from "../../../sanitize";
import { failedRun, type RunChanges } from "../failed-run";
import { projectReport, reportOn } from "../report-stage";

const until = Date.UTC(2026, 10, 20, 3, 19);

/** Three runs of a pipeline that take half an hour; the first has failed, unless a test says otherwise. */
const runs = (pipeline: string, changes: RunChanges = {}): RunRecord[] =>
  [10, 2, 1].map((waited, index) => {
    const result = index === 0 ? "failed" : "succeeded";
    const times = { queueTime: 0, startTime: waited, finishTime: waited + 1833 + (index === 0 ? 1 : 0) };
    return { run: failedRun({ id: index, pipeline, result, ...times, ...changes }) };
  });
const good = (pipeline: string) => runs(pipeline, { result: "succeeded" });

const failed = (pipeline: string): Issue => ({
  ...issueOfResult(failedRun({ id: 815, buildNumber: "20261120.4", pipeline, finishTime: 3000 })),
  links: { runPage: new URL("https://h/_build/results?buildId=815"), log: undefined, note: "" },
});

/** The summary of a report of an hour on one project. */
function summaryOf(changes: Partial<FoundProject>, delivered: Delivery = "sent") {
  const project = projectReport({ window: lastHour(until), ...changes });
  const lines = project.issues.map(messageLine);
  const message = { header: "", title: [], lines, footer: [] };
  const report = reportOn([project], { message, quietLine: allWell, delivered });
  return renderSummary(report, sanitize);
}

describe("summary of the monitor", () => {
  it("shows the issues first, then the pipelines with their figures, then the window", () => {
    const records = [...runs("nightly_import"), ...runs("", { result: "succeeded", finishTime: undefined })];
    assert.equal(
      summaryOf({ issues: [failed("nightly_import")], records, runCount: 6 }),
      [
        "**nightly\\_import failed**",
        "- **nightly\\_import** failed  \n  [Run 20261120.4](https://h/_build/results?buildId=815)",
        "| Pipeline | Runs | Problems | Failed | Mean run time | Longest run time | Mean wait | Longest wait |\n" +
          "| --- | --: | --: | --: | --: | --: | --: | --: |\n" +
          "| nightly\\_import | 3 | **1** | **1** | 30 min 33 s | 30 min 34 s | 4 s | 10 s |\n" +
          "| *others* | 3 | 0 | 0 |  |  | 4 s | 10 s |",
        "6 runs checked, from 2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC.",
        "",
      ].join("\n\n"),
    );
  });

  it("names what is odd in the configuration in each report, at the end of the first project only", () => {
    const project = projectReport({ window: lastHour(until) });
    const warnings = Array.from({ length: 22 }, (_, index) => `routes.${index + 1}: takes *nothing*`);
    const odd = { ...project, config: { ...project.config, warnings } };
    const summary = renderSummary(reportOn([odd, project], { quietLine: allWell }), sanitize);
    assert.deepEqual(summary.match(/\*\*Warnings about.*?\n\n.*?\n\n[^\n]*/gs), [
      [
        "**Warnings about the configuration**",
        Array.from({ length: 20 }, (_, index) => `- routes.${index + 1}: takes \\*nothing\\*`).join("\n"),
        "… and 2 more warnings, in the step's log.",
      ].join("\n\n"),
    ]);
    assert.ok(!renderSummary(reportOn([project]), sanitize).includes("Warnings about"));
  });

  it("says once what was edited, and counts edits that it has no room for", () => {
    const edited = (count: number) => {
      const edits = Array.from({ length: count }, (_, index) => `a_${index + 1}`);
      const project = projectReport({ window: lastHour(until) });
      const text = renderSummary(
        reportOn([project, { ...project }], { quietLine: allWell, edits }),
        sanitize,
      );
      return text.match(/^Edited.*$/gm);
    };
    const notice = "Edited in the configuration since the last report: a\\_1";
    assert.deepEqual(edited(0), null);
    assert.deepEqual(edited(2), [`${notice}, a\\_2.`]);
    assert.match(edited(21)?.[0] ?? "", /, a\\_20, and 1 more\.$/);
  });

  it("has the sections of features, with a link to each run that they tell of, and none that is empty", () => {
    const row = { pipeline: "orders", sentence: [{ words: "lost its agent" }], list: "", isGood: false };
    const rows = [
      { ...row, page: new URL("https://h/1") },
      { ...row, page: undefined },
    ];
    const sections = [
      { title: "Repairs", rows },
      { title: "Nothing", rows: [] },
    ];
    const text = renderSummary(reportOn([projectReport({ sections })], { quietLine: allWell }), sanitize);
    const line = "- **orders** lost its agent";
    assert.ok(
      text.startsWith(`${allWell}\n\n**Repairs**\n\n${line}: [run](https://h/1)\n${line}\n\n0 runs`),
      text,
    );
  });

  it("says that nothing is wrong now if what failed in this hour works again", () => {
    const run = failedRun({ id: 816, finishTime: 4000, result: "succeeded", pipeline: "a" });
    const text = summaryOf({ issues: [failed("a")], records: [{ run }] });
    assert.match(text, /^\*\*Nothing is wrong now\.\*\*\n\n- \*\*a\*\* failed/);
  });

  const rowsOf = (changes: Partial<FoundProject>) =>
    [...summaryOf(changes).matchAll(/^\| (.+?) \| 3 \| (.+?) \| (.+?) \|/gm)].map(([, ...cells]) =>
      cells.join(" "),
    );

  it("counts the problems of each pipeline, however many runs show one, and none that is of no pipeline", () => {
    const waited = issueOfWait(failedRun({ pipeline: "b", result: "succeeded" }), 400, 300);
    const record = {
      id: 5,
      buildNumber: "",
      pipeline: failedRun({ pipeline: "c" }).pipeline,
      problem: "status: missing",
    };
    const odd: IssueKind = { code: "odd", rank: 0, severity: "failure", tally: "odd", isState: true };
    const issues = [
      ...[failed("a"), failed("b"), failed("a"), issueOfRunCount(9, 10), waited, issueOfRecord(record)],
      issueOf(odd, { pipeline: { name: "c" } }, [{ words: didNotStart }]),
      issueOf(odd, { run: failedRun({ pipeline: "c" }) }, [{ words: "is stuck" }]),
      issueOf(odd, { pipeline: { name: "asleep" } }, [{ words: didNotStart }]),
    ];
    const records = ["a", "b", "c", "d", ""].flatMap(good);
    const rows = ["*others* 0 0", "a **1** 0", "b **1** 0", "c **3** 0", "d 0 0"];
    assert.deepEqual(rowsOf({ issues, records }), rows);
  });

  it("counts with the others the issues of pipelines that share their row", () => {
    const unnamed = { id: 5, buildNumber: "", pipeline: undefined, problem: "definition: missing" };
    const issues = [...[failed("a"), failed("one of too many"), failed("")], issueOfRecord(unnamed)];
    const rows = ["*others* **2** **1**", "a **1** **1**"];
    assert.deepEqual(rowsOf({ issues, records: [...runs("a"), ...runs("")] }), rows);
  });

  it("says that there are no errors, and needs no table without runs", () => {
    assert.equal(
      summaryOf({}, "notNeeded"),
      `${allWell}\n\n0 runs checked, from 2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC.\n\n`,
    );
  });

  it("names how many issues and pipelines it leaves out, and says when nobody was told", () => {
    const changes = {
      issues: Array.from({ length: 250 }, (_, index) => failed(`pipeline ${index}`)),
      records: Array.from({ length: 101 }, (_, index) => runs(`pipeline ${index}`)).flat(),
    };
    const text = summaryOf(changes, "failed");
    assert.equal(text.match(/^- \*\*pipeline/gm)?.length, 200);
    assert.match(
      text,
      /^\*\*250 problems: pipeline 0 failed, pipeline 1 failed, and more\*\*\n\n\*\*The message was not delivered:\*\* see the step's log\.\n\n- /,
    );
    assert.match(text, /\n\n… and 50 more lines, in the step's log\.\n\n/);
    assert.equal(text.match(/^\| pipeline/gm)?.length, 100);
    assert.match(text, /^… and 150 more pipelines, with no more failures than these\.$/m);
  });

  it("keeps a table of eight columns and one issue, whatever pipelines are called, and shows no markup of theirs", () => {
    const markdown = new MarkdownIt({ html: true, linkify: true });
    fc.assert(
      fc.property(hostileText, (name) => {
        const html = markdown.render(summaryOf({ issues: [failed(name)], records: runs(name) }));
        assert.deepEqual([html.match(/<td/g)?.length, html.match(/<li/g)?.length], [8, 1], html);
        const foreign = html.replace("<em>others</em>", "");
        assert.ok(!/<(img|code|em|s)[ >]|<a (?!href="https:\/\/h\/)/.test(foreign), html);
      }),
      { numRuns: sampled(300) },
    );
  });
});
