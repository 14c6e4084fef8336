import assert from "node:assert/strict";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";

const { default: usual } = goodConfig.pipelines;
/** The good configuration with other keys, of which some are wrong or odd. */
const parsed = (keys: object) => parseConfig({ ...goodConfig, ...keys });

describe("monitor configuration, optional checks", () => {
  it("asks for nothing beyond the specification without its keys, and for what they name with them", () => {
    const asked = (keys: object) => {
      const { known, config } = parsed(keys);
      const { sinceLastReport, zone } = config ?? assert.fail();
      return [known, sinceLastReport, zone.name];
    };
    const extras = {
      check_unfinished: true,
      ...{ window: "since_last_report", runs_per_week_max: 1000 },
      time_zone: "Europe/Berlin",
    };
    assert.deepEqual(asked({}), [goodConfig, false, "UTC"]);
    assert.deepEqual(asked(extras), [{ ...goodConfig, ...extras }, true, "Europe/Berlin"]);
    assert.equal(asked({ window: "last_hour" })[1], false);
    const { problems, warnings } = parsed(extras);
    assert.deepEqual(problems, []);
    assert.deepEqual(warnings, [
      "runs_per_week_max: no pipeline has a schedule, so there is nothing to check; add a schedule",
    ]);
  });

  it("takes hours for a wait of up to 30 days, and warns if nothing looks for it", () => {
    const check_unfinished = true;
    for (const approvals_after of [0.5, 720])
      assert.deepEqual(parsed({ check_unfinished, approvals_after }).warnings, []);
    const warning = "approvals_after: ignored; set check_unfinished to true";
    assert.deepEqual(parsed({ approvals_after: 48 }).warnings, [warning]);
    for (const approvals_after of [0, 721, "24"])
      assert.equal(parsed({ check_unfinished, approvals_after }).problems.length, 1);
  });

  it("learns schedules where an entry, a pattern or the default says auto, and only with a memory", () => {
    const auto = { schedule: "auto" };
    const learning = { ...usual, ...auto };
    const learns = (pipelines: object, more: object = { window: "since_last_report" }) => {
      const { config, problems, warnings } = parsed({ ...more, pipelines });
      assert.deepEqual(warnings, []);
      return problems.length > 0
        ? problems
        : ["a", "batch 1"].filter((name) => config?.pipelines.entryFor(name).learned !== undefined);
    };
    assert.deepEqual(learns({ default: learning }), ["a", "batch 1"]);
    assert.deepEqual(learns({ default: learning, a: { schedule: "0 2 * * *" } }), ["batch 1"]);
    assert.deepEqual(learns({ default: learning, a: { check_flag: false } }), ["batch 1"]);
    assert.deepEqual(learns({ default: usual, "batch *": auto }), ["batch 1"]);
    assert.deepEqual(learns({ default: usual, a: auto }, { notify: "changes" }), ["a"]);
    const url_params = "&api-version=7.1&resultFilter=failed";
    assert.deepEqual(learns({ default: usual, a: auto }, { url_params }), [
      'pipelines.a.schedule: "auto" has to remember what it learns; add "window": "since_last_report"',
      'url_params: resultFilter hides runs of schedules; remove it, or the "auto" of pipelines.a.schedule',
    ]);
  });

  it("lists what is wrong with those keys, and the nearest to one that is mistyped", () => {
    const { problems, warnings } = parsed({
      ...{ check_unfinished: null, window: "since" },
      ...{ runs_per_week_max: 0, time_zone: "+02:00", check_unfinishd: true },
    });
    assert.deepEqual(problems, [
      'window: expected "last_hour" or "since_last_report", got "since"',
      'time_zone: expected the IANA name of a time zone, such as Europe/Berlin, got "+02:00"',
      "check_unfinished: expected true or false, got null",
      "runs_per_week_max: expected a whole number of runs, 1 or more, got 0",
    ]);
    assert.deepEqual(warnings, ["check_unfinishd: unknown key, ignored. Did you mean `check_unfinished`?"]);
  });

  it("holds pipelines to their schedules, a quarter of an hour late at most unless they say otherwise", () => {
    const pipelines = {
      ...{ default: usual, "nightly import": { schedule: "0 2 * * *" } },
      "price feed": { schedule: ["0 3 * * *", "30 4 * * Mon"], grace: 60 },
      experiments: { schedule: "0 2 * * *", check_flag: false },
    };
    const { config, problems, warnings } = parsed({ pipelines });
    assert.deepEqual([problems, warnings], [[], []]);
    const held = config?.schedules.map(
      ({ pipeline, graceSeconds, schedules }) =>
        `${pipeline}, ${graceSeconds} s: ${schedules.map(({ expression }) => expression).join("; ")}`,
    );
    assert.deepEqual(held, ["nightly import, 900 s: 0 2 * * *", "price feed, 60 s: 0 3 * * *; 30 4 * * Mon"]);
  });

  it("lists what is wrong with schedules, but takes none in a comment for a problem (decision 5)", () => {
    const schedule = "0 2 * * *";
    const wrong = { default: { ...usual, schedule }, a: { schedule: "0 2 * *" }, comment: { schedule } };
    assert.deepEqual(parsed({ pipelines: wrong }).problems, [
      'pipelines.default.schedule: a schedule belongs to one pipeline; move it to the entry of that pipeline, or use "auto"',
      'pipelines.a.schedule: "0 2 * *" has 4 fields; expected five: minute, hour, day of the month, month, day of the week',
    ]);
    const comment = { schedule: "every night, but for Sundays" };
    const { config, problems } = parsed({ pipelines: { ...goodConfig.pipelines, comment } });
    assert.deepEqual([problems, config?.schedules], [[], []]);
  });
});
