import assert from "node:assert/strict";
import { goodConfig } from "../../../good-config";
import { parseConfig } from "../../../parse-config";

const { default: usual } = goodConfig.pipelines;
const parsed = (keys: object) => parseConfig({ ...goodConfig, ...keys });

describe("the configuration of learned schedules", () => {
  it("learns where an entry, a pattern or the default says auto, and only with a memory", () => {
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

  it("says that the preset is where it comes from", () => {
    const [problem = ""] = parsed({
      preset: "standard",
      window: "last_hour",
      notify: "all",
      pipelines: {},
    }).problems;
    assert.match(problem, /^pipelines\.default\.schedule: "auto" .* \("preset": "standard" sets schedule\)$/);
  });
});
