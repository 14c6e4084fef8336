import assert from "node:assert/strict";
import fc from "fast-check";
import { createRunTimes } from "../../../../tasks/PipelineMonitor/digest/counters";

function timesOf(seconds: readonly number[]) {
  const times = createRunTimes();
  for (const time of seconds) times.add(time);
  return times;
}

describe("createRunTimes", () => {
  it("has the mean and the 99th percentile that sorting all times gives, whatever their order", () => {
    const some = fc.array(fc.oneof(fc.nat(20), fc.nat(100_000)), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(some, (seconds) => {
        const sorted = [...seconds].sort((one, other) => one - other);
        const times = timesOf(seconds);
        assert.equal(times.percentile99(), sorted[Math.ceil(sorted.length * 0.99) - 1]);
        assert.equal(times.mean(), Math.round(seconds.reduce((sum, one) => sum + one, 0) / seconds.length));
      }),
    );
  });

  it("is one of the times: of 100 runs the second longest, of 99 the longest", () => {
    const upTo = (count: number) => timesOf(Array.from({ length: count }, (_, index) => index + 1));
    assert.deepEqual(
      [99, 100, 101, 200, 201].map((count) => upTo(count).percentile99()),
      [99, 99, 100, 198, 199],
    );
  });

  it("has neither without a time; a negative or missing one, of a wrong record, counts for none", () => {
    const times = timesOf([-5, Number.NaN]);
    assert.deepEqual([times.mean(), times.percentile99(), times.times.runs], [undefined, undefined, 0]);
    assert.equal(timesOf([-5, 0]).percentile99(), 0);
  });
});
