import { readFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { build, type Plugin } from "esbuild";
import { bundledPackages } from "./build-notice";

const root = resolve(__dirname, "..");

/** task-lib's messages in fourteen languages are a quarter of a bundle, and no task prints one of them. */
const withoutLocalizedMessages: Plugin = {
  name: "without-localized-messages",
  setup(build) {
    build.onLoad({ filter: /azure-pipelines-task-lib[\\/]lib-resource\.js$/ }, ({ path }) => {
      const { messages } = require(path);
      return { contents: `module.exports = ${JSON.stringify({ messages })};`, loader: "js" };
    });
  },
};

/** The tunnel that typed-rest-client uses makes a buffer in the way that Node warns of. */
const withoutDeprecatedBuffer: Plugin = {
  name: "without-deprecated-buffer",
  setup(build) {
    build.onLoad({ filter: /tunnel[\\/]lib[\\/]tunnel\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("new Buffer(", "Buffer.from("),
      loader: "js",
    }));
  },
};

/** The part of semver that task-lib calls: whether this Node is older than the oldest that it runs on. */
const semverPart = `
  exports.lt = (version, minimum) => {
    const [numbers, others] = [version, minimum].map((text) => text.split(".").map(Number));
    const place = numbers.findIndex((number, index) => number !== others[index]);
    return place !== -1 && numbers[place] < others[place];
  };`;

/**
 * Parts of the two libraries that would be loaded at each start and are never called: a tool runner with its promises,
 * file patterns, query strings. Whoever calls one all the same hears of it.
 */
const unusedParts = [
  {
    of: "azure-pipelines-task-lib",
    parts: ["./toolrunner", "./externaloutput", "minimatch", "child_process"],
  },
  { of: "typed-rest-client", parts: ["qs"] },
];

const withoutUnusedParts: Plugin = {
  name: "without-unused-parts",
  setup(build) {
    build.onResolve({ filter: /^[.\w]/ }, ({ path, importer }) => {
      const isUnused = unusedParts.some(
        ({ of, parts }) => importer.includes(`${sep}${of}${sep}`) && parts.includes(path),
      );
      if (isUnused) return { path, namespace: "unused" };
      return path === "semver" ? { path, namespace: "semver-part" } : undefined;
    });
    build.onLoad({ filter: /./, namespace: "unused" }, ({ path }) => ({
      contents: `
        const leftOut = () => { throw new Error(${JSON.stringify(`${path} is not in the bundle`)}); };
        module.exports = new Proxy({}, { get: () => leftOut });`,
      loader: "js",
    }));
    build.onLoad({ filter: /./, namespace: "semver-part" }, () => ({ contents: semverPart, loader: "js" }));
  },
};

/**
 * Bundles a program for Node 20 into one file, as the tasks are, and gives the packages whose code is in it; `whole` keeps
 * what the tasks leave out of their libraries.
 */
export async function bundle(
  entryPoint: string,
  outfile: string,
  libraries: "reduced" | "whole" = "reduced",
): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    // jsonc-parser's main is UMD, which no bundler can follow.
    mainFields: ["module", "main"],
    minify: true,
    legalComments: "none",
    plugins:
      libraries === "whole" ? [] : [withoutLocalizedMessages, withoutDeprecatedBuffer, withoutUnusedParts],
  });
  return bundledPackages(metafile);
}
