import assert from "node:assert/strict";
import { unknownKey } from "../../../sentences";
import { goodConfig, problemsOf } from "../good-config";
import { parseConfig } from "../parse-config";

const { default: defaults } = goodConfig.pipelines;
const problemsWith = (pipelines: object, keys: object = {}) =>
  problemsOf({ ...keys, pipelines: { default: defaults, ...pipelines } });
const many = (count: number, settings: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`pipeline ${index}`, settings]));

describe("a large monitor configuration", () => {
  const schedule = (count: number) => Array.from({ length: count }, (_, minute) => `${minute} * * * *`);

  it("gives a scheduled run a day at most", () => {
    const withGrace = (grace: number) => problemsWith({ nightly: { schedule: "0 2 * * *", grace } });
    assert.deepEqual(withGrace(86_400), []);
    for (const grace of [86_401, 31_536_000, 1e15])
      assert.deepEqual(withGrace(grace), [
        `pipelines.nightly.grace: expected a whole number of seconds, 0 to 86400 (a day), got ${grace}`,
      ]);
  });

  it("has 20 cron expressions for a pipeline at most", () => {
    const problem = "pipelines.nightly.schedule: expected at most 20 cron expressions, got an array";
    assert.deepEqual(problemsWith({ nightly: { schedule: schedule(20) } }), []);
    assert.deepEqual(problemsWith({ nightly: { schedule: schedule(21) } }), [problem]);
  });

  it("has 1,000 in all at most, and says so in one line however many there are", () => {
    assert.deepEqual(problemsWith(many(50, { schedule: schedule(20) })), []);
    assert.deepEqual(problemsWith(many(5000, { schedule: schedule(20) })), [
      "pipelines: 100000 cron expressions in total, of which 1000 are allowed; check some of the pipelines with a second monitor",
    ]);
  });

  it("has 1,000 patterns at most, those of maintenance windows included, and any number of names", () => {
    const patterns = (count: number) => Array.from({ length: count }, (_, index) => `p${index}*`);
    const withPatterns = (count: number) => {
      const entries = Object.fromEntries(patterns(count).map((name) => [name, {}]));
      const pipelines = ["nightly import", ...patterns(100)];
      const quiet = [{ schedule: "0 2 * * *", hours: 1, pipelines }];
      return problemsWith({ ...many(2000, {}), ...entries }, { quiet });
    };
    assert.deepEqual(withPatterns(900), []);
    assert.deepEqual(withPatterns(901), [
      "pipelines: 1001 patterns in total, of which 1000 are allowed; use fewer, or check some of the pipelines with a second monitor",
    ]);
  });

  it("has a suggestion for each of the first hundred unknown keys only", () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`run_ct_mi${index}`, 1]));
    const { warnings } = parseConfig({ ...goodConfig, ...keys });
    assert.equal(warnings.length, 5000);
    const suggesting = warnings.map((warning, index) => warning !== unknownKey(`run_ct_mi${index}`));
    assert.deepEqual([suggesting.indexOf(false), suggesting.lastIndexOf(true)], [100, 99]);
  });

  it("shows only the beginning of a long name or key", () => {
    const name = "n".repeat(3_000_000);
    for (const entries of [
      { [name]: 5 },
      { [name]: { schedule: name } },
      { [name]: { [name]: 5, max_proc_time: 1, min_proc_time: 2 } },
      { nightly: { schedule: `${name} * * * *` } },
    ]) {
      const config = { ...goodConfig, [name]: 1, pipelines: { default: defaults, ...entries } };
      const { problems, warnings } = parseConfig(config);
      for (const text of [...problems, ...warnings])
        assert.ok(text.length < 500, `${text.length} characters`);
    }
  });
});
