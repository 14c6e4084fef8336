import assert from "node:assert/strict";
import { unknownKey } from "../../../sentences";
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
    const extras = { ...{ window: "since_last_report", time_zone: "Europe/Berlin" } };
    assert.deepEqual(asked({}), [goodConfig, false, "UTC"]);
    assert.deepEqual(asked(extras), [{ ...goodConfig, ...extras }, true, "Europe/Berlin"]);
    assert.equal(asked({ window: "last_hour" })[1], false);
    const { problems, warnings } = parsed(extras);
    assert.deepEqual([problems, warnings], [[], []]);
  });

  it("lists what is wrong with those keys, and the nearest to one that is mistyped", () => {
    const { problems, warnings } = parsed({ ...{ window: "since", time_zone: "+02:00", time_zon: "UTC" } });
    assert.deepEqual(problems, [
      'window: expected "last_hour" or "since_last_report", got "since"',
      'time_zone: expected the IANA name of a time zone, such as Europe/Berlin, got "+02:00"',
    ]);
    assert.deepEqual(warnings, [unknownKey("time_zon", "time_zone")]);
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
        `${pipeline.name}, ${graceSeconds} s: ${schedules.map(({ expression }) => expression).join("; ")}`,
    );
    assert.deepEqual(held, ["nightly import, 900 s: 0 2 * * *", "price feed, 60 s: 0 3 * * *; 30 4 * * Mon"]);
  });

  it("takes the branch of a cron expression", () => {
    const [cron, other] = ["0 2 * * *", "0 3 * * *"];
    const schedule = [
      cron,
      ...[cron, other].map((one) => ({ cron: one, branch: "main" })),
      { cron, branch: "refs/heads/main" },
      { cron },
    ];
    const { config, problems, warnings } = parsed({ pipelines: { default: usual, a: { schedule } } });
    assert.deepEqual([problems, warnings], [[], []]);
    assert.deepEqual(
      config?.schedules.map(({ branch, schedules }) => [branch, schedules.length]),
      [
        [undefined, 2],
        ["refs/heads/main", 3],
      ],
    );
    for (const [wrong, said] of [
      [{ cron, branch: "release/*" }, /^pipelines\.a\.schedule.*: expected .*one branch/],
      [{ cron: "0 2" }, /^pipelines\.a\.schedule: "0 2" has 2 fields/],
    ] as const)
      assert.match(parsed({ pipelines: { default: usual, a: { schedule: [wrong] } } }).problems.join(), said);
  });

  it("lists what is wrong with schedules, but takes none in a comment for a problem (decision 5)", () => {
    const schedule = "0 2 * * *";
    const wrong = { default: { ...usual, schedule }, a: { schedule: "0 2 * *" }, comment: { schedule } };
    assert.deepEqual(parsed({ pipelines: wrong }).problems, [
      'pipelines.default.schedule: a schedule belongs to one pipeline; move it to the entry of that pipeline, or use "auto"',
      'pipelines.a.schedule: "0 2 * *" has 4 fields; expected five, separated by spaces: minute, hour, day of the month, month, day of the week. See https://learn.microsoft.com/azure/devops/pipelines/process/scheduled-triggers#cron-syntax',
    ]);
    const comment = { schedule: "every night, but for Sundays" };
    const { config, problems } = parsed({ pipelines: { ...goodConfig.pipelines, comment } });
    assert.deepEqual([problems, config?.schedules], [[], []]);
  });
});
