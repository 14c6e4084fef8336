import { readdirSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { readPage } from "./pages";
import { root } from "./root";

/** The paths of the sources in a folder. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path));
}

/** The sentences and phrases among the string literals of a source file, without its comments. */
export function literalsOf(path: string): string {
  const options = { loader: "ts", legalComments: "none", minifySyntax: true, charset: "utf8" } as const;
  const { code } = transformSync(readPage(path), options);
  const literals = code.match(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  const texts = literals.map((literal) => literal.replace(/\$\{[^}]*\}/g, "…"));
  return texts.filter((text) => text.includes(" ")).join("\n");
}
