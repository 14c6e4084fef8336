import { basename, resolve } from "node:path";
import { build, type Metafile } from "esbuild";
import { withoutDescriptions } from "./without-descriptions";

const root = resolve(__dirname, "..", "..");

/** The part that a task starts with. */
export const startingPart = "./index.js";

/** The sources of the parts that are files of their own, loaded only when they are needed, by the task. */
export const lateParts: Readonly<Record<string, readonly string[]>> = {
  DomainRegister: ["tools", "report-text"],
  PipelineMonitor: ["tools/tools"],
};

/** Returns all parts of a task that are files. */
export function fileParts(task: string): string[] {
  return [startingPart, ...(lateParts[task] ?? []).map((path) => `./${basename(path)}.js`)];
}

/** What stands for a task's folder in the parts. It becomes `__dirname` in the files, which makes them CommonJS. */
export const taskFolder = "taskFolder";

/** Parts import this package in place of the rest, so that they share it. Of an ES module, the used functions stay. */
const sharedPackage = "valibot";

/** A task's own code as ES modules that import each other: none of its source files is in two of them. */
export interface Parts {
  /** The text of each part by its name, such as `./index.js`. */
  texts: ReadonlyMap<string, string>;
  metafile: Metafile;
}

/**
 * Splits a task's own code into parts: one for each file that it consists of, and others for what several of them need.
 * The packages stay imports.
 */
export async function splitTask(task: string): Promise<Parts> {
  const files = fileParts(task);
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    write: false,
    entryPoints: Object.fromEntries(
      ["index", ...(lateParts[task] ?? [])].map((path) => [basename(path), `tasks/${task}/${path}.ts`]),
    ),
    outdir: "out/parts",
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node20",
    format: "esm",
    define: { __dirname: taskFolder },
    minifySyntax: true,
    legalComments: "none",
    plugins: [
      {
        name: "packages-stay-imports",
        setup({ onResolve }) {
          // A late part stands beside index.js, whatever folder the file that loads it is in.
          onResolve({ filter: /^\..*\.js$/ }, ({ kind, path }) => {
            const part = `./${basename(path)}`;
            return kind === "dynamic-import" && files.includes(part)
              ? { path: part, external: true }
              : undefined;
          });
          onResolve({ filter: /^[^.]/ }, ({ kind, path }) =>
            kind === "entry-point" || path === sharedPackage ? undefined : { path, external: true },
          );
        },
      },
      withoutDescriptions,
    ],
  });
  return { texts: new Map(outputFiles.map(({ path, text }) => [`./${basename(path)}`, text])), metafile };
}
