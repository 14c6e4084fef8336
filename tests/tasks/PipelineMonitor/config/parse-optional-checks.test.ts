import assert from "node:assert/strict";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { goodConfig } from "../good-config";

describe("monitor configuration, optional checks", () => {
  it("asks for nothing beyond the specification without its keys, and for what they name with them", () => {
    const { keys = {}, sinceLastReport, digest, zone } = parseConfig(goodConfig).config ?? {};
    assert.deepEqual(
      [Object.keys(keys), sinceLastReport, digest, zone?.name],
      [Object.keys(goodConfig), false, undefined, "UTC"],
    );
    const extras = {
      explain_failures: true,
      group_causes: true,
      check_unfinished: true,
      window: "since_last_report",
      history: 50,
      runs_per_week_max: 1000,
      digest: "Thu 00:01",
      time_zone: "Europe/Berlin",
    };
    const parsed = parseConfig({ ...goodConfig, ...extras });
    assert.deepEqual(
      [parsed.problems, parsed.warnings],
      [[], ["runs_per_week_max: no pipeline has a schedule, so there is nothing to check; add a schedule"]],
    );
    const { config } = parsed;
    assert.deepEqual(config?.keys, { ...goodConfig, ...extras });
    assert.deepEqual(
      [config?.sinceLastReport, config?.digest?.expression, config?.zone.name],
      [true, "01 00 * * Thu", "Europe/Berlin"],
    );
    assert.equal(parseConfig({ ...goodConfig, window: "last_hour" }).config?.sinceLastReport, false);
  });

  it("takes hours for a wait of up to 30 days, and warns if nothing looks for it", () => {
    const check_unfinished = true;
    for (const approvals_after of [0.5, 720])
      assert.deepEqual(parseConfig({ ...goodConfig, check_unfinished, approvals_after }).warnings, []);
    const { warnings } = parseConfig({ ...goodConfig, approvals_after: 48 });
    assert.deepEqual(warnings, ["approvals_after: ignored; set check_unfinished to true"]);
    for (const approvals_after of [0, 721, "24"])
      assert.equal(parseConfig({ ...goodConfig, check_unfinished, approvals_after }).problems.length, 1);
  });

  it("learns schedules where an entry, a pattern or the default says auto, and only with a memory", () => {
    const { default: usual } = goodConfig.pipelines;
    const auto = { schedule: "auto" };
    const learns = (pipelines: object, more: object = { window: "since_last_report" }) => {
      const { config, problems, warnings } = parseConfig({ ...goodConfig, ...more, pipelines });
      assert.deepEqual(warnings, []);
      return problems.length > 0
        ? problems
        : ["a", "batch 1"].filter((name) => config?.pipelines.entryFor(name).learned !== undefined);
    };
    assert.deepEqual(learns({ default: { ...usual, ...auto } }), ["a", "batch 1"]);
    assert.deepEqual(learns({ default: { ...usual, ...auto }, a: { schedule: "0 2 * * *" } }), ["batch 1"]);
    assert.deepEqual(learns({ default: { ...usual, ...auto }, a: { check_flag: false } }), ["batch 1"]);
    assert.deepEqual(learns({ default: usual, "batch *": auto }), ["batch 1"]);
    assert.deepEqual(learns({ default: usual, a: auto }, { notify: "changes" }), ["a"]);
    assert.deepEqual(
      learns({ default: usual, a: auto }, { url_params: "&api-version=7.1&resultFilter=failed" }),
      [
        'pipelines.a.schedule: "auto" has to remember what it learns; add "window": "since_last_report"',
        'url_params: resultFilter hides runs of schedules; remove it, or the "auto" of pipelines.a.schedule',
      ],
    );
  });

  it("lists what is wrong with those keys, and the nearest to one that is mistyped", () => {
    const { problems, warnings } = parseConfig({
      ...goodConfig,
      explain_failures: "yes",
      group_causes: 1,
      check_unfinished: null,
      window: "since",
      history: 0,
      runs_per_week_max: 0,
      digest: "Monday 6:00",
      time_zone: "+02:00",
      check_unfinishd: true,
    });
    assert.deepEqual(problems, [
      'explain_failures: expected true or false, got "yes"',
      "group_causes: expected true or false, got 1",
      "check_unfinished: expected true or false, got null",
      'window: expected "last_hour" or "since_last_report", got "since"',
      "history: expected a whole number of runs, 1 to 1000, got 0",
      "runs_per_week_max: expected a whole number of runs, 1 or more, got 0",
      'digest: expected a day and a time, such as Mon 06:00, got "Monday 6:00"',
      'time_zone: expected the IANA name of a time zone, such as Europe/Berlin, got "+02:00"',
    ]);
    assert.deepEqual(warnings, ["check_unfinishd: unknown key, ignored. Did you mean `check_unfinished`?"]);
    for (const history of [1001, 2.5, "50"])
      assert.equal(parseConfig({ ...goodConfig, history }).problems.length, 1);
  });

  it("holds pipelines to their schedules, a quarter of an hour late at most unless they say otherwise", () => {
    const pipelines = {
      default: { max_proc_time: 900, min_proc_time: 30 },
      "nightly import": { schedule: "0 2 * * *" },
      "price feed": { schedule: ["0 3 * * *", "30 4 * * Mon"], grace: 60 },
      experiments: { schedule: "0 2 * * *", check_flag: false },
    };
    const { config, problems, warnings } = parseConfig({ ...goodConfig, pipelines });
    assert.deepEqual([problems, warnings], [[], []]);
    assert.deepEqual(
      config?.schedules.map(({ pipeline, graceSeconds, schedules }) => [
        pipeline,
        graceSeconds,
        schedules.map(({ expression }) => expression),
      ]),
      [
        ["nightly import", 900, ["0 2 * * *"]],
        ["price feed", 60, ["0 3 * * *", "30 4 * * Mon"]],
      ],
    );
  });

  it("lists what is wrong with schedules, but takes none in a comment for a problem (decision 5)", () => {
    const { default: usual } = goodConfig.pipelines;
    const problemsOf = (schedule: string) =>
      parseConfig({
        ...goodConfig,
        pipelines: { default: { ...usual, schedule }, a: { schedule: "0 2 * *" }, comment: { schedule } },
      }).problems;
    assert.deepEqual(problemsOf("0 2 * * *"), [
      'pipelines.default.schedule: a schedule belongs to one pipeline; move it to the entry of that pipeline, or use "auto"',
      'pipelines.a.schedule: "0 2 * *" has 4 fields; expected five: minute, hour, day of the month, month, day of the week',
    ]);
    const pipelines = { ...goodConfig.pipelines, comment: { schedule: "every night, but for Sundays" } };
    const { config, problems } = parseConfig({ ...goodConfig, pipelines });
    assert.deepEqual([problems, config?.schedules], [[], []]);
  });
});
