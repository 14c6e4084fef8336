import assert from "node:assert/strict";
import { plainText } from "../../../../shared/chat/message";
import type { Repair } from "../../../../tasks/PipelineMonitor/issue/repair";
import type { ProjectReport } from "../../../../tasks/PipelineMonitor/issue/report";
import { endOf } from "../../../../tasks/PipelineMonitor/issue/window";
import { attachedProject, buildReport } from "../../../../tasks/PipelineMonitor/render/attachment";
import { recentRepairs, repairLine, repairsTold } from "../../../../tasks/PipelineMonitor/render/repairs";
import { renderSummary } from "../../../../tasks/PipelineMonitor/render/summary";
import { issueOfResult } from "../../../../tasks/PipelineMonitor/rules/issues";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { knownEntry } from "../known-entry";
import { knownRepair } from "../repair/known-repair";
import { projectReport, reportOn } from "../report-stage";

const now = endOf(projectReport().window);
const repairOf = (changes: Partial<Repair> = {}) => knownRepair(now, changes);

describe("what the monitor did about problems", () => {
  const textOf = (changes: Partial<Repair>) =>
    plainText(repairLine(repairOf(changes), projectReport()).parts, sanitize);

  for (const [changes, text] of [
    [{}, "lost its agent at 01:59 UTC; run again: run"],
    [{ outcome: "helped" }, "lost its agent at 01:59 UTC; run again, and succeeded: run"],
    [{ outcome: "failed" }, "lost its agent at 01:59 UTC; run again, and failed: run"],
    [{ kind: "missed" }, "did not start at 01:59 UTC; started by the monitor: run"],
    [{ state: "denied" }, "lost its agent at 01:59 UTC; not run again: the permission is missing"],
    [{ state: "refused" }, "lost its agent at 01:59 UTC; not run again: the service refused it"],
    [
      { kind: "missed", state: "unknown", runId: undefined },
      "did not start at 01:59 UTC; not started by the monitor: the service did not say whether it took the request",
    ],
    [
      { state: "intended" },
      "lost its agent at 01:59 UTC; not run again: the monitor's step ended before it was known whether the request was sent",
    ],
  ] as const)
    it(`is told as "${text}"`, () => assert.equal(textOf(changes), `nightly import ${text}`));

  it("is told for a day, from the report on that has nothing else about it", () => {
    const recent = (changes: Partial<ProjectReport>, repair: Partial<Repair> = {}) =>
      recentRepairs(projectReport({ repairs: [repairOf(repair)], ...changes })).length;
    const run = failedRun({ id: 700 });
    const issue = issueOfResult(run);
    const note = { severity: "recovery", parts: [], rank: 5, run } as const;
    assert.deepEqual(
      [
        recent({}),
        recent({}, { intendedAt: now }),
        recent({}, { intendedAt: now - 86_400 }),
        recent({ issues: [issue] }),
        recent({ notes: [note] }),
        recent({ lasting: [{ entry: knownEntry(issue, now) }] }),
        recent({ issues: [issueOfResult(failedRun({ id: 701 }))] }),
      ],
      [1, 0, 0, 0, 0, 0, 1],
    );
  });

  it("is on the run's page and in the report for the tab, linked and sanitized", () => {
    const project = projectReport({ repairs: [repairOf({ pipeline: "a\u202E<b>", outcome: "helped" })] });
    const whole = reportOn([project], { quiet: "No recent pipeline errors." });
    assert.match(
      renderSummary(whole, sanitize),
      /No recent pipeline errors\.\n\n\*\*Repairs of the last 24 hours\*\*\n\n- \*\*a‹b›\*\* lost its agent at 01:59 UTC; run again, and succeeded: \[run\]\(https:\/\/h\/_build\/results\?buildId=700\)/,
    );
    assert.deepEqual(buildReport(attachedProject(project, whole, sanitize), sanitize).repairs, [
      {
        ...{ pipeline: "a<b>", hasHelped: true, runUrl: "https://h/_build/results?buildId=700" },
        sentence: "lost its agent at 01:59 UTC; run again, and succeeded",
      },
    ]);
  });
});

describe("the repairs of a week", () => {
  const told = (...repairs: Partial<Repair>[]) => plainText(repairsTold(repairs.map(repairOf)), sanitize);
  const helped = { outcome: "helped" } as const;

  it("count what they saved, and name the pipelines that were saved most", () => {
    assert.equal(
      told(
        helped,
        { pipeline: "price feed", ...helped },
        { ...helped, kind: "missed" },
        { outcome: "failed" },
      ),
      "The monitor repaired 4 runs, of which 3 then succeeded: nightly import (2), price feed.",
    );
    assert.equal(
      told(...["a", "b", "c", "d", "e"].map((pipeline) => ({ pipeline, ...helped }))),
      "The monitor repaired 5 runs, of which 5 then succeeded: a, b, c, and 2 more.",
    );
    assert.equal(told({}), "The monitor repaired 1 run, of which none then succeeded.");
  });

  it("are nothing if no request was carried out", () => {
    assert.equal(told({ state: "denied" }, { state: "unknown" }), "");
  });
});
