import assert from "node:assert/strict";
import type { TaggedRun } from "../../../../shared/azure-devops/records";
import { plainText } from "../../../../shared/chat/message";
import { Unreadable } from "../../../../shared/http/errors";
import { reportTag } from "../../../../tasks/PipelineMonitor/config/own-pipeline";
import {
  type Memories,
  type Memory,
  type OwnPipeline,
  ownTarget,
  type ProjectMemory,
  projectFingerprint,
} from "../../../../tasks/PipelineMonitor/issue/memory";
import { lastTo, readLastReports, windowOf } from "../../../../tasks/PipelineMonitor/silence/last-report";
import { renderMemories } from "../../../../tasks/PipelineMonitor/silence/memory-file";
import { sanitize } from "../../../sanitize";
import { memoryContext } from "../report-stage";
import { configWith, now } from "./silence-stage";

const usual = configWith({ notify: "changes" });
const project = projectFingerprint(usual);
const branch = "refs/heads/main";

const knownUntil = (until: number): ProjectMemory => ({
  ...{ until, wholeUntil: until, seen: [], problems: [], states: [] },
});
const memoryUntil = (othersUntil: number): Memory => ({
  ...{ projects: new Map([[project, knownUntil(othersUntil)]]), othersUntil, unread: [] },
});
/** The second time is that of another target. */
const memoriesUntil = (until: number, otherUntil = until): Memories => ({
  byTarget: new Map([
    [ownTarget, memoryUntil(until)],
    ["f".repeat(16), memoryUntil(otherUntil)],
  ]),
});
const attached = (run: number, ...until: [number, number?]): unknown =>
  JSON.parse(renderMemories(memoriesUntil(...until), String(run)));

/** A tagged run of the monitor's pipeline, and what it has attached. */
interface Earlier extends Partial<TaggedRun> {
  id: number;
  attached?: unknown[] | Error;
}

/** Reads the last report of a monitor whose pipeline has some tagged runs, the newest first. */
async function read(runs: readonly Earlier[] | Error, changes: Partial<OwnPipeline> = {}, config = usual) {
  const context = memoryContext();
  const service: OwnPipeline["service"] = {
    async taggedRuns(...[definitionId, tag, count]) {
      assert.deepEqual([definitionId, tag, count], ["12", "reported", 5]);
      if (runs instanceof Error) throw runs;
      return runs.map(({ attached: _, ...run }) => ({ startTime: now - 3600, branch, ...run }));
    },
    async attachments(runId, type, name) {
      assert.deepEqual([type, name], ["pipeline-keeper.reported", "reported.json"]);
      const own = runs instanceof Error ? [] : runs.find(({ id }) => id === runId)?.attached;
      if (own instanceof Error) throw own;
      return own ?? [];
    },
    dispose: () => undefined,
  };
  const own = { service, definitionId: "12", runId: "900", branch, tag: "reported", ...changes };
  const last = lastTo(ownTarget, await readLastReports(config, own, context));
  const window = windowOf(config, last)(now * 1000);
  return {
    ...{ last, window, warnings: context.agent.warnings, printed: context.agent.printed },
    from: window.kind === "sinceLast" ? window.from : window.kind,
  };
}

describe("the last report", () => {
  it("is the newest tagged run, with what it has attached", async () => {
    const runs = [
      { id: 899, attached: [attached(899, now - 3600)] },
      { id: 898, attached: [attached(898, now - 7200)] },
    ];
    const { last, from } = await read(runs);
    assert.deepEqual([last.memory, last.skipped, last.isUnknown], [memoryUntil(now - 3600), [], false]);
    assert.equal(from, now - 3600);
  });

  it("is no run of another branch, and none whose attachment is missing or of another run", async () => {
    const own = { id: 890, attached: [attached(890, now - 7200)] };
    for (const other of [
      { id: 899, branch: "refs/heads/feature", attached: [attached(899, now - 60)] },
      { id: 899 },
      { id: 899, attached: [attached(898, now - 60)] },
    ]) {
      assert.equal((await read([other, own])).from, now - 7200);
      const { from, warnings } = await read([other]);
      assert.deepEqual([from, warnings], [undefined, []]);
    }
    const other = { id: 899, branch: "refs/heads/feature", attached: [attached(899, now - 60)] };
    assert.equal((await read([other], { branch: "" })).from, now - 60, "its own branch is unknown");
    assert.equal((await read([{ ...other, branch: undefined }])).from, now - 60, "the run has no branch");
  });

  it("may be an earlier attempt of this run; of several, the one that covers most", async () => {
    const attempts = [now - 7200, now - 60, now - 3600].map((until) => attached(900, until));
    assert.equal((await read([{ id: 900, attached: attempts }])).from, now - 60);
    const ofTargets = [attached(900, now - 3600), attached(900, now - 90, now - 9000)];
    assert.equal((await read([{ id: 900, attached: ofTargets }])).from, now - 90);
  });

  it("is forgotten if its form is unknown: the message says so, and begins where that run started", async () => {
    for (const content of [{ version: 2 }, [], "x"]) {
      const { last, from, warnings, printed } = await read([{ id: 899, attached: [content] }]);
      assert.deepEqual([last.memory, from, last.isUnknown], [undefined, now - 3600, false]);
      assert.deepEqual(
        last.notes.map((note) => ({ ...note, parts: plainText(note.parts, sanitize) })),
        [
          {
            parts: "Earlier messages are forgotten: problems that they reported may have ended since.",
            ...{ severity: "note", rank: 7, tally: { thing: "memory", what: "lost" } },
          },
        ],
      );
      assert.match(warnings.join(), /Could not check what earlier messages reported: .* unknown form/);
      assert.deepEqual(printed, ["Reporting everything, even if an earlier message has reported it."]);
    }
  });

  it("is unknown if the service does not say: then the last hour is checked, and nothing takes its place", async () => {
    const down = new Error("503");
    for (const runs of [down, [{ id: 899, attached: down }]]) {
      const { last, from, printed } = await read(runs);
      assert.deepEqual([last.isUnknown, from, last.notes], [true, "lastHour", []]);
      assert.deepEqual(last.skipped, ["what earlier messages reported"]);
      assert.match(printed.join(), /Checking the last hour instead\./);
    }
    const { from } = await read([{ id: 899, attached: new Unreadable("no list of attachments") }]);
    assert.equal(from, "lastHour");
    const context = memoryContext();
    assert.equal((await readLastReports(usual, { unknown: "no permission" }, context)).isUnknown, true);
    assert.deepEqual(context.agent.warnings, [
      "Could not check what earlier messages reported: no permission",
    ]);
    assert.equal((await readLastReports(usual, undefined, context)).isUnknown, false, "outside a pipeline");
  });

  it("is only a time without notify, and none that a window depends on without either key", async () => {
    const since = configWith({ window: "since_last_report" });
    const unreadable = [{ id: 899, attached: ["x"] }];
    for (const [config, runs, printed, from] of [
      [since, new Error("503"), ["Checking the last hour instead."], "lastHour"],
      [since, unreadable, [], now - 3600],
      [configWith(), new Error("503"), [], "lastHour"],
      [configWith(), unreadable, [], "lastHour"],
    ] as const) {
      const report = await read(runs, {}, config);
      assert.deepEqual([report.printed, report.from], [printed, from]);
      assert.match(report.warnings.join(), /^Could not check the time of the last report: /);
      assert.deepEqual(report.last.skipped, ["the time of the last report"]);
    }
  });
});

