import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { relative, resolve } from "node:path";
import { build } from "esbuild";

const root = resolve(__dirname, "..", "..");

/** Which file imports what, by the bundler's own view of it: project files by path, packages by name. */
async function importGraph(): Promise<Map<string, string[]>> {
  const files = ["shared", "tasks"].flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
      .map((name) => resolve(root, folder, name)),
  );
  const { metafile } = await build({
    entryPoints: files,
    bundle: true,
    platform: "node",
    packages: "external",
    outdir: resolve(root, "out", "graph"),
    write: false,
    metafile: true,
    absWorkingDir: root,
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.map(({ path, external }) => (external ? path : relative(root, resolve(root, path)))),
    ]),
  );
}

describe("layers", () => {
  let graph: Map<string, string[]>;
  before(async () => {
    graph = await importGraph();
  });

  /** The files below `from` that import something the predicate names. */
  const importers = (from: string, what: (path: string) => boolean) =>
    [...graph].filter(([file, imports]) => file.startsWith(from) && imports.some(what)).map(([file]) => file);

  it("shared/ imports no task, and nothing that ships imports tests/ or the build", () => {
    assert.ok(graph.size > 15);
    assert.deepEqual(
      importers("shared/", (path) => path.startsWith("tasks/")),
      [],
    );
    assert.deepEqual(
      importers("", (path) => path.startsWith("tests/") || path === "build.ts"),
      [],
    );
  });

  it("tasks never import each other", () => {
    for (const task of readdirSync(resolve(root, "tasks"))) {
      const others = (path: string) => path.startsWith("tasks/") && !path.startsWith(`tasks/${task}/`);
      assert.deepEqual(importers(`tasks/${task}/`, others), []);
    }
  });

  it("only shared/agent.ts imports azure-pipelines-task-lib", () => {
    assert.deepEqual(
      importers("", (path) => path.startsWith("azure-pipelines-task-lib")),
      ["shared/agent.ts"],
    );
  });

  it("only shared/http/ imports typed-rest-client and Node's network modules", () => {
    const network = (path: string) =>
      /^typed-rest-client|^(node:)?(http|https|http2|net|tls|dgram)$/.test(path);
    assert.deepEqual(
      importers("", network).filter((file) => !file.startsWith("shared/http/")),
      [],
    );
  });

  it("what decides does not reach for the network, the disk or the process", () => {
    const pure = [
      ...["rules", "config", "config-schema", "message", "digest", "log-choice", "error-word", "time-words"],
      ...["plan/plan", "suggest/times", "suggest/suggestion", "explain/explained-run"],
      ...["cron", "missing-runs", "run-limits", "limit-text", "settings"].map((name) => `schedules/${name}`),
      ...["cause", "explanation", "grouping", "history", "unfinished", "window"].map(
        (name) => `extras/${name}`,
      ),
    ];
    for (const name of pure) {
      const reached = new Set<string>();
      const visit = (file: string) => {
        if (reached.has(file)) return;
        reached.add(file);
        for (const path of graph.get(file) ?? []) visit(path);
      };
      visit(`tasks/PipelineMonitor/${name}.ts`);
      const edges = [...reached].filter((path) => /^node:(?!util$)|^typed-rest|^azure-/.test(path));
      assert.deepEqual(edges, [], name);
    }
  });
});
