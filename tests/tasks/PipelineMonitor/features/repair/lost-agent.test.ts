import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTimeline } from "../../../../../shared/azure-devops/timeline";
import { lostAgentOf } from "../../../../../tasks/PipelineMonitor/features/repair/decide";

const error = (message: string) => ({ type: "error", message });
const lost = error("We stopped hearing from agent build-07. Verify the agent machine is running.");
const record = { state: "completed", result: "failed", issues: [lost] };
const job = (changes: object = {}) => ({ ...record, type: "Job", ...changes });
const step = (changes: object = {}) => ({ ...record, type: "Task", ...changes });
const agentOf = (...records: object[]) => lostAgentOf(parseTimeline({ records }).records);

describe("the loss of an agent as the only cause", () => {
  it("is what the record of each job says that did not succeed", () => {
    const good = job({ result: "succeeded", issues: [] });
    assert.equal(agentOf(job(), good, { type: "Stage", result: "failed" }), "build-07");
    const skipped = job({ result: "skipped", issues: [] });
    assert.equal(agentOf(job(), skipped, job({ result: "canceled" })), "build-07");
    const nameless = error("We stopped hearing from the agent.");
    assert.equal(agentOf(job({ workerName: "b", issues: [nameless] })), "b");
  });

  it("is not what a step says, however well it imitates the service", () => {
    const imitated = fc.record({
      issues: fc.array(fc.constantFrom(lost, error("x")), { maxLength: 4 }),
      result: fc.constantFrom("failed", "canceled"),
    });
    fc.assert(fc.property(imitated, (one) => agentOf(job({ issues: [] }), step(one)) === undefined));
  });

  it("is not there if a job or a step failed for a reason of its own", () => {
    const reason = { issues: [error("exit code 1")] };
    const silent = { issues: [] };
    for (const records of [
      ...[[job(), job(reason)], [job(), job(silent)], [job({ issues: [lost, ...reason.issues] })]],
      ...[
        [job(), step(reason)],
        [job(), job({ ...silent, result: "canceled" })],
      ],
      ...[[job({ result: "succeeded" })], []],
    ])
      assert.equal(agentOf(...records), undefined, JSON.stringify(records));
  });
});
