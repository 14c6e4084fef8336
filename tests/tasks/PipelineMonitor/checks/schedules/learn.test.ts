import assert from "node:assert/strict";
import type { Run, RunRecord } from "../../../../../shared/azure-devops/records";
import { learnedSchedules, scheduleNotes } from "../../../../../tasks/PipelineMonitor/checks/schedules/learn";
import type { Note } from "../../../../../tasks/PipelineMonitor/issue/issue";
import type { ProjectReport } from "../../../../../tasks/PipelineMonitor/issue/report";
import type { KnownSchedule, KnownSchedules } from "../../../../../tasks/PipelineMonitor/issue/schedules";
import { lateSeconds, sinceLast, takenUntil } from "../../../../../tasks/PipelineMonitor/issue/window";
import { failedRun } from "../../failed-run";
import { configWith, now } from "../../monitor-stage";
import { memoryContext, projectReport } from "../../report-stage";

const day = 24 * 3600;
const second = now / 1000;
const window = sinceLast(now, { until: second - 3600 });
const auto = { max_proc_time: 900, min_proc_time: 0, schedule: "auto" };
const usual: object = { default: auto };
const configOf = (pipelines: object) => configWith({ window: "since_last_report", pipelines });
const config = configOf({ default: auto, unchecked: { check_flag: false } });

/** Runs that a schedule started a minute apart, the last one a minute before the present. */
const minutesAgo = (minutes: readonly number[], changes: Partial<Run> = {}): RunRecord[] =>
  minutes.map((ago) => ({
    run: failedRun({
      pipeline: "a",
      definitionId: 1,
      reason: "schedule",
      queueTime: second - 60 * ago,
      ...changes,
    }),
  }));
const schedule = (changes: Partial<KnownSchedule> = {}): KnownSchedule => ({
  ...{ pipeline: "a", definitionId: 1, times: [], missed: [], isStopped: false },
  ...changes,
});
const timesAgo = (...minutes: number[]) => minutes.map((ago) => second / 60 - ago);
const memory = (pipelines: readonly KnownSchedule[], until: number, contradictedAt = 0) => ({
  ...{ until: second - 3600, dueUntil: 0, seen: [] },
  schedules: { until, contradictedAt, pipelines },
});

