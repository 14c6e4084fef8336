import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { deflateSync } from "fflate";
import { generatedFiles } from "../build/cli";
import { readDomainSetup as readRegisterSetup } from "../tasks/DomainRegister/setup";
import { actions, runStep } from "../tasks/PipelineMonitor/step";
import { memoryAgent } from "./memory-agent";
import { anchorsOf, readPage } from "./pages";
import { pngSize } from "./png-size";
import { root } from "./root";
import { vsixFiles, vsixPath } from "./sandbox/agent";
import { testClock } from "./test-clock";

const tasks = readdirSync(join(root, "tasks"));

interface TaskManifest {
  id: string;
  name: string;
  friendlyName: string;
  description: string;
  category: string;
  version?: { Major: number; Minor: number; Patch: number };
  groups: { name: string }[];
  inputs: {
    name: string;
    type: string;
    label: string;
    groupName?: string;
    defaultValue?: string;
    options?: Record<string, string>;
    helpMarkDown: string;
  }[];
  outputVariables: { name: string; description: string }[];
  execution: Record<string, { target: string }>;
  restrictions: { settableVariables: { allowed: string[] } };
  instanceNameFormat: string;
}

function readManifest<T>(...path: string[]): T {
  return JSON.parse(readFileSync(join(root, ...path), "utf8"));
}

const version = readManifest<{ version: string }>("package.json").version;

/** The files of a packaged task, apart from its schema. */
const taskFiles = ["NOTICE", "icon.png", "index.js", "report.html", "task.json"];

describe("task manifests", () => {
  const manifestOf = (task: string) => readManifest<TaskManifest>("tasks", task, "task.json");

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

    it(`${task}: stands in the package with the version of package.json, its handlers' target and its icon`, () => {
      const shipped = readManifest<TaskManifest>("dist", "tasks", task, "task.json");
      const { Major, Minor, Patch } = shipped.version ?? assert.fail("no version");
      assert.equal(`${Major}.${Minor}.${Patch}`, version);
      assert.equal(manifest.version, undefined);
      assert.deepEqual(Object.keys(shipped.execution), ["Node20_1", "Node24"]);
      for (const { target } of Object.values(shipped.execution))
        assert.ok(existsSync(join(root, "dist", "tasks", task, target)));
      assert.deepEqual(
        readdirSync(join(root, "dist", "tasks", task)).filter((name) => !name.endsWith(".schema.json")),
        taskFiles,
      );
      assert.deepEqual(pngSize(root, "tasks", task, "icon.png"), [32, 32]);
    });

    it(`${task}: explains every input in one line with an example and a link, and refers to inputs and groups that exist`, () => {
      const names = manifest.inputs.map(({ name }) => name);
      const groups = manifest.groups.map(({ name }) => name);
      assert.equal(new Set(names).size, names.length);
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
      const { repository } = readManifest<{ repository: { uri: string } }>("vss-extension.json");
      const shipped = readManifest<TaskManifest>("dist", "tasks", task, "task.json");
      const paths = manifest.inputs.flatMap(
        ({ helpMarkDown }) => /\((docs\/[^)]+)\)$/.exec(helpMarkDown)?.[1] ?? [],
      );
      assert.ok(paths.length > 4);
      for (const path of paths) {
        const [page = "", anchor] = path.split("#");
        if (anchor !== undefined) assert.ok(anchorsOf(readPage(page)).includes(anchor), path);
        assert.ok(
          shipped.inputs.some(({ helpMarkDown }) =>
            helpMarkDown.endsWith(`(${repository.uri}/blob/main/${path})`),
          ),
        );
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
    for (const action of actions) {
      const agent = memoryAgent({ inputs: { action } });
      const cancelled = new AbortController().signal;
      await assert.rejects(runStep({ agent, clock: testClock(), cancelled }), action);
      for (const name of agent.inputsRead) read.add(name);
    }
    // Options of `--explain`, for a command line only.
    for (const option of ["record", "replay"]) assert.ok(read.delete(option));
    const { inputs } = manifestOf("PipelineMonitor");
    assert.deepEqual([...read].sort(), inputs.map(({ name }) => name).sort());
    const wordsOf = (input: string) => {
      const { defaultValue, options = {} } = inputs.find(({ name }) => name === input) ?? {};
      return [defaultValue, ...Object.keys(options)];
    };
    assert.deepEqual(wordsOf("action"), ["monitor", ...actions]);
    assert.deepEqual(wordsOf("onIssues"), ["succeed", "succeed", "warn", "fail"]);
    assert.deepEqual(wordsOf("onNotDelivered"), ["warn", "warn", "fail"]);
  });

  it("DomainRegister: declares just the inputs that the code reads, with the defaults that it takes", () => {
    const manifest = manifestOf("DomainRegister");
    const agent = memoryAgent({ inputs: { action: "register", domain: "example.org" } });
    assert.throws(() => readRegisterSetup(agent));
    assert.deepEqual([...agent.inputsRead].sort(), manifest.inputs.map(({ name }) => name).sort());
    const given = { domain: "example.org", environment: "test" };
    const defaults = Object.fromEntries(
      manifest.inputs.map(({ name, defaultValue = "" }) => [name, defaultValue]),
    );
    const byDefaults = readRegisterSetup(memoryAgent({ inputs: { ...defaults, ...given } }));
    assert.deepEqual(byDefaults, readRegisterSetup(memoryAgent({ inputs: given })));
    assert.deepEqual(
      manifest.inputs
        .filter(({ defaultValue }) => defaultValue)
        .map(({ name, defaultValue }) => `${name}=${defaultValue}`),
      [
        "action=check",
        "dryRun=false",
        "requireDefinitive=false",
        "onNotAvailable=succeed",
        "pollSeconds=30",
        "pace=record",
        "waitMinutes=50",
        "checkType=FULL",
        "environment=production",
        "requestsPerMinute=60",
      ],
    );
  });
});

