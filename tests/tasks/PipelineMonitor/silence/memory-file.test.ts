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

  const digits = (digit: string) => digit.repeat(16);
  const problem = {
    ...{ row: digits("1"), key: digits("2"), kind: "missed" as const, since: 5, lastSeen: memory.until },
    ...{ reportedAt: 7, wasTold: true, held: { runId: 8, pipeline: "nightly import" } },
  };
  const state = { key: digits("3"), reportedAt: memory.until, runId: 9, isOfProject: true };
  const waiting = { key: digits("4"), pipeline: "a", at: memory.until, runId: 10 };
  const full: ProjectMemory = {
    ...{ until: memory.until, wholeUntil: 2, dueUntil: 3, seen: [`stuck-1:${memory.until}`, "2:1"] },
    ...{ problems: [problem], states: [state], waiting: [waiting] },
    schedules: { until: 1, contradictedAt: 2, pipelines: [] },
  };
  const alert = { key: digits("5"), project: digits("6"), pipeline: "a", at: 1, isState: true };
  const all: Memories = {
    ...{ digestUntil: 11, metrics: { until: 12, causes: { "1:2": "noSpace" } } },
    byTarget: new Map([
      [
        ownTarget,
        {
          ...{ projects: new Map([[project, full]]), othersUntil: memory.until, unread: [state] },
          ...{ mutesUntil: 13, limitsUntil: 14, alerts: [{ ...alert, isUnsure: true, isClosed: true }] },
        },
      ],
    ]),
  };

  it("is read as it was rendered, with everything that it may hold", () => {
    assert.deepEqual(parseMemories(JSON.parse(renderMemories(all, "900")), "900"), all);
  });

  it("is not read with a text that is none of its own", () => {
    const written = renderMemories(all, "900");
    for (const [text, other] of [
      [digits("1"), `${digits("1")}1`],
      [digits("2"), "2".repeat(15)],
      [digits("3"), digits("x")],
      ['"missed"', '"other"'],
      ['"2:1"', '"2:1x"'],
      ['"2:1"', '" 2:1"'],
      ['"2:1"', '":1"'],
      ['"2:1"', '"2:"'],
      ['"2:1"', `"${"2".repeat(41)}:1"`],
      ['"runId":8', '"runId":8.5'],
    ] as const) {
      assert.ok(written.includes(text), text);
      const content: unknown = JSON.parse(written.replace(text, other));
      assert.throws(() => parseMemories(content, "900"), /has an unknown form/, other);
    }
  });

  it("has 2,000 entries of a kind at most: the latest problems and seen issues", () => {
    const many = <T>(of: (index: number) => T) => Array.from({ length: 2001 }, (_, index) => of(index));
    const known = {
      ...full,
      seen: many((index) => `${index}:1`),
      problems: many((index) => ({ ...problem, lastSeen: memory.until - 2001 + index })),
      states: many((index) => ({ ...state, runId: index })),
      waiting: many((index) => ({ ...waiting, runId: index })),
    };
    const read = parseMemories(JSON.parse(renderMemories(memoryOf(known), "900")), "900");
    const {
      seen,
      problems,
      states,
      waiting: left = [],
    } = read?.byTarget.get(ownTarget)?.projects.get(project) ?? assert.fail();
    assert.deepEqual([seen[0], seen.length, problems.length], ["1:1", 2000, 2000]);
    assert.deepEqual(
      [problems[0]?.lastSeen, problems.at(-1)?.lastSeen],
      [memory.until - 1, memory.until - 2000],
    );
    assert.deepEqual([states.length, states.at(-1)?.runId], [2000, 1999]);
    assert.deepEqual([left.length, left[0]?.runId], [2000, 1]);
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
    const times = Array.from({ length: 200_000 }, (_, index) => (time += (index * 48_271) % 2_147_483_647));
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
    const times = [until - 31 * 86_400, until - 31 * 86_400 + 1];
    const problems = times.map((lastSeen) => ({ ...problem, lastSeen, held: undefined }));
    const held = { ...problem, lastSeen: 0 };
    const ofTimes = {
      ...{ problems: [...problems, held], waiting: times.map((at) => ({ ...waiting, at })) },
      until,
    };
    const projects = new Map([
      [project, { ...full, ...ofTimes }],
      ...times.map((time, index) => [digits(`${index}`), { ...memory, until: time }] as const),
    ]);
    const unread = times.map((reportedAt) => ({ ...state, reportedAt }));
    const byTarget = new Map([[ownTarget, { projects, unread, othersUntil: until }]]);
    const written = renderMemories({ byTarget }, "900");
    const read = parseMemories(JSON.parse(written), "900")?.byTarget.get(ownTarget) ?? assert.fail();
    const kept = read.projects.get(project);
    assert.deepEqual([[...read.projects.keys()], read.unread], [[project, digits("1")], unread.slice(1)]);
    assert.deepEqual(
      [kept?.problems.map(({ lastSeen }) => lastSeen), kept?.waiting?.map(({ at }) => at)],
      [[times[1], 0], times.slice(1)],
    );
  });
});
