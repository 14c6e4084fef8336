import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { arrowsBetween, floors, isUpward } from "./floors";
import { readImports, roomOf } from "./imports";
import { root } from "./root";

describe("layers", () => {
  const graph = readImports(root, ["shared", "tab", "tasks"]);

  /** The files that import something which the predicate names. */
  const importers = (what: (path: string) => boolean) =>
    [...graph].filter(([, imports]) => imports.some(what)).map(([file]) => file);
  const outside = (room: string, files: readonly string[]) => files.filter((file) => !file.startsWith(room));

  it("give every file a room, every room a floor, and no floor a room that does not exist", () => {
    assert.ok(graph.size > 100);
    const rooms = new Set([...graph.keys()].map(roomOf));
    const planned = Object.entries(floors).flatMap(([part, all]) =>
      all.flat().map((room) => `${part}/${room}`),
    );
    assert.deepEqual([...rooms].sort(), planned.sort());
  });

  it("have no arrow that goes up, none between tasks, and none from shared/ to a task, not even of types", () => {
    const upward = arrowsBetween(graph).filter(isUpward);
    assert.deepEqual(
      upward.map(({ from, to }) => `${from} -> ${to}`),
      [],
    );
  });

  it("keep what ships from tests/ and build/", () => {
    assert.deepEqual(
      importers((path) => /^(tests|build)\//.test(path)),
      [],
    );
  });

  it("let only shared/agent/ talk to the agent, and only shared/http/ to the network", () => {
    const taskLib = importers((path) => path.startsWith("azure-pipelines-task-lib"));
    assert.deepEqual(outside("shared/agent/", taskLib), []);
    const network = /^typed-rest-client|^(node:)?(http|https|http2|net|tls|dgram)$/;
    assert.deepEqual(
      outside(
        "shared/http/",
        importers((path) => network.test(path)),
      ),
      [],
    );
  });

  it("let the tab know the report, the journal, what runs wait for, and how to write texts and group lists, and nothing else of the tasks or of Node", () => {
    const allowed =
      /^(tab|shared\/(report|journal|text))\/|^shared\/(group-by|waits)\.ts$|^azure-devops-extension-sdk$/;
    const others = [...graph]
      .filter(([file]) => file.startsWith("tab/"))
      .flatMap(([file, imports]) =>
        imports.filter((path) => !allowed.test(path)).map((path) => [file, path]),
      );
    assert.deepEqual(others, []);
    assert.deepEqual(
      importers((path) => path.startsWith("tab/")).filter((file) => !file.startsWith("tab/")),
      [],
    );
  });

  it("keep the disk and the process from what decides: only the edges of a task touch them", () => {
    const edges = /^(node:)?(fs|os|child_process|process|worker_threads)(\/|$)/;
    const allowed = /^(shared|tasks\/DomainRegister\/registration)\/|\/(run|receipt-folder)\.ts$/;
    const touching = importers((path) => edges.test(path));
    assert.deepEqual(
      touching.filter((file) => !allowed.test(file)),
      [],
    );
  });

  it("have a task in every folder of tasks/", () => {
    for (const task of readdirSync(resolve(root, "tasks"))) assert.ok(graph.has(`tasks/${task}/index.ts`));
  });
});
