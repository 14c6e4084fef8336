import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root";

/**
 * Runs the tests that npm test plays a sample of so many times, each time with other seeds and all their draws, and stops
 * at the first that fails: `npm run properties -- 20 tab/pages`. Mocha prints its seed and path.
 */
function main(): number {
  const [rounds = "10", part = ""] = process.argv.slice(2);
  const folder = join(root, "out", "tests", part);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.js"))
    .map((name) => join(folder, name))
    .filter((path) => /fast-check|playsAll/.test(readFileSync(path, "utf8")));
  const mocha = join(root, "node_modules", "mocha", "bin", "mocha.js");
  for (let round = 1; round <= Number(rounds); round++) {
    const options = ["--no-config", "--timeout", "0", "--reporter", "dot"];
    const env = { ...process.env, WHOLE_SAMPLES: "1" };
    const { status } = spawnSync(process.execPath, [mocha, ...options, ...files], { stdio: "inherit", env });
    if (status !== 0) return 1;
    process.stdout.write(`Round ${round} of ${rounds}: ${files.length} files.\n`);
  }
  return 0;
}

process.exitCode = main();
