import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  changedFiles,
  checksums,
  replacedModules,
  taskLibFunctions,
  withUsedFunctions,
} from "../../build/replaced-parts";
import { root } from "../root";

const modules = join(root, "node_modules");
const read = (path: string) => readFileSync(join(modules, path), "utf8");

describe("parts of libraries that the bundles replace", () => {
  it("are those that were reviewed: an upgrade that changes one fails here", () => {
    for (const [path, checksum] of Object.entries(checksums))
      assert.equal(createHash("sha256").update(read(path)).digest("hex"), checksum, path);
  });

  it("have a checksum each: the changed files, and those that ask for a replaced module", () => {
    const asking = replacedModules.flatMap(({ library, request }) =>
      readdirSync(join(modules, library))
        .filter((name) => name.endsWith(".js") && !name.startsWith("mock-") && name !== "toolrunner.js")
        .map((name) => `${library}/${name}`)
        .filter((path) => read(path).includes(`require("${request}")`)),
    );
    const relied = new Set([...asking, ...changedFiles.map(({ path }) => path)]);
    assert.deepEqual(Object.keys(checksums).sort(), [...relied].sort());
  });

  it("keep of task-lib what the agent calls, and what that needs", () => {
    const agent = readFileSync(join(modules, "..", "shared", "agent", "pipeline-agent.ts"), "utf8");
    const called = [...agent.matchAll(/\blib\.([a-z]\w+)/g)].map(([, name = ""]) => name);
    assert.deepEqual([...new Set(called)].sort(), [...taskLibFunctions].sort());
    const text =
      "function a() {\n  b();\n}\nexports.a = a;\nfunction b() {\n}\nexports.b = b;\nfunction c() {\n}\nexports.c = c;\n";
    const kept = withUsedFunctions(text, ["a"]);
    assert.deepEqual(Object.keys(Object(new Function("exports", `${kept}; return exports;`)({}))).sort(), [
      "a",
      "b",
    ]);
  });

  it("say why, and change something", () => {
    for (const { why } of [...replacedModules, ...changedFiles]) assert.match(why, /\.$/);
    for (const { path, change } of changedFiles) assert.notEqual(change(read(path)), read(path));
  });
});
