import assert from "node:assert/strict";
import { trendLines } from "../../../tab/geometry/trend";

describe("trend", () => {
  it("ends with the latest value at the right edge, and starts at zero, so that small changes look small", () => {
    assert.deepEqual(trendLines([50, 100, 75]), ["0,10 50,0 100,5"]);
  });

  it("has a gap where a report has no value, and none of these turn into numbers", () => {
    assert.deepEqual(trendLines([10, undefined, 10, 10]), ["0,0", "66.67,0 100,0"]);
    assert.deepEqual(trendLines([0, 0]), ["0,20 100,20"]);
    assert.deepEqual(trendLines([]), []);
    assert.deepEqual(trendLines([5]), ["100,0"]);
  });
});
