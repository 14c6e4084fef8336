import assert from "node:assert/strict";
import { endsProblems, hiddenBy } from "../../../../tasks/PipelineMonitor/config/filter";
import { failedRun, type RunChanges } from "../failed-run";
import { goodConfig, problemsOf } from "../good-config";
import { parseConfig } from "../parse-config";

const pipelinesWith = (keys: object) =>
  parseConfig({ ...goodConfig, ...keys }).config?.pipelines ?? assert.fail();
const hidden = (keys: object, run: RunChanges) => hiddenBy(pipelinesWith(keys), failedRun(run));

describe("runs", () => {
  it("hides nothing by default", () => {
    for (const reason of ["manual", "pullRequest", "schedule"])
      assert.equal(hidden({}, { reason, branch: "refs/pull/5/merge" }), undefined);
  });

  it("notPullRequests hides runs of pull requests, by their reason or their branch", () => {
    const keys = { runs: "notPullRequests" };
    assert.equal(hidden(keys, { reason: "pullRequest", branch: "refs/heads/main" }), "runs");
    assert.equal(hidden(keys, { reason: "manual", branch: "refs/pull/5/merge" }), "runs");
    for (const reason of ["manual", "individualCI", "schedule"])
      assert.equal(hidden(keys, { reason, branch: "refs/heads/pull/5" }), undefined, reason);
  });

  it("scheduled hides all but runs by a schedule or by the end of another pipeline's run", () => {
    const keys = { runs: "scheduled" };
    for (const reason of ["schedule", "scheduleForced", "buildCompletion", "resourceTrigger"])
      assert.equal(hidden(keys, { reason }), undefined, reason);
    for (const reason of ["manual", "individualCI", "pullRequest"])
      assert.equal(hidden(keys, { reason }), "runs", reason);
  });

  it("hides no run whose reason is unknown", () =>
    assert.equal(hidden({ runs: "scheduled" }, {}), undefined));

  it("lets a success of a person's run end a problem, but none of a pull request or another branch", () => {
    const pipelines = pipelinesWith({ runs: "scheduled", branches: ["main"] });
    const ends = (reason: string, branch: string) => endsProblems(pipelines, failedRun({ reason, branch }));
    assert.equal(ends("manual", "refs/heads/main"), true);
    assert.equal(ends("schedule", "refs/heads/main"), true);
    assert.equal(ends("pullRequest", "refs/heads/main"), false);
    assert.equal(ends("manual", "refs/heads/topic"), false);
  });
});

describe("branches", () => {
  const keys = { branches: ["main", "release/*", "refs/tags/v?"] };

  it("hides runs of other branches; a name may be short, and a pattern", () => {
    for (const branch of ["refs/heads/main", "refs/heads/release/1.0", "refs/tags/v1"])
      assert.equal(hidden(keys, { branch }), undefined, branch);
    for (const branch of ["heads/maintenance", "heads/topic", "tags/main", "pull/5/merge"])
      assert.equal(hidden(keys, { branch: `refs/${branch}` }), "branches", branch);
  });

  it("hides no run whose branch is unknown", () => assert.equal(hidden(keys, {}), undefined));
});

describe("a filter of an entry", () => {
  it("replaces that of default, which replaces that of the whole configuration", () => {
    const defaults = { ...goodConfig.pipelines.default, branches: ["main"] };
    const pipelines = { default: defaults, import: { runs: "all", branches: ["dev"] } };
    const keys = { runs: "scheduled", branches: ["x"], pipelines };
    const run = { reason: "manual", branch: "refs/heads/dev" };
    assert.equal(hidden(keys, { ...run, pipeline: "import" }), undefined);
    assert.equal(hidden(keys, { ...run, pipeline: "other" }), "branches");
    assert.equal(hidden(keys, { ...run, pipeline: "other", branch: "refs/heads/main" }), "runs");
  });

  it("is one of the known words, and a list of branches", () => {
    assert.deepEqual(problemsOf({ runs: "manual", branches: [] }), [
      'runs: expected "all", "notPullRequests" or "scheduled", got "manual"',
      "branches: expected a list of 1 to 100 branches or patterns, such as main or release/*, got []",
    ]);
  });
});
