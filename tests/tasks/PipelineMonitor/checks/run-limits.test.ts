import assert from "node:assert/strict";
import fc from "fast-check";
import type { RunRecord } from "../../../../shared/azure-devops/records";
import { plainText, renderParts } from "../../../../shared/chat/message";
import { utcZone } from "../../../../shared/text/zone";
import {
  findRunLimit,
  type RunLimit,
  renderLimit,
  runLimits,
  weekSeconds,
} from "../../../../tasks/PipelineMonitor/checks/run-limits";
import { occurrences } from "../../../../tasks/PipelineMonitor/config/cron";
import { scheduledPipeline } from "../../../../tasks/PipelineMonitor/config/schedules";
import { type Issue, pipelineNameOf } from "../../../../tasks/PipelineMonitor/issue/issue";
import { lastHour } from "../../../../tasks/PipelineMonitor/issue/window";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { memoryContext, projectReport } from "../report-stage";

const now = Date.UTC(2026, 10, 20, 0, 19) / 1000;
const hour = 3600;

function scheduled(...schedule: string[]) {
  const [pipeline] = scheduledPipeline("price feed", { schedule });
  return pipeline ?? assert.fail(`${schedule} is a schedule`);
}

/** The limit that a pipeline comes to. */
function limit(schedule: string, ran: readonly number[], runsPerWeekMax: number) {
  return findRunLimit(scheduled(schedule), ran, runsPerWeekMax, now) ?? {};
}

describe("findRunLimit", () => {
  it("tells when a schedule comes and finds as many runs as may be, in the seven days before", () => {
    assert.deepEqual(limit("0 * * * *", [], 100), {
      runsPerWeekMax: 100,
      // The hundredth of the runs from 01:00 on starts, the next does not.
      reachedAt: Date.UTC(2026, 10, 24, 5) / 1000,
      ranInWeek: 0,
      scheduledInWeek: 168,
      densest: { from: Date.UTC(2026, 10, 20, 1) / 1000, runs: 1 },
    });
  });

  it("counts the runs that took place, each until it is a week old", () => {
    const [reachedAt, ranInWeek] = Object.values(
      limit("0 2 * * *", [now - 6 * 24 * hour, now - hour, now - 8 * 24 * hour], 3),
    ).slice(1);
    // Of the two runs one is a week old by the time, so that a third and a fourth can start.
    assert.deepEqual([reachedAt, ranInWeek], [Date.UTC(2026, 10, 22, 2) / 1000, 2]);
  });

  it("tells of a limit that is reached already at the next time of the schedule", () => {
    const ran = Array.from({ length: 1000 }, (_, index) => now - 60 * index - 1);
    assert.equal(
      findRunLimit(scheduled("0 2 * * *"), ran, 1000, now)?.reachedAt,
      Date.UTC(2026, 10, 20, 2) / 1000,
    );
  });

  it("tells of more than ten runs in a quarter of an hour, and where they are most", () => {
    assert.equal(findRunLimit(scheduled("0-9 6 * * *"), [], 1000, now), undefined);
    const found = findRunLimit(scheduled("0-10 6 * * *", "5-17 7 * * *"), [], 1000, now);
    assert.deepEqual(found?.densest, { from: Date.UTC(2026, 10, 20, 7, 5) / 1000, runs: 13 });
    assert.equal(found?.reachedAt, undefined);
    const apart = findRunLimit(scheduled("0-9,15-24 6 * * *"), [], 1000, now);
    assert.equal(apart, undefined, "the fifteenth minute is of the next quarter");
  });

  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 24 });

  it("never tells of a schedule that has kept to the limit, and is to keep to it, however late each run began", () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 59 }), (list, lateSeconds) => {
        const pipeline = scheduled(`30 ${list.join(",")} * * *`);
        const ran = occurrences(pipeline.schedules, now - weekSeconds, now).map((time) => time + lateSeconds);
        assert.equal(findRunLimit(pipeline, ran, 7 * list.length, now), undefined);
        const tooFew = findRunLimit(pipeline, ran, 7 * list.length - 1, now);
        assert.notEqual(tooFew?.reachedAt, undefined);
      }),
    );
  });

  it("names the first time that finds the limit reached, as counting run by run does", () => {
    const past = fc.array(fc.integer({ min: 1, max: weekSeconds + hour }), { maxLength: 60 });
    fc.assert(
      fc.property(hours, past, fc.integer({ min: 1, max: 120 }), (list, ages, max) => {
        const pipeline = scheduled(`7 ${list.join(",")} * * *`);
        const ran = ages.map((age) => now - age);
        const coming = occurrences(pipeline.schedules, now, now + weekSeconds);
        const runsBefore = (time: number) =>
          [...ran, ...coming].filter((other) => other < time && other > time - weekSeconds + 60).length;
        assert.equal(
          findRunLimit(pipeline, ran, max, now)?.reachedAt,
          coming.find((time) => runsBefore(time) >= max),
        );
      }),
    );
  });
});

const schedules = [
  ...scheduledPipeline("nightly import", { schedule: "0 2 * * *" }),
  ...scheduledPipeline("price feed", { schedule: "0 * * * *" }),
];
const ranHoursAgo = (...hours: number[]): RunRecord[] =>
  hours.map((count) => ({ run: failedRun({ queueTime: now - 3600 * count }) }));

