import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/**
 * Leaves the descriptions out of schemas: they are for the generated JSON Schemas, and no task and no page reads
 * them. A description that is not one plain text stays.
 */
export const withoutDescriptions: Plugin = {
  name: "without-descriptions",
  setup(build) {
    build.onLoad({ filter: /[\\/](shared|tasks)[\\/].*schema\.ts$/ }, async ({ path }) => ({
      contents: emptyDescriptions(await readFile(path, "utf8")),
      loader: "ts",
    }));
  },
};

/** Returns the source of a schema with empty descriptions. */
export function emptyDescriptions(source: string): string {
  return source.replace(/\bv\.description\(\s*"(?:[^"\\\n]|\\.)*",?\s*\)/g, 'v.description("")');
}
