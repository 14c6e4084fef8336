/** `npm start`: answers `--help` at once, and builds the packages for everything else. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const inRepository = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const options = process.argv.slice(2);
// npm takes options without `--` for its own, and drops them.
const dropped = ["seed", "page", "record", "replay", "registrar", "serve"].filter(
  (name) => process.env[`npm_config_${name}`] !== undefined,
);

if (options.includes("--help") || options.includes("-h"))
  process.stdout.write(readFileSync(inRepository("tests/sandbox/start-help.txt"), "utf8"));
else if (dropped.length > 0) {
  process.stderr.write(`Options come after two dashes: npm start -- --${dropped.join(" --")} …\n`);
  process.exitCode = 1;
} else {
  const run = (command, ...parts) =>
    spawnSync(command, parts, { stdio: "inherit", shell: process.platform === "win32" }).status ?? 1;
  process.exitCode =
    run("npm", "run", "--silent", "package") ||
    run(process.execPath, inRepository("out/tests/sandbox/start.js"), ...options);
}
