import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import type { Line } from "../../../../shared/chat/message";
import type { PipelineFigures } from "../../../../tasks/PipelineMonitor/report/figures";
import { allWell, messageLine } from "../../../../tasks/PipelineMonitor/report/lines";
import { renderMonitorSummary, type SummaryParts } from "../../../../tasks/PipelineMonitor/report/summary";
import { hostileText } from "../../../hostile-text";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";

const since = Date.UTC(2026, 10, 20, 2, 18, 30);
const until = Date.UTC(2026, 10, 20, 3, 19);

const figures = (pipeline: string, more: Partial<PipelineFigures> = {}): PipelineFigures => ({
  pipeline,
  runs: 3,
  failures: 1,
  runTime: { runs: 3, totalSeconds: 5500, longestSeconds: 1834 },
  queueTime: { runs: 3, totalSeconds: 13, longestSeconds: 10 },
  ...more,
});

const failed = (pipeline: string): Line =>
  messageLine({
    finding: { kind: "status", run: failedRun({ id: 815, buildNumber: "20261120.4", pipeline }) },
    links: { runPage: new URL("https://h/_build/results?buildId=815"), log: undefined, note: "" },
  });

/** The summary of a report that was sent of an hour, whose lines are an issue each. */
function summaryOf(parts: Pick<SummaryParts, "lines" | "figures" | "runCount"> & Partial<SummaryParts>) {
  const { lines } = parts;
  const usual = { quiet: allWell, delivered: "sent", since, until, clockNote: "" } as const;
  return renderMonitorSummary({ ...usual, issueCount: lines.length, ...parts }, sanitize);
}

describe("summary of the monitor", () => {
  it("shows the issues first, then the pipelines with their figures, then the window", () => {
    const pipelines = [
      figures("nightly_import"),
      figures("", { failures: 0, runTime: { runs: 0, totalSeconds: 0, longestSeconds: 0 } }),
    ];
    assert.equal(
      summaryOf({ lines: [failed("nightly_import")], figures: pipelines, runCount: 6 }),
      [
        "**1 issue**",
        "- nightly\\_import [20261120.4](https://h/_build/results?buildId=815): status completed, result failed. " +
          "[run](https://h/_build/results?buildId=815)",
        "| Pipeline | Runs | Failed | Run time, mean | longest | Wait, mean | longest |\n" +
          "| --- | --: | --: | --: | --: | --: | --: |\n" +
          "| nightly\\_import | 3 | **1** | 30 min 33 s | 30 min 34 s | 4 s | 10 s |\n" +
          "| *others* | 3 | 0 |  |  | 4 s | 10 s |",
        "6 runs finished from 2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC.",
        "",
      ].join("\n\n"),
    );
  });

  it("says that there are no errors, and needs no table without runs", () => {
    assert.equal(
      summaryOf({ lines: [], delivered: "notNeeded", figures: [], runCount: 0 }),
      "No recent pipeline errors.\n\n0 runs finished from 2026-11-20 02:18:30 to 2026-11-20 03:19:00 UTC.\n\n",
    );
  });

  it("names how many issues and pipelines it leaves out, and says when nobody was told", () => {
    const text = summaryOf({
      delivered: "failed",
      lines: Array.from({ length: 250 }, (_, index) => failed(`pipeline ${index}`)),
      figures: Array.from({ length: 101 }, (_, index) => figures(`pipeline ${index}`)),
      runCount: 300,
    });
    assert.equal(text.match(/^- pipeline/gm)?.length, 199);
    assert.match(
      text,
      /^\*\*250 issues\*\*\n\n\*\*The chat was not told:\*\* the log of the step says why\.\n\n- /,
    );
    assert.match(text, /^- … and 51 more issues without room here; the log of the step has all of them\.$/m);
    assert.equal(text.match(/^\| pipeline/gm)?.length, 100);
    assert.match(text, /^… and 1 more pipeline, with no more failures than these\.$/m);
  });

  it("keeps a table of seven columns and one issue, whatever pipelines are called, and shows no markup of theirs", () => {
    const markdown = new MarkdownIt({ html: true, linkify: true });
    fc.assert(
      fc.property(hostileText, (name) => {
        const html = markdown.render(
          summaryOf({ lines: [failed(name)], figures: [figures(name)], runCount: 3 }),
        );
        assert.deepEqual([html.match(/<td/g)?.length, html.match(/<li/g)?.length], [7, 1], html);
        const foreign = html.replace("<em>others</em>", "");
        assert.ok(!/<(img|code|em|s)[ >]|<a (?!href="https:\/\/h\/)/.test(foreign), html);
      }),
      { numRuns: 300 },
    );
  });
});
