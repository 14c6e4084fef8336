import assert from "node:assert/strict";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { goodConfig, problemsOf } from "../good-config";

describe("monitor configuration, pipelines", () => {
  it("wants a time from the entry or the default, unless check_flag is false (decision 13)", () => {
    assert.deepEqual(
      problemsOf({ pipelines: { default: { max_proc_time: 5 }, other: { min_proc_time: 1 } } }),
      ["pipelines.default.min_proc_time: missing"],
    );
    assert.deepEqual(
      problemsOf({
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
      assert.deepEqual(config?.pipelines.byName.get(name)?.limits, { maxProcSeconds: 9, minProcSeconds: 1 });
      assert.deepEqual(Reflect.get(Object(known), "pipelines"), pipelines);
      assert.deepEqual(problemsOf({ pipelines: { default: defaults, [name]: { max_proc_time: "9" } } }), [
        `pipelines.${name}.max_proc_time: expected a whole number of seconds, 0 or more, got "9"`,
      ]);
      assert.deepEqual(problemsOf({ pipelines: { default: defaults, [name]: [] } }), [
        `pipelines.${name}: expected an object of settings, got []`,
      ]);
    }
  });

  it("names missing times together with all other problems", () => {
    assert.deepEqual(problemsOf({ test_flag: 1, pipelines: { default: {} } }), [
      "test_flag: expected true or false, got 1",
      "pipelines.default.max_proc_time: missing",
      "pipelines.default.min_proc_time: missing",
    ]);
  });

  it("passes over a comment that is no settings, even where it names one", () => {
    for (const comment of [{ purpose: "for people" }, { min_proc_time: "ten" }]) {
      const { config, problems, warnings } = parseConfig({
        ...goodConfig,
        pipelines: { ...goodConfig.pipelines, comment },
      });
      assert.deepEqual([config?.pipelines.byName.has("comment"), problems, warnings], [false, [], []]);
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
      "pipelines.slow: min_proc_time 901 is more than max_proc_time 900 (of pipelines.default), so every run is reported. Correct one of them",
      "pipelines.quick: min_proc_time 30 (of pipelines.default) is more than max_proc_time 29, so every run is reported. Correct one of them",
    ]);
  });

  it("refuses a pipeline called __proto__, which no settings can be kept for", () => {
    const value: unknown = JSON.parse(JSON.stringify(goodConfig).replace('"experiments"', '"__proto__"'));
    assert.deepEqual(parseConfig(value).problems, [
      "pipelines.__proto__: a pipeline with this name cannot be configured",
    ]);
  });
});
