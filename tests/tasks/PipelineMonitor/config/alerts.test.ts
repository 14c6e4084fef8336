import assert from "node:assert/strict";
import { goodConfig } from "../good-config";
import { parseWith } from "../parse-config";

describe("keys of alerts", () => {
  it("list every problem with its path", () => {
    const { problems } = parseWith(
      { notify: "sometimes", remind_hours: 0, partially_succeeded: "yes", projects: ["*", "Shop"] },
      {
        a: { runbook: "http://wiki.example/", severity: "page", owner: "" },
        b: { runbook: "https://user:secret@wiki.example/" },
      },
    );
    assert.deepEqual(problems, [
      'partially_succeeded: expected "reported" or "succeeded", got "yes"',
      'notify: expected "all" or "changes", got "sometimes"',
      "remind_hours: expected a number of hours, more than 0 and at most 168 (a week), got 0",
      'projects: expected ["*"] alone, or project names, got ["*","Shop"]',
      'pipelines.a.owner: expected a name or a mention of 1 to 100 characters, got ""',
      "pipelines.a.runbook: expected an https URL without a user name, got something else",
      'pipelines.a.severity: expected "high", "normal" or "info", got "page"',
      "pipelines.b.runbook: expected an https URL without a user name, got something else",
    ]);
  });

  it("are used by a report with these values", () => {
    const alertsOf = (keys: object) => parseWith(keys).config?.alerts;
    const usual = { remindSeconds: 86_400, isUsed: true };
    assert.deepEqual(alertsOf({ notify: "changes" }), usual);
    assert.deepEqual(alertsOf({ notify: "changes", remind_hours: 5 }), { ...usual, remindSeconds: 18_000 });
    assert.deepEqual(alertsOf({ notify: "all" }), { ...usual, remindSeconds: undefined });
  });

  it("refuse filters that hide the runs with which a known problem ends, however they are written", () => {
    const problem = (name: string) =>
      `url_params: ${name} hides runs with which a problem ends; remove it, or "notify": "changes"`;
    for (const [written, ...problems] of [
      ["resultFilter=failed", problem("resultFilter")],
      ["%72esultFilter=failed", problem("resultFilter")],
      ["RESULTFILTER=failed", problem("resultFilter")],
      ["maxBuildsPerDefinition=1", problem("maxBuildsPerDefinition")],
      ["$top=1", problem("$top")],
      ["%24Top=1", problem("$top")],
      ["maxTime=2026-11-20", problem("maxTime")],
      ["definitions=5&tagFilters=resultFilter=x"],
    ]) {
      const url_params = `${goodConfig.url_params}&${written}`;
      assert.deepEqual(parseWith({ url_params, notify: "changes" }).problems, problems, written);
      assert.deepEqual(parseWith({ url_params }).problems, []);
    }
  });

  it("warn of keys without effect", () => {
    const entries = { "b*": { schedule: "0 2 * * *" }, "c*": {} };
    assert.deepEqual(parseWith({ remind_hours: 5 }, entries).warnings, [
      'remind_hours: has no effect without "notify": "changes"',
      "pipelines.b*.schedule: ignored for pipelines that match the pattern; move it to an entry with the exact name",
    ]);
  });

  it("warn of no others", () => {
    const keys = { remind_hours: 5, notify: "changes" };
    const { config, problems, warnings } = parseWith(keys, {
      "c*": { schedule: "auto", runbook: "https://wiki.example/c" },
      d: { schedule: "0 2 * * *" },
    });
    assert.deepEqual([problems, warnings], [[], []]);
    assert.equal(config?.pipelines.entryFor("cc").runbook?.href, "https://wiki.example/c");
  });

  it("are used as soon as there is one, and only then", () => {
    const isUsed = (keys: object, entries: object = {}) => parseWith(keys, entries).config?.alerts.isUsed;
    assert.equal(isUsed({}), false);
    assert.equal(isUsed({ projects: ["Shop"], partially_succeeded: "succeeded" }, { "night*": {} }), false);
    assert.equal(isUsed({ notify: "all" }), true);
    assert.equal(isUsed({}, { a: { owner: "Ops" } }), true);
    assert.equal(isUsed({}, { default: { ...goodConfig.pipelines.default, severity: "info" } }), true);
  });
});
