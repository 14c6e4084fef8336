import assert from "node:assert/strict";
import {
  type Memories,
  type Memory,
  ownTarget,
  type ProjectMemory,
} from "../../../../tasks/PipelineMonitor/issue/memory";
import { parseMemories, renderMemories } from "../../../../tasks/PipelineMonitor/silence/memory-file";
import { configWith, failure, silenced, tooFew } from "./silence-stage";

const project = "0123456789abcdef";
const told = (known: ProjectMemory): Memory => ({
  ...{ projects: new Map([[project, known]]), unread: [], othersUntil: known.until, limitsUntil: 1 },
});
const memoryOf = (known: ProjectMemory): Memories => ({
  ...{ byTarget: new Map([[ownTarget, told(known)]]), digestUntil: undefined },
});

describe("the attached memory", () => {
  const config = configWith({ notify: "changes" });
  const { memory } = silenced({ config, issues: [failure({ id: 1 }), tooFew] });

  it("holds no name: only digests, times and ids", () => {
    const written = renderMemories(memoryOf(memory), "900");
    assert.match(written, /^[{}[\]":,\w]+$/);
    assert.doesNotMatch(written, /nightly|import|space/);
    const read = parseMemories(JSON.parse(written), "900") ?? assert.fail();
    assert.deepEqual(JSON.parse(renderMemories(read, "900")), JSON.parse(written));
  });

  it("keeps what each target was told apart", () => {
    const other = "f".repeat(16);
    const late = told({ ...memory, until: memory.until + 60 });
    const byTarget = new Map([
      [ownTarget, told(memory)],
      [other, late],
    ]);
    const read = parseMemories(JSON.parse(renderMemories({ byTarget }, "900")), "900")?.byTarget;
    assert.equal(read?.get(ownTarget)?.othersUntil, memory.until);
    assert.equal(read?.get(other)?.projects.get(project)?.until, memory.until + 60);
  });

  it("has schedules of at most 2 MiB, however many targets there are", () => {
    let time = 0;
    const times = Array.from({ length: 500_000 }, (_, index) => (time += (index * 7919) % 9973));
    const one = { pipeline: "p", definitionId: 1, times, missed: [], isStopped: false };
    const schedules = { until: 0, contradictedAt: 0, pipelines: [one] };
    const targets = ["a", "b", "c", "d"].map(
      (name) => [name.repeat(16), told({ ...memory, schedules })] as const,
    );
    const sizes = [1, 4].map(
      (count) => renderMemories({ byTarget: new Map(targets.slice(0, count)) }, "900").length,
    );
    const [size = 0, all = 0] = sizes;
    assert.ok(size > 2 ** 20 && all < 2.1 * 2 ** 20, sizes.join());
  });

  it("is that of its own run only", () => {
    assert.equal(parseMemories(JSON.parse(renderMemories(memoryOf(memory), "899")), "900"), undefined);
  });

  it("is not read in another form, such as that of an earlier version", () => {
    const written = JSON.parse(renderMemories(memoryOf(memory), "900"));
    for (const content of [null, [], {}, { ...written, version: 3 }, { ...written, targets: [{}] }])
      assert.throws(() => parseMemories(content, "900"), /has an unknown form/);
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
    const byTarget = new Map([[ownTarget, { projects, unread: [], othersUntil: until }]]);
    const written = renderMemories({ byTarget }, "900");
    const read = parseMemories(JSON.parse(written), "900")?.byTarget.get(ownTarget)?.projects;
    assert.deepEqual([...(read?.keys() ?? [])], [project]);
    assert.deepEqual(
      read?.get(project)?.problems.map(({ lastSeen }) => lastSeen),
      [until - 30 * 86_400],
    );
  });
});
