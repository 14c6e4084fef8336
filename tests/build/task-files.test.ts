import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTask, type TaskFiles } from "../../build/task-files";
import { root } from "../root";

/** The files of each task that `index.js` loads when it needs them. */
const lateNames: Record<string, string[]> = {
  DomainRegister: ["report-text.js", "tools.js"],
  PipelineMonitor: ["tools.js"],
};

describe("files of a packaged task", () => {
  for (const task of readdirSync(join(root, "tasks"))) {
    const late = lateNames[task] ?? [];
    const names = ["index.js", ...late].sort();
    const folder = mkdtempSync(join(tmpdir(), "pipeline-keeper-build-"));
    let files: TaskFiles = {};
    before(async () => {
      files = await buildTask(task, folder);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it(`${task}: hold no source file twice, so that the download holds it once`, () => {
      const sources = Object.values(files).flat();
      assert.ok(sources.length > 100);
      assert.deepEqual(
        sources.filter((source, index) => sources.indexOf(source) !== index),
        [],
      );
    });

    it(`${task}: an unattended run loads index.js alone, which has its work and the packages, and no tool`, () => {
      assert.deepEqual(Object.keys(files).sort(), names);
      const index = files["index.js"] ?? [];
      for (const source of [`tasks/${task}/run.ts`, "node_modules/azure-pipelines-task-lib/task.js"])
        assert.ok(index.includes(source), source);
      assert.deepEqual(
        index.filter(
          (source) => source.startsWith(`tasks/${task}/tools`) || source.endsWith("agent/help.ts"),
        ),
        [],
      );
      const text = readFileSync(join(folder, "index.js"), "utf8");
      const loaded = [...text.matchAll(/\b(?:require|import)\("(\.[^"]*)"\)/g)].map(([, path = ""]) => path);
      assert.deepEqual(
        [...new Set(loaded)].sort(),
        late.map((name) => `./${name}`),
      );
    });

    it(`${task}: are the same in every build`, () => {
      for (const name of names)
        assert.ok(
          readFileSync(join(folder, name)).equals(readFileSync(join(root, "dist", "tasks", task, name))),
          name,
        );
    });
  }
});