describe("generated files", () => {
  for (const [path, text] of Object.entries(generatedFiles))
    it(`${basename(path)} is what its definition says`, () => {
      assert.equal(readFileSync(path, "utf8"), text, "run `npm run generate`");
    });
});

describe("packaged extension", () => {
  it("is named by publisher, id and version, and holds what runs and what the marketplace shows, nothing else", () => {
    const { publisher, id } = readManifest<{ id: string; publisher: string }>("vss-extension.json");
    assert.match(vsixPath(), new RegExp(`${publisher}\\.${id}-${version.replaceAll(".", "\\.")}\\.vsix$`));
    const content = Object.keys(vsixFiles()).filter((path) => !path.endsWith("/"));
    const expected = [
      "CHANGELOG.md",
      "LICENSE",
      "NOTICE",
      "[Content_Types].xml",
      "extension.vsixmanifest",
      "extension.vsomanifest",
      "images/extension-icon.png",
      "images/monitor-chat.png",
      "images/monitor-tab.png",
      "images/register-tab.png",
      "images/registrar-icon.png",
      "images/webhook-icon.png",
      "overview.md",
      "sbom.cdx.json",
      "tab/index.html",
      ...tasks.flatMap((task) => taskFiles.map((file) => `tasks/${task}/${file}`)),
      "tasks/DomainRegister/account-request.schema.json",
      "tasks/DomainRegister/request.schema.json",
      "tasks/PipelineMonitor/config.schema.json",
    ];
    assert.deepEqual(content.sort(), expected.sort());
  });

  it("is at most 400 KB to download, without its pictures", () => {
    const pictures = Object.entries(vsixFiles()).filter(([path]) => path.endsWith(".png"));
    const pictureBytes = pictures.reduce((sum, [, content]) => sum + deflateSync(content).length, 0);
    const bytes = statSync(vsixPath()).size - pictureBytes;
    assert.ok(bytes <= 400_000, `${bytes} bytes`);
  });

  it("holds no absolute path of the machine that built it, and the same tasks and tab as dist/", () => {
    for (const [path, content] of Object.entries(vsixFiles())) {
      const text = Buffer.from(content).toString("latin1");
      assert.ok(!text.includes(root), path);
      if (/^(tasks|tab)\//.test(path) && !path.endsWith("/"))
        assert.ok(readFileSync(join(root, "dist", path)).equals(content), path);
    }
  });
});
