import assert from "node:assert/strict";
import { slowerPipelines } from "../../../../tasks/PipelineMonitor/digest/compare";
import { type DigestRun, digested } from "./digest-stage";

describe("slowerPipelines", () => {
  const isSlower = (current: DigestRun[], before: DigestRun[]) =>
    slowerPipelines(digested([...current, ...before.map((run) => ({ ...run, daysAgo: 8 }))])).length === 1;
  const took = (runSeconds: number) => [{ runSeconds }];

  it("needs a rise of both a minute and a fifth", () => {
    assert.equal(isSlower(took(360), took(300)), true);
    assert.equal(isSlower(took(259), took(200)), false, "59 s more");
    assert.equal(isSlower(took(1199), took(1000)), false, "19.9 % more");
    assert.equal(isSlower(took(1200), took(1000)), true);
    assert.equal(isSlower(took(60), took(0)), true);
  });

  it("compares means, and takes nothing new or gone", () => {
    assert.equal(isSlower([...took(100), ...took(300)], took(100)), true);
    assert.equal(isSlower([...took(100), ...took(200)], took(100)), false, "the mean rose by 50 s only");
    assert.equal(isSlower(took(900), []), false);
    assert.equal(isSlower([], took(900)), false);
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
