import assert from "node:assert/strict";
import fc from "fast-check";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { goodConfig, problemsOf } from "../good-config";

describe("monitor configuration", () => {
  it("is read into what the rules need", () => {
    const { config, problems, warnings } = parseConfig(goodConfig);
    assert.deepEqual([problems, warnings], [[], []]);
    assert.equal(config?.project.href, "https://dev.azure.com/contoso/Night%20Shift");
    assert.equal(config?.organization.href, "https://dev.azure.com/contoso");
    assert.deepEqual(config?.pipelines.defaults.limits, { maxProcSeconds: 900, minProcSeconds: 30 });
    assert.deepEqual(config?.pipelines.byName.get("nightly import")?.limits, {
      maxProcSeconds: 3600,
      minProcSeconds: 30,
    });
    const { byName } = config?.pipelines ?? assert.fail();
    assert.ok(byName.has("experiments") && byName.get("experiments")?.limits === undefined);
    assert.equal(byName.has("comment"), false);
  });

  it("takes names that are percent-encoded already, and an address with a path", () => {
    const { config } = parseConfig({
      ...goodConfig,
      url_base: "https://host/tfs/",
      project: "Night%20Shift",
    });
    assert.equal(config?.project.href, "https://host/tfs/contoso/Night%20Shift");
    assert.equal(config?.projectName, "Night Shift");
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
        'url_params: expected parameters that start with &, such as &api-version=7.1, got "api-version=7.1"',
        'test_flag: expected true or false, got "yes"',
        "run_ct_min: expected a whole number, got 1.5",
        "queue_time_max: expected a whole number of seconds, 0 or more, got -1",
        "pipelines.default: missing; expected an object of settings",
        'pipelines.nightly.max_proc_time: expected a whole number of seconds, 0 or more, got "900"',
        "pipelines.nightly.min_proc_time: expected a whole number of seconds, 0 or more, got -1",
        "pipelines.odd: expected an object of settings, got []",
        "url_base: must be a full URL, such as https://host/",
      ],
    );
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
    const cases: [string, RegExp][] = [
      ["https://dev.azure.com", /url_base: must end with a slash/],
      ["https://dev.azure.com/x", /url_base: must end with a slash/],
      ["https://me:hunter2@dev.azure.com/", /url_base: must not contain a user name or password/],
      ["http://dev.azure.com/", /url_base: must start with https/],
      ["https://dev.azure.com/?x=/", /url_base: must not contain \? or #/],
      ["https://dev.azure.com/#/", /url_base: must not contain \? or #/],
    ];
    for (const [url_base, problem] of cases) {
      const problems = problemsOf({ url_base });
      assert.match(problems.join(), problem);
      assert.ok(!problems.join().includes("hunter2"));
    }
    assert.deepEqual(problemsOf({ url_base: "http://localhost:8080/" }), []);
  });

  it("warns of unknown keys with the nearest known one, and of times the wrong way round (decision 6)", () => {
    const { config, warnings } = parseConfig({
      ...goodConfig,
      run_ct_mim: 5,
      pipelines: { default: { max_proc_time: 5, min_proc_time: 30, check_flg: false } },
    });
    assert.ok(config);
    assert.deepEqual(warnings, [
      "run_ct_mim: unknown key, ignored. Did you mean `run_ct_min`?",
      "pipelines.default.check_flg: unknown key, ignored. Did you mean `check_flag`?",
      "pipelines.default: min_proc_time 30 is more than max_proc_time 5, so every run is reported. Correct one of them",
    ]);
  });

  it("warns when the list is requested without an api-version", () => {
    assert.deepEqual(parseConfig({ ...goodConfig, url_params: "&top=5" }).warnings, [
      "url_params: has no api-version; add &api-version=7.1",
    ]);
  });

  it("says what stands where a text belongs", () => {
    const expected = "project: expected a name without slashes, such as contoso, got";
    assert.deepEqual(problemsOf({ project: {} }), [`${expected} {}`]);
    assert.deepEqual(problemsOf({ project: [] }), [`${expected} []`]);
    assert.deepEqual(problemsOf({ project: null }), [`${expected} null`]);
    assert.deepEqual(problemsOf({ project: { a: "x".repeat(52) } }), [
      `${expected} {"a":"${"x".repeat(52)}"}`,
    ]);
    assert.deepEqual(problemsOf({ project: { a: "x".repeat(53) } }), [`${expected} an object`]);
    assert.deepEqual(problemsOf({ project: ["a=b"] }), [`${expected} an array`]);
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
});
