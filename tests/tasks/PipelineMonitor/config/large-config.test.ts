import assert from "node:assert/strict";
import { parseConfig } from "../../../../tasks/PipelineMonitor/config/parse";
import { goodConfig } from "../good-config";

const { default: defaults } = goodConfig.pipelines;
const faultsOf = (pipelines: object) =>
  parseConfig({ ...goodConfig, pipelines: { default: defaults, ...pipelines } }).problems;
const many = (count: number, settings: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`pipeline ${index}`, settings]));

describe("a large monitor configuration", () => {
  const schedule = (count: number) => Array.from({ length: count }, (_, minute) => `${minute} * * * *`);

  it("gives a scheduled run a day at most", () => {
    const withGrace = (grace: number) => faultsOf({ nightly: { schedule: "0 2 * * *", grace } });
    assert.deepEqual(withGrace(86_400), []);
    for (const grace of [86_401, 31_536_000, 1e15])
      assert.deepEqual(withGrace(grace), [
        `pipelines.nightly.grace: expected a whole number of seconds, 0 to 86400 (a day), got ${grace}`,
      ]);
  });

  it("has 20 cron expressions for a pipeline at most", () => {
    assert.deepEqual(faultsOf({ nightly: { schedule: schedule(20) } }), []);
    assert.deepEqual(faultsOf({ nightly: { schedule: schedule(21) } }), [
      "pipelines.nightly.schedule: expected at most 20 cron expressions, got an array",
    ]);
  });

  it("has 1,000 in all at most, and says so in one line however many there are", () => {
    assert.deepEqual(faultsOf(many(50, { schedule: schedule(20) })), []);
    assert.deepEqual(faultsOf(many(5000, { schedule: schedule(20) })), [
      "pipelines: 100000 cron expressions in total, of which 1000 are allowed; check some of the pipelines with a second monitor",
    ]);
  });

  it("has 1,000 patterns at most, those of maintenance windows included, and any number of names", () => {
    const patterns = (count: number) => Array.from({ length: count }, (_, index) => `p${index}*`);
    const problemsOf = (ofEntries: number, ofQuiet: number) =>
      parseConfig({
        ...goodConfig,
        quiet: [{ schedule: "0 2 * * *", hours: 1, pipelines: ["nightly import", ...patterns(ofQuiet)] }],
        pipelines: {
          default: defaults,
          ...many(2000, {}),
          ...Object.fromEntries(patterns(ofEntries).map((name) => [name, {}])),
        },
      }).problems;
    assert.deepEqual(problemsOf(900, 100), []);
    assert.deepEqual(problemsOf(901, 100), [
      "pipelines: 1001 patterns in total, of which 1000 are allowed; use fewer, or check some of the pipelines with a second monitor",
    ]);
  });

  it("has a suggestion for each of the first hundred unknown keys only", () => {
    const keys = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`run_ct_mi${index}`, 1]));
    const { warnings } = parseConfig({ ...goodConfig, ...keys });
    assert.equal(warnings.length, 5000);
    const suggesting = warnings.map((warning) => warning.includes("Did you mean"));
    assert.deepEqual([suggesting.indexOf(false), suggesting.lastIndexOf(true)], [100, 99]);
    assert.equal(warnings[100], "run_ct_mi100: unknown key, ignored");
  });

  it("shows only the beginning of a long name or key", () => {
    const name = "n".repeat(3_000_000);
    const entries = [
      { [name]: 5 },
      { [name]: { schedule: name } },
      { [name]: { [name]: 5, max_proc_time: 1, min_proc_time: 2 } },
      { nightly: { schedule: `${name} * * * *` } },
    ];
    for (const pipelines of entries) {
      const { problems, warnings } = parseConfig({
        ...goodConfig,
        [name]: 1,
        pipelines: { default: defaults, ...pipelines },
      });
      for (const text of [...problems, ...warnings])
        assert.ok(text.length < 500, `${text.length} characters`);
    }
  });
});
