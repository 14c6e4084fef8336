import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { reproducible } from "../../build/archive";
import { differences, versionOf } from "../../build/reproduce";
import { root } from "../root";

const manifest = strToU8('<Metadata><Identity Language="en-US" Id="keeper" Version="1.2.3" /></Metadata>');
const files = { "index.js": strToU8("run()"), "extension.vsixmanifest": manifest };
const packed = (content: Record<string, Uint8Array>, mtime = "2026-11-20") => zipSync(content, { mtime });

describe("package of the extension", () => {
  it("is the same to the byte, whenever it was made and in whatever order its files were read", () => {
    const reversed = Object.fromEntries(Object.entries({ ...files, "tab/": new Uint8Array() }).reverse());
    assert.deepEqual(reproducible(packed(files)), reproducible(packed(reversed, "2031-01-02")));
    assert.deepEqual(unzipSync(reproducible(packed(reversed))), files);
  });

  it("is packed that way", () => {
    const dist = join(root, "dist");
    const [name = ""] = readdirSync(dist).filter((file) => file.endsWith(".vsix"));
    const packaged = readFileSync(join(dist, name));
    assert.ok(packaged.equals(reproducible(packaged)));
  });
});

describe("comparison of two packages", () => {
  it("lists each file that differs, or that one of them lacks", () => {
    assert.deepEqual(differences(packed(files), packed(files, "2031-01-02")), []);
    const changed = {
      "extension.vsixmanifest": manifest,
      "index.js": strToU8("spend()"),
      "more.js": strToU8(""),
    };
    assert.deepEqual(differences(packed(files), packed(changed)), [
      "different: index.js",
      "only in the second: more.js",
    ]);
    assert.deepEqual(differences(packed(changed), packed(files))[1], "only in the first: more.js");
  });

  it("takes the commit of the version that a published package states", () => {
    assert.equal(versionOf(packed(files)), "1.2.3");
    assert.throws(() => versionOf(packed({ "a.txt": strToU8("") })), /no package of an extension/);
  });
});
