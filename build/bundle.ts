import { readFileSync } from "node:fs";
import { resolve, sep } from "node:path";
import { build, type Plugin } from "esbuild";
import { changedFiles, replacedModules } from "./replaced-parts";
import { withoutDescriptions } from "./without-descriptions";

const root = resolve(__dirname, "..", "..");

/** Replaces parts of libraries; replaced-parts.ts lists them with the reasons. */
export const replacedParts: Plugin = {
  name: "replaced-parts",
  setup(build) {
    for (const { path, change } of changedFiles) {
      const filter = new RegExp(
        `[\\\\/]node_modules[\\\\/]${path.replace(/[./]/g, (sign) => (sign === "/" ? "[\\\\/]" : "\\."))}$`,
      );
      build.onLoad({ filter }, (file) => ({
        contents: change(readFileSync(file.path, "utf8")),
        loader: "js",
      }));
    }
    build.onResolve({ filter: /./ }, ({ path, importer }) => {
      const replaced = replacedModules.find(
        ({ library, request }) => request === path && importer.includes(`${sep}${library}${sep}`),
      );
      return replaced && { path, namespace: "replaced", pluginData: replaced.contents };
    });
    build.onLoad({ filter: /./, namespace: "replaced" }, ({ pluginData }) => ({
      contents: String(pluginData),
      loader: "js",
    }));
  },
};

/** How files are made for the Node of Azure Pipelines. */
export const forPipelines = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  minify: true,
  legalComments: "none",
} as const;

/**
 * Bundles a program for Node 20 into one file, with the libraries as the tasks have them. `whole` keeps the
 * parts of libraries that the tasks leave out.
 */
export async function bundle(
  entryPoint: string,
  outfile: string,
  libraries: "reduced" | "whole" = "reduced",
): Promise<void> {
  await build({
    ...forPipelines,
    entryPoints: [entryPoint],
    outfile,
    plugins: libraries === "whole" ? [] : [replacedParts, withoutDescriptions],
  });
}
