import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { didYouMeanFile } from "../../../shared/json/text-file";
import { temporaryFolder } from "../../temporary-folder";

// On Linux agents, people name a file as on Windows: azure-pipelines-tasks #7097, Azure/webapps-deploy #366.
describe("a file that does not exist", () => {
  const folder = temporaryFolder();
  beforeEach(() => {
    mkdirSync(join(folder(), "Monitors"));
    for (const name of ["Monitor.json", "Monitors/Shop.json", "readme.md"])
      writeFileSync(join(folder(), name), "{}");
  });
  const meant = (path: string) => didYouMeanFile(join(folder(), path));

  it("has the name of one that differs in capital letters only, from the first folder that does", () => {
    for (const [path, name] of [
      ["monitor.json", "Monitor.json"],
      ["MONITOR.JSON", "Monitor.json"],
      ["monitors/shop.json", "Monitors/Shop.json"],
      ["monitors/Shop.json", "Monitors/Shop.json"],
      ["Monitors/shop.json", "Shop.json"],
      ["Monitors/../monitor.json", "Monitor.json"],
    ] as const)
      assert.equal(meant(path), `. Did you mean \`${name}\`? Capital letters matter on this machine`, path);
  });

  it("has the most similar name in its folder otherwise", () => {
    assert.equal(meant("Moniter.json"), ". Did you mean `Monitor.json`?");
    assert.equal(meant("Monitors/shops.json"), ". Did you mean `Shop.json`?");
  });

  it("has no other name where none is similar, or its folder does not exist", () => {
    for (const path of ["x", "elsewhere/monitor.json", "Monitor.json/monitor.json"])
      assert.equal(meant(path), "", path);
    assert.equal(didYouMeanFile(""), "");
  });
});
