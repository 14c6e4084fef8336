import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTimeline } from "../../../../shared/azure-devops/timeline";
import { lostAgentOf } from "../../../../tasks/PipelineMonitor/repair/lost-agent";

const error = (message: string) => ({ type: "error", message });
const lost = error("We stopped hearing from agent build-07. Verify the agent machine is running.");
const job = (changes: object = {}) => ({
  type: "Job",
  state: "completed",
  result: "failed",
  issues: [lost],
  ...changes,
});
const step = (changes: object = {}) => ({
  type: "Task",
  state: "completed",
  result: "failed",
  issues: [lost],
  ...changes,
});
const agentOf = (...records: object[]) => lostAgentOf(parseTimeline({ records }));

describe("the loss of an agent as the only cause", () => {
  it("is what the record of each job says that did not succeed", () => {
    assert.equal(
      agentOf(job(), job({ result: "succeeded", issues: [] }), { type: "Stage", result: "failed" }),
      "build-07",
    );
    assert.equal(
      agentOf(job(), job({ result: "skipped", issues: [] }), job({ result: "canceled" })),
      "build-07",
    );
    assert.equal(
      agentOf(job({ workerName: "b", issues: [error("We stopped hearing from the agent.")] })),
      "b",
    );
  });

  it("is not what a step says, however well it imitates the service", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(lost, error("x")), { maxLength: 4 }),
        fc.boolean(),
        (issues, hasFailed) => {
          const own = job({ issues: [] });
          return agentOf(own, step({ issues, result: hasFailed ? "failed" : "canceled" })) === undefined;
        },
      ),
    );
  });

  it("is not there if a job or a step failed for a reason of its own", () => {
    const reason = error("exit code 1");
    assert.equal(agentOf(job(), job({ issues: [reason] })), undefined);
    assert.equal(agentOf(job(), job({ issues: [] })), undefined);
    assert.equal(agentOf(job({ issues: [lost, reason] })), undefined);
    assert.equal(agentOf(job(), step({ issues: [reason] })), undefined);
    assert.equal(agentOf(job(), job({ result: "canceled", issues: [] })), undefined);
    assert.equal(agentOf(job({ result: "succeeded" })), undefined);
    assert.equal(agentOf(), undefined);
  });
});
