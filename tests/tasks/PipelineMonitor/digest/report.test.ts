import assert from "node:assert/strict";
import { parseReport } from "../../../../shared/report/parse";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { digestAttachment } from "../../../../tasks/PipelineMonitor/digest/report";
import { buildReport } from "../../../../tasks/PipelineMonitor/render/attachment";
import { sanitize } from "../../../sanitize";
import { goodConfig } from "../good-config";
import { origin } from "../report-stage";
import { digestOf, period, times } from "./digest-stage";

describe("digestAttachment", () => {
  const { config } = parseConfig(goodConfig);
  assert.ok(config);
  const digest = digestOf([
    {
      pipeline: "experiments",
      result: "canceled",
      commit: "a",
      branch: "b",
      runSeconds: 9999,
      queuedSeconds: 9999,
    },
    { pipeline: "experiments", result: "failed", commit: "a", branch: "b", runSeconds: 1 },
    ...times(5, { pipeline: "experiments", commit: "a", branch: "b" }),
    { pipeline: "experiments", daysAgo: 8 },
    { pipeline: "gone", daysAgo: 8 },
  ]);
  const report = buildReport(digestAttachment(digest, { config, origin }, [{ words: "A week." }]), sanitize);

  it("is a report of the week that the tab accepts, and says that it is a digest", () => {
    assert.deepEqual(parseReport(JSON.stringify(report)), { kind: "report", report });
    assert.deepEqual(
      [report.digest, report.configuration, report.sentence, report.from, report.to, report.runCount],
      [true, "monitor.json, digest of 7 days", "A week.", period.from, period.until, 7],
    );
  });

  it("has the runs that did not succeed by their results alone, even those of pipelines that are not checked", () => {
    assert.deepEqual(report.runs.map(({ verdict }) => verdict).sort(), ["canceled", "failed"]);
  });

  it("has slower and flaky pipelines as sentences, and the totals of every pipeline that ran", () => {
    assert.deepEqual(report.otherIssues, [
      {
        pipeline: "experiments",
        tally: "slower",
        sentence: "got slower: mean run time 24 min 31 s (+2352 %), 99 % within 2 h 46 min 39 s (+16565 %).",
      },
      {
        pipeline: "experiments",
        tally: "flaky",
        sentence: "is flaky: runs failed and passed on 1 commit (1 failed run).",
      },
    ]);
    assert.equal(report.issueCount, 2);
    const times = { runTime: { mean: 1471, longest: 9999 }, wait: { mean: 1428, longest: 9999 } };
    assert.deepEqual(report.pipelines, [
      { pipeline: "experiments", runs: 7, issues: 2, failures: 2, ...times },
    ]);
    assert.deepEqual([report.missedRuns, report.recoveries, report.skippedChecks], [[], [], []]);
  });
});
