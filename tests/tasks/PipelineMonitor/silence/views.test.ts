import assert from "node:assert/strict";
import { type Issue, issueOf, missedCode, type Note } from "../../../../tasks/PipelineMonitor/issue/issue";
import {
  attemptOf,
  type KnownProblem,
  type Memory,
  missedAt,
  type ProjectMemory,
  projectFingerprint,
} from "../../../../tasks/PipelineMonitor/issue/memory";
import type { KnownSchedule } from "../../../../tasks/PipelineMonitor/issue/schedules";
import { coveredUntil, sinceLast } from "../../../../tasks/PipelineMonitor/issue/window";
import { issueOfRecord } from "../../../../tasks/PipelineMonitor/rules/issues";
import {
  addressed,
  knownToAny,
  limitsToldToAll,
  routedElsewhere,
  viewOf,
} from "../../../../tasks/PipelineMonitor/silence/views";
import { failedRun } from "../failed-run";
import { memoryContext, projectReport } from "../report-stage";
import { configWith, failure, now, tooFew } from "./silence-stage";

const hour = 3600;
const config = configWith({ notify: "changes" });
const project = projectFingerprint(config);
const memoryOf = (until: number, changes: Partial<ProjectMemory> = {}): ProjectMemory => ({
  ...{ until, wholeUntil: until, seen: [], problems: [], states: [], ...changes },
});
const monitorOf = (known: ProjectMemory, limitsUntil?: number): Memory => ({
  ...{ projects: new Map([[project, known]]), othersUntil: 0, unread: [], limitsUntil },
});
const informed = (memory: Memory | undefined, takes: (pipeline?: string) => boolean = () => true) => ({
  target: { takes },
  last: { memory, startTime: undefined, skipped: [], notes: [], isUnknown: false },
});
const problem = (lastSeen: number, held?: KnownProblem["held"]): KnownProblem => ({
  ...{ row: "", key: "", kind: "missed", since: lastSeen, lastSeen, reportedAt: 0, wasTold: false, held },
});

describe("what is known to any target", () => {
  it("is the one memory, or that of the report that covers least, with the problems of all", () => {
    const waiting = { key: "", pipeline: "a", at: 1, runId: 1 };
    const [early, late] = [
      memoryOf(now - 7200, { problems: [problem(1)] }),
      memoryOf(now - 60, { problems: [problem(2)], waiting: [waiting], seen: ["7:1"] }),
    ];
    assert.equal(knownToAny(config, [informed(undefined)]), undefined);
    assert.equal(knownToAny(config, [informed(undefined), informed(monitorOf(late))]), late);
    for (const all of [
      [early, late],
      [late, early],
    ])
      assert.deepEqual(
        knownToAny(
          config,
          all.map((known) => informed(monitorOf(known))),
        ),
        { ...early, problems: [problem(1), problem(2)], waiting: [waiting], schedules: undefined },
      );
  });

  it("has the latest schedules, of which a run is missed if all know it who are told of the pipeline", () => {
    const of = (pipeline: string, missed: number[], isStopped = true): KnownSchedule => ({
      ...{ pipeline, definitionId: undefined, times: [], missed, isStopped },
    });
    const withSchedules = (at: number, ...pipelines: KnownSchedule[]) =>
      monitorOf(memoryOf(at, { schedules: { until: at, contradictedAt: at, pipelines } }));
    const known = knownToAny(config, [
      informed(withSchedules(now - 90, of("a", [2, 5], false), of("b", [])), (pipeline) => pipeline === "a"),
      informed(
        withSchedules(now - 60, of("a", [1, 2]), of("b", [3]), of("c", [4]), of("d", [5])),
        () => false,
      ),
      informed(withSchedules(now - 70, of("a", [2]), of("d", [5])), (pipeline) => pipeline !== "b"),
      informed(monitorOf(memoryOf(now - 50))),
    ]);
    const pipelines = [of("a", [2], false), of("b", [3]), of("c", [], false), of("d", [5])];
    assert.deepEqual(known?.schedules, { until: now - 60, contradictedAt: now - 60, pipelines });
  });

  it("has the day for which each target got the run limits", () => {
    const [one, other] = [
      sinceLast(now * 1000, memoryOf(now - 60)),
      sinceLast(now * 1000, memoryOf(now - 90)),
    ];
    const told = (...limits: (number | undefined)[]) =>
      limitsToldToAll(
        limits.map((until, index) => ({
          ...informed(monitorOf(memoryOf(0), until)),
          window: index === 0 ? one : other,
        })),
      );
    assert.deepEqual([told(undefined), told(5), told(7, 5)], [undefined, 5, 5]);
    assert.equal(told(now, undefined), coveredUntil(other) - 1);
    const first = { ...informed(undefined), window: one };
    assert.equal(limitsToldToAll([first]), undefined);
    assert.equal(limitsToldToAll([first, { ...first, window: other }]), coveredUntil(other) - 1);
  });
});

