import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRun, type RunRecord } from "../../../../../shared/azure-devops/records";
import { emptyJournal } from "../../../../../shared/journal/schema";
import { parseSchedule, type Schedule } from "../../../../../tasks/PipelineMonitor/config/cron";
import { scheduledPipeline } from "../../../../../tasks/PipelineMonitor/config/schedules";
import { readQueued } from "../../../../../tasks/PipelineMonitor/features/missed-runs/excuses";
import {
  findDuePipelines,
  missedOf,
  missedTimes,
} from "../../../../../tasks/PipelineMonitor/features/missed-runs/given";
import type { Entry } from "../../../../../tasks/PipelineMonitor/issue/entry";
import { sinceLast, type Window } from "../../../../../tasks/PipelineMonitor/issue/window";
import { growth, maxGrowth } from "../../../../growth";
import { suggestion } from "../../../../sentences";
import { failedRun } from "../../failed-run";
import { goodConfig, problemsOf } from "../../good-config";
import { missedEntry } from "../../known-entry";

const never = new AbortController().signal;
const midnight = Date.UTC(2026, 10, 20) / 1000;
const hour = 3600;
const schedules = [
  ...scheduledPipeline("nightly import", { schedule: "0 * * * *", grace: 600 }),
  ...scheduledPipeline("price feed", { schedule: "30 * * * *" }),
];
/** A window from one o'clock, whose hour before is the last that an earlier report covers. */
const windowAt = (now: number, dueUntil = midnight + hour): Window =>
  sinceLast((midnight + now) * 1000, { until: midnight + hour, dueUntil });

describe("the schedules that a configuration gives", () => {
  it("refuse a mistyped key beside a cron expression: runs of other branches would count (decision 6)", () => {
    const pipelines = {
      default: goodConfig.pipelines.default,
      a: { schedule: [{ cron: "0 2 * * *", branche: "main" }] },
    };
    assert.deepEqual(problemsOf({ pipelines }), [
      `pipelines.a.schedule.1.branche: unknown key, which could silence more than you mean${suggestion("branch")}`,
    ]);
  });
});

describe("findDuePipelines", () => {
  /** Each pipeline with its times, in minutes after midnight. */
  const due = (now: number, dueUntil?: number) =>
    findDuePipelines(schedules, windowAt(now, dueUntil)).map(({ scheduled, due: times }) =>
      [scheduled.pipeline.name, ...times.map((at) => (at - midnight) / 60)].join(" "),
    );

  it("gives the times of each pipeline whose grace ended within the window, of those that have any", () => {
    assert.deepEqual(due(hour + 600), []);
    assert.deepEqual(due(hour + 601), ["nightly import 60"]);
    assert.deepEqual(due(2 * hour + 3000), ["nightly import 60 120", "price feed 90 150"]);
  });

  it("begins where due runs were last looked for, which an earlier report may have skipped", () => {
    assert.deepEqual(due(hour + 601, midnight + 601), ["nightly import 60", "price feed 30"]);
    assert.deepEqual(due(hour + 601, midnight + hour + 601), []);
  });

  it("looks for the next run of a pipeline of which a run was missed, even if none is due, until it has run", () => {
    const at = midnight + 1800;
    const find = (changes: Partial<Entry>, now = hour + 600) =>
      findDuePipelines(schedules, windowAt(now), [missedEntry("price feed", at, changes)]).map(
        ({ scheduled, due, since }) => [scheduled.pipeline.name, due.length, since - midnight],
      );
    assert.deepEqual(find({}), [["price feed", 0, 1800]]);
    assert.deepEqual(find({ last: midnight + hour - 60 }), [["price feed", 0, hour - 60]]);
    assert.deepEqual(find({ end: { at: midnight + hour } }), []);
    assert.deepEqual(find({}, 2 * hour + 3000)[1], ["price feed", 2, hour - 3600 + 1800]);
    assert.deepEqual(find({ end: { at } }, 2 * hour + 3000)[1], ["price feed", 2, hour + 1740]);
    const accented = scheduledPipeline("cafe\u0301", { schedule: "30 * * * *" });
    const missed = [missedEntry("caf\u00e9", at)];
    assert.equal(findDuePipelines(accented, windowAt(hour + 600), missed).length, 1);
  });
});

