import assert from "node:assert/strict";
import fc from "fast-check";
import { aboveOfType, parseTimeline, placeOfLine } from "../../../shared/azure-devops/timeline";
import { Unreadable } from "../../../shared/http/errors";

const error = (message: string) => ({ type: "error", category: "General", message });
const errorsOf = (records: unknown[]) =>
  parseTimeline({ records, id: "x" }).records.flatMap(({ errors }) => errors);

describe("the errors of a timeline", () => {
  it("returns the errors of all records in order, each with its agent", () => {
    const records = [
      { type: "Stage", name: "Build", issues: null },
      { type: "Job", workerName: "build-07", issues: [error("lost"), { type: "warning", message: "old" }] },
      { type: "Task", workerName: null, issues: [error("failed")] },
    ];
    const told = errorsOf(records).map(({ message, agent }) => `${message} on ${agent}`);
    assert.deepEqual(told, ["lost on build-07", "failed on "]);
  });

  it("ignores errors of steps and jobs that succeeded, but not of those that succeeded with issues", () => {
    const results = ["succeeded", "succeededWithIssues", "failed", "canceled", null];
    const found = errorsOf(results.map((result) => ({ result, issues: [error(String(result))] })));
    const messages = found.map(({ message }) => message);
    assert.deepEqual(messages, ["succeededWithIssues", "failed", "canceled", "null"]);
  });

  it("keeps the first 100 errors of what succeeded apart", () => {
    const successes = { result: "succeeded", workerName: "build-07", issues: Array(60).fill(error("lost")) };
    const { records, errorsOfSuccesses } = parseTimeline({ records: [successes, successes] });
    assert.deepEqual(
      errorsOfSuccesses.map(({ error }) => error),
      Array(100).fill({ message: "lost", agent: "build-07", line: undefined }),
    );
    assert.ok(records.every(({ errors }) => errors.length === 0));
  });

  it("ignores records and issues that cannot be parsed, and keeps the rest", () => {
    const records = [7, null, { issues: "none" }, { issues: [7, { type: "error" }, error("kept")] }];
    assert.deepEqual(errorsOf(records), [{ message: "kept", agent: "", line: undefined }]);
  });

  it("rejects what is not a timeline, and throws nothing else for any input", () => {
    for (const other of [null, [], {}, { records: {} }, "x"])
      assert.throws(() => parseTimeline(other), Unreadable);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const record = { id: "a", log: value, issues: [error("x"), value] };
        assert.ok(Array.isArray(errorsOf([value, { issues: [value] }, record])));
      }),
    );
  });
});

describe("the warnings of a timeline", () => {
  it("are those of all records, whatever their result, at most 100, and each at most 2000 characters", () => {
    const warning = (message: string) => ({ type: "warning", message });
    const records = [
      { result: "succeeded", issues: [warning("a"), error("x"), { type: "warning" }] },
      { issues: Array(200).fill(warning("b".repeat(5000))) },
    ];
    const { warnings } = parseTimeline({ records });
    assert.deepEqual([warnings.length, warnings[0], warnings[1]?.length], [100, "a", 2000]);
    assert.deepEqual(errorsOf(records), []);
  });
});

describe("aboveOfType", () => {
  it("finds what a record is below by its parent, and nothing for one without a parent", () => {
    const timeline = parseTimeline({
      records: [
        { type: "Stage", name: "no id" },
        { id: "stage", type: "Stage", name: "Deploy" },
        { id: "below", parentId: "stage", type: "Checkpoint.Approval" },
        { id: "alone", type: "Checkpoint.Approval" },
      ],
    });
    const [, , below = assert.fail(), alone = assert.fail()] = timeline.records;
    const above = [below, alone].map((record) => aboveOfType(timeline, record, "Stage")?.name);
    assert.deepEqual(above, ["Deploy", undefined]);
  });
});

describe("placeOfLine", () => {
  const records = [
    { id: "stage", type: "Stage", parentId: null, log: null },
    { id: "phase", type: "Phase", parentId: "stage" },
    { id: "job", type: "Job", parentId: "phase", log: { id: 9 } },
    { id: "fine", type: "Task", parentId: "job", result: "succeeded", log: { id: 6 } },
    {
      ...{ id: "bad", type: "Task", parentId: "job", result: "failed", log: { id: 7 } },
      issues: [
        { type: "warning", message: "w", data: { logFileLineNumber: "3" } },
        { ...error("e"), data: { type: "error", logFileLineNumber: "12" } },
        { ...error("f"), data: { logFileLineNumber: "20" } },
      ],
    },
    { id: "lone", type: "Task", parentId: "phase", log: { id: 8 } },
  ];
  const placeOf = (logId: number, line?: number, some: unknown[] = records) =>
    placeOfLine(parseTimeline({ records: some }), logId, line);

  it("is the step that the timeline names the log of, in its job, and the line", () => {
    assert.deepEqual(placeOf(7, 40), { job: "job", step: "bad", line: 40, logId: 7 });
    assert.deepEqual(placeOf(6), { job: "job", step: "fine", line: undefined, logId: 6 });
  });

  it("is the first error of the failed step for the log of a whole job, whose lines the page does not have", () => {
    assert.deepEqual(placeOf(9, 400), { job: "job", step: "bad", line: 12, logId: 7 });
    assert.deepEqual(placeOf(9, 400, records.slice(0, 4)), { job: "job" });
  });

  it("is unknown if the timeline names no such log, or no job above it", () => {
    for (const logId of [1, 8]) assert.equal(placeOf(logId, 1), undefined);
    const round = [
      { id: "a", parentId: "b", log: { id: 1 } },
      { id: "b", parentId: "a" },
    ];
    assert.equal(placeOf(1, 1, round), undefined);
    const below = (levels: number) => [
      { id: "0", type: "Job" },
      ...Array.from({ length: levels }, (_, at) => {
        const id = at + 1;
        return { id: `${id}`, parentId: `${at}`, log: { id } };
      }),
    ];
    assert.deepEqual(placeOf(10, 1, below(11)), { job: "0", step: "10", line: 1, logId: 10 });
    assert.equal(placeOf(11, 1, below(11)), undefined);
  });

  it("takes no id that could change the page's URL, and no line that is none", () => {
    const hostile = { id: "bad&l=1", parentId: "job", log: { id: 5 } };
    assert.equal(placeOf(5, 1, [...records, hostile]), undefined);
    for (const line of ["x", "-1", 0, 1.5, null, {}]) {
      const issues = [{ ...error("e"), data: { logFileLineNumber: line } }];
      const some = [records[2], { id: "bad", parentId: "job", result: "failed", issues }];
      assert.deepEqual(placeOf(9, 1, some), { job: "job", step: "bad", line: undefined, logId: undefined });
    }
  });
});
