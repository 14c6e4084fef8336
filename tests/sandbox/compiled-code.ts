import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";

/**
 * Preloaded into every process of the sandbox: keeps below `out/` how V8 compiled a bundle, because hundreds of processes
 * load the same two. Nothing else of how a bundle runs changes.
 */
const folder = join(__dirname, "..", "..", ".compiled");
/** In characters. Smaller files, such as those beside this one, are compiled faster than looked up. */
const leastLength = 100_000;

const load = require.extensions[".js"];
require.extensions[".js"] = (module, filename) => {
  const source = readFileSync(filename, "utf8");
  if (source.length < leastLength) return load(module, filename);
  const name = basename(dirname(filename));
  const file = join(folder, `${name}-${createHash("sha256").update(source).digest("hex")}`);
  const cachedData = existsSync(file) ? readFileSync(file) : undefined;
  // The names on the line of the first statement, as Node itself does it, so that stacks have the same lines.
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    cachedData === undefined ? { filename } : { filename, cachedData },
  );
  if (script.cachedDataRejected !== false) process.once("exit", () => keep(script, file, `${name}-`));
  const run: (...names: unknown[]) => void = script.runInThisContext();
  run.call(module.exports, module.exports, createRequire(filename), module, filename, dirname(filename));
};

/** Replaces that of earlier bundles of the name. Written at the end, it has what was compiled when it was needed, too. */
function keep(script: Script, file: string, prefix: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true });
  // Others read it meanwhile: whole, or not at all.
  const written = join(folder, `.${process.pid}`);
  writeFileSync(written, script.createCachedData());
  renameSync(written, file);
}