describe("readQueued and missedOf", () => {
  const queued = (pipeline: string, minute: number): RunRecord => ({
    run: failedRun({ pipeline, queueTime: midnight + 60 * minute }),
  });

  /** Which times were missed where a service gives runs, and since when it was asked. */
  async function missed(pages: readonly RunRecord[][], pipelines = schedules) {
    let asked = 0;
    const service = {
      async *runsQueuedSince(since: number) {
        asked = since - midnight;
        yield* pages;
      },
    };
    const window = windowAt(2 * hour + 3000);
    const due = findDuePipelines(pipelines, window);
    const names = due.map(({ scheduled }) => scheduled);
    const queued = await readQueued(names, Math.min(...due.map(({ since }) => since)), service, never);
    const found = missedOf(due, queued, emptyJournal, window).map(
      ({ pipeline, at }) => `${pipeline.name} ${(at - midnight) / 60}`,
    );
    return { asked, found, queued: queued.runs.map((run) => run.pipeline.name) };
  }

  it("gives the times of each pipeline at which none of its runs was queued, over all pages", async () => {
    const pages = [
      [queued("nightly import", 60), queued("price feed", 120)],
      [queued("price feed", 150), queued("other", 90)],
    ];
    assert.deepEqual(await missed(pages), {
      ...{ asked: hour - 60, found: ["nightly import 120", "price feed 90"] },
      // With these, a problem ends.
      queued: ["nightly import", "price feed", "price feed"],
    });
  });

  it("leaves a time to each record of the pipeline that cannot be understood, or has no time", async () => {
    const broken = parseRun({ definition: { name: "price feed" } });
    const timeless: RunRecord = { run: failedRun({ pipeline: "nightly import", queueTime: undefined }) };
    const { found } = await missed([[broken, timeless, parseRun(0)]]);
    assert.deepEqual(found, ["nightly import 120", "price feed 150"]);
  });

  it("knows a pipeline's name whether a letter and its accent are one code point or two", async () => {
    const scheduled = scheduledPipeline("cafe\u0301", { schedule: "0 * * * *", grace: 600 });
    const { found } = await missed([[queued("caf\u00e9", 60), queued("caf\u00e9", 120)]], scheduled);
    assert.deepEqual(found, []);
  });
});

function scheduled(expression: string, graceSeconds = 900) {
  const schedule = parseSchedule(expression);
  const schedules: Schedule[] = "problem" in schedule ? assert.fail(schedule.problem) : [schedule];
  return { pipeline: { name: "nightly import" }, schedules, graceSeconds };
}

/** The times without a run, in seconds after midnight. */
const missedAt = (expression: string, due: number[], queued: number[], graceSeconds?: number) =>
  missedTimes(
    scheduled(expression, graceSeconds),
    due.map((at) => midnight + at),
    queued.map((at) => midnight + at),
  ).map(({ at }) => at - midnight);

describe("missedTimes", () => {
  it("are the due times without a run near them, from a minute before to the end of the grace", () => {
    const two = 2 * hour;
    for (const queued of [two - 60, two, two + 5, two + 900])
      assert.deepEqual(missedAt("0 2 * * *", [two], [queued]), [], String(queued));
    for (const queued of [two - 61, two + 901])
      assert.deepEqual(missedAt("0 2 * * *", [two], [queued]), [two]);
    assert.deepEqual(missedAt("0 2 * * *", [two], []), [two]);
  });

  /** Of a schedule for every five minutes, from one o'clock on. */
  const missedOfFive = (due: number[], queued: number[], graceSeconds?: number) => {
    const [times, runs] = [due, queued].map((all) => all.map((at) => hour + at));
    return missedAt("*/5 * * * *", times ?? [], runs ?? [], graceSeconds).map((at) => at - hour);
  };

  it("want a run for each time, though a grace is longer than the pause between two", () => {
    const due = [0, 300, 600];
    const all = [-295, 5, 305, 605, 905, 1205, 1505];
    assert.deepEqual(missedOfFive(due, all), []);
    for (const at of due)
      assert.deepEqual(
        missedOfFive(
          due,
          all.filter((queued) => queued !== at + 5),
        ),
        [at],
      );
  });

  it("let a second run after a time stand for an earlier one that has none", () => {
    const due = [0, 300];
    assert.deepEqual(missedOfFive(due, [310, 400]), []);
    assert.deepEqual(missedOfFive(due, [310]), [0]);
    assert.deepEqual(
      [350, 399, 400].map((grace) => missedOfFive(due, [310, 400], grace)),
      [[0], [0], []],
    );
    assert.deepEqual(missedOfFive(due, [5, 299]), []);
    assert.deepEqual(missedOfFive(due, [5, 230]), [300], "it is of before");
    const three = [...due, 600];
    assert.deepEqual(missedOfFive(three, [605, 610]), [300], "it counts once");
    assert.deepEqual(missedOfFive(three, [605, 610, 620]), []);
    assert.deepEqual(missedOfFive(three, [610, 305, 5]), [], "in any order");
  });

  it("are found in a time that grows as the schedule and the runs do", () => {
    const everyMinute = scheduled("* * * * *", 24 * hour);
    const find = (input: string) => {
      const due = Array.from({ length: input.length }, (_, index) => midnight + 60 * index);
      // Every run is a second one, so that each has to be looked for among the spare ones.
      return missedTimes(
        everyMinute,
        due,
        due.flatMap((at) => [at + 1, at + 2]),
      );
    };
    assert.ok(growth(find, (size) => "x".repeat(size), 20_000) <= maxGrowth);
  });

  it("are none where every time had its run, whenever within the grace it came, and all where there was none", () => {
    const delays = fc.array(fc.integer({ min: -60, max: 299 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(delays, (late) => {
        const due = late.map((_, index) => hour + 300 * index);
        const earlier = [hour - 300];
        const queued = [...earlier, ...due.map((at, index) => at + Math.min(late[index] ?? 0, 239))];
        assert.deepEqual(missedAt("*/5 * * * *", due, queued, 300), []);
        assert.deepEqual(missedAt("*/5 * * * *", due, [], 300), due);
      }),
    );
  });
});
