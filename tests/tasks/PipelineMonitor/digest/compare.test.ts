import assert from "node:assert/strict";
import { renderChange, slowerPipelines } from "../../../../tasks/PipelineMonitor/digest/compare";
import { type DigestRun, digestOf, times } from "./digest-stage";

describe("renderChange", () => {
  it("is a whole percentage with its sign, or new without a time before", () => {
    const changes: [number | undefined, number | undefined, string][] = [
      [112, 100, "+12 %"],
      [95, 100, "-5 %"],
      [100, 100, "0 %"],
      [999, 1000, "0 %"],
      [0, 100, "-100 %"],
      [0, 0, "0 %"],
      [5, 0, "from 0 s"],
      [5, undefined, "new"],
      [undefined, 5, ""],
      [undefined, undefined, ""],
    ];
    for (const [current, before, text] of changes) assert.equal(renderChange(current, before), text);
  });
});

describe("slowerPipelines", () => {
  const isSlower = (current: DigestRun[], before: DigestRun[]) =>
    slowerPipelines(digestOf([...current, ...before.map((run) => ({ ...run, daysAgo: 8 }))])).length === 1;
  const took = (runSeconds: number) => [{ runSeconds }];

  it("needs a rise of both a minute and a fifth", () => {
    assert.equal(isSlower(took(360), took(300)), true);
    assert.equal(isSlower(took(259), took(200)), false, "59 s more");
    assert.equal(isSlower(took(1199), took(1000)), false, "19.9 % more");
    assert.equal(isSlower(took(1200), took(1000)), true);
    assert.equal(isSlower(took(60), took(0)), true);
  });

  it("takes the mean or the slowest runs, and nothing new or gone", () => {
    const usual = times(198, { runSeconds: 300 });
    const slowest = [...usual, ...times(3, { runSeconds: 900 })];
    assert.equal(isSlower(slowest, usual), true, "the mean rose by 9 s only");
    assert.equal(isSlower(usual, slowest), false);
    const oneSlow = [...times(9, { runSeconds: 100 }), ...took(1000)];
    assert.equal(isSlower(times(10, { runSeconds: 1000 }), oneSlow), true, "the longest is the same");
    assert.equal(isSlower(took(900), []), false);
    assert.equal(isSlower([], took(900)), false);
  });

  it("has the largest rise first", () => {
    const pipelines = ["a", "b", "c"].flatMap((pipeline, index) => [
      { pipeline, runSeconds: 100, daysAgo: 8 },
      { pipeline, runSeconds: 200 + 100 * ((index + 1) % 3) },
    ]);
    assert.deepEqual(
      slowerPipelines(digestOf(pipelines)).map(({ pipeline }) => pipeline),
      ["b", "a", "c"],
    );
  });
});
