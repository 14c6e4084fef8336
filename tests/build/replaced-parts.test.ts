import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { changedFiles, checksums, replacedModules } from "../../build/replaced-parts";

const modules = resolve(__dirname, "..", "..", "..", "node_modules");
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

  it("say why, and change something", () => {
    for (const { why } of [...replacedModules, ...changedFiles]) assert.match(why, /\.$/);
    for (const { path, change } of changedFiles) assert.notEqual(change(read(path)), read(path));
  });
});
