import assert from "node:assert/strict";
import { feature, type Suggestions } from "../../../../../tasks/PipelineMonitor/feature";
import type { RunSketch } from "../../../../sandbox/runs";
import { scheduledRuns } from "../../../../sandbox/schedule";
import { limits, now, useActions } from "../action-stage";

const nightly = (changes: Partial<RunSketch> = {}) =>
  scheduledRuns(now, { everyMinutes: 24 * 60, days: 20, run: { id: 100, ...changes } });

const mistake = () => assert.fail("a mistake");
/** A feature that suggests something. */
const suggesting = (name: string, suggest: () => Suggestions) =>
  feature({ name, keys: {}, entryKeys: {}, memory: {}, read: () => ({}), suggest });

describe("action suggest", () => {
  const onStage = useActions();

  it("says what a feature suggests, and goes on without one that fails", async () => {
    const lines = async () => ["Something."];
    const features = [
      suggesting("a", mistake),
      suggesting("b", () => ({ count: mistake, lines })),
      suggesting("c", () => ({ count: () => undefined, lines: mistake })),
      suggesting("d", () => ({ count: () => undefined, lines })),
    ];
    await onStage({ runs: [{ id: 1 }, { id: 2 }], features }, async ({ act }) => {
      const { printed, outcome, warnings } = await act("suggest");
      assert.equal(outcome?.result, "Succeeded");
      assert.equal(printed.filter((line) => line === "Something.").length, 1);
      assert.deepEqual(
        warnings.slice(0, 3),
        ["a", "b", "c"].map((name) => `Could not check ${name}: a mistake`),
      );
    });
  });

  it("suggests a section `pipelines` that fits to the last 14 days", async () => {
    const feed = Array.from({ length: 30 }, (_, index) => ({
      ...{ id: 500 + index, pipeline: "price feed", finishedSecondsAgo: 3600 * index },
      ...{ runSeconds: 280 + index, queuedSeconds: index },
    }));
    const runs = [...nightly({ record: { reason: "schedule" } }), ...feed, { id: 900, pipeline: "rare" }];
    const config = { pipelines: { default: limits, ghost: {} } };
    const lines = async () => ["", "Something."];
    const features = [suggesting("a", () => ({ count: () => undefined, lines }))];
    await onStage({ runs, config, features }, async ({ act, service }) => {
      const { printed, outcome, warnings } = await act("suggest");
      assert.deepEqual(printed.slice(0, 12), [
        "Reading the runs of BASE with BUILD_AUTH.",
        "45 runs of 3 pipelines finished in the last 14 days.",
        "",
        "Something.",
        "",
        "pipeline        runs  good  run: median   99 %  longest  queue: median  99 %  longest",
        "nightly import    14    14         60 s   60 s     60 s            3 s   3 s      3 s",
        "price feed        30    30        294 s  309 s    309 s           14 s  29 s     29 s",
        "rare               1     1        300 s  300 s    300 s            5 s   5 s      5 s",
        "",
        "Left as they are: ghost (too little history, 0 successful runs of the 10 that it takes), " +
          "rare (too little history, 1 successful run of the 10 that it takes).",
        "",
      ]);
      assert.deepEqual(JSON.parse(`{${printed.slice(12).join("")}}}`), {
        pipelines: {
          ...{ default: limits, ghost: {} },
          "nightly import": { max_proc_time: 120, min_proc_time: 30 },
          "price feed": { max_proc_time: 470, min_proc_time: 140 },
        },
      });
      assert.deepEqual(outcome, { result: "Succeeded", message: "}", exitCode: 0 });
      assert.deepEqual(warnings, [
        "monitor.json, line 1: pipelines.ghost: no pipeline of the project has this name",
      ]);
      assert.deepEqual(
        service.requests.map(({ target }) => target.replace(/^.*builds/, "")),
        [
          "?minTime=2026-11-06T03:19:00Z&api-version=7.1-preview.7",
          "/contoso/Night%20Shift/_apis/build/definitions?api-version=7.1-preview.7",
        ],
      );
    });
  });

  it("goes by the runs that the rules see, and says when it has too few, or none", async () => {
    const pull = { id: 900, pipeline: "price feed", record: { reason: "pullRequest" } };
    const unreadable = { id: 901, record: { status: 7 } };
    const runs = [...nightly(), pull, unreadable];
    await onStage({ runs, config: { runs: "notPullRequests" } }, async ({ act, alone }) => {
      const { printed, outcome } = await act("suggest", { days: "5" });
      const ignored = "The records of 1 are not readable, so they are ignored.";
      assert.equal(printed[1], `6 runs of 1 pipeline finished in the last 5 days. ${ignored}`);
      assert.match(outcome?.message ?? "", /and the most is 5\. Use more days, or come back in 5 days\.$/);
      const { error } = await alone("suggest", { days: "366" });
      assert.match(
        error,
        /^2 problems found:\n- days: expected .* 1 to 365, got "366"\n- BUILD_AUTH: missing/,
      );
    });
    await onStage({}, async ({ act }) => {
      const { printed, outcome } = await act("suggest", { days: "1" });
      assert.equal(printed[1], "0 runs of 0 pipelines finished in the last 1 day.");
      const message = "There is nothing to suggest. Use more days, or check `url_params`.";
      assert.deepEqual(outcome, { result: "Succeeded", message, exitCode: 0 });
    });
  });

  it("fails when the list cannot be read whole, and suggests nothing", async () => {
    await onStage({ runs: nightly() }, async ({ act, service }) => {
      service.faults.push({ when: () => true, reply: { status: 401 } });
      const { printed, error } = await act("suggest");
      assert.deepEqual(printed, ["Reading the runs of BASE with BUILD_AUTH."]);
      assert.match(error, /401 Unauthorized.*BUILD_AUTH has expired/);
    });
  });
});
