/** `npm start`: answers `--help` at once, and builds the packages for everything else. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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
} else if (!existsSync(inRepository("node_modules"))) {
  process.stderr.write("Run npm ci first.\n");
  process.exitCode = 1;
} else if (await areValid(options)) start(options);
else process.exitCode = 1;

/** Says what is wrong with options. Bundles only what reads them. */
async function areValid(options) {
  if (options.length === 0) return true;
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [inRepository("tests/demo/check-options.ts")],
    ...{ bundle: true, platform: "node", format: "cjs", write: false, logLevel: "error" },
    mainFields: ["module", "main"],
  });
  const input = outputFiles[0].text;
  const checked = spawnSync(process.execPath, ["-", ...options], {
    input,
    stdio: ["pipe", "inherit", "inherit"],
  });
  return checked.status === 0;
}

function start(options) {
  const shell = process.platform === "win32";
  process.stdout.write("Packaging both tasks, which takes about 20 seconds…\n");
  // What only a publisher needs to know is shown if it fails.
  const packaged = spawnSync("npm", ["run", "--silent", "package"], { shell, encoding: "utf8" });
  if (packaged.status !== 0) {
    process.stderr.write(`${packaged.stdout}${packaged.stderr}`);
    process.exitCode = 1;
    return;
  }
  const shown = spawnSync(process.execPath, [inRepository("out/tests/demo/start.js"), ...options], {
    stdio: "inherit",
  });
  process.exitCode = shown.status ?? 1;
}
