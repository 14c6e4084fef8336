import assert from "node:assert/strict";
import { duration, readable } from "../../../shared/text/time";

describe("duration", () => {
  it("is in seconds, and readable from a minute on", () => {
    const cases: [number, string][] = [
      [0, "0 s"],
      [59, "59 s"],
      [60, "60 s (1 min)"],
      [900, "900 s (15 min)"],
      [1834, "1834 s (30 min 34 s)"],
      [3600, "3600 s (1 h)"],
      [7325, "7325 s (2 h 2 min 5 s)"],
      [-5, "-5 s"],
      [-7325, "-7325 s"],
    ];
    for (const [seconds, text] of cases) assert.equal(duration(seconds), text);
  });

  it("is a plain number of seconds if a record has its times in the wrong order", () => {
    assert.deepEqual([readable(-65), readable(0)], ["-65 s", "0 s"]);
  });
});
