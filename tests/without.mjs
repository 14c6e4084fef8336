// Shows that a feature can be deleted: `npm run without -- NAME [NAME...]` (or `-- all`) copies the tree, removes the
// feature's folder, its mirrored tests and its lines in features.ts, compiles, and runs the other tests of PipelineMonitor.
// Tests of several features are skipped if they need it: they import it, or a line at their top says so, such as
// `// Needs: mutes, paging`. `npm test` only looks who imports a feature (layers.test.ts).
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, normalize, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const rooms = "tasks/PipelineMonitor/features";
const tests = "tests/tasks/PipelineMonitor";
const known = readdirSync(join(root, rooms));

/** The source without the feature, in a folder of its own. */
function copyWithout(name) {
  const copy = mkdtempSync(join(tmpdir(), `without-${name}-`));
  // What is built is not the source, and what is installed is shared.
  const isSource = (path) => !["node_modules", "out", "dist", "reports", ".git"].includes(path);
  for (const path of readdirSync(root).filter(isSource))
    cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  for (const file of filesThatNeed(name)) {
    rmSync(join(copy, file));
    console.log(`  skipped, as it needs ${name}: ${file}`);
  }
  for (const folder of [`${rooms}/${name}`, `tests/${rooms}/${name}`])
    rmSync(join(copy, folder), { recursive: true, force: true });
  removeFromList(join(copy, "tasks/PipelineMonitor/features.ts"), name);
  return copy;
}

/** Of the tests about several features together, also those that import a file that needs it. */
function filesThatNeed(name) {
  const files = new Map(
    ["house", "weeks"].flatMap((folder) =>
      readdirSync(join(root, tests, folder)).map((file) => {
        const path = `${tests}/${folder}/${file}`;
        return [path, readFileSync(join(root, path), "utf8")];
      }),
    ),
  );
  const saysSo = (text) => (/^\/\/ Needs: (.*)$/m.exec(text)?.[1] ?? "").split(", ").includes(name);
  const importsOf = (path, text) =>
    [...text.matchAll(/ from "(\.[^"]*)"/g)].map(
      ([, target]) => `${normalize(join(dirname(path), target))}.ts`,
    );
  const isNeeded = (path, text) =>
    saysSo(text) ||
    importsOf(path, text).some(
      (target) =>
        target.includes(`/features/${name}/`) || (files.has(target) && isNeeded(target, files.get(target))),
    );
  return [...files].filter(([path, text]) => isNeeded(path, text)).map(([path]) => path);
}

function removeFromList(list, name) {
  const before = readFileSync(list, "utf8");
  const line = new RegExp(`^import \\{ (\\w+) \\} from "\\./features/${name}/.*\\n`, "m");
  const [, identifier] = line.exec(before) ?? [];
  if (identifier === undefined) throw new Error(`features.ts does not import ${name}`);
  writeFileSync(
    list,
    before.replace(line, "").replace(new RegExp(`(?<=[[\\s])${identifier}(, |,|(?=]))`), ""),
  );
}

/** Compiles the task and its tests only: tests of other parts may be about the feature, too. */
function passes(copy) {
  const config = { extends: "./tsconfig.json", include: ["tasks", "shared", tests] };
  writeFileSync(join(copy, "tsconfig.without.json"), JSON.stringify(config));
  const run = (command, ...args) => spawnSync(command, args, { cwd: copy, stdio: "inherit" }).status === 0;
  if (!run("npx", "tsc", "-p", "tsconfig.without.json")) return false;
  const compiled = readdirSync(join(copy, "out", tests), { recursive: true, encoding: "utf8" });
  const files = compiled.filter((path) => path.endsWith(".test.js")).sort();
  const options = ["--no-config", "--parallel", "--jobs", "2", "--reporter", "dot", "--timeout", "600000"];
  const paths = files.map((path) => join("out", tests, path));
  return run("npx", "mocha", ...options, ...paths);
}

const given = process.argv.slice(2);
const names = given[0] === "all" ? known : given;
if (names.length === 0 || names.some((name) => !known.includes(name)))
  throw new Error(`Name features among ${known.join(", ")}, or all.`);
const failed = names.filter((name) => {
  console.log(`\nWithout ${name}:`);
  const copy = copyWithout(name);
  try {
    return !passes(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
});
console.log(failed.length === 0 ? "\nAll can be deleted." : `\nCannot be deleted: ${failed.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
