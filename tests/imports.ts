import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The imports of each file, types included: files of the project by path, packages by name. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads the TypeScript files below `folders`. Paths are relative to `root`, with slashes. */
export function readImports(root: string, folders: readonly string[]): ImportGraph {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
      .map((name) => join(folder, name)),
  );
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const named = [
        ...text.matchAll(/^(?:import|export|\} from)\b[^"();=]*"([^"]+)";$|import\("([^"]+)"\)/gm),
      ];
      const imports = named.map(([, from, loaded]) => from ?? loaded ?? "");
      return [slashed(file), [...new Set(imports.map((name) => targetOf(root, file, name)))].sort()];
    }),
  );
}

function targetOf(root: string, file: string, name: string): string {
  if (!name.startsWith(".")) return name;
  const path = resolve(root, dirname(file), name.replace(/\.js$/, ""));
  return `${slashed(relative(root, path))}.ts`;
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}

/** The folder of a file below `shared`, a task or its features, or the file itself if it is directly there. */
export function roomOf(file: string): string {
  const parts = file.split("/");
  const depth = parts[2] === "features" ? 4 : parts[0] === "tasks" ? 3 : 2;
  return parts.slice(0, Math.min(depth, parts.length)).join("/");
}
