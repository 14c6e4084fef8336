import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { root } from "../root";

describe("a feature", () => {
  it("can be deleted, and all else compiles and works: another one each day", () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["tests/without.mjs", "today"], {
      cwd: root,
      encoding: "utf8",
    });
    assert.equal(status, 0, `${stdout}\n${stderr}`);
  });
});
