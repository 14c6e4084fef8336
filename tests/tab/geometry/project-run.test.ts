import assert from "node:assert/strict";
import fc from "fast-check";
import { load } from "js-yaml";
import { memberAt } from "../../../shared/json/path";
import { starterPipeline, starterPipelineFor } from "../../../shared/text/starter-pipeline";
import { usualBranch } from "../../../tab/geometry/project-run";
import { madeRun } from "../made-run";

const ofBranches = (...branches: string[]) => usualBranch(branches.map((branch) => madeRun({ branch })));
const included = (file: string) => {
  const schedules = memberAt(load(file), ["schedules"]);
  return memberAt(schedules, ["0", "branches", "include"]);
};

describe("the file that the hub offers", () => {
  it("has the branch of most runs beside the usual ones, which may be those of its own repository", () => {
    assert.equal(
      ofBranches("refs/heads/develop", "refs/heads/main", "refs/heads/develop", "refs/pull/1/merge"),
      "develop",
    );
    assert.equal(ofBranches("refs/pull/1/merge", ""), undefined);
    assert.deepEqual(included(starterPipelineFor("release/2.0")), ["main", "master", "release/2.0"]);
    for (const usual of ["main", "master", undefined])
      assert.equal(starterPipelineFor(usual), starterPipeline);
  });

  it("stays valid whatever a branch is called", () => {
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom("yes", "null", "a, b", "]", "a # b", "1.0", "a: b", "~"),
    );
    fc.assert(
      fc.property(names, (branch) => {
        const found = included(starterPipelineFor(branch));
        const usual = ["main", "master"];
        assert.ok(
          [JSON.stringify(usual), JSON.stringify([...usual, branch])].includes(JSON.stringify(found)),
        );
      }),
    );
  });
});
