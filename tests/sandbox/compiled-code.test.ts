import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder";
import { runProcess } from "./agent-process";

describe("a bundle whose compiled code is kept", () => {
  const folder = temporaryFolder();

  it("runs as it is now, although one of the same name and length ran before, and its stacks name its lines", async () => {
    mkdirSync(join(folder(), "bundle"));
    const run = async (said: string) => {
      const file = join(folder(), "bundle", "index.js");
      const source = `"use strict"; // ${"x".repeat(100_000)}
        process.stdout.write(require("node:path").basename(__dirname) === require("node:path").basename(module.path) ? "${said}" : "");
        process.stdout.write(/index\\.js:\\d+/.exec(new Error().stack)[0]);`;
      writeFileSync(file, source);
      return (await runProcess([], [file], { cwd: folder(), env: {} })).stdout;
    };
    for (const said of ["one", "one", "two"]) assert.equal(await run(said), `${said}index.js:3`);
  });
});
