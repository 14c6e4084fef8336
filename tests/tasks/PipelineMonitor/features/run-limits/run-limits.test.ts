import assert from "node:assert/strict";
import fc from "fast-check";
import { plainText } from "../../../../../shared/chat/message";
import { emptyJournal, type ProjectJournal } from "../../../../../shared/journal/schema";
import { weekSeconds } from "../../../../../shared/text/time";
import { occurrences } from "../../../../../tasks/PipelineMonitor/config/cron";
import type { Config } from "../../../../../tasks/PipelineMonitor/config/parse";
import {
  type ScheduledPipeline,
  scheduledPipeline,
} from "../../../../../tasks/PipelineMonitor/config/schedules";
import { nothingBefore } from "../../../../../tasks/PipelineMonitor/feature";
import {
  findRunLimit,
  forecast,
  queueTimesOf,
  runLimits,
} from "../../../../../tasks/PipelineMonitor/features/run-limits/run-limits";
import { subjectOfIssue } from "../../../../../tasks/PipelineMonitor/issue/issue";
import { lastHour } from "../../../../../tasks/PipelineMonitor/issue/window";
import { noteRuns } from "../../../../../tasks/PipelineMonitor/journal/note";
import { openFeatures, readFeatures } from "../../../../../tasks/PipelineMonitor/open-features";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { goodConfig } from "../../good-config";
import { configWith } from "../../monitor-stage";
import { parseConfig } from "../../parse-config";
import { memoryContext, projectReport } from "../../report-stage";

const now = Date.UTC(2026, 10, 20, 0, 19) / 1000;
const hour = 3600;

function scheduled(...schedule: string[]) {
  const [pipeline] = scheduledPipeline("price feed", { schedule });
  return pipeline ?? assert.fail(`${schedule} is a schedule`);
}

