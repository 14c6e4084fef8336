import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { readJsonFile } from "../../../../shared/json/file";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { root } from "../../../root";
import { goodConfig } from "../good-config";

const exampleFolder = join(root, "tasks", "PipelineMonitor");

const faultsOf = (changes: object) => parseConfig({ ...goodConfig, ...changes }).problems;

describe("monitor configuration", () => {
  it("is read into what the rules need", () => {
    const { config, problems, warnings } = parseConfig(goodConfig);
    assert.deepEqual([problems, warnings], [[], []]);
    assert.equal(config?.project.href, "https://dev.azure.com/contoso/Night%20Shift");
    assert.equal(config?.organization.href, "https://dev.azure.com/contoso");
    assert.deepEqual(config?.defaultChecks, { maxProcSeconds: 900, minProcSeconds: 30 });
    assert.deepEqual(config?.pipelines.get("nightly import"), { maxProcSeconds: 3600, minProcSeconds: 30 });
    assert.ok(config?.pipelines.has("experiments") && config.pipelines.get("experiments") === undefined);
    assert.equal(config?.pipelines.has("comment"), false);
  });

  it("takes names that are percent-encoded already, and an address with a path", () => {
    const { config } = parseConfig({
      ...goodConfig,
      url_base: "https://host/tfs/",
      project: "Night%20Shift",
    });
    assert.equal(config?.project.href, "https://host/tfs/contoso/Night%20Shift");
    assert.equal(
      parseConfig({ ...goodConfig, project: "100% sure" }).config?.project.pathname,
      "/contoso/100%25%20sure",
    );
  });

  it("lists every problem with its path, what is expected and what was found (decision 6)", () => {
    assert.deepEqual(
      parseConfig({
        organization: 5,
        project: "a/b",
        url_base: "dev.azure.com",
        url_params: "api-version=7.1",
        test_flag: "yes",
        run_ct_min: 1.5,
        queue_time_max: -1,
        pipelines: { nightly: { max_proc_time: "900", min_proc_time: -1 }, odd: [] },
      }).problems,
      [
        "organization: expected a name without slashes, such as contoso, got 5",
        'project: expected a name without slashes, such as contoso, got "a/b"',
        "url_params: expected parameters that begin with &, such as &api-version=7.1-preview.7, got something else",
        'test_flag: expected true or false, got "yes"',
        "run_ct_min: expected a whole number, got 1.5",
        "queue_time_max: expected a whole number of seconds, 0 or more, got -1",
        "pipelines.default: missing; expected an object of settings",
        'pipelines.nightly.max_proc_time: expected a whole number of seconds, 0 or more, got "900"',
        "pipelines.nightly.min_proc_time: expected a whole number of seconds, 0 or more, got -1",
        "pipelines.odd: expected an object of settings, got an array",
        "url_base: expected an address such as https://host/",
      ],
    );
  });

  it("shows no value that may hold a credential", () => {
    const problems = faultsOf({ organization: "https://me:hunter2@host/o", url_params: "token=hunter2" });
    assert.equal(problems.length, 2);
    assert.ok(!problems.join().includes("hunter2"));
  });

  it("names missing keys, and what is no configuration at all", () => {
    assert.equal(parseConfig({}).problems.length, 8);
    assert.ok(parseConfig({}).problems.every((problem) => problem.includes(": missing; expected ")));
    for (const value of [null, [], "x", 5])
      assert.match(parseConfig(value).problems[0] ?? "", /^the configuration: expected an object/);
    assert.deepEqual(faultsOf({ pipelines: "x" }), [
      'pipelines: expected an object that maps names of pipelines to settings, got "x"',
    ]);
  });

  it("refuses a url_base that is not fit to send a credential to, without showing it", () => {
    const cases: [string, RegExp][] = [
      ["https://dev.azure.com", /url_base: must end in a slash/],
      ["https://dev.azure.com/x", /url_base: must end in a slash/],
      ["https://me:hunter2@dev.azure.com/", /url_base: must not hold a user name or password/],
      ["http://dev.azure.com/", /url_base: must begin with https/],
      ["https://dev.azure.com/?x=/", /url_base: must hold neither \? nor #/],
      ["https://dev.azure.com/#/", /url_base: must hold neither \? nor #/],
    ];
    for (const [url_base, problem] of cases) {
      const problems = faultsOf({ url_base });
      assert.match(problems.join(), problem);
      assert.ok(!problems.join().includes("hunter2"));
    }
    assert.deepEqual(faultsOf({ url_base: "http://localhost:8080/" }), []);
  });

  it("refuses url_params that would change the monitor's own query, and names no segment can have", () => {
    for (const url_params of [
      "&minTime=x",
      "&api-version=7.1&continuationToken=x",
      "&a=b#c",
      "& a",
      "",
      "?a",
    ])
      assert.match(faultsOf({ url_params }).join(), /^url_params: /, url_params);
    for (const project of ["", "..", ".", "%2e%2e", "a\\b"])
      assert.match(faultsOf({ project }).join(), /^project: /, project);
  });

  it("wants a time from the entry or the default, unless check_flag is false (decision 13)", () => {
    assert.deepEqual(
      faultsOf({ pipelines: { default: { max_proc_time: 5 }, other: { min_proc_time: 1 } } }),
      ["pipelines.default.min_proc_time: missing"],
    );
    assert.deepEqual(
      faultsOf({
        pipelines: { default: { check_flag: false }, a: { max_proc_time: 1 }, b: { check_flag: false } },
      }),
      ["pipelines.a.min_proc_time: missing here and in pipelines.default"],
    );
  });

  it("holds a pipeline of any name to its settings, one called constructor or prototype too (decision 5)", () => {
    const defaults = { max_proc_time: 5, min_proc_time: 1 };
    for (const name of ["constructor", "prototype", "toString", "hasOwnProperty"]) {
      const pipelines = { default: defaults, [name]: { max_proc_time: 9 } };
      const { config, known } = parseConfig({ ...goodConfig, pipelines });
      assert.deepEqual(config?.pipelines.get(name), { maxProcSeconds: 9, minProcSeconds: 1 });
      assert.deepEqual(Reflect.get(Object(known), "pipelines"), pipelines);
      assert.deepEqual(faultsOf({ pipelines: { default: defaults, [name]: { max_proc_time: "9" } } }), [
        `pipelines.${name}.max_proc_time: expected a whole number of seconds, 0 or more, got "9"`,
      ]);
      assert.deepEqual(faultsOf({ pipelines: { default: defaults, [name]: [] } }), [
        `pipelines.${name}: expected an object of settings, got an array`,
      ]);
    }
  });

  it("names missing times together with all other problems", () => {
    assert.deepEqual(faultsOf({ test_flag: 1, pipelines: { default: {} } }), [
      "test_flag: expected true or false, got 1",
      "pipelines.default.max_proc_time: missing",
      "pipelines.default.min_proc_time: missing",
    ]);
  });

  it("warns of unknown keys with the nearest known one, and of times the wrong way round (decision 6)", () => {
    const { config, warnings } = parseConfig({
      ...goodConfig,
      run_ct_mim: 5,
      pipelines: { default: { max_proc_time: 5, min_proc_time: 30, check_flg: false } },
    });
    assert.ok(config);
    assert.deepEqual(warnings, [
      "run_ct_mim: unknown, and passed over; did you mean run_ct_min?",
      "pipelines.default.check_flg: unknown, and passed over; did you mean check_flag?",
      "pipelines.default: min_proc_time 30 is more than max_proc_time 5, so every run is reported",
    ]);
  });

  it("passes over a comment that is no settings, even where it names one", () => {
    for (const comment of [{ purpose: "for people" }, { min_proc_time: "ten" }]) {
      const { config, problems, warnings } = parseConfig({
        ...goodConfig,
        pipelines: { ...goodConfig.pipelines, comment },
      });
      assert.deepEqual([config?.pipelines.has("comment"), problems, warnings], [false, [], []]);
    }
  });

  it("warns of times the wrong way round also where one of them is the default's, and only where they count", () => {
    const { warnings } = parseConfig({
      ...goodConfig,
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30 },
        slow: { min_proc_time: 901 },
        quick: { max_proc_time: 29 },
        exact: { min_proc_time: 60, max_proc_time: 60 },
        ignored: { check_flag: false, max_proc_time: 1 },
      },
    });
    assert.deepEqual(warnings, [
      "pipelines.slow: min_proc_time 901 is more than max_proc_time 900, so every run is reported",
      "pipelines.quick: min_proc_time 30 is more than max_proc_time 29, so every run is reported",
    ]);
  });

  it("warns when the list is requested without an api-version", () => {
    assert.deepEqual(parseConfig({ ...goodConfig, url_params: "&top=5" }).warnings, [
      "url_params: carries no api-version",
    ]);
  });

  it("says what stands where a text belongs", () => {
    const expected = "project: expected a name without slashes, such as contoso, got";
    assert.deepEqual(faultsOf({ project: {} }), [`${expected} an object`]);
    assert.deepEqual(faultsOf({ project: [] }), [`${expected} an array`]);
    assert.deepEqual(faultsOf({ project: null }), [`${expected} null`]);
  });

  it("refuses a pipeline called __proto__, which no settings can be kept for", () => {
    const value: unknown = JSON.parse(JSON.stringify(goodConfig).replace('"experiments"', '"__proto__"'));
    assert.deepEqual(parseConfig(value).problems, [
      "pipelines.__proto__: a pipeline of this name cannot be configured",
    ]);
  });

  it("never throws, and says what is wrong whenever there is no configuration", () => {
    const members = fc.record(
      Object.fromEntries(
        Object.keys(goodConfig).map((key) => [
          key,
          fc.oneof(fc.anything(), fc.constant(Reflect.get(goodConfig, key))),
        ]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(members, fc.anything()), (value) => {
        const { config, problems } = parseConfig(value);
        return (config === undefined) === problems.length > 0;
      }),
    );
  });

  it("asks for nothing beyond the specification without its keys, and for what they name with them", () => {
    assert.deepEqual(parseConfig(goodConfig).config?.extras, {
      explainFailures: false,
      groupCauses: false,
      checkUnfinished: false,
      sinceLastReport: false,
      historyRuns: 0,
      schedules: [],
      runsPerWeekMax: undefined,
    });
    const extras = {
      explain_failures: true,
      group_causes: true,
      check_unfinished: true,
      window: "since_last_report",
      history: 50,
      runs_per_week_max: 1000,
    };
    const parsed = parseConfig({ ...goodConfig, ...extras });
    assert.deepEqual(
      [parsed.problems, parsed.warnings],
      [[], ["runs_per_week_max: no pipeline has a schedule, so none is held against it"]],
    );
    assert.deepEqual(parsed.config?.extras, {
      explainFailures: true,
      groupCauses: true,
      checkUnfinished: true,
      sinceLastReport: true,
      historyRuns: 50,
      schedules: [],
      runsPerWeekMax: 1000,
    });
    assert.equal(parseConfig({ ...goodConfig, window: "last_hour" }).config?.extras.sinceLastReport, false);
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
      check_unfinishd: true,
    });
    assert.deepEqual(problems, [
      'explain_failures: expected true or false, got "yes"',
      "group_causes: expected true or false, got 1",
      "check_unfinished: expected true or false, got null",
      'window: expected "last_hour" or "since_last_report", got "since"',
      "history: expected a whole number of runs, 1 to 1000, got 0",
      "runs_per_week_max: expected a whole number of runs, 1 or more, got 0",
    ]);
    assert.deepEqual(warnings, ["check_unfinishd: unknown, and passed over; did you mean check_unfinished?"]);
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
      config?.extras.schedules.map(({ pipeline, graceSeconds, schedules }) => [
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

  it("takes no schedule in a comment for a problem (decision 5)", () => {
    const pipelines = { ...goodConfig.pipelines, comment: { schedule: "every night, but for Sundays" } };
    const { config, problems } = parseConfig({ ...goodConfig, pipelines });
    assert.deepEqual([problems, config?.extras.schedules], [[], []]);
  });

  it("has an example that is a good configuration", () => {
    const example = readJsonFile("example", join(exampleFolder, "monitor.example.json"));
    const { problems, warnings } = parseConfig(example);
    assert.deepEqual([problems, warnings], [[], []]);
  });
});
