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
      "pipelines: 100000 cron expressions in total; at most 1000 are allowed. Check some of the pipelines with a second monitor",
    ]);
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
