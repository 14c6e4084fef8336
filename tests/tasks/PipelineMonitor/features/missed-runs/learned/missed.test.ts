import assert from "node:assert/strict";
import type { Run, RunRecord } from "../../../../../../shared/azure-devops/records";
import { plainText } from "../../../../../../shared/chat/message";
import type { KnownSchedule } from "../../../../../../shared/journal/schema";
import { emptyJournal, type ProjectJournal } from "../../../../../../shared/journal/schema";
import { findMissed } from "../../../../../../tasks/PipelineMonitor/features/missed-runs/find-missed";
import type { Entry } from "../../../../../../tasks/PipelineMonitor/issue/entry";
import { missedKey } from "../../../../../../tasks/PipelineMonitor/issue/place";
import { subjectOf } from "../../../../../../tasks/PipelineMonitor/issue/subject";
import { sinceLast } from "../../../../../../tasks/PipelineMonitor/issue/window";
import { noteRuns } from "../../../../../../tasks/PipelineMonitor/journal/note";
import { didNotStart } from "../../../../../did-not-start";
import { sanitize } from "../../../../../sanitize";
import { failedRun, type RunChanges } from "../../../failed-run";
import { missedEntry } from "../../../known-entry";
import { configWith, now } from "../../../monitor-stage";
import { refusal } from "../../../refusal";
import { memoryContext, projectReport } from "../../../report-stage";
import { everyDay, schedule } from "../../../schedules/story";

const second = now / 1000;
/** An hour's report at 03:19 judges the times from 00:49 until 01:49, because schedules may move by an hour. */
const one = Date.UTC(2026, 10, 20, 1) / 1000;
const pattern = { slots: everyDay(60), since: one / 60 - 35 * 1440 };
/** A pipeline that was due at one o'clock each day for five weeks, and has run until yesterday. */
const nightly = (changes: Partial<KnownSchedule> = {}) => {
  const times = Array.from({ length: 10 }, (_, index) => one / 60 - (10 - index) * 1440);
  return schedule({ pattern, times, proofs: times.slice(-2), ...changes });
};
const queuedAt = (queueTime: number | undefined, changes: RunChanges = {}): RunRecord => ({
  run: failedRun({ pipeline: "a", definitionId: 1, reason: "schedule", queueTime, ...changes }),
});
const journalOf = (past: readonly Run[]): ProjectJournal =>
  noteRuns(emptyJournal, past, configWith({ window: "since_last_report" }));
const auto = { max_proc_time: 900, min_proc_time: 0, schedule: "auto" };

const usualHour = {
  pipelines: { default: auto } as object,
  /** What is known of schedules, and of missed runs. */
  schedules: [nightly()] as readonly KnownSchedule[],
  entries: [] as readonly Entry[],
  /** The runs that have finished, and the pages of those that were queued. */
  finished: [] as readonly RunRecord[],
  queued: [] as readonly RunRecord[][],
  /** The runs that the journal has of pipeline 1. */
  past: [] as readonly Run[],
  status: (): Promise<string> => Promise.resolve("enabled"),
  cancelled: new AbortController().signal,
};
type Hour = Partial<typeof usualHour>;

async function judged(hour: Hour) {
  const { pipelines, schedules, entries, finished, queued, past, status, cancelled } = {
    ...usualHour,
    ...hour,
  };
  const asked: string[] = [];
  const service = {
    async *runsQueuedSince(since: number) {
      asked.push(`since ${new Date(since * 1000).toISOString().slice(11, 16)}`);
      yield* queued;
    },
    queueStatus: (definitionId: number) => {
      asked.push(`status of ${definitionId}`);
      return status();
    },
  };
  const report = projectReport({
    config: configWith({ window: "since_last_report", pipelines }),
    ...{ entries, window: sinceLast(now, { until: second - 3600 }), records: finished },
    journal: journalOf(past),
  });
  const context = memoryContext({ service, cancelled });
  const known = new Map([[report.config, schedules]]);
  const after = await findMissed(known).run(report, context);
  return {
    ...{ warnings: context.agent.warnings, asked, issues: after.issues, schedules: known.get(report.config) },
    missed: after.issues.map((issue) => plainText(issue.words, sanitize)),
    ending: after.recoveries.flatMap(({ key, run }) => (key === missedKey(subjectOf(run)) ? [run.id] : [])),
  };
}
const missedIn = async (hour: Hour) => (await judged(hour)).missed;
const text = (time: string, days = "every day for 5 weeks") => `${didNotStart} at ${time} UTC (${days})`;
const missed = [text("01:00")];
const stopped = { missed: [60], isStopped: true };

