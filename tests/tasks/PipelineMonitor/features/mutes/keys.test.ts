import assert from "node:assert/strict";
import { suggestion, unknownKey } from "../../../../sentences";
import { goodConfig } from "../../good-config";
import { parseWith } from "../../parse-config";

describe("keys of mutes", () => {
  it("list every problem with its path", () => {
    const quiet = [
      { schedule: "0 2 * *", hours: 3 },
      { schedule: "0 2 * * *" },
      { schedule: "0 2 * * *", hours: 200 },
    ];
    const entries = {
      a: { mute_until: "2026-02-30", severity: "page" },
      b: { runbook: "http://wiki.example/" },
    };
    assert.deepEqual(parseWith({ quiet }, entries).problems, [
      'pipelines.a.severity: expected "high", "normal" or "info", got "page"',
      'pipelines.a.mute_until: expected a date such as 2026-12-01, or a minute such as 2026-12-01T08:30 or 2026-12-01T08:30Z, got "2026-02-30"',
      "pipelines.b.runbook: expected an https URL without a user name, got something else",
      "quiet.2.hours: missing; expected a number of hours, more than 0 and at most 168 (a week)",
      "quiet.3.hours: expected a number of hours, more than 0 and at most 168 (a week), got 200",
      'quiet.1.schedule: "0 2 * *" has 4 fields; expected five, separated by spaces: minute, hour, day of the month, month, day of the week. See https://learn.microsoft.com/azure/devops/pipelines/process/scheduled-triggers#cron-syntax',
    ]);
  });

  it("refuse an unknown key where it could silence more than is meant, and only there (decision 6)", () => {
    const quiet = [{ schedule: "0 2 * * *", hours: 1, pipeline: ["nightly import"] }];
    const mute_until = "2026-12-01";
    const found = parseWith(
      { quiet },
      { a: { mute_until, mute_on_weekends_only: 1, unmute: 1, ownr: "Ops" } },
    );
    assert.deepEqual([found.config, found.known], [undefined, undefined]);
    assert.deepEqual(found.problems, [
      `quiet.1.pipeline: unknown key, which could silence more than you mean${suggestion("pipelines")}`,
      "pipelines.a.mute_on_weekends_only: unknown key, which could silence more than you mean",
    ]);
    assert.deepEqual(found.warnings, [
      unknownKey("pipelines.a.unmute"),
      unknownKey("pipelines.a.ownr", "owner"),
    ]);
    assert.deepEqual(parseWith({}, { a: { mute_untl: mute_until } }).warnings, [
      unknownKey("pipelines.a.mute_untl", "mute_until"),
    ]);
  });

  it("warn of a reason without a mute, and not of one beside the mute of all", () => {
    const warnings = (entries: object) => {
      const found = parseWith({ remind_hours: 5 }, { a: { mute_reason: "later" }, ...entries });
      assert.deepEqual(found.problems, []);
      return found.warnings;
    };
    const ofCore = 'remind_hours: has no effect without "notify": "changes"';
    const idle = "pipelines.a.mute_reason: has no effect without mute_until";
    assert.deepEqual(warnings({}), [ofCore, idle]);
    assert.deepEqual(warnings({ default: { ...goodConfig.pipelines.default, mute_until: "2026-12-01" } }), [
      ofCore,
    ]);
  });
});
