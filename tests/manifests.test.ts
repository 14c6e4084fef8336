import assert from "node:assert/strict";
import { readJson, releasedTask } from "../build/package";
import { chatFormatNames } from "../shared/chat/formats";
import { readDomainSetup as readRegisterSetup } from "../tasks/DomainRegister/setup";
import { actions } from "../tasks/PipelineMonitor/actions";
import { features } from "../tasks/PipelineMonitor/features";
import { runStep } from "../tasks/PipelineMonitor/step";
import { memoryAgent } from "./memory-agent";
import { anchorsOf, manifestOf, readPage, tasks } from "./pages";
import { pngSize } from "./png-size";
import { root } from "./root";
import { testClock } from "./test-clock";

const { version } = readJson<{ version: string }>(root, "package.json");

describe("task manifests", () => {
  it("have an id of their own each, which never changes", () => {
    assert.deepEqual(Object.fromEntries(tasks.map((task) => [task, manifestOf(task).id])), {
      PipelineMonitor: "a128666a-40be-407b-9de7-51735b5c7775",
      DomainRegister: "78b0443c-39b0-43b7-b4a5-3ec4bac7344b",
    });
  });

  for (const task of tasks) {
    const manifest = manifestOf(task);

    it(`${task}: is named as its folder, in the lengths that the agent and the page allow`, () => {
      assert.equal(manifest.name, task);
      assert.match(manifest.name, /^[A-Za-z0-9-]+$/);
      assert.ok(manifest.friendlyName.length <= 40);
      assert.equal(manifest.category, "Utility");
      assert.ok(manifest.description.length > 20);
    });

    it(`${task}: runs on both handlers, has an icon, and is released with the version of package.json`, () => {
      assert.equal(manifest.version, undefined);
      const [Major, Minor, Patch] = version.split(".").map(Number);
      assert.deepEqual(releasedTask(root, task, version)["version"], { Major, Minor, Patch });
      assert.deepEqual(manifest.execution, {
        Node20_1: { target: "index.js" },
        Node24: { target: "index.js" },
      });
      assert.deepEqual(pngSize(root, "tasks", task, "icon.png"), [32, 32]);
    });

    it(`${task}: explains every input in one line with an example and a link, and refers to inputs and groups that exist`, () => {
      const names = manifest.inputs.map(({ name }) => name);
      const groups = manifest.groups.map(({ name }) => name);
      assert.deepEqual([...new Set(names)], names, "no input twice");
      for (const input of manifest.inputs) {
        assert.match(
          input.helpMarkDown,
          /^[^\n]{20,} Example: `[^`\n]+`\. \[[^\]]+\]\((https:|docs\/)[^)\s]+\)$/,
          input.name,
        );
        if (input.groupName) assert.ok(groups.includes(input.groupName), input.name);
        if (input.type === "pickList" && input.defaultValue)
          assert.ok(input.options?.[input.defaultValue], input.name);
      }
      for (const [, name] of manifest.instanceNameFormat.matchAll(/\$\((\w+)\)/g))
        assert.ok(names.includes(name ?? ""));
    });

    it(`${task}: links to headings of the documentation, and ships these links with the repository's URL`, () => {
      const { repository } = readJson<{ repository: { uri: string } }>(root, "vss-extension.json");
      const released = releasedTask(root, task, version);
      const paths = manifest.inputs.flatMap(
        ({ helpMarkDown }) => /\((docs\/[^)]+)\)$/.exec(helpMarkDown)?.[1] ?? [],
      );
      assert.ok(paths.length > 4);
      for (const path of paths) {
        const [page = "", anchor] = path.split("#");
        if (anchor !== undefined) assert.ok(anchorsOf(readPage(page)).includes(anchor), path);
        const link = `(${repository.uri}/blob/main/${path})`;
        assert.ok(released.inputs.some(({ helpMarkDown }) => helpMarkDown.endsWith(link)));
      }
    });

    it(`${task}: may set just the outputs that it declares`, () => {
      const outputs = manifest.outputVariables.map(({ name }) => name);
      assert.deepEqual(manifest.restrictions.settableVariables.allowed, outputs);
      assert.ok(manifest.outputVariables.every(({ description }) => description.endsWith(".")));
    });
  }

  it("PipelineMonitor: declares just the inputs that the code reads, with the defaults that it takes", async () => {
    const read = new Set<string>();
    const named = ["monitor", ...Object.keys(actions)];
    for (const action of named) {
      // Where the configuration is the pipeline's own, features read theirs, too.
      const variables = { "System.CollectionUri": "https://dev.azure.com/c/", "System.TeamProject": "p" };
      const agent = memoryAgent({ inputs: { action }, variables });
      const cancelled = new AbortController().signal;
      await assert.rejects(runStep({ agent, clock: testClock(), cancelled }, actions, features), action);
      for (const name of agent.inputsRead) read.add(name);
    }
    const { inputs } = manifestOf("PipelineMonitor");
    assert.deepEqual([...read].sort(), inputs.map(({ name }) => name).sort());
    const words = inputs.flatMap(({ name, defaultValue = "", options }) =>
      options === undefined ? [] : [`${name}=${defaultValue}: ${Object.keys(options)}`],
    );
    assert.deepEqual(words, [
      `action=monitor: ${named}`,
      "onIssues=succeed: succeed,warn,fail",
      "onNotDelivered=warn: warn,fail",
      `chatFormat=auto: ${chatFormatNames}`,
    ]);
  });

  it("DomainRegister: declares just the inputs that the code reads, with the defaults that it takes", () => {
    const { inputs } = manifestOf("DomainRegister");
    const agent = memoryAgent({ inputs: { action: "register", domain: "example.org" } });
    assert.throws(() => readRegisterSetup(agent));
    assert.deepEqual([...agent.inputsRead].sort(), inputs.map(({ name }) => name).sort());
    const given = { domain: "example.org", environment: "test" };
    const defaults = inputs.map(({ name, defaultValue = "" }) => [name, defaultValue]);
    const byDefaults = memoryAgent({ inputs: { ...Object.fromEntries(defaults), ...given } });
    assert.deepEqual(readRegisterSetup(byDefaults), readRegisterSetup(memoryAgent({ inputs: given })));
    assert.deepEqual(Object.fromEntries(defaults.filter(([, value]) => value !== "")), {
      ...{ action: "check", dryRun: "false", requireDefinitive: "false", onNotAvailable: "succeed" },
      ...{ pollSeconds: "30", waitMinutes: "50", checkType: "FULL", environment: "production" },
      requestsPerMinute: "60",
    });
  });
});
