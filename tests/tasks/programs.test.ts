import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { program as register } from "../../tasks/DomainRegister/tools/program";
import { program as monitor } from "../../tasks/PipelineMonitor/tools/program";
import { root } from "../root";

describe("command line of a task", () => {
  for (const [task, { names, switches, environment, starter, tools, nothingDone }] of Object.entries({
    DomainRegister: register,
    PipelineMonitor: monitor,
  })) {
    it(`${task}: takes every input of the manifest, those that are ticked as switches`, () => {
      const manifest: { inputs: { name: string; type: string }[] } = JSON.parse(
        readFileSync(join(root, "tasks", task, "task.json"), "utf8"),
      );
      const inputs = manifest.inputs.map(({ name }) => name);
      const ticked = manifest.inputs.filter(({ type }) => type === "boolean").map(({ name }) => name);
      assert.deepEqual([[...names].sort(), [...switches].sort()], [inputs.sort(), ticked.sort()]);
    });

    it(`${task}: describes every variable, tool, option and answer, and has the schema of its file`, () => {
      const ofTools = Object.values(tools).flatMap(({ description, options }) => [
        description,
        ...Object.values(options),
      ]);
      const texts = [...Object.values(environment), ...Object.values(starter.answers), ...ofTools];
      assert.ok(!texts.includes(""));
      assert.match(nothingDone, /^nothing was \w/);
      assert.match(starter.file, /^\w+\.json$/);
      assert.ok(existsSync(join(root, "tasks", task, starter.schema)), starter.schema);
    });
  }
});