describe("findRunLimit", () => {
  it("counts the runs that took place, each until it is a week old", () => {
    const ran = [6 * 24, 1, 8 * 24].map((hours) => now - hours * hour);
    const found = findRunLimit([scheduled("0 2 * * *")], ran, 3, now);
    // Of the two runs one is a week old by the time, so that a third and a fourth can start.
    assert.deepEqual([found?.reachedAt, found?.ranInWeek], [Date.UTC(2026, 10, 22, 2) / 1000, 2]);
  });

  it("tells of a limit that is reached already at the next time of the schedule", () => {
    const ran = Array.from({ length: 1000 }, (_, index) => now - 60 * index - 1);
    const found = findRunLimit([scheduled("0 2 * * *")], ran, 1000, now);
    assert.equal(found?.reachedAt, Date.UTC(2026, 10, 20, 2) / 1000);
  });

  it("tells of more than ten runs in a quarter of an hour, and where they are most", () => {
    assert.equal(findRunLimit([scheduled("0-9 6 * * *")], [], 1000, now), undefined);
    const found = findRunLimit([scheduled("0-10 6 * * *", "5-17 7 * * *")], [], 1000, now);
    assert.deepEqual(found?.densest, { from: Date.UTC(2026, 10, 20, 7, 5) / 1000, runs: 13 });
    assert.equal(found?.reachedAt, undefined);
    const apart = findRunLimit([scheduled("0-9,15-24 6 * * *")], [], 1000, now);
    assert.equal(apart, undefined, "the fifteenth minute is of the next quarter");
  });

  it("counts a time once for each branch that is due at it", () => {
    const [main, release] = ["main", "release"].map((branch) => ({ cron: "0-5 6 * * *", branch }));
    const both = scheduledPipeline("price feed", { schedule: [main, release] });
    assert.equal(findRunLimit(both, [], 1000, now)?.densest.runs, 12);
  });

  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 24 });

  it("never tells of a schedule that has kept to the limit, and is to keep to it, however late each run began", () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 59 }), (list, lateSeconds) => {
        const pipeline = scheduled(`30 ${list.join(",")} * * *`);
        const ran = occurrences(pipeline.schedules, now - weekSeconds, now).map((time) => time + lateSeconds);
        assert.equal(findRunLimit([pipeline], ran, 7 * list.length, now), undefined);
        const tooFew = findRunLimit([pipeline], ran, 7 * list.length - 1, now);
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
          findRunLimit([pipeline], ran, max, now)?.reachedAt,
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
/** A journal of pipelines, by their ids: a name, and how many hours ago each run was queued. */
function journalOf(pipelines: Record<number, [name: string, ...hoursAgo: number[]]>): ProjectJournal {
  const { config } = projectReport();
  const runs = Object.entries(pipelines).flatMap(([definitionId, [pipeline, ...hoursAgo]]) =>
    hoursAgo.map((ago, id) =>
      failedRun({ id, pipeline, definitionId: Number(definitionId), queueTime: now - hour * ago }),
    ),
  );
  return noteRuns({ ...emptyJournal, isFilled: true }, runs, config);
}

describe("forecast", () => {
  /** `names` are those of pipelines that the service has. */
  async function found(
    journal: ProjectJournal,
    max: number,
    { given = schedules as readonly ScheduledPipeline[], names = ["nightly import", "price feed"] } = {},
  ) {
    const asked: string[] = [];
    const pipelinesNamed = async (name: string) => {
      asked.push(name);
      return names.includes(name) ? [1] : [];
    };
    const { config } = projectReport();
    const report = projectReport({
      ...{ config: { ...config, schedules: given }, journal, window: lastHour(now * 1000) },
    });
    const { issues } = await forecast(max).run(report, memoryContext({ service: { pipelinesNamed } }));
    const texts = issues.map(({ words }) => plainText(words, sanitize));
    return {
      ...{ asked, texts },
      limits: issues.map(
        (issue, index) =>
          `${subjectOfIssue(issue).pipeline?.name}: ${texts[index]?.replace(/.* (?=\d+ ran in)/, "")}`,
      ),
      sentences: issues.map(({ sentence = [] }) => plainText(sentence, sanitize)),
    };
  }
  const nothing = journalOf({});

  it("says when the limit is reached, or which minutes have too many, for products without the figures", async () => {
    const told = async (schedule: string, max: number) => {
      const given = scheduledPipeline("price feed", { schedule });
      const { texts, sentences } = await found(nothing, max, { given });
      return [...texts, ...sentences];
    };
    const ofWeek = (max: number, at: string) =>
      `will reach ${max} runs in 7 days at ${at} UTC, and later runs will not start`;
    const reaches = (max: number, at: string) =>
      `reaches the weekly run limit (${max}) at ${at} UTC; after that, no run starts`;
    const burst = "is scheduled 11 times in the 15 minutes from 2026-11-21 06:00 UTC, but only 10";
    const figures = "its schedule has 11 runs a week, up to 11 in 15 minutes; 0 ran in the last 7 days";
    const [dense, saturday, tuesday] = ["0-10 6 * * 6", "2026-11-21 06:05", "2026-11-24 05:00"] as const;
    const both = `${ofWeek(5, saturday)}; ${burst} will start: ${figures}`;
    assert.deepEqual(await told(dense, 5), [both, reaches(5, saturday)]);
    const few = `${burst} will start: ${figures}`;
    assert.deepEqual(await told(dense, 1000), [few, `${burst} runs will start`]);
    const hourly = "its schedule has 168 runs a week, up to 1 in 15 minutes; 0 ran in the last 7 days";
    const ofHourly = [`${ofWeek(100, tuesday)}: ${hourly}`, reaches(100, tuesday)];
    assert.deepEqual(await told("0 * * * *", 100), ofHourly);
  });

  const { config: usual } = projectReport();
  const isEnabled = (hours: number, changes: Partial<Config> = {}) => {
    const config = { ...usual, schedules, ...changes };
    const report = projectReport({ config, window: lastHour((now + hours * hour) * 1000) });
    return forecast(9).isEnabled?.(report, memoryContext());
  };

  it("is made each hour if what was told is remembered, and once a day if not, for given schedules", () => {
    const hours = Array.from({ length: 48 }, (_, index) => index);
    assert.deepEqual(
      hours.filter((at) => isEnabled(at)),
      [0, 24],
    );
    assert.ok(hours.every((at) => isEnabled(at, { sinceLastReport: true })));
    assert.ok(!hours.some((at) => isEnabled(at, { sinceLastReport: true, schedules: [] })));
  });

  it("is shown to whoever tries the configuration, at any hour, once", async () => {
    const pipelines = { ...goodConfig.pipelines, a: { schedule: "0 * * * *" } };
    const explained = (at: number, keys: object = {}) => {
      const config = configWith({ runs_per_week_max: 100, ...keys, pipelines });
      const on = readFeatures([runLimits], { config, value: config.keys });
      const window = lastHour(at * 1000);
      const context = memoryContext({ service: { pipelinesNamed: async () => [1] } });
      const { explain } = openFeatures(on, nothingBefore, context);
      return explain(projectReport({ config, window }), context);
    };
    const [, title, line = "", ...others] = await explained(now + 5 * hour);
    assert.deepEqual([title, others], ["Run limits:", []]);
    assert.match(
      line,
      /^a will reach 100 runs in 7 days at 2026-11-24 10:00 UTC, and later runs will not start: /,
    );
    const toldByItself = [await explained(now), await explained(now + hour, { window: "since_last_report" })];
    assert.deepEqual(toldByItself, [[], []]);
  });

  it("is a whole number of runs, with a warning if nothing has a schedule", () => {
    const parsed = (keys: object, entry: object = {}) => {
      const pipelines = { ...goodConfig.pipelines, a: entry };
      const { problems, warnings } = parseConfig({ ...goodConfig, ...keys, pipelines });
      return [...problems, ...warnings];
    };
    const nothing =
      "runs_per_week_max: no pipeline has a schedule, so there is nothing to check; add a schedule";
    const schedule = "0 2 * * *";
    assert.deepEqual(parsed({ runs_per_week_max: 9 }), [nothing]);
    assert.deepEqual(parsed({ runs_per_week_max: 9 }, { schedule, check_flag: false }), [nothing]);
    assert.deepEqual(parsed({ runs_per_week_max: 9 }, { schedule }), []);
    const problem = "runs_per_week_max: expected a whole number of runs, 1 or more, got 0";
    assert.deepEqual(parsed({ runs_per_week_max: 0 }, { schedule }), [problem]);
  });

  it("needs a limit and a schedule", () => {
    const isRead = (keys: object, entry: object) => {
      const config = configWith({ ...keys, pipelines: { ...goodConfig.pipelines, a: entry } });
      return runLimits.read({ config, value: config.keys }) !== undefined;
    };
    const [max, schedule] = [{ runs_per_week_max: 9 }, { schedule: "0 2 * * *" }];
    assert.deepEqual([isRead(max, schedule), isRead({}, schedule), isRead(max, {})], [true, false, false]);
  });

  it("counts the runs that the journal has of a week, and asks only for pipelines without any", async () => {
    // The last one is a week old before the schedule comes.
    const journal = journalOf({ 1: ["nightly import", 1, 2, 167] });
    const { texts: _, ...told } = await found(journal, 3);
    assert.deepEqual(told, {
      asked: ["price feed"],
      limits: ["nightly import: 3 ran in the last 7 days", "price feed: 0 ran in the last 7 days"],
      sentences: ["2026-11-21 02:00", "04:00"].map(
        (time) => `reaches the weekly run limit (3) at ${time} UTC; after that, no run starts`,
      ),
    });
    assert.deepEqual((await found(journal, 168)).limits, []);
  });

  it("goes by that one of several pipelines of a name which ran most, and names those that the service does not have", async () => {
    const journal = journalOf({ 1: ["caf\u00e9", 1], 3: ["cafe\u0301", 1, 2], 4: ["caf\u00e9", 5] });
    const given = ["cafe\u0301", "price feed"].flatMap((name) =>
      scheduledPipeline(name, { schedule: "0 * * * *" }),
    );
    assert.deepEqual((await found(journal, 3, { given, names: [] })).limits, [
      "cafe\u0301: 2 ran in the last 7 days",
      "price feed: has a schedule in the configuration, but no pipeline has this name",
    ]);
  });

  it("fills a journal that does not have the week", async () => {
    const run = failedRun({ queueTime: now - 5 * hour, finishTime: now - 4 * hour });
    async function* runsSince() {
      yield [{ run }];
    }
    const report = projectReport({ config: { ...usual, schedules }, window: lastHour(now * 1000) });
    const { issues, journal } = await forecast(1).run(report, memoryContext({ service: { runsSince } }));
    assert.match(plainText(issues[0]?.words ?? [], sanitize), /; 1 ran in the last 7 days$/);
    assert.ok(journal.isFilled);
  });
});

describe("queueTimesOf", () => {
  it("has each run of a week within an hour of when it was queued, and never more than there are", () => {
    const agos = fc.array(fc.integer({ min: 1, max: weekSeconds - hour }), { maxLength: 60 });
    fc.assert(
      fc.property(agos, (some) => {
        const sorted = some.sort((one, other) => other - one).map((ago) => now - ago);
        const journal = journalOf({ 1: ["a", ...sorted.map((time) => (now - time) / hour)] });
        const times = queueTimesOf({ name: "a" }, journal, now).sort((one, other) => one - other);
        assert.equal(times.length, sorted.length);
        for (const [index, time] of times.entries())
          assert.equal(Math.floor(time / hour), Math.floor((sorted[index] ?? 0) / hour));
      }),
    );
  });
});
