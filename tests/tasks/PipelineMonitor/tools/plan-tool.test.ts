import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { occurrences, parseSchedule } from "../../../../tasks/PipelineMonitor/config/cron";
import {
  findPlan,
  minutesOf,
  planTool,
  renderPlan,
  runsPerWeek,
} from "../../../../tasks/PipelineMonitor/tools/plan-tool";
import { memoryAgent } from "../../../memory-agent";
import { testClock } from "../../../test-clock";

/** The other limit of the service: so many runs of one pipeline in a quarter of an hour. */
const runsPerBurst = 10;
const burstSeconds = 15 * 60;

/** The most of some times, which are in order, that lie within so many seconds. */
function mostWithin(times: readonly number[], seconds: number): number {
  const counts = times.map((from) => times.filter((time) => time >= from && time < from + seconds).length);
  return Math.max(0, ...counts);
}

const start = Date.UTC(2026, 10, 20) / 1000;

/** When a planned pipeline runs within a time. */
function timesOf(crons: readonly string[], seconds: number): number[] {
  const schedules = crons.map((cron) => {
    const parsed = parseSchedule(cron);
    return "problem" in parsed ? assert.fail(`${cron}: ${parsed.problem}`) : parsed;
  });
  return occurrences(schedules, start, start + seconds);
}

describe("findPlan", () => {
  it("shares the runs of six minutes among two pipelines, the second offset by its cron", () => {
    assert.deepEqual(findPlan(6), [
      { crons: ["0,12,24,36,48 * * * *"], runsPerWeek: 840 },
      { crons: ["6,18,30,42,54 * * * *"], runsPerWeek: 840 },
    ]);
  });

  it("takes one pipeline where that is enough, and eleven for every minute", () => {
    assert.deepEqual(findPlan(11).length, 1);
    assert.deepEqual(findPlan(60), [{ crons: [`0 * * * *`], runsPerWeek: 168 }]);
    assert.deepEqual(findPlan(90)[0]?.crons, [
      "0 0,3,6,9,12,15,18,21 * * *",
      "30 1,4,7,10,13,16,19,22 * * *",
    ]);
    assert.deepEqual(findPlan(1440), [{ crons: ["0 0 * * *"], runsPerWeek: 7 }]);
    assert.equal(findPlan(1).length, 11);
    assert.equal(findPlan(10).length, 2);
  });

  it("runs at all wanted times and no other, each once, within both limits, and with no pipeline too many", () => {
    // Every interval up to half an hour, and some beyond: what cron does with a minute costs the most time here.
    const interval = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 1440 }));
    fc.assert(
      fc.property(interval, (everyMinutes) => {
        const plan = findPlan(everyMinutes);
        const day = 24 * 3600;
        const ofDay = plan.map(({ crons }) => timesOf(crons, day));
        const wanted = Array.from(
          { length: Math.ceil(1440 / everyMinutes) },
          (_, turn) => start + 60 * turn * everyMinutes,
        );
        assert.deepEqual(
          ofDay.flat().sort((one, other) => one - other),
          wanted,
        );
        for (const [index, { crons, runsPerWeek: planned }] of plan.entries()) {
          const twoDays = timesOf(crons, 2 * day);
          assert.ok(mostWithin(twoDays, burstSeconds) <= runsPerBurst);
          assert.equal(planned, 7 * (ofDay[index]?.length ?? 0));
          assert.ok(planned <= runsPerWeek);
        }
        assert.ok((wanted.length * 7) / runsPerWeek > plan.length - 1, "a pipeline less would do");
      }),
      { numRuns: 60 },
    );
  });
});

describe("minutesOf", () => {
  it("takes minutes, hours and a day", () => {
    assert.deepEqual(
      ["1m", " 6m ", "90m", "2h", "24h", "1d", "1440m"].map(minutesOf),
      [1, 6, 90, 120, 1440, 1440, 1440],
    );
  });

  it("takes nothing else", () => {
    for (const text of [
      "",
      "0m",
      "1441m",
      "25h",
      "2d",
      "6",
      "m",
      "6 m",
      "6mm",
      "6s",
      "-6m",
      "1.5h",
      "99999m",
    ])
      assert.equal(minutesOf(text), undefined, text);
  });
});

describe("renderPlan", () => {
  const plan = (everyMinutes: number) => renderPlan(everyMinutes, findPlan(everyMinutes));

  it("says what it takes, and when a day is no multiple of the time", () => {
    assert.equal(plan(60)[0], "One pipeline can run every 60 minutes: 168 runs a week, of 1000.");
    assert.deepEqual(plan(7).slice(0, 2), [
      "To run every 7 minutes takes 2 pipelines, which take turns: 721 runs a week at most for each, of 1000.",
      "A day is not a multiple of 7 minutes, so they start again at 00:00 UTC.",
    ]);
    assert.match(plan(1)[0] ?? "", /^To run every minute takes 11 pipelines/);
  });
});

describe("planTool", () => {
  const act = async (every: string) => {
    const agent = memoryAgent({ inputs: { every } });
    const cancelled = new AbortController().signal;
    return { ...(await planTool.act({ agent, clock: testClock(), cancelled })), printed: agent.printed };
  };

  it("prints a YAML file for each pipeline, and that variables have to be made again for the others", async () => {
    const { printed, message, ...outcome } = await act("6m");
    assert.deepEqual(outcome, { result: "Succeeded", exitCode: 0 });
    const [said, ...files] = [...printed, message].join("\n").split(/^(?=# azure-pipelines-\d+\.yml$)/m);
    assert.equal(
      said,
      "To run every 6 minutes takes 2 pipelines, which take turns: 840 runs a week at most for each, of 1000.\n" +
        "Variables and permissions for connections and pools belong to a pipeline. Set them for each new pipeline,\n" +
        "or keep the variables in a variable group that all of them use.\n\n",
    );
    const pipeline = (cron: string, displayName: string) => ({
      ...{ trigger: "none", pr: "none", steps: [{ template: "job.yml" }] },
      schedules: [{ cron, displayName, branches: { include: ["main"] }, always: true }],
    });
    assert.deepEqual(
      files.map((text) => [
        text.slice(0, text.indexOf("\n")),
        parse(text, { strict: true, uniqueKeys: true }),
      ]),
      [
        ["# azure-pipelines-1.yml", pipeline("0,12,24,36,48 * * * *", "Every 6 minutes, 1 of 2")],
        ["# azure-pipelines-2.yml", pipeline("6,18,30,42,54 * * * *", "Every 6 minutes, 2 of 2")],
      ],
    );
    const one = await act("1h");
    assert.deepEqual(one.printed.slice(1, 3), ["", "# azure-pipelines-1.yml"]);
  });

  it("refuses a time that is none, or out of range", async () => {
    for (const every of ["6s", "1441m"])
      await assert.rejects(act(every), {
        message: `--every: expected a time from 1m to 1d, such as 6m, 90m or 2h, got "${every}"`,
      });
  });
});
