import assert from "node:assert/strict";
import { withAside } from "../../../../tasks/PipelineMonitor/issue/issue";
import { projectFingerprint } from "../../../../tasks/PipelineMonitor/issue/ledger";
import { namePart, withNames } from "../../../../tasks/PipelineMonitor/issue/names";
import { recoveryNote } from "../../../../tasks/PipelineMonitor/issue/note";
import { missedBy, missedKey, missedKeys, overdueKeys } from "../../../../tasks/PipelineMonitor/issue/place";
import { unsilenced } from "../../../../tasks/PipelineMonitor/issue/silenced";
import { failedRun } from "../failed-run";
import { failure, missedRun, nearLimit, now, tooFew } from "../ledger/ledger-stage";
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

describe("what missed its run", () => {
  it("is the pipeline of an issue of that kind, and nothing of another", () => {
    assert.deepEqual(missedBy(missedRun(now, "a")), { pipeline: { name: "a" } });
    for (const other of [nearLimit, tooFew, failure()]) assert.equal(missedBy(other), undefined);
  });
});

describe("what is said besides", () => {
  it("follows the figures of an issue, and its sentence if it has one", () => {
    const [aside, figures, sentence] = ["x", "1", "y"].map((words) => [{ words }]);
    assert.ok(aside && figures && sentence);
    const plain = withAside({ ...nearLimit, figures: [] }, aside);
    assert.deepEqual([plain.figures, plain.sentence], [aside, undefined]);
    const whole = withAside({ ...failure(), figures, sentence }, aside);
    const behind = [{ words: "; " }, ...aside];
    assert.deepEqual(
      [whole.figures, whole.sentence],
      [
        [...figures, ...behind],
        [...sentence, ...behind],
      ],
    );
  });
});

describe("the names of a line", () => {
  it("are those of its subjects, and keep their style", () => {
    const named = { ...namePart({ pipeline }), style: "strong" as const };
    const [name, words] = withNames([named, { words: " failed" }], () => "F\\a");
    assert.deepEqual([name, words], [{ ...named, name: "F\\a" }, { words: " failed" }]);
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
