import assert from "node:assert/strict";
import fc from "fast-check";
import { plainText } from "../../../../../shared/chat/message";
import { emptyJournal, type ProjectJournal } from "../../../../../shared/journal/schema";
import { weekSeconds } from "../../../../../shared/text/time";
import type { Config } from "../../../../../tasks/PipelineMonitor/config/parse";
import {
  type ScheduledPipeline,
  scheduledPipeline,
} from "../../../../../tasks/PipelineMonitor/config/schedules";
import { nothingBefore } from "../../../../../tasks/PipelineMonitor/feature";
import {
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
    const burst = "is scheduled 11 times in the 15 minutes from 06:00 UTC, but only 10";
    const figures = "its schedule has 11 runs a week, up to 11 in 15 minutes; 0 ran in the last 7 days";
    const [dense, saturday, tuesday] = ["0-10 6 * * 6", "06:05", "05:00"] as const;
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
      sentences: ["02:00", "04:00"].map(
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
