import assert from "node:assert/strict";
import { existsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { isInFolder, makeFolder } from "../../shared/folder";
import { runSnippet } from "../sandbox/snippet";
import { temporaryFolder } from "../temporary-folder";

describe("makeFolder", () => {
  const folder = temporaryFolder();

  it("creates a folder and its missing parents", () => {
    makeFolder(join(folder(), "a", "b", "c"));
    assert.ok(statSync(join(folder(), "a", "b", "c")).isDirectory());
  });

  it("leaves an existing folder unchanged", () => {
    makeFolder(folder());
    assert.equal(statSync(folder()).mode & 0o777, 0o700);
  });

  it("throws where a file or a dangling link is in the way", () => {
    writeFileSync(join(folder(), "file"), "");
    assert.throws(() => makeFolder(join(folder(), "file", "below")), /ENOTDIR/);
    symlinkSync(join(folder(), "nowhere"), join(folder(), "dangling"));
    assert.throws(() => makeFolder(join(folder(), "dangling")), /EEXIST/);
    assert.ok(!existsSync(join(folder(), "nowhere")));
  });

  it("throws for a path that is too long, however many folders it has", () => {
    assert.throws(() => makeFolder(join(folder(), ..."x".repeat(100_000))), /ENAMETOOLONG/);
  });

  it("ends where nothing can be created although the parent exists", async () => {
    // In a separate process, because Node's own `recursive` never returns here.
    const path = JSON.stringify(join(__dirname, "..", "..", "shared", "folder.js"));
    const work = `try { require(${path}).makeFolder("/proc/x/y"); } catch ({ code }) { console.log(code); }`;
    const { stdout } = await runSnippet(work, { inPipeline: false });
    assert.equal(stdout.trim(), "ENOENT");
  });
});

describe("isInFolder", () => {
  it("is true for the folder itself and everything in it, and false for anything else", () => {
    for (const path of ["/a/b", "/a/b/", "/a/b/c", "/a/b/..c", "/a/x/../b/c"])
      assert.ok(isInFolder("/a/b", path), path);
    for (const path of ["/a", "/", "/a/bc", "/a/b/../c", `${sep}other`])
      assert.ok(!isInFolder("/a/b", path), path);
  });
});
