import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRun } from "../../../tab/geometry/project-run";
import { parseWait } from "../../../tab/host/hub-service";

const project = "https://dev.azure.com/contoso/Night%20Shift";

describe("a run in the service's list", () => {
  const record = {
    ...{ id: 812, buildNumber: "20261124.3", status: "completed", result: "failed", reason: "schedule" },
    ...{
      sourceBranch: "refs/heads/main",
      sourceVersion: "cafe",
      requestedFor: { displayName: "A.\u200b Person\n" },
      tags: ["a"],
      definition: { id: 7, name: "invoices", path: "\\Billing" },
    },
    ...{ queueTime: "2026-11-24T06:00:00.9Z", startTime: "2026-11-24T06:00:10Z" },
  };

  it("is read with its times in seconds, and its page", () => {
    const run = parseRun(record, project);
    const { queueTime = 0, startTime = 0, finishTime, ...named } = run ?? assert.fail();
    assert.deepEqual([startTime - queueTime, finishTime], [10, undefined]);
    assert.deepEqual(named, {
      ...{
        id: 812,
        number: "20261124.3",
        pipeline: { id: 7, name: "invoices", folder: "\\Billing" },
        branch: "refs/heads/main",
        commit: "cafe",
        requestedFor: "A. Person",
      },
      ...{ status: "completed", result: "failed", reason: "schedule", tags: ["a"] },
      url: `${project}/_build/results?buildId=812`,
    });
  });

  it("has short texts of one line, and is none without an id or a pipeline, whatever it holds", () => {
    const named = { id: 7, name: `a\n\u202Eb${"x".repeat(900)}` };
    const { pipeline } = parseRun({ ...record, definition: named }, project) ?? assert.fail();
    assert.match(pipeline.name, /^a bx+…$/);
    assert.equal(pipeline.name.length, 300);
    assert.equal(parseRun({ ...record, id: "812" }, project), undefined);
    assert.equal(parseRun({ ...record, definition: null }, project), undefined);
    fc.assert(fc.property(fc.anything(), (given) => void parseRun(given, project)));
  });
});

describe("a run that waits for a person", () => {
  const stage = { id: "s", type: "Stage", name: "Production", state: "pending" };
  const checkpoint = { id: "c", parentId: "s", type: "Checkpoint", state: "inProgress" };
  const below = (changes: object) => ({
    ...{ id: "a", parentId: "c", type: "Checkpoint.Approval", state: "inProgress" },
    ...{ startTime: "2026-11-24T03:00:00Z", ...changes },
  });

  it("is known by its timeline: for what, in which stage, since when", () => {
    assert.deepEqual(parseWait([stage, checkpoint, below({})]), {
      since: Date.UTC(2026, 10, 24, 3) / 1000,
      what: "waits for an approval before stage Production",
    });
    const whatOf = (...records: object[]) => parseWait(records)?.what;
    assert.equal(whatOf(below({ type: "Checkpoint.ExclusiveLock" })), "waits for an exclusive lock");
    assert.equal(whatOf(below({ type: "Checkpoint.TaskCheck" })), "waits for a check");
    const manual = { type: "Task", task: { name: "ManualValidation" } };
    assert.equal(whatOf(below(manual)), "waits for a manual validation");
  });

  it("is none that has been approved, or whose timeline is unknown, whatever it holds", () => {
    const approved = below({ state: "completed" });
    assert.equal(parseWait([stage, approved, { type: "Job", state: "inProgress" }]), undefined);
    assert.equal(parseWait(undefined), undefined);
    const circle = [{ ...checkpoint, id: "s", parentId: "a" }, below({ parentId: "s" })];
    assert.equal(parseWait(circle)?.what, "waits for an approval");
    fc.assert(fc.property(fc.array(fc.anything()), (given) => void parseWait(given)));
  });
});
