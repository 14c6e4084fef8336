import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/**
 * The parts of libraries that the bundles replace, each with its reason. Loading and parsing these parts
 * takes a third of a task's start, and no task uses them. `tests/build/replaced-parts.test.ts` fails when an
 * upgrade changes a file that a replacement relies on. Then review the replacement and update the checksum.
 */

/** A module of a library that is replaced as a whole. */
interface ReplacedModule {
  library: string;
  /** The name in the library's imports, such as `./toolrunner`. */
  request: string;
  why: string;
  contents: string;
}

/** A file of a library whose text is changed. */
interface ChangedFile {
  /** Relative to node_modules. */
  path: string;
  why: string;
  change: (text: string) => string;
}

/** Replaces a part that no task calls. A call to it throws instead of doing nothing. */
const absent = `
  function fail() { throw new Error("this part of the library is not in the bundle"); }
  module.exports = new Proxy({}, { get: () => fail });`;

/**
 * Replaces semver by its only use in task-lib: comparing the version of Node with the oldest supported one.
 */
const semverLessThan = `
  exports.lt = (version, minimum) => {
    const [numbers, others] = [version, minimum].map((text) => text.split(".").map(Number));
    const place = numbers.findIndex((number, index) => number !== others[index]);
    return place !== -1 && numbers[place] < others[place];
  };`;

const taskLib = "azure-pipelines-task-lib";

export const replacedModules: readonly ReplacedModule[] = [
  { library: taskLib, request: "./toolrunner", why: "Runs tools; no task runs one.", contents: absent },
  { library: taskLib, request: "./externaloutput", why: "Reads the output of tools.", contents: absent },
  {
    library: taskLib,
    request: "minimatch",
    why: "Matches file patterns; no task has any.",
    contents: absent,
  },
  { library: taskLib, request: "child_process", why: "Used beside toolrunner only.", contents: absent },
  {
    library: taskLib,
    request: "semver",
    why: "Of 50 KB, one comparison is called.",
    contents: semverLessThan,
  },
  {
    library: "typed-rest-client",
    request: "qs",
    why: "Writes query strings; we write our own.",
    contents: absent,
  },
];

/** What `shared/agent/pipeline-agent.ts` calls of task-lib. */
export const taskLibFunctions = [
  ...["addAttachment", "addBuildTag", "error", "filePathSupplied", "getEndpointAuthorizationParameter"],
  ...["getEndpointDataParameter", "getEndpointUrl", "getHttpCertConfiguration", "getHttpProxyConfiguration"],
  ...["getInput", "getPathInput", "getVariable", "setProgress", "setResult", "setSecret", "setVariable"],
  ...["uploadFile", "uploadSummary", "warning"],
];

/**
 * The text of a CommonJS module, with those of its top-level functions that are used: by name, by another that is, or by
 * the code outside of them.
 */
export function withUsedFunctions(text: string, names: readonly string[]): string {
  const functions = new Map(
    [...text.matchAll(/^(?:async )?function (\w+)\([\s\S]*?\n\}\n/gm)].map(([body, name = ""]) => [
      name,
      body,
    ]),
  );
  // The compiler's first line names every export, and says nothing of it.
  const isExport = (line: string) =>
    /^exports\.\w+ = exports\.\w+ = /.test(line) ||
    functions.has(/^exports\.(\w+) = \1;$/.exec(line)?.[1] ?? "");
  const outside = [...functions.values()].reduce((rest, body) => rest.replace(body, () => ""), text);
  const used = new Set<string>();
  const use = (code: string) => {
    for (const [, word = ""] of code.matchAll(/\b(\w+)\b/g)) {
      const body = functions.get(word);
      if (body === undefined || used.has(word)) continue;
      used.add(word);
      use(body);
    }
  };
  const lines = outside.split("\n").filter((line) => !isExport(line));
  use([...lines, ...names].join("\n"));
  const kept = [...used].map((name) => `${functions.get(name) ?? ""}exports.${name} = ${name};\n`);
  return [...lines, ...kept].join("\n");
}

const readTaskLib = (file: string) =>
  readFileSync(resolve(__dirname, "..", "..", "node_modules", taskLib, file), "utf8");

/** Returns task-lib's task.js with the functions that our agent calls. */
const usedTaskLib = () => withUsedFunctions(readTaskLib("task.js"), taskLibFunctions);

/** Returns task-lib's internal.js with the functions that those call. */
const usedInternals = () =>
  withUsedFunctions(
    readTaskLib("internal.js"),
    [...usedTaskLib().matchAll(/\bim\.(\w+)/g)].map(([, name = ""]) => name),
  );

export const changedFiles: readonly ChangedFile[] = [
  {
    path: "azure-pipelines-task-lib/lib-resource.js",
    why: "Of messages in fourteen languages, the functions that stay name fourteen.",
    change(text) {
      const module: { exports: { messages?: Record<string, string> } } = { exports: {} };
      new Function("module", "exports", text)(module, module.exports);
      const functions = usedTaskLib() + usedInternals();
      const messages = Object.entries(module.exports.messages ?? {}).filter(([key]) =>
        functions.includes(key),
      );
      return `module.exports = ${JSON.stringify({ messages: Object.fromEntries(messages) })};`;
    },
  },
  {
    path: "azure-pipelines-task-lib/task.js",
    why: "Of its 86 functions, our agent calls twenty, and a bundler cannot tell which of CommonJS are used.",
    change: usedTaskLib,
  },
  {
    path: "azure-pipelines-task-lib/internal.js",
    why: "It serves all 86 functions, and twenty are left.",
    change: usedInternals,
  },
  {
    path: "tunnel/lib/tunnel.js",
    why: "It makes a buffer in the way that Node warns of.",
    change: (text) => text.replaceAll("new Buffer(", "Buffer.from("),
  },
];

/**
 * The SHA-256 of every file that a replacement relies on: those that import replaced modules, and changed
 * files.
 */
export const checksums: Readonly<Record<string, string>> = {
  "azure-pipelines-task-lib/task.js": "b33767b2a1a237908cadfd2d718c4f6260816bb7e2a12bebe3ad22d2b28cf105",
  "azure-pipelines-task-lib/internal.js": "f504c71c68123518845cf00204f15a389f3aef9aa95074c4808f6fd12d760dfc",
  "azure-pipelines-task-lib/lib-resource.js":
    "c46fdaf451b2cd137673d65ae55851f9fc53b48a51f739722d0f093275724f7f",
  "typed-rest-client/Util.js": "9856a06dd7dfbfd5dc33a0ee4a369c83bebae1669530f1758ca8756a4ff18d74",
  "tunnel/lib/tunnel.js": "e60f3c68b621efdcad4a32b68752564def48aaa19e3a702fb1436eb0363d6890",
};
