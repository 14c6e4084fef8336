import assert from "node:assert/strict";
import type { Memory, ProjectMemory } from "../../../../tasks/PipelineMonitor/issue/memory";
import { parseMemory, renderMemory } from "../../../../tasks/PipelineMonitor/silence/memory-file";
import { configWith, failure, silenced, tooFew } from "./silence-stage";

const project = "0123456789abcdef";
const memoryOf = (known: ProjectMemory): Memory => ({
  ...{ projects: new Map([[project, known]]), unread: [], othersUntil: known.until },
  ...{ limitsUntil: 1, digestUntil: undefined },
});

describe("the attached memory", () => {
  const config = configWith({ notify: "changes" });
  const { memory } = silenced({ config, issues: [failure({ id: 1 }), tooFew] });

  it("holds no name: only digests, times and ids", () => {
    const written = renderMemory(memoryOf(memory), "900");
    assert.match(written, /^[{}[\]":,\w]+$/);
    assert.doesNotMatch(written, /nightly|import|space/);
    const read = parseMemory(JSON.parse(written), "900") ?? assert.fail();
    assert.deepEqual(JSON.parse(renderMemory(read, "900")), JSON.parse(written));
  });

  it("is that of its own run only", () => {
    assert.equal(parseMemory(JSON.parse(renderMemory(memoryOf(memory), "899")), "900"), undefined);
  });

  it("is not read in another form, such as that of an earlier version", () => {
    const written = JSON.parse(renderMemory(memoryOf(memory), "900"));
    for (const content of [null, [], {}, { ...written, version: 2 }, { ...written, projects: [{}] }])
      assert.throws(() => parseMemory(content, "900"), /has an unknown form/);
  });

  it("forgets a pipeline or branch that has not run for a month, and a project that was not read for one", () => {
    const until = 100 * 86_400;
    const problem = { row: "0".repeat(16), key: "1".repeat(16), kind: "failure" as const, wasTold: true };
    const problems = [32, 30].map((days) => {
      const lastSeen = until - days * 86_400;
      return { ...problem, since: 0, reportedAt: 0, lastSeen };
    });
    const lost = { ...memory, until: until - 32 * 86_400 };
    const projects = new Map([
      [project, { ...memory, until, problems }],
      ["f".repeat(16), lost],
    ]);
    const written = renderMemory({ projects, unread: [], othersUntil: until }, "900");
    const read = parseMemory(JSON.parse(written), "900")?.projects;
    assert.deepEqual([...(read?.keys() ?? [])], [project]);
    assert.deepEqual(
      read?.get(project)?.problems.map(({ lastSeen }) => lastSeen),
      [until - 30 * 86_400],
    );
  });
});
