/** `npm start`: answers `--help` at once, and builds the packages for everything else. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const inRepository = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const options = process.argv.slice(2);
// npm takes options without `--` for its own, and drops them.
const dropped = ["organization", "project", "action", "config"].filter(
  (name) => process.env[`npm_config_${name}`] !== undefined,
);

if (options.includes("--help") || options.includes("-h"))
  process.stdout.write(readFileSync(inRepository("tests/demo/start-help.txt"), "utf8"));
else if (dropped.length > 0) {
  process.stderr.write(`Options come after two dashes: npm start -- --${dropped.join(" … --")} …\n`);
  process.exitCode = 1;
} else {
  const shell = process.platform === "win32";
  // What only a publisher needs to know is shown if it fails.
  const packaged = spawnSync("npm", ["run", "--silent", "package"], { shell, encoding: "utf8" });
  if (packaged.status === 0) {
    const shown = spawnSync(process.execPath, [inRepository("out/tests/demo/start.js"), ...options], {
      stdio: "inherit",
    });
    process.exitCode = shown.status ?? 1;
  } else {
    process.stderr.write(`${packaged.stdout}${packaged.stderr}`);
    process.exitCode = 1;
  }
}
