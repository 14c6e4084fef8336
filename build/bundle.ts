import { resolve } from "node:path";
import { build } from "esbuild";
import { type BundledPackage, bundledPackages } from "./notice";

const root = resolve(__dirname, "..", "..");

/**
 * Bundles a program for the Node of Azure Pipelines into one file, and returns the packages in it. The file is
 * CommonJS like task-lib and typed-rest-client: in an ES module, they could not load Node's own modules.
 */
export async function bundle(entryPoint: string, outfile: string): Promise<BundledPackage[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    // task-lib brings messages in ten languages, which are shorter without escapes.
    charset: "utf8",
    legalComments: "none",
    // The main file of jsonc-parser loads its parts in a way that a bundler cannot follow.
    mainFields: ["module", "main"],
    // typed-rest-client writes query strings with it, and we do not: Node's own replaces 25 packages.
    alias: { qs: "node:querystring" },
    metafile: true,
  });
  return bundledPackages(root, metafile);
}
