import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { forPipelines, replacedParts } from "./bundle";
import { bundledFiles } from "./notice";
import { fileParts, type Parts, splitTask, startingPart, taskFolder } from "./parts";

/** What esbuild adds for an `import` of the file. The late parts are imported; `index.js` is required only. */
const exportedNames = /0&&\(module\.exports=\{[\w$,]*\}\);\n?$/;

/** The source files that each file of a task is made of, packages included, by the file's name. */
export type TaskFiles = Readonly<Record<string, readonly string[]>>;

/**
 * Builds the files of a task into a folder. `index.js` holds all that it needs, so that an unattended run
 * loads one file. The others are loaded by it only when they are needed, and take from it what it holds.
 */
export async function buildTask(task: string, folder: string): Promise<TaskFiles> {
  const parts = await splitTask(task);
  const { texts, exports } = askIndex(parts, partsWithin(parts, startingPart));
  const entries = new Map([[startingPart, [`import "${startingPart}";`, ...exports].join("\n")]]);
  const built = fileParts(task).map(async (part) => {
    const { metafile, outputFiles } = await build({
      ...forPipelines,
      metafile: true,
      write: false,
      define: { [taskFolder]: "__dirname" },
      entryPoints: [part],
      outfile: `${folder}/${basename(part)}`,
      plugins: [replacedParts, fromParts(part, fileParts(task), texts, entries.get(part))],
    });
    for (const { path, text } of outputFiles)
      writeFileSync(path, part === startingPart ? text.replace(exportedNames, "") : text);
    return [basename(part), sourcesOf(metafile, parts)] as const;
  });
  return Object.fromEntries(await Promise.all(built));
}

/** Returns the names of the parts that a part consists of. */
function partsWithin({ metafile }: Parts, part: string): Set<string> {
  const outputs = new Map(
    Object.entries(metafile.outputs).map(([path, output]) => [`./${basename(path)}`, output]),
  );
  const within = new Set([part]);
  for (const name of within)
    for (const { path, external } of outputs.get(name)?.imports ?? [])
      if (!external) within.add(`./${basename(path)}`);
  return within;
}

/**
 * Makes the late parts import from `index.js` what they import from a part that it holds. Returns the texts of
 * all parts, and the statements that export this from `index.js`. Names are unique within a part only, so
 * each export gets a number.
 */
function askIndex(
  { texts }: Parts,
  held: ReadonlySet<string>,
): { texts: Map<string, string>; exports: string[] } {
  const asked: string[] = [];
  const numberOf = (name: string) => {
    if (!asked.includes(name)) asked.push(name);
    return `$${asked.indexOf(name)}`;
  };
  const imports = /^import (?:\{([^}]*)\} from )?"(\.\/[\w-]+\.js)";$/gm;
  const askingOf = (text: string) =>
    text.replace(imports, (statement, names: string | undefined, from: string) => {
      if (!held.has(from)) return statement;
      const renamed = (names ?? "")
        .split(",")
        .filter(Boolean)
        .map((name) => {
          const [exported = "", local = exported] = name.trim().split(" as ");
          return `${numberOf(`"${from}" ${exported}`)} as ${local}`;
        });
      return `import { ${renamed.join(", ")} } from "${startingPart}";`;
    });
  const changed = [...texts].map(([part, text]) => [part, held.has(part) ? text : askingOf(text)] as const);
  const exports = asked.map((name) => {
    const [from, exported] = name.split(" ");
    return `export { ${exported} as ${numberOf(name)} } from ${from};`;
  });
  return { texts: new Map(changed), exports };
}

/** Bundles a file from its parts. Other files of the task are loaded when it runs. */
function fromParts(
  file: string,
  files: readonly string[],
  texts: ReadonlyMap<string, string>,
  entry = texts.get(file),
): Plugin {
  return {
    name: "from-parts",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/[\w-]+\.js$/ }, ({ path, kind, importer }) => {
        if (kind === "entry-point") return { path, namespace: "entry" };
        if (!texts.has(importer)) return undefined;
        const isOtherFile = path !== file && files.includes(path);
        return isOtherFile ? { path, external: true } : { path, namespace: "part" };
      });
      const load = (contents = "") => ({ contents, resolveDir: forPipelines.absWorkingDir });
      onLoad({ filter: /./, namespace: "entry" }, () => load(entry));
      onLoad({ filter: /./, namespace: "part" }, ({ path }) => load(texts.get(path)));
    },
  };
}

/** Returns the source files that a file is made of: those of its parts, and those of packages. */
function sourcesOf(metafile: Metafile, { metafile: { outputs } }: Parts): string[] {
  const ofParts = new Map(
    Object.entries(outputs).map(([path, output]) => [
      basename(path),
      bundledFiles({ outputs: { path: output } }),
    ]),
  );
  const files = bundledFiles(metafile).flatMap((path) =>
    /^(part|entry):/.test(path) ? (ofParts.get(basename(path)) ?? []) : [path],
  );
  return [...new Set(files)];
}
