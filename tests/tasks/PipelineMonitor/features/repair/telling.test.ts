import assert from "node:assert/strict";
import { plainText } from "../../../../../shared/chat/message";
import { nothingBefore } from "../../../../../tasks/PipelineMonitor/feature";
import type { Repair } from "../../../../../tasks/PipelineMonitor/features/repair/record";
import { repair } from "../../../../../tasks/PipelineMonitor/features/repair/repair";
import { repairRow, repairsTold } from "../../../../../tasks/PipelineMonitor/features/repair/telling";
import type { Row, ToldProject } from "../../../../../tasks/PipelineMonitor/issue/report";
import { endOf } from "../../../../../tasks/PipelineMonitor/issue/window";
import { openFeatures, readFeatures } from "../../../../../tasks/PipelineMonitor/open-features";
import { reportOf } from "../../../../../tasks/PipelineMonitor/render/attachment";
import { timesParts } from "../../../../../tasks/PipelineMonitor/render/lines";
import { partsOfNote } from "../../../../../tasks/PipelineMonitor/render/notes";
import { renderSummary } from "../../../../../tasks/PipelineMonitor/render/summary";
import { issueOfResult } from "../../../../../tasks/PipelineMonitor/rules/issues";
import { laterOf } from "../../../../../tasks/PipelineMonitor/targets/later";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { knownEntry } from "../../known-entry";
import { memoryContext, projectReport, reportOn } from "../../report-stage";
import { over } from "../../targets/view-stage";
import { knownRepair } from "./known-repair";
import { knownIssueReport, repaired } from "./repair-stage";

const now = endOf(projectReport().window);
const repairOf = (changes: Partial<Repair> = {}) => knownRepair(now, changes);

describe("what the monitor did about problems", () => {
  const textIn = ({ pipeline, sentence, page }: Row) =>
    `${pipeline} ${plainText(sentence, sanitize)}${page === undefined ? "" : ": run"}`;
  const textOf = (changes: Partial<Repair>) => textIn(repairRow(repairOf(changes), projectReport()));

  it("is told by what became of the request", () => {
    for (const [text, changes] of Object.entries({
      "lost its agent at 01:59 UTC; run again: run": {},
      "lost its agent at 01:59 UTC; run again, and succeeded: run": { outcome: "helped" },
      "lost its agent at 01:59 UTC; run again, and failed: run": { outcome: "failed" },
      "did not start at 01:59 UTC; started by the monitor: run": { kind: "missed" },
      "lost its agent at 01:59 UTC; not run again: the permission is missing": { state: "denied" },
      "lost its agent at 01:59 UTC; not run again: the service refused it": { state: "refused" },
      "did not start at 01:59 UTC; not started by the monitor: the service did not say whether it took the request":
        { kind: "missed", state: "unknown", runId: undefined },
      "lost its agent at 01:59 UTC; not run again: the monitor's step ended before it was known whether the request was sent":
        { state: "intended" },
    } satisfies Record<string, Partial<Repair>>))
      assert.equal(textOf(changes), `nightly import ${text}`);
  });

  it("is told once of the run that was run again, however often its pipeline failed, and counted if there were two", async () => {
    const { issues } = await repaired(knownIssueReport());
    const [issue = assert.fail()] = issues;
    const pastOf = (count: number) => {
      const entry = over({ ...knownEntry(issue, now - 3600), count });
      const told = laterOf(entry, projectReport().config);
      return plainText("says" in told ? partsOfNote(told) : [], sanitize);
    };
    assert.match(pastOf(1), /failed at 02:59 UTC; run again \(attempt 2\)\. It has worked/);
    assert.match(
      pastOf(2),
      /failed at 02:59 UTC; run again \(attempt 2\), 2nd failure in a row since .*02:19 UTC\. It has/,
    );
    assert.equal(
      plainText(timesParts(issue, { count: 2, since: undefined }), sanitize),
      "failed and was run again 2 times",
    );
  });

  it("is told for a day, from the report on that has nothing else about it", () => {
    const recent = (changes: Partial<ToldProject>, done: Partial<Repair> = {}) => {
      const project = projectReport(changes);
      const on = readFeatures([repair], { config: project.config, value: project.config.keys });
      const before = { ...nothingBefore, memory: { repairs: [repairOf(done)] } };
      const { past } = openFeatures(on, before, memoryContext());
      return past(project, now - 86_400, now)[0]?.rows.length;
    };
    const run = failedRun({ id: 700 });
    const issue = issueOfResult(run);
    const note = { severity: "recovery", says: [], rank: 5, run } as const;
    for (const untold of [
      recent({}, { intendedAt: now }),
      recent({}, { intendedAt: now - 86_401 }),
      recent({ issues: [issue] }),
      recent({ notes: [note] }),
      recent({ lasting: [{ entry: knownEntry(issue, now) }] }),
    ])
      assert.equal(untold, 0);
    for (const told of [recent({}), recent({ issues: [issueOfResult(failedRun({ id: 701 }))] })])
      assert.equal(told, 1);
  });

  it("is on the run's page and in the report for the tab, linked and sanitized", () => {
    const helped = repairOf({ pipeline: { id: 8, name: "a\u202E<b>" }, outcome: "helped" });
    const rows = [repairRow(helped, projectReport())];
    const project = projectReport({ sections: [{ title: "Repairs of the last 24 hours", rows }] });
    const whole = reportOn([project], { quietLine: "All is well." });
    assert.match(
      renderSummary(whole, sanitize),
      /All is well\.\n\n\*\*Repairs of the last 24 hours\*\*\n\n- \*\*a‹b›\*\* lost its agent at 01:59 UTC; run again, and succeeded: \[run\]\(https:\/\/h\/_build\/results\?buildId=700\)/,
    );
    assert.deepEqual(reportOf(project, whole, sanitize).rows, [
      {
        ...{
          pipeline: "a<b>",
          list: "Repairs that helped",
          isGood: true,
          runUrl: "https://h/_build/results?buildId=700",
        },
        sentence: "lost its agent at 01:59 UTC; run again, and succeeded",
      },
    ]);
  });
});

describe("the repairs of a week", () => {
  const told = (...repairs: Partial<Repair>[]) =>
    plainText(repairsTold(repairs.map(repairOf), projectReport()).flat(), sanitize);
  const helped = { outcome: "helped" } as const;

  it("count what they saved, and name the pipelines that were saved most", () => {
    const [feed, missed] = [
      { pipeline: { id: 8, name: "price feed" }, ...helped },
      { ...helped, kind: "missed" } as const,
    ];
    assert.equal(
      told(helped, feed, missed, { outcome: "failed" }),
      "The monitor repaired 4 runs, of which 3 then succeeded: nightly import (2), price feed.",
    );
    assert.equal(
      told(...["a", "b", "c", "d", "e"].map((name, id) => ({ pipeline: { id, name }, ...helped }))),
      "The monitor repaired 5 runs, of which 5 then succeeded: a, b, c, and 2 more.",
    );
    assert.equal(told({}), "The monitor repaired 1 run, of which none then succeeded.");
    assert.equal(told({ state: "denied" }, { state: "unknown" }), "", "no request was carried out");
  });
});
