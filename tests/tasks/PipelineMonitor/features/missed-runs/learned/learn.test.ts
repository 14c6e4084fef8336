import assert from "node:assert/strict";
import type { KnownSchedule } from "../../../../../../shared/journal/schema";
import { emptyJournal, type ProjectJournal, pipelineKey } from "../../../../../../shared/journal/schema";
import type { Config } from "../../../../../../tasks/PipelineMonitor/config/parse";
import { nothingBefore } from "../../../../../../tasks/PipelineMonitor/feature";
import {
  learnedSchedules,
  type Schedules,
  scheduleNotes,
} from "../../../../../../tasks/PipelineMonitor/features/missed-runs/learned/learn";
import { missedRuns } from "../../../../../../tasks/PipelineMonitor/features/missed-runs/missed-runs";
import type { Note } from "../../../../../../tasks/PipelineMonitor/issue/note";
import type { FoundProject } from "../../../../../../tasks/PipelineMonitor/issue/report";
import { subjectOf } from "../../../../../../tasks/PipelineMonitor/issue/subject";
import { sinceLast } from "../../../../../../tasks/PipelineMonitor/issue/window";
import { openFeatures, readFeatures } from "../../../../../../tasks/PipelineMonitor/open-features";
import { describeSlots } from "../../../../../../tasks/PipelineMonitor/schedules/words";
import { configWith, now } from "../../../monitor-stage";
import { memoryContext, projectReport } from "../../../report-stage";
import { everyDay, schedule } from "../../../schedules/story";

const subject = subjectOf({ pipeline: { id: 1, name: "a" } });
const given = subjectOf({ pipeline: { name: "a" } });

const day = 24 * 3600;
const second = now / 1000;
const window = sinceLast(now, { until: second - 3600 });
const auto = { max_proc_time: 900, min_proc_time: 0, schedule: "auto" };
const usual: object = { default: auto };
const configOf = (pipelines: object) => configWith({ window: "since_last_report", pipelines });
const config = configOf({ default: auto, unchecked: { check_flag: false } });

const timesAgo = (...minutes: number[]) => minutes.map((ago) => second / 60 - ago);
const journal = (
  pipelines: readonly KnownSchedule[],
  changes: Partial<ProjectJournal> = {},
): ProjectJournal => ({
  ...{ ...emptyJournal, isFilled: true, ...changes },
  pipelines: new Map(
    pipelines.map(({ pipeline, ...known }) => [
      pipelineKey({ pipeline }),
      { pipeline, schedules: [known], branches: [], isRead: false, hours: new Map(), days: new Map() },
    ]),
  ),
});

describe("learnedSchedules", () => {
  const learned = async (changes: Partial<FoundProject>) => {
    const [schedules, report]: [Schedules, FoundProject] = [
      new Map(),
      projectReport({ config, window, ...changes }),
    ];
    await learnedSchedules(schedules).run(report, memoryContext());
    return schedules.get(report.config);
  };

  it("learns from the runs in the journal that a schedule started, of each pipeline that is checked", async () => {
    const nightly = Array.from({ length: 28 }, (_, index) => (28 - index) * 1440 + 79);
    const before = [
      schedule({ times: timesAgo(...nightly) }),
      schedule({
        pipeline: { id: 2, name: "a" },
        times: timesAgo(101 * 1440, 5),
        missed: [5],
        isStopped: true,
      }),
      schedule({ pipeline: { id: 3, name: "a" } }),
      schedule({ pipeline: { id: 4, name: "a" }, pattern: { slots: [120], since: 0 } }),
      schedule({ pipeline: { id: 5, name: "unchecked" }, times: timesAgo(5) }),
    ];
    const [first, ...others] = (await learned({ journal: journal(before) })) ?? assert.fail();
    assert.equal(describeSlots(first?.pattern?.slots ?? []), "every day at 02:00");
    assert.deepEqual(others, [
      schedule({ pipeline: { id: 2, name: "a" }, pattern: undefined, times: timesAgo(5) }),
      schedule({ pipeline: { id: 4, name: "a" } }),
    ]);
  });

  it("learns of pipelines with a given schedule, too, to compare both", async () => {
    const given = configOf({ default: { ...auto, schedule: undefined }, given: { schedule: "0 2 * * *" } });
    const before = ["a", "given"].map((pipeline, definitionId) =>
      schedule({ pipeline: { id: definitionId, name: pipeline }, times: timesAgo(5) }),
    );
    const found = await learned({ config: given, journal: journal(before) });
    assert.deepEqual(
      found?.map(({ pipeline }) => pipeline.name),
      ["given"],
    );
  });

  it("reads the earlier runs if nobody has, and is skipped if they could not be read", async () => {
    const unread = { journal: emptyJournal };
    assert.deepEqual(await learned(unread), []);
    await assert.rejects(learned({ ...unread, skipped: ["earlier runs"] }), /earlier runs are unknown/);
  });

  it("is enabled if any schedule is learned, and its notes if that was done", () => {
    const stagesOf = (one: Config) => {
      const [on] = readFeatures([missedRuns], { config: one, value: one.keys });
      const { finds } = openFeatures(on === undefined ? [] : [on], nothingBefore, memoryContext());
      return finds.map(({ name }) => name);
    };
    const off = configOf({ default: { ...auto, schedule: undefined } });
    assert.deepEqual(stagesOf(config), ["learned schedules", "missed runs", "learned schedules"]);
    assert.deepEqual(stagesOf(off), ["missed runs", "learned schedules"]);
    const report = projectReport({ config });
    const hasNotes = [new Map([[config, []]]), new Map()].map((schedules) =>
      scheduleNotes(schedules, () => undefined).isEnabled?.(report, memoryContext()),
    );
    assert.deepEqual(hasNotes, [true, false]);
  });
});

