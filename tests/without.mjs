// Shows that a feature can be deleted: `node tests/without.mjs NAME` copies the tree, removes the feature's folder, its
// mirrored tests and its lines in features.ts, compiles, and runs the other tests of PipelineMonitor.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [name = ""] = process.argv.slice(2);
const root = resolve(import.meta.dirname, "..");
const copy = mkdtempSync(join(tmpdir(), `without-${name}-`));
const run = (command, ...args) => spawnSync(command, args, { cwd: copy, stdio: "inherit" }).status === 0;

const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 });
for (const file of stdout.split("\0").filter((path) => path !== ""))
  cpSync(join(root, file), join(copy, file));
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

const list = join(copy, "tasks/PipelineMonitor/features.ts");
const before = readFileSync(list, "utf8");
const variable = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const after = before
  .replace(new RegExp(`^import .*/features/${name}/.*\n`, "m"), "")
  .replace(new RegExp(`^ *${variable},\n|(?<=[[ ])${variable}(?:, |(?=]))`, "m"), "");
if (after === before) throw new Error(`features.ts has no ${name}`);
writeFileSync(list, after);
const tests = "tests/tasks/PipelineMonitor";
// The tests of the house are about all features together, and benches measure them.
for (const folder of [
  `tasks/PipelineMonitor/features/${name}`,
  `${tests}/features/${name}`,
  `${tests}/house`,
  "tests/bench",
  "tests/packaged/monitor-costs.test.ts",
])
  rmSync(join(copy, folder), { recursive: true, force: true });
const packaged = join(copy, "tests/packaged");
for (const file of readdirSync(packaged)) if (file.startsWith(name)) rmSync(join(packaged, file));

const mocha = [
  "mocha",
  "--no-config",
  "--parallel",
  "--jobs",
  "2",
  "--reporter",
  "dot",
  "--timeout",
  "60000",
];
const isWell =
  run("npx", "tsc", "--noEmitOnError", "false") && run("npx", ...mocha, `out/${tests}/**/*.test.js`);
rmSync(copy, { recursive: true });
process.exitCode = isWell ? 0 : 1;