describe("a missed run of a learned schedule", () => {
  it("is reported with the evidence if no run was queued, from 75 minutes before it on, for a move to an earlier hour", async () => {
    const other = nightly({ pipeline: { id: 2, name: "a" }, times: [...nightly().times, one / 60] });
    const { issues, ...found } = await judged({ schedules: [other, nightly()] });
    assert.deepEqual(found, {
      ...{ asked: ["since 23:45", "status of 1"], missed, ending: [], warnings: [] },
      schedules: [other, nightly(stopped)],
    });
    const [{ code, about, at, graceSeconds } = assert.fail()] = issues;
    assert.deepEqual(
      [code, about, at, graceSeconds],
      ["missed", { pipeline: { id: 1, name: "a" } }, one, 5400],
    );
  });

  it("is none if a run of that pipeline was queued in time, finished or not, or one that cannot be read", async () => {
    const missing = (run: RunRecord, schedules = [nightly()]) => missedIn({ queued: [[], [run]], schedules });
    for (const run of [queuedAt(one), queuedAt(one + 1859, { reason: "manual" }), queuedAt(undefined)])
      assert.deepEqual(await missing(run), []);
    for (const run of [
      queuedAt(one + 1860),
      ...[queuedAt(one, { definitionId: 2 }), queuedAt(one, { pipeline: "b", definitionId: 3 })],
      queuedAt(one + 3600, { reason: "manual" }),
    ])
      assert.deepEqual(await missing(run), missed);
    const accented = nightly({ pipeline: { name: "cafe\u0301" } });
    const composed = queuedAt(one, { pipeline: "caf\u00e9", definitionId: undefined });
    for (const run of [composed, queuedAt(undefined, { pipeline: "caf\u00e9" })])
      assert.deepEqual(await missing(run, [accented]), []);
    const moved = await judged({ queued: [[queuedAt(one + 3600)]] });
    assert.deepEqual(moved.schedules?.[0]?.pattern?.slots, everyDay(120));
  });

  it("may be one that cannot be read, once for each record, and then the next missed run is reported", async () => {
    const { missed, schedules } = await judged({ queued: [[queuedAt(undefined)]] });
    assert.deepEqual([missed, schedules], [[], [nightly()]]);
    const halfHours = nightly({
      pattern: { ...pattern, slots: everyDay(60, 90) },
      times: nightly().times.flatMap((time) => [time, time + 30]),
      proofs: nightly().proofs.flatMap((at) => [at, at + 30]),
    });
    const next = await judged({ schedules: [halfHours], queued: [[queuedAt(undefined)]] });
    assert.deepEqual(
      [next.missed, next.schedules],
      [[text("01:30")], [{ ...halfHours, missed: [90], isStopped: true }]],
    );
  });

  it("is looked for only where a schedule is learned and none is given", async () => {
    const nothing = { asked: [], missed: [], issues: [], ending: [], warnings: [] };
    for (const pipelines of [
      { default: { check_flag: false }, b: auto },
      { default: { ...auto, schedule: undefined }, b: auto },
      { default: auto, a: { schedule: "0 12 * * *" } },
    ])
      assert.deepEqual(await judged({ pipelines }), { ...nothing, schedules: [nightly()] });
    const ofAnother = { default: auto, b: { schedule: "0 12 * * *" } };
    assert.deepEqual(await missedIn({ pipelines: ofAnother }), missed);
    const bare = [nightly({ pattern: undefined })];
    assert.deepEqual(await judged({ schedules: bare }), { ...nothing, schedules: bare });
    const accents = { default: auto, "cafe\u0301": { schedule: "0 12 * * *" } };
    const schedules = [nightly({ pipeline: { name: "caf\u00e9" } })];
    assert.deepEqual(await missedIn({ pipelines: accents, schedules }), []);
  });

  it("is no problem at a time of the day that is not proven, though the schedule's others are", async () => {
    const [night, afternoon] = [60, 60 + 13 * 60];
    const twice = (proven: number) =>
      nightly({
        pattern: { ...pattern, slots: everyDay(night, afternoon) },
        times: nightly().times.flatMap((time) => [time, time + afternoon - night]),
        proofs: nightly().proofs.map((at) => at + proven - night),
      });
    assert.deepEqual(await missedIn({ schedules: [twice(night)] }), missed);
    assert.deepEqual(await missedIn({ schedules: [twice(afternoon)] }), []);
  });

  it("is looked for among the runs that have not finished, also while the schedule has stopped", async () => {
    const unfinished = { status: "inProgress", finishTime: undefined };
    const found = await judged({ schedules: [nightly(stopped)], queued: [[queuedAt(one, unfinished)]] });
    assert.deepEqual([found.asked, found.missed, found.schedules], [["since 23:45"], [], [nightly()]]);
    const asked = async (known: KnownSchedule) => (await judged({ schedules: [known] })).asked;
    assert.deepEqual(await asked(nightly(stopped)), ["since 23:45"]);
    const lastWeek = { times: nightly().times.slice(0, -7) };
    assert.deepEqual(await asked(nightly({ ...stopped, ...lastWeek })), [], "not for weeks");
    assert.deepEqual(await asked(nightly(lastWeek)), ["since 23:45", "status of 1"]);
  });

  it("is none while the run before is in progress, unless earlier runs overlapped", async () => {
    const [hour, threeHours] = [3600, 3 * 3600];
    const run = (begin: number, end: number | undefined, changes: RunChanges = {}): Run =>
      failedRun({
        ...{ pipeline: "a", definitionId: 1, reason: "schedule", queueTime: begin, finishTime: end },
        ...{ id: begin, ...changes },
      });
    const past = [run(one - 48 * hour, one - 45 * hour), run(one - 24 * hour, one - 22 * hour)];
    const inProgress = [[{ run: run(one - threeHours, undefined) }]];
    const found = await judged({ past, queued: inProgress });
    assert.deepEqual([found.asked, found.missed, found.schedules], [["since 22:00"], [], [nightly()]]);
    for (const other of [run(one - threeHours, one), run(one - threeHours, undefined, { reason: "manual" })])
      assert.deepEqual(await missedIn({ past, queued: [[{ run: other }]] }), missed);
    const again = [...past, run(one - 48 * hour, one - 20 * hour)];
    assert.deepEqual(await missedIn({ past: again, queued: inProgress }), []);
    const overlapping = [...past, run(one - 46 * hour, one - 44 * hour)];
    assert.deepEqual(await missedIn({ past: overlapping, queued: inProgress }), missed);
  });

  it("ends the schedule without an issue if its pipeline is disabled or paused, and is one if it was deleted", async () => {
    const over = nightly({ ...stopped, times: [], pattern: undefined });
    for (const status of ["disabled", "paused"]) {
      const ended = await judged({ status: async () => status });
      assert.deepEqual([ended.missed, ended.schedules], [[], [over]]);
    }
    assert.deepEqual(await missedIn({ status: () => Promise.reject(refusal(404)) }), missed);
    const nameless = await judged({ schedules: [nightly({ pipeline: { name: "a" } })] });
    assert.deepEqual([nameless.asked, nameless.missed], [["since 23:45"], missed]);
  });

  it("is one if the status cannot be read, with a warning, and costs no other pipeline its line", async () => {
    const [own, other] = ["\\", "\\Billing"].map((folder, index) =>
      nightly({ pipeline: { id: index + 1, name: "a", folder } }),
    );
    const down = () => Promise.reject(new Error("down"));
    const found = await judged({ schedules: [own, other].flatMap((one) => one ?? []), status: down });
    assert.deepEqual(found.missed, [...missed, ...missed]);
    assert.deepEqual(found.warnings, [
      "Could not read whether \\a is disabled: down",
      "Could not read whether \\Billing\\a is disabled: down",
    ]);
    const cancelled = AbortSignal.abort(new Error("canceled"));
    await assert.rejects(judged({ status: down, cancelled }), { message: "canceled" });
  });

  it("ends as a problem with the runs near a time of the schedule or at a new one, each of them once", async () => {
    const ran = nightly({ times: [...nightly().times, one / 60] });
    const at = (id: number, minutes: number, changes: RunChanges = {}) =>
      queuedAt(one + 60 * minutes, { id, ...changes });
    const finished = [
      ...[at(1, -16), at(2, -15), at(3, 30), at(4, 31)],
      ...[at(5, 0, { definitionId: 2 }), at(6, 0, { reason: "manual" }), at(7, 1440)],
    ];
    const ending = async (hour: Hour) =>
      (await judged({ schedules: [ran], entries: [missedEntry("a", one)], finished, ...hour })).ending;
    const mixed = nightly({ times: [nightly().times[0] ?? 0, one / 60 - 7000, ...ran.times.slice(1)] });
    assert.deepEqual(await ending({ schedules: [mixed] }), [2, 3, 7]);
    assert.deepEqual(await ending({}), [2, 3, 4, 7], "it may have another time now");
    assert.deepEqual(await ending({ entries: [missedEntry("b", one)] }), []);
    const byHand = { reason: "manual" };
    const queued = [[at(3, 30), at(8, 5, byHand), at(9, 60), at(10, 90, byHand)]];
    assert.deepEqual(await ending({ schedules: [nightly()], queued }), [1, 2, 3, 4, 7, 8, 9]);
  });
});
