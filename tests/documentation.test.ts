import assert from "node:assert/strict";
import { parseDocument } from "yaml";
import { configMembers, settingsMembers } from "../tasks/PipelineMonitor/config/schema";
import { codeIn, overview, pagePaths, readPage, rowsOf, tasks, under } from "./pages";

/** The pages that have YAML examples. */
const pages: Record<string, () => string> = {
  ...Object.fromEntries(
    pagePaths
      .filter((path) => readPage(path).includes("```yaml"))
      .map((path) => [path, () => readPage(path)]),
  ),
  "the marketplace's page": overview,
};

/** The reference of each task: its inputs, outputs and results. */
const references: Record<string, string> = {
  PipelineMonitor: "docs/monitor/configuration.md",
  DomainRegister: "docs/domain/reference.md",
};
const referenceOf = (task: string) => readPage(references[task] ?? assert.fail(task));

interface Manifest {
  inputs: {
    name: string;
    type: string;
    required: boolean;
    defaultValue?: string;
    options?: Record<string, string>;
  }[];
  outputVariables: { name: string }[];
}

const manifestOf = (task: string): Manifest => JSON.parse(readPage("tasks", task, "task.json"));

/** A YAML example of a page: its text, and its value, read as strictly as it goes. */
function examplesOf(page: string): { text: string; value: unknown }[] {
  const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, text = ""]) => {
    const document = parseDocument(text, { strict: true, uniqueKeys: true });
    assert.deepEqual([...document.errors, ...document.warnings], [], text);
    return { text, value: document.toJS() };
  });
}

/** Every mapping within a value that has a member of that name. */
function mappingsWith(member: string, value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((item) => mappingsWith(member, item));
  if (typeof value !== "object" || value === null) return [];
  const mapping: Record<string, unknown> = { ...value };
  const within = Object.values(mapping).flatMap((item) => mappingsWith(member, item));
  return member in mapping ? [mapping, ...within] : within;
}

describe("YAML examples of the documentation", () => {
  it("are on every page that needs one; the README, the reference and the page of each task show the task", () => {
    for (const task of tasks)
      for (const path of ["README.md", `tasks/${task}/README.md`, references[task] ?? ""]) {
        const steps = examplesOf(readPage(path)).flatMap(({ value }) => mappingsWith("task", value));
        assert.ok(
          steps.some((step) => String(step["task"]).startsWith(`${task}@`)),
          `${path}: ${task}`,
        );
      }
  });

  for (const [name, page] of Object.entries(pages)) {
    it(`${name}: name tasks, inputs and values as the manifests declare them, the required ones at least`, () => {
      const examples = examplesOf(page());
      assert.ok(examples.length > 0);
      for (const step of examples.flatMap(({ value }) => mappingsWith("task", value))) {
        const [, task = "", major] = /^(\w+)@(\d+)$/.exec(String(step["task"])) ?? [];
        assert.ok(tasks.includes(task), String(step["task"]));
        assert.equal(major, JSON.parse(readPage("package.json")).version.split(".")[0]);
        const { inputs } = manifestOf(task);
        const values: Record<string, unknown> = { ...Object(step["inputs"]) };
        const given = Object.keys(values);
        assert.deepEqual(
          given.filter((name) => !inputs.some((input) => input.name === name)),
          [],
          "inputs that are not declared",
        );
        for (const { name, type, options = {} } of inputs)
          if (type === "pickList" && name in values)
            assert.ok(String(values[name]) in options, `${name}: ${values[name]}`);
        for (const { name } of inputs.filter(({ required }) => required))
          assert.ok(given.includes(name), name);
      }
    });
  }

  for (const [name, page] of Object.entries(pages)) {
    it(`${name}: never paste a variable into a script, which would run what it holds`, () => {
      const keys = ["script", "bash", "pwsh", "powershell"];
      const scripts = examplesOf(page()).flatMap(({ value }) =>
        keys.flatMap((key) => mappingsWith(key, value).map((step) => String(step[key]))),
      );
      assert.deepEqual(
        scripts.filter((script) => script.includes("$(")),
        [],
      );
    });
  }

  for (const task of tasks) {
    it(`${task}: show an output in a later step, job and stage, by names that the example has`, () => {
      const example =
        examplesOf(referenceOf(task)).find(({ text }) => text.includes("stageDependencies")) ?? assert.fail();
      const names = (member: string) =>
        mappingsWith(member, example.value).map((mapping) => String(mapping[member]));
      const step = mappingsWith("task", example.value)[0]?.["name"];
      const [stage, job] = [names("stage")[0], names("job")[0]];
      const shown = manifestOf(task).outputVariables.filter(({ name }) =>
        [
          `$(${step}.${name})`,
          `$[ dependencies.${job}.outputs['${step}.${name}'] ]`,
          `$[ stageDependencies.${stage}.${job}.outputs['${step}.${name}'] ]`,
        ].every((use) => example.text.includes(use)),
      );
      assert.ok(shown.length > 0);
    });
  }
});

describe("tables of the monitor's configuration", () => {
  const keys = Object.keys(configMembers).filter((key) => key !== "$schema");
  const keysUnder = (heading: string) =>
    rowsOf(under(heading, referenceOf("PipelineMonitor"))).flatMap(([key = ""]) => codeIn(key));

  it("explain every key of the file, and no other", () => {
    assert.deepEqual([...keysUnder("Keys"), ...keysUnder("Optional keys")].sort(), [...keys].sort());
  });

  it("list every optional key with what it costs", () => {
    const optional = Object.entries(configMembers).filter(([, { type }]) => type === "optional");
    const names = optional.map(([key]) => key).filter((key) => keys.includes(key));
    assert.deepEqual(keysUnder("Optional keys").sort(), names.sort());
    for (const [key = "", , costs = ""] of rowsOf(under("Optional keys", referenceOf("PipelineMonitor"))))
      assert.ok(costs.length > 5, key);
  });

  it("explain every setting of a pipeline, and no other", () => {
    const settings = keysUnder("Settings of a pipeline");
    assert.deepEqual(settings.sort(), Object.keys(settingsMembers).sort());
  });
});

describe("tables of inputs and outputs", () => {
  /** The default as a table shows it: what is written as code is meant to the letter, the rest is explained. */
  const shown = ({ required, defaultValue = "" }: Manifest["inputs"][number]) =>
    required ? "required" : defaultValue && `\`${defaultValue}\``;

  for (const task of tasks)
    it(`${task}: have each input with its default, and each output, in the order of the manifest`, () => {
      const { inputs, outputVariables } = manifestOf(task);
      const rows = rowsOf(under("Inputs", referenceOf(task)));
      assert.deepEqual(
        rows.map(([name = "", byDefault = ""]) => [name, /`|^required$/.test(byDefault) ? byDefault : ""]),
        inputs.map((input) => [`\`${input.name}\``, shown(input)]),
      );
      for (const [index, { options = {} }] of inputs.entries())
        for (const option of Object.keys(options))
          assert.ok(codeIn(rows[index]?.[2] ?? "").includes(option), `${option} is not explained`);
      assert.deepEqual(
        rowsOf(under("Outputs", referenceOf(task))).map(([name]) => name),
        outputVariables.map(({ name }) => `\`${name}\``),
      );
    });
});
