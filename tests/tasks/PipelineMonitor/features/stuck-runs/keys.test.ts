import assert from "node:assert/strict";
import { goodConfig } from "../../good-config";
import { parseConfig } from "../../parse-config";

const parsed = (keys: object) => parseConfig({ ...goodConfig, ...keys });

describe("the keys of stuck runs", () => {
  it("take hours for a wait of up to 30 days, with a warning if nothing looks for it", () => {
    const check_unfinished = true;
    for (const approvals_after of [0.5, 720])
      assert.deepEqual(parsed({ check_unfinished, approvals_after }).warnings, []);
    const warning = "approvals_after: ignored; set check_unfinished to true";
    assert.deepEqual(parsed({ approvals_after: 48 }).warnings, [warning]);
    for (const approvals_after of [0, 721, "24"])
      assert.equal(parsed({ check_unfinished, approvals_after }).problems.length, 1);
  });

  it("are true or false otherwise, and of the preset", () => {
    const problem = "check_unfinished: expected true or false, got null";
    assert.deepEqual(parsed({ check_unfinished: null }).problems, [problem]);
    assert.equal(parsed({ preset: "standard" }).filled["check_unfinished"], true);
  });
});
