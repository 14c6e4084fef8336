import assert from "node:assert/strict";
import { jobRecord, stageRecord, stepRecord } from "../../../../sandbox/timeline-records";
import { watch } from "../../monitor-stage";

const failed = "psql: error: no route to host\n##[error]Bash exited with code '1'.";
const prepared = ["Initialize job", "Checkout", "Install", "Pool"];

/** The logs of a run, the one of the step that failed, those that rule 6 reads, and those that only its cause needs. */
const shapes: Readonly<Record<string, [logs: string[], failed: number, rules: string[], more: string[]]>> = {
  "of two logs, the last of which is that of what failed": [["Checkout", failed], 2, ["1/2"], []],
  "whose last step failed": [[...prepared, "Build", failed], 6, ["1/6"], []],
  "with steps behind the one that failed": [
    [...prepared, failed, "Clean up", "Publish"],
    5,
    ["1/7", "1/6", "1/5"],
    [],
  ],
  "with a later log that has the word": [[...prepared, failed, "0 errors"], 5, ["1/6"], ["1/5"]],
};

describe("the requests for the cause of a failed run", () => {
  for (const [name, [logs, id, rules, more]] of Object.entries(shapes))
    it(`are its timeline, and no log that was read before: a run ${name}`, async () => {
      const timeline = [stageRecord(), jobRecord(), stepRecord(id, { result: "failed" })];
      const run = { id: 1, result: "failed", logs, timeline };
      const plain = await watch([run]);
      assert.deepEqual([plain.logsRead, plain.timelinesRead], [rules, []]);
      const explained = await watch([run], { keys: { explain_failures: true } });
      assert.deepEqual([explained.logsRead, explained.timelinesRead], [[...rules, ...more], [1]]);
      assert.match(explained.posted.join(""), /no route to host/);
    });
});