describe("the view of a target", () => {
  const run = (id: number, finishTime: number) => failedRun({ id, finishTime });
  const unfinished = (startTime: number): Issue => ({
    ...failure({ id: 9, startTime, finishTime: undefined, status: "inProgress" }),
    limits: { maxSeconds: 60 },
  });
  const missed = (at: number, graceSeconds = 0): Issue =>
    issueOf({ code: missedCode, severity: "failure", rank: 0, tally: "did not run" }, { pipeline: "a" }, [], {
      at,
      graceSeconds,
    });
  const limit = { ...missed(0), code: "nearLimit", at: undefined };
  const unreadable = issueOfRecord({ id: 5, buildNumber: "1", pipeline: "a", problem: "status: no text" });
  const known = memoryOf(now - hour, {
    seen: [attemptOf(run(2, now - 60)), missedAt("a", now - 120)],
    problems: [
      problem(now - 9 * hour, { runId: 3, pipeline: "a" }),
      problem(now - 8 * hour, { pipeline: "a" }),
      problem(now - 7 * hour),
    ],
    waiting: [{ key: "", pipeline: "a", at: 1, runId: 4 }],
  });
  const view = (changes: Parameters<typeof projectReport>[0], memory?: Memory | "none", keys = {}) => {
    const of = configWith({ notify: "changes", ...keys });
    const last = memory === "none" ? undefined : (memory ?? monitorOf(known, now));
    return viewOf(projectReport({ config: of, ...changes }), sinceLast(now * 1000, known), last);
  };

  it("has the issues that it was not told", () => {
    const old = now - 9 * hour;
    const ofRuns = [
      [failure(run(1, now - 60)), true],
      [failure(run(1, now - hour - 600)), true],
      [failure(run(1, now - hour - 601)), false],
      [failure(run(2, now - 60)), false],
      [failure(run(3, old)), true],
      [failure(run(4, old)), true],
      [unfinished(now - 30), true],
      [tooFew, true],
      [unreadable, true],
    ] as const;
    const ofPipelines = [
      [missed(now - hour), true],
      [missed(now - hour - 1), false],
      [missed(now - hour - 900, 900), true],
      [missed(now - 120), false],
      [missed(now - 8 * hour), true],
      [missed(now - 7 * hour), false],
      [{ ...missed(now - 8 * hour), about: { pipeline: "b" } }, false],
      [limit, false],
    ] as const;
    for (const [issue, isTold] of [...ofRuns, ...ofPipelines])
      assert.deepEqual(view({ issues: [issue] }).issues, isTold ? [issue] : [], JSON.stringify(issue));
    const due = view({ issues: [limit], limitsFoundAt: 5 }, monitorOf(known, 0));
    assert.deepEqual([due.issues, due.limitsFoundAt], [[limit], 5]);
    assert.equal(view({ limitsFoundAt: 5 }).limitsFoundAt, undefined);
  });

  it("has stuck runs of its window if nothing is remembered of them", () => {
    const stuck = [unfinished(now - hour - 60), unfinished(now - hour - 62)];
    const always = { notify: "all" };
    assert.deepEqual(view({ issues: stuck }, "none", always).issues, stuck.slice(0, 1));
    assert.deepEqual(view({ issues: stuck }).issues, stuck);
  });

  it("has the notes and the runs of its window", () => {
    const note = (changes: Partial<Note>): Note => ({ parts: [], severity: "note", rank: 1, ...changes });
    const notes = [
      note({}),
      note({ run: run(1, now - 9 * hour) }),
      note({ run: run(1, now - 60), since: now - hour }),
      note({ run: run(1, now - 60), since: now - hour - 1 }),
      note({ run: run(2, now - 60), since: now - 60 }),
    ];
    const records = [now - 60, now - 2 * hour].map((finishTime, id) => ({ run: run(id, finishTime) }));
    const { notes: told, runCount, known: ofProject } = view({ notes, records });
    assert.deepEqual([told, runCount, ofProject], [notes.slice(0, 3), 1, known]);
  });
});

describe("the routes of a report", () => {
  it("mark what goes elsewhere, but for what a target waits for", async () => {
    const routed = configWith({ routes: [{ webhook: "A" }] });
    const paged = configWith({ notify: "changes", paging: { kind: "pagerduty", key: "K" } });
    const enabled = [config, routed, paged].map((one) =>
      routedElsewhere.isEnabled(projectReport({ config: one }), memoryContext()),
    );
    assert.deepEqual(enabled, [false, true, true]);
    const known = memoryOf(now, {
      problems: [problem(1, { runId: 3, pipeline: "b" })],
      waiting: [{ key: "", pipeline: "b", at: 1, runId: 4 }],
    });
    const issue = (id: number, pipeline: string) => failure({ id, pipeline });
    const note = (changes: Partial<Note>): Note => ({ parts: [], severity: "note", rank: 1, ...changes });
    const own = [issue(1, "a"), issue(3, "b"), issue(4, "b")];
    const [ownNotes, others] = [
      [note({ pipeline: "a" }), note({ run: failedRun({ pipeline: "a" }) })],
      [note({ pipeline: "b" }), note({ run: failedRun({ id: 3, pipeline: "b" }) }), note({})],
    ];
    const report = projectReport({
      ...{ known, issues: [...own, issue(2, "b"), tooFew], notes: [...ownNotes, ...others] },
    });
    const marked = await routedElsewhere.run(
      report,
      memoryContext({ takes: (pipeline) => pipeline === "a" }),
    );
    const elsewhere = { by: "route", why: [{ words: "It goes to another channel." }] };
    assert.deepEqual(
      [...marked.issues, ...marked.notes].map(({ silenced }) => silenced),
      [
        ...own.map(() => undefined),
        elsewhere,
        elsewhere,
        undefined,
        undefined,
        ...others.map(() => elsewhere),
      ],
    );
    assert.deepEqual(addressed(marked), { ...report, issues: own, notes: ownNotes });
  });
});
