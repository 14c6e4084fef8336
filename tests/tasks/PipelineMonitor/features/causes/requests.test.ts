import assert from "node:assert/strict";
import { optionalCheckSeconds } from "../../../../../tasks/PipelineMonitor/issue/context";
import { jobRecord, stageRecord, stepRecord } from "../../../../sandbox/timeline-records";
import { testClock } from "../../../../test-clock";
import { now, watch } from "../../monitor-stage";
import { hanging } from "../../report-stage";

const failed = "psql: error: no route to host\n##[error]Bash exited with code '1'.";
const prepared = ["Initialize job", "Checkout", "Install", "Pool"];

/** The logs of a run, the one of the step that failed, and those that rule 6 reads. */
const shapes: Readonly<Record<string, [logs: string[], failed: number, rules: string[]]>> = {
  "of two logs, the last of which is that of what failed": [["Checkout", failed], 2, ["1/2"]],
  "whose last step failed": [[...prepared, "Build", failed], 6, ["1/6"]],
  "with steps behind the one that failed": [
    [...prepared, failed, "Clean up", "Publish"],
    5,
    ["1/7", "1/6", "1/5"],
  ],
  "with a later log that has the word": [[...prepared, failed, "0 errors"], 5, ["1/6"]],
};
const isOptional = (milliseconds: number) => milliseconds === optionalCheckSeconds * 1000;
const keys = { explain_failures: true };
const stepOf = (log: number) => [stageRecord(), jobRecord(), stepRecord(log, { result: "failed" })];

describe("the requests for the cause of a failed run", () => {
  for (const [name, [logs, id, rules]] of Object.entries(shapes))
    it(`are its timeline and the log of what failed, without those of the rules: a run ${name}`, async () => {
      const run = { id: 1, result: "failed", logs, timeline: stepOf(id) };
      const plain = await watch([run]);
      assert.deepEqual([plain.logsRead, plain.timelinesRead], [rules, []]);
      let lists = 0;
      const logsOf = async () => {
        lists++;
        return [];
      };
      const explained = await watch([run], { keys, service: () => ({ logsOf }) });
      assert.deepEqual([explained.logsRead, explained.timelinesRead, lists], [[`1/${id}`], [1], 0]);
      assert.match(explained.posted.join(""), /no route to host/);
    });

  it("are those of the rules, too, where the log of what failed cannot be read", async () => {
    const run = { id: 1, result: "failed", logs: [...prepared, failed], timeline: stepOf(9) };
    const { logsRead, posted } = await watch([run], { keys });
    assert.deepEqual(logsRead, ["1/9", "1/5"]);
    assert.match(posted.join(""), /\/logs\/5\)/);
  });

  it("are those of the rules if the time for timelines is up, and then the log is linked nevertheless", async () => {
    const run = { id: 1, result: "failed", logs: [...prepared, failed] };
    const { logsRead, posted } = await watch([run], {
      ...{ keys, clock: testClock({ startsAt: now, passes: isOptional }) },
      service: () => ({ timeline: hanging }),
    });
    assert.deepEqual(logsRead, ["1/5"]);
    assert.match(posted.join(""), /\/logs\/5\)/);
  });
});