describe("the last report to a target", () => {
  const last = { startTime: undefined, skipped: [], notes: [], isUnknown: false };

  it("is its own; a new target begins where the step's own webhook ended, and knows of no problem", () => {
    const memory = memoryUntil(now - 7200);
    const other = "f".repeat(16);
    const times = { since: now - 90, lastSeen: now - 90, reportedAt: now - 90 };
    const problem = { row: other, key: other, kind: "failure" as const, ...times, wasTold: true };
    const state = { key: other, reportedAt: now - 90 };
    const waiting = [{ key: other, pipeline: "a", at: now - 90 }];
    const told = { problems: [problem], states: [state], waiting, seen: ["7:1"] };
    const own = {
      ...{ ...memoryUntil(now - 60), unread: [state], mutesUntil: 5 },
      projects: new Map([[project, { ...knownUntil(now - 60), ...told }]]),
    };
    const byTarget = new Map([
      [ownTarget, own],
      [other, memory],
    ]);
    assert.equal(lastTo(other, { ...last, memories: { byTarget } }).memory, memory);
    const begun = lastTo("e".repeat(16), { ...last, memories: { byTarget } });
    const window = windowOf(usual, begun)(now * 1000);
    const projects = new Map([[project, { ...knownUntil(now - 60), waiting: [] }]]);
    assert.deepEqual(begun.memory, { projects, othersUntil: now - 60, unread: [] });
    assert.equal(window.kind === "sinceLast" && window.from, now - 60);
    assert.equal(lastTo(other, { ...last, memories: undefined }).memory, undefined);
  });
});

describe("the window of a project", () => {
  const last = { startTime: undefined, skipped: [], notes: [], isUnknown: false };
  const fromOf = (memory: Memory | undefined, name: string) => {
    const other = { ...usual, project: new URL(name, usual.project) };
    const window = windowOf(other, { ...last, memory })(now * 1000);
    return window.kind === "sinceLast" ? window.from : window.kind;
  };

  it("begins where the reports on it ended: each project has a memory of its own", () => {
    const memory = memoryUntil(now - 60);
    const other = projectFingerprint({ project: new URL("other", usual.project) });
    const projects = new Map([...memory.projects, [other, knownUntil(now - 9000)]]);
    assert.equal(fromOf({ ...memory, projects }, usual.project.href), now - 60);
    assert.equal(fromOf({ ...memory, projects }, "other"), now - 9000);
  });

  it("begins where the reports on the others did if no report has read it, and nowhere without any", () => {
    assert.equal(fromOf(memoryUntil(now - 60), "new"), now - 60);
    assert.equal(fromOf(undefined, "new"), undefined);
  });
});

describe("reportTag", () => {
  it("is the same for the same monitor, and another for any other", () => {
    const parts = ["watch", "Job", "PipelineMonitor", "monitor.json"];
    assert.equal(reportTag(parts), reportTag([...parts]));
    assert.match(reportTag(parts), /^monitor-reported-[0-9a-f]{12}$/);
    for (const index of parts.keys())
      assert.notEqual(
        reportTag(parts.map((part, at) => (at === index ? `${part}1` : part))),
        reportTag(parts),
      );
    assert.notEqual(reportTag(["ab", "c"]), reportTag(["a", "bc"]));
  });
});
