import assert from "node:assert/strict";
import { parseTimeline } from "../../shared/azure-devops/timeline";
import { lastAttemptSince } from "../../shared/waits";

const start = Date.UTC(2026, 10, 20, 0) / 1000;
const at = (minute: number) => new Date((start + minute * 60) * 1000).toISOString();
const over = (from: number, until: number) => ({
  ...{ state: "completed", result: "succeeded" },
  ...{ startTime: at(from), finishTime: at(until) },
});
const rerun = (attempt: number) => ({
  attempt: attempt + 1,
  previousAttempts: Array.from({ length: attempt }, (_, index) => ({
    ...{ attempt: index + 1, timelineId: `old ${index}`, recordId: `stage ${index}` },
  })),
});
const stage = (id: string, times: object, more: object = {}) => ({
  id,
  type: "Stage",
  name: id,
  ...times,
  ...more,
});
const job = (id: string, parentId: string, times: object, more: object = {}) => ({
  ...{ id, parentId, type: "Job", name: id, ...times, ...more },
});
/** In minutes. */
const began = (...records: object[]) => {
  const since = lastAttemptSince(parseTimeline({ records }));
  return since === undefined ? undefined : (since - start) / 60;
};

describe("the last attempt of a run", () => {
  // The shapes are those that jaredpar/runfo recorded (JsonData/5.0); documents leave them open.
  it("begins with the jobs of the stage that was run again, not with those that were not", () => {
    const again = stage("build", over(120, 130), rerun(1));
    const [kept, repeated] = [job("lint", "build", over(0, 9)), job("test", "build", over(120, 130))];
    assert.equal(began(again, kept, repeated), 120);
  });

  it("begins with the job that was run again alone, whose stage says nothing of it", () => {
    const records = [stage("build", over(0, 130)), job("lint", "build", over(0, 9))];
    assert.equal(began(...records, job("test", "build", over(120, 130), { attempt: 2 })), 120);
    assert.equal(began(...records, job("test", "build", over(120, 130), rerun(1))), 120, "by those before");
  });

  it("is unknown of a run that was never run again", () => {
    assert.equal(
      began(stage("build", over(0, 9), { attempt: 1 }), job("test", "build", over(0, 9))),
      undefined,
    );
    assert.equal(began(), undefined);
  });

  it("begins after the last pause, if stages were run again one after the other, days apart", () => {
    const [first, second] = [
      stage("qa", over(120, 130), rerun(1)),
      stage("live", over(1500, 1510), rerun(1)),
    ];
    const jobs = [job("a", "qa", over(120, 130)), job("b", "live", over(1500, 1510))];
    assert.equal(began(first, second, ...jobs), 1500);
  });

  it("goes on while agents are found, and while a person is waited for", () => {
    const records = [
      stage("qa", over(120, 130), rerun(1)),
      stage("live", over(200, 210), rerun(1)),
      job("a", "qa", over(120, 130)),
      job("b", "live", over(200, 210)),
    ];
    const point = { id: "point", parentId: "live", type: "Checkpoint", ...over(131, 199) };
    const approval = { id: "ask", parentId: "point", type: "Checkpoint.Approval", ...over(131, 199) };
    assert.equal(began(...records, point, approval), 120);
    assert.equal(began(...records), 200);
    const soon = [
      stage("qa", over(120, 135), rerun(1)),
      job("a", "qa", over(120, 124)),
      job("b", "qa", over(128, 135)),
    ];
    assert.equal(began(...soon), 120);
  });

  it("begins when its first job is queued, if no agent takes that", () => {
    const phase = { id: "phase", parentId: "qa", type: "Phase", state: "inProgress", startTime: at(121) };
    const pending = { ...job("a", "phase", {}), state: "pending" };
    const running = { ...stage("qa", {}, rerun(1)), state: "inProgress", startTime: at(120) };
    assert.equal(began(running, phase, pending), 121);
  });
});
