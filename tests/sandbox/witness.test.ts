import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder";
import { runProcess } from "./agent-process";

describe("the memory of a task's process", () => {
  const folder = temporaryFolder();

  it("is its own, however much the tests take that start it", async () => {
    const taken = Buffer.alloc(400 * 2 ** 20, 1);
    const file = join(folder(), "task.js");
    writeFileSync(file, "");
    const { testimony } = await runProcess([], [file], { cwd: folder(), env: {} });
    assert.ok((testimony?.maxResidentBytes ?? Number.NaN) < 200 * 2 ** 20, `${testimony?.maxResidentBytes}`);
    assert.equal(taken.at(-1), 1);
  });
});