describe("scheduleNotes", () => {
  const nightly = everyDay(120);
  const at = (slots: readonly number[], changes: Partial<KnownSchedule> = {}) =>
    schedule({ pattern: { slots, since: 0 }, proofs: [120, 1440 + 120], ...changes });

  async function noted(
    before: readonly KnownSchedule[],
    after: readonly KnownSchedule[],
    { pipelines = usual, contradictedAt = 0 } = {},
  ) {
    const report = projectReport({
      ...{ config: configOf(pipelines), window },
      journal: journal(before, { contradictedAt }),
    });
    const schedules = new Map([[report.config, after]]);
    const grown = await scheduleNotes(schedules, () => undefined).run(report, memoryContext());
    return { notes: grown.notes, contradictedAt: grown.journal.contradictedAt };
  }
  const note = (tells: string, what: string, key: string, about = subject): Note => ({
    ...{ key, subject: about, says: [{ words: tells }] },
    ...{ severity: "note", rank: 7, tally: { thing: "schedule", what } },
  });

  it("tell which schedule replaces one that was known, of the pipelines of which both are", async () => {
    const later = everyDay(180);
    const before = [
      at(nightly),
      at(nightly, { pipeline: { id: 2, name: "a" } }),
      schedule({ pipeline: { id: 3, name: "a" } }),
    ];
    const after = [
      at(later),
      at(everyDay(125), { pipeline: { id: 2, name: "a" } }),
      at(later, { pipeline: { id: 3, name: "a" } }),
    ];
    const { notes } = await noted(
      [...before, at(nightly, { pipeline: { id: 4, name: "a" } })],
      [...after, schedule({ pipeline: { id: 4, name: "a" } }), at(later, { pipeline: { id: 5, name: "a" } })],
    );
    const text = " has a new schedule: every day at 03:00 UTC. Before: every day at 02:00 UTC";
    assert.deepEqual(notes, [note(text, "changed", notes[0]?.key ?? "")]);
    const again = await noted([at(nightly)], [at(later.slice(1))]);
    assert.notEqual(again.notes[0]?.key, notes[0]?.key);
    assert.deepEqual((await noted([], [at(later)])).notes, []);
    const doubtful = { proofs: [120] };
    assert.deepEqual((await noted([at(nightly, doubtful)], [at(later)])).notes, []);
    assert.deepEqual((await noted([at(nightly)], [at(later, doubtful)])).notes, []);
  });

  it("tell of a given schedule without a run at its times for three weeks, once a week", async () => {
    const times = timesAgo(...Array.from({ length: 21 }, (_, index) => index * 1440 + 79));
    const pipelines = { default: auto, a: { schedule: "0 12 * * *" } };
    const known = at(nightly, { times });
    const text = (shown: string) =>
      `: no scheduled run came at a time of its \`schedule\` in three weeks${shown}`;
    const { notes, contradictedAt } = await noted([], [known], { pipelines });
    assert.deepEqual(notes, [
      note(text(". Its runs show 0 2 * * *"), "contradicted", notes[0]?.key ?? "", given),
    ]);
    assert.equal(contradictedAt, second);
    const both = { ...pipelines, b: pipelines.a };
    const two = await noted([], [known, { ...known, pipeline: { id: 2, name: "b" } }], { pipelines: both });
    assert.equal(new Set(two.notes.map(({ key }) => key)).size, 2);
    const plain = await noted([], [{ ...known, pattern: undefined }], { pipelines });
    assert.deepEqual(plain.notes, [note(text(""), "contradicted", notes[0]?.key ?? "", given)]);
    const notedAgain = async (ago: number) => {
      const after = await noted([], [known], { pipelines, contradictedAt: second - ago });
      return [after.notes.length, second - after.contradictedAt];
    };
    assert.deepEqual(
      [await notedAgain(7 * day), await notedAgain(7 * day - 1)],
      [
        [1, 0],
        [0, 7 * day - 1],
      ],
    );
  });

  it("tell nothing of a given schedule that may be right", async () => {
    const noon = timesAgo(15 * 60 + 19);
    const count = async (cron: string, ...known: KnownSchedule[]) =>
      (await noted([], known, { pipelines: { default: auto, a: { schedule: cron } } })).notes.length;
    const other = schedule({ times: timesAgo(5) });
    assert.equal(await count("0 12 * * *", other), 1);
    assert.equal(await count("0 12 * * 1", other), 1, "three Mondays");
    assert.equal(await count("0 12 * * *", schedule({ times: [...noon, ...other.times] })), 0, "a run came");
    assert.equal(await count("0 12 * * *", schedule({ times: timesAgo(22 * 1440) })), 0, "no run at all");
    assert.equal(await count("0 12 * * *"), 0);
    assert.equal(
      await count("0 12 * * *", other, { ...other, pipeline: { id: 2, name: "a" } }),
      0,
      "which of two is it?",
    );
    assert.equal(await count("10 3 * * 5", other), 0, "today's run may still come");
    assert.equal(await count("0 12 1 * *", other), 0, "due once: the schedule may be new");
  });
});
