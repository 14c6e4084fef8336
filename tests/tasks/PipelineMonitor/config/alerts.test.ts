import assert from "node:assert/strict";
import { goodConfig } from "../good-config";
import { parseConfig } from "../parse-config";

const { default: defaults } = goodConfig.pipelines;
const parse = (keys: object, entries: object = {}) =>
  parseConfig({ ...goodConfig, ...keys, pipelines: { default: defaults, ...entries } });

describe("keys of alerts", () => {
  it("list every problem with its path", () => {
    const { problems } = parse(
      {
        notify: "sometimes",
        remind_hours: 0,
        quiet: [
          { schedule: "0 2 * *", hours: 3 },
          { schedule: "0 2 * * *" },
          { schedule: "0 2 * * *", hours: 200 },
        ],
        partially_succeeded: "yes",
        projects: ["*", "Shop"],
      },
      {
        a: { mute_until: "2026-02-30", runbook: "http://wiki.example/", severity: "page", owner: "" },
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
      'pipelines.a.mute_until: expected a date such as 2026-12-01, or a minute such as 2026-12-01T08:30 or 2026-12-01T08:30Z, got "2026-02-30"',
      "pipelines.b.runbook: expected an https URL without a user name, got something else",
      "quiet.1.hours: missing; expected a number of hours, more than 0 and at most 168 (a week)",
      "quiet.2.hours: expected a number of hours, more than 0 and at most 168 (a week), got 200",
      'quiet.0.schedule: "0 2 * *" has 4 fields; expected five: minute, hour, day of the month, month, day of the week',
    ]);
  });

  it("are used by a report with these values", () => {
    const alertsOf = (keys: object) => parse(keys).config?.alerts;
    const usual = { remindSeconds: 86_400, businessHours: undefined, isUsed: true };
    assert.deepEqual(alertsOf({ notify: "changes" }), usual);
    assert.deepEqual(alertsOf({ notify: "changes", remind_hours: 5 }), { ...usual, remindSeconds: 18_000 });
    assert.deepEqual(alertsOf({ notify: "all" }), { ...usual, remindSeconds: undefined });
    const hours = alertsOf({ notify: "changes", business_hours: "Mon-Tue 08:30-18:15" })?.businessHours;
    assert.deepEqual([hours?.days, hours?.from, hours?.until], [[1, 2], 510, 1095]);
  });

  it("refuse a threshold that nothing remembers, or the history cannot count", () => {
    const problemsOf = (after_failures: number, keys: object = {}) =>
      parse(keys, { a: { after_failures } }).problems.map((one) =>
        one.replace("pipelines.a.after_failures", "it"),
      );
    const memory = 'it: needs the memory of what was reported; add "notify": "changes"';
    const history = (failures: number) =>
      `it: ${failures} failures in a row need more history; add "history": 50`;
    const remembering = (runs: unknown) => ({ notify: "changes", history: runs });
    assert.deepEqual(problemsOf(2), [memory, history(2)]);
    assert.deepEqual(problemsOf(5, remembering(3)), [history(5)]);
    assert.deepEqual(problemsOf(5, remembering(4)), []);
    assert.deepEqual(problemsOf(1), []);
    const odd = 'history: expected a whole number of runs, 1 to 1000, got "4"';
    assert.deepEqual(problemsOf(5, remembering("4")), [odd]);
    for (const failures of [0, 11, 2.5])
      assert.match(
        problemsOf(failures, remembering(50)).join(),
        /^it: expected a whole number of fail.*, 1 to 10/,
      );
  });

  it("refuse business hours that nothing remembers, or that never come", () => {
    const problemsOf = (business_hours: string, notify = "changes") =>
      parse({ notify, business_hours }).problems.join();
    const memory = 'business_hours: needs the memory of what was reported; add "notify": "changes"';
    assert.equal(problemsOf("Mon-Fri 08:00-18:00", "all"), memory);
    for (const good of ["Mon-Fri 08:00-18:00", "Sun 00:00-24:00", "Fri-Mon 07:30-07:31"])
      assert.equal(problemsOf(good), "");
    for (const bad of [
      ...[
        "Mon-Fri 18:00-08:00",
        "Mon 08:00-08:00",
        "Mon-Fri 8-18",
        "Mon 00:00-24:01",
        "weekdays 08:00-18:00",
      ],
    ])
      assert.match(problemsOf(bad), /^business_hours: expected days and hours such as Mon-Fri/, bad);
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
      assert.deepEqual(parse({ url_params, notify: "changes" }).problems, problems, written);
      assert.deepEqual(parse({ url_params }).problems, []);
    }
  });

  it("refuse an unknown key where it could silence more than is meant, and only there (decision 6)", () => {
    const quiet = [{ schedule: "0 2 * * *", hours: 1, pipeline: ["nightly import"] }];
    const mute_until = "2026-12-01";
    const found = parse({ quiet }, { a: { mute_until, mute_on_weekends_only: 1, unmute: 1, ownr: "Ops" } });
    assert.deepEqual([found.config, found.known], [undefined, undefined]);
    assert.deepEqual(found.problems, [
      "quiet.0.pipeline: unknown key, which could silence more than you mean. Did you mean `pipelines`?",
      "pipelines.a.mute_on_weekends_only: unknown key, which could silence more than you mean",
    ]);
    assert.deepEqual(found.warnings, [
      "pipelines.a.unmute: unknown key, ignored",
      "pipelines.a.ownr: unknown key, ignored. Did you mean `owner`?",
    ]);
    const paging = { kind: "jsm", key: "K", severity: "high" };
    assert.deepEqual(parse({ notify: "changes", paging }, { a: { severity: "high" } }).problems, [
      "paging.severity: unknown key, which could silence more than you mean. Did you mean `severities`?",
    ]);
    assert.deepEqual(parse({}, { a: { mute_untl: mute_until } }).warnings, [
      "pipelines.a.mute_untl: unknown key, ignored. Did you mean `mute_until`?",
    ]);
  });

  it("warn of keys without effect", () => {
    const entries = { a: { mute_reason: "later" }, "b*": { schedule: "0 2 * * *" }, "c*": {} };
    assert.deepEqual(parse({ remind_hours: 5 }, entries).warnings, [
      'remind_hours: has no effect without "notify": "changes"',
      "pipelines.b*.schedule: ignored for pipelines that match the pattern; move it to an entry with the exact name",
      "pipelines.a.mute_reason: has no effect without mute_until",
    ]);
  });

  it("warn of no others", () => {
    const keys = { remind_hours: 5, notify: "changes" };
    const { config, problems, warnings } = parse(keys, {
      ...{ default: { ...defaults, mute_until: "2026-12-01" }, a: { mute_reason: "later" } },
      ...{ "c*": { schedule: "auto", runbook: "https://wiki.example/c" }, d: { schedule: "0 2 * * *" } },
    });
    assert.deepEqual([problems, warnings], [[], []]);
    assert.equal(config?.pipelines.entryFor("cc").runbook?.href, "https://wiki.example/c");
  });

  it("are used as soon as there is one, and only then", () => {
    const isUsed = (keys: object, entries: object = {}) => parse(keys, entries).config?.alerts.isUsed;
    assert.equal(isUsed({}), false);
    assert.equal(isUsed({ projects: ["Shop"], partially_succeeded: "succeeded" }, { "night*": {} }), false);
    assert.equal(isUsed({ notify: "all" }), true);
    assert.equal(isUsed({ routes: [{ webhook: "A" }] }), true);
    assert.equal(isUsed({}, { a: { owner: "Ops" } }), true);
    assert.equal(isUsed({}, { default: { ...defaults, severity: "info" } }), true);
  });
});
