import assert from "node:assert/strict";
import { projectFingerprint } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import { missedKey, missedKeys, overdueKeys } from "../../../../tasks/PipelineMonitor/issue/place";
import { unsilenced } from "../../../../tasks/PipelineMonitor/issue/reason";
import { failedRun } from "../failed-run";
import { reasons } from "../silences";

const pipeline = { id: 7, name: "a", folder: "\\F" };
const main = "refs/heads/main";

describe("the keys of a pipeline's problems", () => {
  it("tell branches apart, and include those of schedules and deadlines that know only its name or path", () => {
    const keys = missedKeys({ pipeline, branch: main });
    assert.equal(new Set(keys).size, 6);
    for (const known of [{ name: "a" }, { name: "a", folder: "\\F" }, pipeline])
      for (const branch of [undefined, main])
        assert.ok(keys.includes(missedKey({ pipeline: known, branch })));
    assert.ok(!keys.includes(missedKey({ pipeline, branch: "refs/heads/b" })));
    assert.equal(overdueKeys({ pipeline, branch: main }).length, 3);
    assert.ok(!overdueKeys({ pipeline }).some((key) => keys.includes(key)));
  });
});

describe("the key of a project", () => {
  it("is its id or, if that is unknown, its address, however it is spelled", () => {
    const keyOf = (address: string, projectId?: string) =>
      projectFingerprint({ project: new URL(address), projectId });
    assert.equal(keyOf("https://dev.azure.com/o/p"), keyOf("https://dev.azure.com/O/P/"));
    assert.notEqual(keyOf("https://dev.azure.com/o/p"), keyOf("https://dev.azure.com/o/q"));
    assert.equal(keyOf("https://dev.azure.com/o/p", "1"), keyOf("https://dev.azure.com/o/q", "1"));
  });
});

describe("the note of a recovery", () => {
  it("says at which attempt a run did better, if it was run again", () => {
    const says = [undefined, 1, 2].map((attempt) => {
      const run = failedRun(attempt === undefined ? {} : { attempt });
      return recoveryNote(run, new URL("https://h/"), "works again").says;
    });
    const once = [{ words: " works again" }];
    assert.deepEqual(says, [once, once, [{ words: " works again, at the 2nd attempt" }]]);
  });
});

describe("what is silenced", () => {
  it("is left out of what a message has", () => {
    const loud = { silenced: undefined };
    assert.deepEqual(unsilenced([loud, { silenced: { by: reasons.mute, why: [] } }]), [loud]);
  });
});