describe("learnedSchedules", () => {
  /** What is known then, and since when the list of scheduled runs was asked for. */
  async function learned(changes: Partial<ProjectReport>, pages: readonly RunRecord[][] = []) {
    const asked: number[] = [];
    let given = 0;
    const service = {
      async *scheduledRunsSince(since: number) {
        asked.push(second - since);
        for (const page of pages) {
          given++;
          yield page;
        }
      },
    };
    const report = projectReport({ config, window, ...changes });
    const { schedules } = await learnedSchedules.run(report, memoryContext({ service }));
    return { asked, given, ...schedules };
  }
  const fourWeeks = 28 * day;
  const until = takenUntil(window) - lateSeconds;

  it("reads four weeks, and learns from the scheduled runs of each pipeline that is checked, by its id", async () => {
    const pages = [
      [...minutesAgo([5, 3]), { unreadable: { id: 1, buildNumber: "", pipeline: "a", problem: "x" } }],
      [
        ...minutesAgo([4]),
        ...minutesAgo([1], { reason: "manual" }),
        ...minutesAgo([2], { queueTime: undefined }),
        ...minutesAgo([7], { definitionId: 2 }),
        ...minutesAgo([8], { pipeline: "caf\u00e9", definitionId: undefined }),
        ...minutesAgo([9], { pipeline: "cafe\u0301", definitionId: undefined }),
        ...minutesAgo([6], { pipeline: "unchecked", definitionId: 3 }),
      ],
    ];
    assert.deepEqual(await learned({}, pages), {
      ...{ asked: [fourWeeks], given: 2, until, contradictedAt: 0 },
      pipelines: [
        schedule({ times: timesAgo(5, 4, 3) }),
        schedule({ definitionId: 2, times: timesAgo(7) }),
        schedule({ pipeline: "caf\u00e9", definitionId: undefined, times: timesAgo(9, 8) }),
      ],
    });
  });

  it("takes the runs of several branches for one, and the name of the latest", async () => {
    const runs = [
      ...minutesAgo([5, 5, 3], { branch: "main" }),
      ...minutesAgo([5, 3, 2], { branch: "topic", pipeline: "renamed" }),
      ...minutesAgo([4], { branch: "main" }),
    ];
    assert.deepEqual((await learned({}, [runs])).pipelines, [
      schedule({ pipeline: "renamed", times: timesAgo(5, 5, 4, 3, 2) }),
    ]);
  });

  it("goes by the report's own runs if it knows all before them, and otherwise asks again", async () => {
    const records = [...minutesAgo([3]), ...minutesAgo([1], { reason: "manual" })];
    const before = [schedule({ pipeline: "old", times: timesAgo(9), missed: [5], isStopped: true })];
    const since = second - 3600 - lateSeconds;
    const known = (knownUntil: number) => ({ records, known: memory(before, knownUntil, 7) });
    const grown = schedule({ times: timesAgo(9, 3), missed: [5], isStopped: true });
    assert.deepEqual(await learned(known(since)), {
      ...{ asked: [], given: 0, until, contradictedAt: 7, pipelines: [grown] },
    });
    const again = await learned(known(since - 1), [minutesAgo([4])]);
    assert.deepEqual([again.asked, again.pipelines?.[0]?.times], [[fourWeeks], timesAgo(9, 4)]);
  });

  it("forgets what is not checked any more, and a pipeline without a pattern after 100 days without a run", async () => {
    const pattern = { slots: [120], since: 0 };
    const minutes = 100 * 24 * 60;
    const before = [
      schedule({ pipeline: "unchecked" }),
      schedule({ definitionId: 4, times: timesAgo(minutes - 1) }),
      schedule({ definitionId: 5, times: timesAgo(minutes) }),
      schedule({ definitionId: 6 }),
      schedule({ definitionId: 7, pattern }),
      schedule({ definitionId: 8, pipeline: "given" }),
    ];
    const given = { given: { schedule: "0 2 * * *" }, unchecked: { check_flag: false } };
    const ids = async (pipelines: object) => {
      const changed = configOf(pipelines);
      const { pipelines: after } = await learned({ config: changed, known: memory(before, second) });
      return after?.map(({ definitionId }) => definitionId);
    };
    assert.deepEqual(await ids({ default: auto, ...given }), [4, 7]);
    const recent = before.map((one) => ({ ...one, times: timesAgo(5) }));
    const { pipelines } = await learned({
      config: configOf({ default: { ...auto, schedule: undefined }, given: given.given }),
      known: memory(recent, second),
    });
    assert.deepEqual(
      pipelines?.map(({ pipeline }) => pipeline),
      ["given"],
    );
  });

  it("is enabled if any schedule is learned, and its notes if that was done", () => {
    const report = projectReport({ config });
    const off = projectReport({ config: configOf({ default: { ...auto, schedule: undefined } }) });
    const schedules = { until, contradictedAt: 0, pipelines: [] };
    assert.deepEqual(
      [
        ...[report, off].map((one) => learnedSchedules.isEnabled(one, memoryContext())),
        ...[{ ...report, schedules }, report].map((one) => scheduleNotes.isEnabled(one, memoryContext())),
      ],
      [true, false, true, false],
    );
  });

  it("reads no more than the service lists", async () => {
    const [run] = minutesAgo([3]);
    const page = Array.from({ length: 90_000 }, () => run ?? assert.fail());
    assert.equal((await learned({}, [page, [], [page[0] ?? assert.fail()], [], []])).given, 3);
  });
});

