import assert from "node:assert/strict";
import { parseMemories, renderMemories } from "../../../../tasks/PipelineMonitor/silence/memory-file";
import { configWith, failure, silenced, tooFew } from "./silence-stage";

describe("the attached memory", () => {
  it("holds no name: only digests, times and ids", () => {
    const { memory } = silenced({
      config: configWith({ notify: "changes" }),
      issues: [failure({ id: 1 }), tooFew],
    });
    assert.ok(memory);
    const written = renderMemories(new Map([["0123456789abcdef", memory]]));
    assert.match(written, /^[{}[\]":,\w]+$/);
    assert.doesNotMatch(written, /nightly|import|space/);
    assert.equal(renderMemories(parseMemories(JSON.parse(written))), written);
  });

  it("is not read in another form", () => {
    for (const content of [null, [], {}, { version: 1, projects: [] }, { version: 2, projects: [{}] }])
      assert.throws(() => parseMemories(content), /has an unknown form/);
  });

  it("forgets a pipeline that has not run for a month", () => {
    const problem = {
      ...{ pipeline: "0".repeat(16), key: "1".repeat(16), verdict: "2".repeat(16), kind: "failure" as const },
      ...{ since: 0, reportedAt: 0 },
    };
    const until = 100 * 86_400;
    const problems = [until - 32 * 86_400, until - 30 * 86_400].map((lastSeen) => ({ ...problem, lastSeen }));
    const memory = { until, problems, states: [], reportedRuns: [] };
    const read = parseMemories(JSON.parse(renderMemories(new Map([["0".repeat(16), memory]]))));
    assert.deepEqual(
      read.get("0".repeat(16))?.problems.map(({ lastSeen }) => lastSeen),
      [until - 30 * 86_400],
    );
  });
});
