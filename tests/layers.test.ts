import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { root } from "./root";

/**
 * The rooms of each part of the product, from the top floor to the bottom. A file imports from its own room
 * and from lower floors, never from above. A file that is alone in its folder is a room of its own.
 */
const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  shared: [
    ["chat", "paging", "azure-devops", "registrar", "rdap", "report", "journal"],
    ["agent"],
    ["http"],
    ["subject.ts"],
    ["pipeline.ts", "project.ts"],
    ["json"],
    ["text"],
    ["clock.ts", "group-by.ts", "waits.ts", "errors.ts", "folder.ts"],
  ],
  tab: [["pages"], ["problems"], ["charts"], ["dom", "host"], ["words"], ["geometry"]],
  "tasks/PipelineMonitor": [
    ["index.ts"],
    ["features.ts", "actions.ts"],
    [
      "actions",
      ...readdirSync(join(root, "tasks/PipelineMonitor/features")).map((name) => `features/${name}`),
    ],
    ["causes", "schedules", "alerts"],
    ["step.ts"],
    ["run.ts"],
    ["hour.ts"],
    ["project-hour.ts", "whole-hour.ts", "follow-up.ts", "tell.ts"],
    ["setup.ts"],
    ["open-features.ts"],
    ["feature.ts"],
    ["find-projects.ts"],
    ["projects.ts", "memory.ts", "targets"],
    ["render", "ledger"],
    ["logs"],
    ["journal"],
    ["rules"],
    ["issue"],
    ["connect"],
    ["config"],
  ],
  "tasks/DomainRegister": [
    ["index.ts"],
    ["run.ts"],
    ["check.ts", "validate.ts", "register.ts"],
    ["record.ts"],
    ["step.ts"],
    ["setup.ts"],
    ["inputs"],
    ["render"],
    ["registration"],
    ["lifecycle", "request"],
  ],
};

/** Whether an arrow points up or sideways. `shared` is below the tasks, and tasks do not know each other. */
function isUpward(from: string, to: string): boolean {
  const [[fromPart], [toPart]] = [partOf(from), partOf(to)];
  return fromPart === toPart ? floorOf(from) >= floorOf(to) : toPart !== "shared";
}

/** 0 at the top of a part; -1 for a room without a floor. */
function floorOf(room: string): number {
  const [part, name] = partOf(room);
  return (floors[part] ?? []).findIndex((rooms) => rooms.includes(name));
}

function partOf(room: string): [part: string, name: string] {
  const end = room.startsWith("tasks/") ? room.indexOf("/", "tasks/".length) : room.lastIndexOf("/");
  return [room.slice(0, end), room.slice(end + 1)];
}

/** The imports of each file, types included: files of the project by path, packages by name. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Reads the TypeScript files below `folders`. Paths are relative to `root`, with slashes. */
function readImports(root: string, folders: readonly string[]): ImportGraph {
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
function roomOf(file: string): string {
  const parts = file.split("/");
  const depth = parts[2] === "features" ? 4 : parts[0] === "tasks" ? 3 : 2;
  return parts.slice(0, Math.min(depth, parts.length)).join("/");
}

describe("layers", () => {
  const graph = readImports(root, ["shared", "tab", "tasks"]);

  it("give every file a room, every room a floor, and no floor a room that does not exist", () => {
    assert.ok(graph.size > 100);
    const rooms = new Set([...graph.keys()].map(roomOf));
    const planned = Object.entries(floors).flatMap(([part, all]) =>
      all.flat().map((room) => `${part}/${room}`),
    );
    assert.deepEqual([...rooms].sort(), planned.sort());
  });

  it("have no arrow that goes up, none between tasks, and none from shared/ to a task, not even of types", () => {
    const arrows = [...graph].flatMap(([file, imports]) =>
      imports.filter((path) => graph.has(path)).map((path) => [roomOf(file), roomOf(path)] as const),
    );
    assert.ok(arrows.length > 500);
    const upward = arrows.filter(([from, to]) => from !== to && isUpward(from, to));
    assert.deepEqual(upward, []);
  });

  const network = /^typed-rest-client|^(node:)?(http|https|http2|net|tls|dgram)$/;
  const processes = /^(node:)?(fs|os|child_process|process|worker_threads)(\/|$)/;
  const edges = /^(shared|tasks\/DomainRegister\/registration)\/|\/(run|receipt-folder)\.ts$/;
  const rules: [rule: string, imported: RegExp, importers: RegExp][] = [
    ["nothing that ships imports tests/ or build/", /^(tests|build)\//, /^$/],
    ["only shared/agent/ talks to the agent", /^azure-pipelines-task-lib/, /^shared\/agent\//],
    ["only shared/http/ talks to the network", network, /^shared\/http\//],
    [
      "what decides is kept from the disk and the process: only the edges of a task touch them",
      processes,
      edges,
    ],
    ["only the tab imports the tab", /^tab\//, /^tab\//],
  ];
  for (const [rule, imported, importers] of rules)
    it(rule, () => {
      const found = [...graph].filter(([, imports]) => imports.some((path) => imported.test(path)));
      const wrong = found.map(([file]) => file).filter((file) => !importers.test(file));
      assert.deepEqual(wrong, []);
    });

  it("let the tab know the report, the journal, subjects, how runs stand and what they wait for, the addresses of organizations, and how to write texts and group lists, and nothing else of the tasks or of Node", () => {
    const allowed =
      /^(tab|shared\/(report|journal|text))\/|^shared\/(group-by|pipeline|project|subject|waits|azure-devops\/(run-state|organization))\.ts$|^azure-devops-extension-sdk$/;
    const ofTab = [...graph].filter(([file]) => file.startsWith("tab/"));
    const others = ofTab.flatMap(([file, imports]) =>
      imports.filter((path) => !allowed.test(path)).map((path) => `${file} imports ${path}`),
    );
    assert.deepEqual(others, []);
  });

  it("keep features apart in the tests, too: outside of house/ and weeks/, a test imports no feature but its own", () => {
    const featureOf = (path: string) =>
      /^(tests\/)?tasks\/PipelineMonitor\/features\/([^/]+)\//.exec(path)?.[2];
    const tests = [...readImports(root, ["tests/tasks/PipelineMonitor"])];
    assert.ok(tests.some(([, imports]) => imports.some((path) => featureOf(path) !== undefined)));
    const strangers = tests
      .filter(([file]) => !/\/(house|weeks)\//.test(file))
      .flatMap(([file, imports]) =>
        imports
          .filter((path) => ![undefined, featureOf(file)].includes(featureOf(path)))
          .map((path) => `${file} imports ${path}`),
      );
    assert.deepEqual(strangers, []);
  });

  it("lead from any file to the lowest in at most 22 steps, and in no circle", () => {
    const known = new Map<string, number>();
    const lengthFrom = (file: string): number => {
      const below = (graph.get(file) ?? []).filter((path) => graph.has(path) && path !== file);
      const length = known.get(file);
      if (length !== undefined) return length;
      // A circle has no end.
      known.set(file, Number.POSITIVE_INFINITY);
      known.set(file, 1 + Math.max(0, ...below.map(lengthFrom)));
      return known.get(file) ?? 0;
    };
    const long = [...graph.keys()].filter((file) => lengthFrom(file) > 22);
    assert.deepEqual(long, []);
  });

  it("have a task in every folder of tasks/", () => {
    for (const task of readdirSync(resolve(root, "tasks"))) assert.ok(graph.has(`tasks/${task}/index.ts`));
  });
});
