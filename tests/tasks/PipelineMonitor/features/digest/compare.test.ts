import assert from "node:assert/strict";
import { slowerPipelines } from "../../../../../tasks/PipelineMonitor/features/digest/figures";
import { digested } from "./digest-stage";

describe("slowerPipelines", () => {
  /** By how many seconds runs took. */
  const isSlower = (current: number[], before: number[]) => {
    const runs = before.map((runSeconds) => ({ runSeconds, daysAgo: 8 }));
    return (
      slowerPipelines(digested([...current.map((runSeconds) => ({ runSeconds })), ...runs])).length === 1
    );
  };

  it("needs a rise of both a minute and a fifth", () => {
    assert.ok(isSlower([360], [300]) && isSlower([1200], [1000]) && isSlower([60], [0]));
    assert.ok(!isSlower([259], [200]), "59 s more");
    assert.ok(!isSlower([1199], [1000]), "19.9 % more");
  });

  it("compares means, and takes nothing new or gone", () => {
    assert.ok(isSlower([100, 300], [100]));
    assert.ok(!isSlower([100, 200], [100]), "the mean rose by 50 s only");
    assert.ok(!isSlower([900], []) && !isSlower([], [900]));
  });

  it("has the largest rise first", () => {
    const pipelines = ["a", "b", "c"].flatMap((pipeline, index) => [
      { pipeline, runSeconds: 100, daysAgo: 8 },
      { pipeline, runSeconds: 200 + 100 * ((index + 1) % 3) },
    ]);
    assert.deepEqual(
      slowerPipelines(digested(pipelines)).map(({ pipeline }) => pipeline),
      ["b", "a", "c"],
    );
  });
});