describe("scheduleNotes", () => {
  const nightly = [0, 1, 2, 3, 4, 5, 6].map((weekday) => weekday * 1440 + 120);
  const at = (slots: readonly number[], changes: Partial<KnownSchedule> = {}) =>
    schedule({ pattern: { slots, since: 0 }, ...changes });

  async function noted(
    before: readonly KnownSchedule[] | undefined,
    after: readonly KnownSchedule[],
    { pipelines = usual, contradictedAt = 0 } = {},
  ) {
    const schedules: KnownSchedules = { until: second, contradictedAt: 0, pipelines: after };
    const report = projectReport({
      ...{ config: configOf(pipelines), window, schedules },
      known: before && memory(before, second, contradictedAt),
    });
    const grown = await scheduleNotes.run(report, memoryContext());
    return { notes: grown.notes, contradictedAt: grown.schedules?.contradictedAt };
  }
  const note = (tells: string, what: string, key: string): Note => ({
    ...{ key, pipeline: "a", parts: [{ name: "a" }, { words: tells }] },
    block: { parts: [{ name: "a", style: "strong" }, { words: tells }] },
    ...{ severity: "note", rank: 7, tally: { thing: "schedule", what } },
  });

  it("tell which schedule replaces one that was known, of the pipelines of which both are", async () => {
    const later = nightly.map((slot) => slot + 60);
    const { notes } = await noted(
      [
        at(nightly),
        at(nightly, { definitionId: 2 }),
        schedule({ definitionId: 3 }),
        at(nightly, { definitionId: 4 }),
      ],
      [
        at(later),
        at(
          nightly.map((slot) => slot + 5),
          { definitionId: 2 },
        ),
        ...[at(later, { definitionId: 3 }), schedule({ definitionId: 4 }), at(later, { definitionId: 5 })],
      ],
    );
    const text = " has a new schedule: every day at 03:00 UTC. Before: every day at 02:00 UTC.";
    assert.deepEqual(notes, [note(text, "changed", notes[0]?.key ?? "")]);
    const again = await noted([at(nightly)], [at(later.slice(1))]);
    assert.notEqual(again.notes[0]?.key, notes[0]?.key);
    assert.deepEqual((await noted(undefined, [at(later)])).notes, []);
  });

  it("tell of a given schedule without a run at its times for three weeks, once a week", async () => {
    const times = timesAgo(...Array.from({ length: 21 }, (_, index) => index * 1440 + 79));
    const pipelines = { default: auto, a: { schedule: "0 12 * * *" } };
    const known = at(nightly, { times });
    const text = (shown: string) =>
      `: no scheduled run came at a time of its \`schedule\` in three weeks.${shown}`;
    const { notes, contradictedAt } = await noted([], [known], { pipelines });
    assert.deepEqual(notes, [note(text(" Its runs show 0 2 * * *."), "contradicted", notes[0]?.key ?? "")]);
    assert.equal(contradictedAt, second);
    const both = { ...pipelines, b: pipelines.a };
    const two = await noted([], [known, { ...known, pipeline: "b", definitionId: 2 }], { pipelines: both });
    assert.equal(new Set(two.notes.map(({ key }) => key)).size, 2);
    const plain = await noted([], [{ ...known, pattern: undefined }], { pipelines });
    assert.deepEqual(plain.notes, [note(text(""), "contradicted", notes[0]?.key ?? "")]);
    for (const [ago, count] of [
      [7 * day, 1],
      [7 * day - 1, 0],
    ] as const) {
      const after = await noted([], [known], { pipelines, contradictedAt: second - ago });
      assert.deepEqual(
        [after.notes.length, after.contradictedAt],
        [count, count === 1 ? second : second - ago],
      );
    }
  });

  it("tell nothing of a given schedule that may be right", async () => {
    const noon = timesAgo(15 * 60 + 19);
    const count = async (schedule: string, ...known: KnownSchedule[]) =>
      (await noted([], known, { pipelines: { default: auto, a: { schedule } } })).notes.length;
    const [other] = [schedule({ times: timesAgo(5) })];
    assert.equal(await count("0 12 * * *", other), 1);
    assert.equal(await count("0 12 * * *", schedule({ times: [...noon, ...other.times] })), 0, "a run came");
    assert.equal(
      await count("0 12 * * *", schedule({ times: timesAgo(22 * 1440) })),
      0,
      "no run came at all",
    );
    assert.equal(await count("0 12 * * *"), 0);
    assert.equal(await count("0 12 * * *", other, { ...other, definitionId: 2 }), 0, "which of two is it?");
    assert.equal(await count("0 12 * * 1", other), 1, "three Mondays");
    assert.equal(await count("0 12 1 * *", other), 0, "due once: the schedule may be new");
  });
});
