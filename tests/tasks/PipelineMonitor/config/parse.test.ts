import assert from "node:assert/strict";
import fc from "fast-check";
import { unknownKey } from "../../../sentences";
import { goodConfig, problemsOf } from "../good-config";
import { parseConfig } from "../parse-config";

const parsed = (keys: object) => parseConfig({ ...goodConfig, ...keys });

describe("monitor configuration", () => {
  it("is read into what the rules need", () => {
    const { config, problems, warnings } = parseConfig(goodConfig);
    assert.deepEqual([problems, warnings], [[], []]);
    assert.equal(config?.project.href, "https://dev.azure.com/contoso/Night%20Shift");
    assert.equal(config?.organization.href, "https://dev.azure.com/contoso");
    const { defaults, byName } = config?.pipelines ?? assert.fail();
    assert.deepEqual(defaults.limits, { maxProcSeconds: 900, minProcSeconds: 30 });
    assert.deepEqual(byName.get("nightly import")?.limits, { maxProcSeconds: 3600, minProcSeconds: 30 });
    assert.ok(byName.has("experiments") && byName.get("experiments")?.limits === undefined);
    assert.equal(byName.has("comment"), false);
  });

  it("takes names that are percent-encoded already, and an address with a path", () => {
    const { config } = parsed({ url_base: "https://host/tfs/", project: "Night%20Shift" });
    assert.equal(config?.project.href, "https://host/tfs/contoso/Night%20Shift");
    assert.equal(config?.projectName, "Night Shift");
    assert.equal(parsed({ project: "100% sure" }).config?.project.pathname, "/contoso/100%25%20sure");
  });

  it("lists every problem with its path, what is expected and what was found (decision 6)", () => {
    const problems = problemsOf({
      ...{ organization: 5, project: "a/b", url_base: "dev.azure.com", url_params: "api-version=7.1" },
      ...{ test_flag: "yes", run_ct_min: 1.5, queue_time_max: -1 },
      pipelines: { nightly: { max_proc_time: "900", min_proc_time: -1 }, odd: [] },
    });
    assert.deepEqual(problems, [
      "organization: expected a name without slashes, such as contoso, got 5",
      'project: expected a name without slashes, such as contoso, got "a/b"',
      'url_params: expected parameters that start with &, such as &api-version=7.1, got "api-version=7.1"',
      'test_flag: expected true or false, got "yes"',
      "run_ct_min: expected a whole number, got 1.5",
      "queue_time_max: expected a whole number of seconds, 0 or more, got -1",
      "pipelines.default: missing; expected an object of settings",
      'pipelines.nightly.max_proc_time: expected a whole number of seconds, 0 or more, got "900"',
      "pipelines.nightly.min_proc_time: expected a whole number of seconds, 0 or more, got -1",
      "pipelines.odd: expected an object of settings, got []",
      "url_base: must be a full URL, such as https://host/",
    ]);
  });

  it("shows no value that may hold a credential", () => {
    const url_params = "token=hunter2&api-version=7.1";
    assert.deepEqual(problemsOf({ organization: "https://me:hunter2@host/o", url_params }), [
      "organization: is a URL; write only the name, and the part of the URL before the name in url_base",
      'url_params: expected parameters that start with &, such as &api-version=7.1, got "token=…&api-version=7.1"',
    ]);
  });

  it("names missing keys, and what is no configuration at all", () => {
    assert.equal(parseConfig({}).problems.length, 8);
    assert.ok(parseConfig({}).problems.every((problem) => problem.includes(": missing; expected ")));
    for (const value of [null, [], "x", 5])
      assert.match(parseConfig(value).problems[0] ?? "", /^the configuration: expected an object/);
    assert.deepEqual(problemsOf({ pipelines: "x" }), [
      'pipelines: expected an object that maps pipeline names to settings, got "x"',
    ]);
  });

  it("refuses a url_base that is not fit to send a credential to, without showing it", () => {
    for (const [url_base, problem] of [
      ["https://dev.azure.com", /url_base: must end with a slash/],
      ["https://host/tfs", /url_base: must end with a slash/],
      [
        "https://dev.azure.com/contoso/",
        /url_base: ends before the organization; write "https:\/\/dev\.azure\.com\/"/,
      ],
      ["https://dev.azure.com/contoso/canary-project", /url_base: ends before the organization/],
      ["https://me:hunter2@dev.azure.com/", /url_base: must not contain a user name or password/],
      ["http://dev.azure.com/", /url_base: must start with https/],
      ["https://dev.azure.com/?x=/", /url_base: must not contain \? or #/],
      ["https://dev.azure.com/#/", /url_base: must not contain \? or #/],
      ["http://localhost:8080/", /^$/],
    ] as const) {
      const problems = problemsOf({ url_base }).join();
      assert.match(problems, problem);
      assert.ok(!problems.includes("hunter2"));
    }
  });

  it("warns of unknown keys with the nearest known one, and of times the wrong way round (decision 6)", () => {
    const pipelines = { default: { max_proc_time: 5, min_proc_time: 30, check_flg: false } };
    const { config, warnings } = parsed({ run_ct_mim: 5, pipelines });
    assert.ok(config);
    assert.deepEqual(warnings, [
      unknownKey("run_ct_mim", "run_ct_min"),
      unknownKey("pipelines.default.check_flg", "check_flag"),
      "pipelines.default: min_proc_time 30 is more than max_proc_time 5, so every run is reported. Correct one of them",
    ]);
  });

  it("warns when the list is requested without an api-version", () => {
    const warning = "url_params: has no api-version; add &api-version=7.1";
    assert.deepEqual(parsed({ url_params: "&top=5" }).warnings, [warning]);
  });

  it("says what stands where a text belongs", () => {
    const long = "x".repeat(52);
    for (const [project, shown] of [
      [{}, "{}"],
      [[], "[]"],
      [null, "null"],
      [{ a: long }, `{"a":"${long}"}`],
      [{ a: `${long}x` }, "an object"],
      [["a=b"], "an array"],
    ])
      assert.deepEqual(problemsOf({ project }), [
        `project: expected a name without slashes, such as contoso, got ${shown}`,
      ]);
  });

  it("never throws, and says what is wrong whenever there is no configuration", () => {
    const members = fc.record(
      Object.fromEntries(
        Object.entries(goodConfig).map(([key, value]) => [key, fc.oneof(fc.anything(), fc.constant(value))]),
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
});

describe("monitor configuration, pipelines", () => {
  const missing = (pipelines: object, keys: object = {}) => problemsOf({ ...keys, pipelines });

  it("wants a time from the entry or the default, unless check_flag is false (decision 13)", () => {
    assert.deepEqual(missing({ default: { max_proc_time: 5 }, other: { min_proc_time: 1 } }), [
      "pipelines.default.min_proc_time: missing",
    ]);
    const unchecked = { check_flag: false };
    assert.deepEqual(missing({ default: unchecked, a: { max_proc_time: 1 }, b: unchecked }), [
      "pipelines.a.min_proc_time: missing here and in pipelines.default",
    ]);
    assert.deepEqual(missing({ default: {} }, { test_flag: 1 }), [
      ...["test_flag: expected true or false, got 1", "pipelines.default.max_proc_time: missing"],
      "pipelines.default.min_proc_time: missing",
    ]);
  });

  it("holds a pipeline of any name to its settings, one called constructor or prototype too (decision 5)", () => {
    const defaults = { max_proc_time: 5, min_proc_time: 1 };
    for (const name of ["constructor", "prototype", "toString", "hasOwnProperty"]) {
      const withEntry = (entry: unknown) => ({ pipelines: { default: defaults, [name]: entry } });
      const good = withEntry({ max_proc_time: 9 });
      const { config, known } = parsed(good);
      assert.deepEqual(config?.pipelines.byName.get(name)?.limits, { maxProcSeconds: 9, minProcSeconds: 1 });
      assert.deepEqual(Reflect.get(Object(known), "pipelines"), good.pipelines);
      assert.deepEqual(problemsOf(withEntry({ max_proc_time: "9" })), [
        `pipelines.${name}.max_proc_time: expected a whole number of seconds, 0 or more, got "9"`,
      ]);
      const problem = `pipelines.${name}: expected an object of settings, got []`;
      assert.deepEqual(problemsOf(withEntry([])), [problem]);
    }
  });

  it("passes over a comment that is no settings, even where it names one", () => {
    for (const comment of [{ purpose: "for people" }, { min_proc_time: "ten" }]) {
      const { config, problems, warnings } = parsed({ pipelines: { ...goodConfig.pipelines, comment } });
      assert.deepEqual([config?.pipelines.byName.has("comment"), problems, warnings], [false, [], []]);
    }
  });

  it("warns of times the wrong way round also where one of them is the default's, and only where they count", () => {
    const pipelines = {
      ...{
        default: goodConfig.pipelines.default,
        slow: { min_proc_time: 901 },
        quick: { max_proc_time: 29 },
      },
      ...{
        exact: { min_proc_time: 60, max_proc_time: 60 },
        ignored: { check_flag: false, max_proc_time: 1 },
      },
    };
    assert.deepEqual(parsed({ pipelines }).warnings, [
      "pipelines.slow: min_proc_time 901 is more than max_proc_time 900 (of pipelines.default), so every run is reported. Correct one of them",
      "pipelines.quick: min_proc_time 30 (of pipelines.default) is more than max_proc_time 29, so every run is reported. Correct one of them",
    ]);
  });

  it("refuses a pipeline called __proto__, which no settings can be kept for", () => {
    const value: unknown = JSON.parse(JSON.stringify(goodConfig).replace('"experiments"', '"__proto__"'));
    const problem = "pipelines.__proto__: a pipeline with this name cannot be configured";
    assert.deepEqual(parseConfig(value).problems, [problem]);
  });
});
