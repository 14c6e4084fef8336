import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTimelineErrors } from "../../../shared/azure-devops/timeline";
import { Unreadable } from "../../../shared/http/errors";

const error = (message: string) => ({ type: "error", category: "General", message });

describe("parseTimelineErrors", () => {
  it("returns the errors of all records in order, each with its agent", () => {
    const records = [
      { type: "Stage", name: "Build", issues: null },
      { type: "Job", workerName: "build-07", issues: [error("lost"), { type: "warning", message: "old" }] },
      { type: "Task", workerName: null, issues: [error("failed")] },
    ];
    assert.deepEqual(parseTimelineErrors({ records, id: "x" }), [
      { message: "lost", agent: "build-07" },
      { message: "failed", agent: "" },
    ]);
  });

  it("ignores errors of steps and jobs that succeeded", () => {
    const records = ["succeeded", "succeededWithIssues", "failed", "canceled", null].map((result) => ({
      result,
      issues: [error(String(result))],
    }));
    assert.deepEqual(
      parseTimelineErrors({ records }).map(({ message }) => message),
      ["failed", "canceled", "null"],
    );
  });

  it("ignores records and issues that cannot be parsed, and keeps the rest", () => {
    const records = [7, null, { issues: "none" }, { issues: [7, { type: "error" }, error("kept")] }];
    assert.deepEqual(parseTimelineErrors({ records }), [{ message: "kept", agent: "" }]);
  });

  it("rejects what is not a timeline, and throws nothing else for any input", () => {
    for (const other of [null, [], {}, { records: {} }, "x"])
      assert.throws(() => parseTimelineErrors(other), Unreadable);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        assert.ok(Array.isArray(parseTimelineErrors({ records: [value, { issues: [value] }] })));
      }),
    );
  });

  it("are at most 100, because each is searched for causes and secrets", () => {
    const issues = Array.from({ length: 250 }, (_, index) => ({ type: "error", message: `${index}` }));
    const errors = parseTimelineErrors({ records: [{ issues: issues.slice(0, 60) }, { issues }] });
    assert.deepEqual([errors.length, errors.at(-1)?.message], [100, "39"]);
  });
});
