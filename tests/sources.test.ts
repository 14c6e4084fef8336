import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root";

describe("the sources", () => {
  const files = ["build", "shared", "tab", "tasks"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => join(folder, name)),
  );
  const places = (pattern: RegExp) =>
    files.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(([found]) => `${file}: ${found}`),
    );

  it("say in a docstring what something is or does: none begins with What, Of or By", () => {
    assert.ok(places(/\/\*\*/g).length > 1000);
    assert.deepEqual(places(/\/\*\*\s+(?:\* )?(?:What|Of|By) .*/g), []);
  });

  it("spread no object literal: its members stand among the others", () => {
    assert.deepEqual(places(/\.\.\.\{.*/g), []);
  });
});
