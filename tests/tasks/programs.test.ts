import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { releasedTask, writeJson } from "../../build/package";
import { showHelp } from "../../shared/agent/help";
import { program as register } from "../../tasks/DomainRegister/tools/program";
import { program as monitor } from "../../tasks/PipelineMonitor/tools/program";
import { memoryAgent } from "../memory-agent";
import { root } from "../root";
import { temporaryFolder } from "../temporary-folder";

/** In the order of the help. */
const given: Record<string, string> = {
  DomainRegister:
    "REGISTRAR_API_KEY REGISTRAR_API_SECRET REGISTRAR_TOKEN init domain period agreedBy nameFirst nameLast email " +
    "phone address1 city state postalCode country when domain rdapUrl",
  PipelineMonitor:
    "BUILD_AUTH AZURE_DEVOPS_EXT_PAT WEBHOOK_URL init organization project url_base run_ct_min queue_time_max " +
    "max_proc_time min_proc_time plan every suggest configFile days explain configFile record replay digest " +
    "configFile days test-message chatFormat webhookUrl configFile",
};

describe("command line of a task", () => {
  const folder = temporaryFolder();

  for (const [task, program] of Object.entries({ DomainRegister: register, PipelineMonitor: monitor })) {
    it(`${task}: takes every input of the manifest, those that are ticked as switches`, () => {
      const { names, switches } = program;
      const manifest: { inputs: { name: string; type: string }[] } = JSON.parse(
        readFileSync(join(root, "tasks", task, "task.json"), "utf8"),
      );
      const inputs = manifest.inputs.map(({ name }) => name);
      const ticked = manifest.inputs.filter(({ type }) => type === "boolean").map(({ name }) => name);
      assert.deepEqual([[...names].sort(), [...switches].sort()], [inputs.sort(), ticked.sort()]);
    });

    it(`${task}: has help on all that can be given, in words`, () => {
      const agent = memoryAgent();
      writeJson(join(folder(), "task.json"), releasedTask(root, task, "1.2.3"));
      const { message } = showHelp(agent, { ...program, folder: folder() });
      const [inputs, options = ""] = [...agent.printed, message]
        .join("\n")
        .split("\nEnvironment variables:\n");
      assert.match(
        inputs ?? "",
        new RegExp(`^${task} 1\\.2\\.3: .*\n\n  node index\\.js ${program.names[0]} `),
      );
      for (const line of options.split("\n").filter((line) => line !== ""))
        assert.match(line, /^( {2}(--)?\w+(, \w+)*: \w.{3,}|--[\w-]+ \w.{10,}[:;].*)$/);
      const told = [...options.matchAll(/^ *(?:--)?([\w-]+)(?=:| \w)/gm)].map(([, name]) => name);
      assert.equal(told.join(" "), given[task]);
      assert.ok(statSync(join(root, "tasks", task, program.starter.schema)).isFile());
      assert.match(program.starter.file, /^[a-z]+\.json$/);
      assert.match(program.nothingDone, /^nothing was /);
    });
  }
});
