import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { program as register } from "../../tasks/DomainRegister/tools/program";
import { program as monitor } from "../../tasks/PipelineMonitor/tools/program";
import { root } from "../root";

describe("command line of a task", () => {
  for (const [task, { names, switches }] of Object.entries({
    DomainRegister: register,
    PipelineMonitor: monitor,
  }))
    it(`${task}: takes every input of the manifest, those that are ticked as switches`, () => {
      const manifest: { inputs: { name: string; type: string }[] } = JSON.parse(
        readFileSync(join(root, "tasks", task, "task.json"), "utf8"),
      );
      const inputs = manifest.inputs.map(({ name }) => name);
      const ticked = manifest.inputs.filter(({ type }) => type === "boolean").map(({ name }) => name);
      assert.deepEqual([[...names].sort(), [...switches].sort()], [inputs.sort(), ticked.sort()]);
    });
});
