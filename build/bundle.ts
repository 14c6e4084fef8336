import { readFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { build, type Plugin } from "esbuild";
import { bundledPackages } from "./notice";

const root = resolve(__dirname, "..", "..");

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

/** In the place of a part that no task calls; whoever does so all the same hears of it. */
const leftOut = `
  function fail() { throw new Error("this part of the library is not in the bundle"); }
  module.exports = new Proxy({}, { get: () => fail });`;

/** What the two libraries would load at each start and never use, by what they ask for: tools to run, file patterns, query strings. */
const replacements: Record<string, Record<string, string>> = {
  "azure-pipelines-task-lib": {
    "./toolrunner": leftOut,
    "./externaloutput": leftOut,
    minimatch: leftOut,
    child_process: leftOut,
    semver: semverPart,
  },
  "typed-rest-client": { qs: leftOut },
};

const withoutUnusedParts: Plugin = {
  name: "without-unused-parts",
  setup(build) {
    build.onResolve({ filter: /./ }, ({ path, importer }) => {
      const library = Object.keys(replacements).find((name) => importer.includes(`${sep}${name}${sep}`));
      const contents = replacements[library ?? ""]?.[path];
      return contents === undefined ? undefined : { path, namespace: "replaced", pluginData: contents };
    });
    build.onLoad({ filter: /./, namespace: "replaced" }, ({ pluginData }) => ({
      contents: String(pluginData),
      loader: "js",
    }));
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
    // The part for people at a command line, loaded only there.
    external: ["./tools.js"],
    plugins:
      libraries === "whole" ? [] : [withoutLocalizedMessages, withoutDeprecatedBuffer, withoutUnusedParts],
  });
  return bundledPackages(metafile);
}
