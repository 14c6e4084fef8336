import assert from "node:assert/strict";
import { plainText } from "../../../../../shared/chat/message";
import {
  endNote,
  lateIssue,
  overdueIssue,
} from "../../../../../tasks/PipelineMonitor/features/deadlines/words";
import { blockOfNote, partsOfNote } from "../../../../../tasks/PipelineMonitor/render/notes";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { projectReport } from "../../report-stage";

const six = Date.UTC(2026, 10, 20, 6) / 1000;
const report = projectReport();
const success = {
  ...{ id: 5, status: "completed", result: "succeeded", isSeen: true, mayEnd: true },
  ...{ queueTime: 0, startTime: 0, finishTime: six - 60 },
};
const pipeline = { pipeline: { name: "nightly load" } };
const page = (id: number) => `https://h/_build/results?buildId=${id}`;

describe("what is said of a deadline", () => {
  it("links the run that keeps the pipeline, or the last that failed, or the late one", () => {
    const pageOf = (active: number[], failed: number[]) => {
      const failures = failed.map((id) => ({ ...success, id, result: "failed" }));
      const runs = active.map((id) => ({ id, queueTime: six, startTime: undefined }));
      return overdueIssue(pipeline, six, { active: runs, failures }, report).links.runPage?.href;
    };
    assert.deepEqual([pageOf([7], [6]), pageOf([], [5, 6]), pageOf([], [])], [page(7), page(6), undefined]);
    assert.equal(lateIssue(pipeline, six, success, report).links.runPage?.href, page(5));
  });

  it("has the number of a run that is listed, and is right of one that reached the list late", () => {
    const textOf = (records: typeof report.records) => {
      const note = endNote(pipeline, six, success, { ...report, records });
      return [plainText(partsOfNote(note), sanitize), blockOfNote(note).links?.length];
    };
    const text = "succeeded at 05:59 UTC, before its deadline.";
    assert.deepEqual(textOf([]), [`nightly load ${text}`, 0]);
    const [listed = "", links] = textOf([{ run: failedRun({ id: 5, buildNumber: "20261120.5" }) }]);
    assert.match(
      String(listed),
      /^nightly load 20261120\.5.* succeeded at 05:59 UTC, before its deadline\.$/,
    );
    assert.equal(links, 1);
  });
});