describe("runLimits", () => {
  /** `ids` are those of each name; `runs` has the pages of each id. */
  async function found(
    ids: Record<string, number[]>,
    runs: Record<number, RunRecord[][]>,
    max: number,
    given = schedules,
  ) {
    const asked: string[] = [];
    const service = {
      pipelinesNamed: async (name: string) => ids[name] ?? [],
      async *runsQueuedSince(since: number, _signal: AbortSignal, definitionId?: number) {
        asked.push(`${definitionId} for ${(now - since) / 3600} h`);
        yield* runs[definitionId ?? 0] ?? [];
      },
    };
    const { config } = projectReport();
    const keys = { ...config.keys, runs_per_week_max: max };
    const report = projectReport({
      config: { ...config, keys, schedules: given },
      window: lastHour(now * 1000),
    });
    const { issues } = await runLimits.run(report, memoryContext({ service }));
    const told = ({ words }: Issue) => plainText(words, sanitize).replace(/.* (?=\d+ ran in)/, "");
    const limits = issues.map((issue) => `${pipelineNameOf(issue)}: ${told(issue)}`);
    return { asked, limits, sentences: issues.map(({ sentence = [] }) => plainText(sentence, sanitize)) };
  }

  it("says for products when the limit is reached, or which minutes have too many", async () => {
    const ids = { "nightly import": [1], "price feed": [2] };
    const dense = scheduledPipeline("price feed", { schedule: "0-10 6 * * 6" });
    assert.deepEqual((await found(ids, {}, 5, dense)).sentences, [
      "will reach 5 runs a week at 2026-11-21 06:05 UTC; later runs will not start",
    ]);
    assert.deepEqual((await found(ids, {}, 1000, dense)).sentences, [
      "is scheduled 11 times in the 15 minutes from 2026-11-21 06:00 UTC, but only 10 runs will start",
    ]);
  });

  it("is enabled once a day if a limit and schedules are given", () => {
    const { config } = projectReport();
    const isEnabled = (limitsDueAt: number | undefined, max: number | undefined, given = schedules) => {
      const keys = { ...config.keys, ...(max === undefined ? {} : { runs_per_week_max: max }) };
      const report = projectReport({ config: { ...config, keys, schedules: given }, limitsDueAt });
      return runLimits.isEnabled(report, memoryContext());
    };
    const all = [isEnabled(0, 9), isEnabled(undefined, 9), isEnabled(0, undefined), isEnabled(0, 9, [])];
    assert.deepEqual(all, [true, false, false, false]);
  });

  it("asks for a week of each scheduled pipeline by its id, and counts all pages", async () => {
    // The last one is a week old before the schedule comes.
    const runs = { 1: [ranHoursAgo(1, 2), ranHoursAgo(167)], 2: [[]] };
    assert.deepEqual(await found({ "nightly import": [1], "price feed": [2] }, runs, 3), {
      asked: ["1 for 168 h", "2 for 168 h"],
      limits: ["nightly import: 3 ran in the last 7 days", "price feed: 0 ran in the last 7 days"],
      sentences: ["2026-11-21 02:00", "04:00"].map(
        (time) => `will reach 3 runs a week at ${time} UTC; later runs will not start`,
      ),
    });
    assert.deepEqual((await found({ "nightly import": [1], "price feed": [2] }, runs, 168)).limits, []);
  });

  it("goes by that one of several pipelines of a name which ran most, and names those that are not there", async () => {
    const runs = { 1: [ranHoursAgo(1)], 3: [ranHoursAgo(1, 2)], 4: [ranHoursAgo(5)] };
    assert.deepEqual((await found({ "nightly import": [1, 3, 4] }, runs, 3)).limits, [
      "nightly import: 2 ran in the last 7 days",
      "price feed: has a schedule in the configuration, but no pipeline has this name",
    ]);
  });

  it("takes a record that does not tell when it was queued for a run", async () => {
    const unreadable = { id: 1, buildNumber: "", pipeline: undefined, problem: "x" };
    const runs = { 1: [[{ unreadable }, { run: failedRun({ queueTime: undefined }) }]] };
    assert.deepEqual((await found({ "nightly import": [1], "price feed": [2] }, runs, 168)).limits, []);
    assert.deepEqual(
      (await found({ "nightly import": [1] }, runs, 8)).limits[0],
      "nightly import: 2 ran in the last 7 days",
    );
  });
});

const written = (limit: RunLimit) =>
  renderParts(renderLimit(limit, utcZone), { name: String, link: (label) => label }, sanitize);

describe("renderLimit", () => {
  it("says when the limit is reached, and by which figures", () => {
    const limit: RunLimit = {
      runsPerWeekMax: 1000,
      reachedAt: Date.UTC(2026, 10, 24, 5, 12) / 1000,
      ranInWeek: 612,
      scheduledInWeek: 1440,
      densest: { from: Date.UTC(2026, 10, 20, 6) / 1000, runs: 2 },
    };
    const figures = "its schedule has 1440 runs a week, up to";
    const ofWeek = "will reach 1000 runs in 7 days at 2026-11-24 05:12 UTC, and later runs will not start";
    const ofBurst =
      "is scheduled 15 times in the 15 minutes from 2026-11-20 06:00 UTC, but only 10 will start";
    const densest = { ...limit.densest, runs: 15 };
    assert.deepEqual(
      [limit, { ...limit, densest }, { ...limit, densest, reachedAt: undefined }].map(written),
      [
        `${ofWeek}: ${figures} 2 in 15 minutes; 612 ran in the last 7 days`,
        `${ofWeek}; ${ofBurst}: ${figures} 15 in 15 minutes; 612 ran in the last 7 days`,
        `${ofBurst}: ${figures} 15 in 15 minutes; 612 ran in the last 7 days`,
      ],
    );
  });
});
