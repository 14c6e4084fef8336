import assert from "node:assert/strict";
import { parseDocument } from "yaml";
import { parseConfig } from "../tasks/PipelineMonitor/config/parse";
import { configMembers, settingsMembers } from "../tasks/PipelineMonitor/config/schema";
import { codeIn, pagePaths, readPage, rowsOf, tasks, under } from "./pages";

/** The pages that have YAML examples. */
const pages = pagePaths.filter((path) => readPage(path).includes("```yaml"));

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

/** The values that a parameter of an example allows, or else the value. */
function chosenFrom(value: unknown, examples: readonly { value: unknown }[]): unknown[] {
  const [, name] = /^\$\{\{ parameters\.(\w+) \}\}$/.exec(String(value)) ?? [];
  const declared = examples.flatMap((example) => mappingsWith("values", example.value));
  const values = declared.find((parameter) => parameter["name"] === name)?.["values"];
  return Array.isArray(values) ? values : [value];
}

describe("YAML examples of the documentation", () => {
  it("are on every page that needs one; the README and the page of each task show the task", () => {
    for (const task of tasks)
      for (const path of ["README.md", `tasks/${task}/README.md`]) {
        const steps = examplesOf(readPage(path)).flatMap(({ value }) => mappingsWith("task", value));
        assert.ok(
          steps.some((step) => String(step["task"]).startsWith(`${task}@`)),
          `${path}: ${task}`,
        );
      }
  });

  for (const page of pages) {
    it(`${page}: name tasks, inputs and values as the manifests declare them, the required ones at least`, () => {
      const examples = examplesOf(readPage(page));
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
            for (const value of chosenFrom(values[name], examples))
              assert.ok(String(value) in options, `${name}: ${value}`);
        for (const { name } of inputs.filter(({ required }) => required))
          assert.ok(given.includes(name), name);
      }
    });
  }

  for (const page of pages) {
    it(`${page}: never paste a variable into a script, which would run what it holds`, () => {
      const keys = ["script", "bash", "pwsh", "powershell"];
      const scripts = examplesOf(readPage(page)).flatMap(({ value }) =>
        keys.flatMap((key) => mappingsWith(key, value).map((step) => String(step[key]))),
      );
      assert.deepEqual(
        scripts.filter((script) => script.includes("$(")),
        [],
      );
    });
  }

  it("show an output in a later step, job and stage, by names that the example has", () => {
    const example =
      examplesOf(readPage("docs", "recipes.md")).find(({ text }) => text.includes("stageDependencies")) ??
      assert.fail();
    const [step = {}] = mappingsWith("task", example.value);
    const [{ stage = "" } = {}] = mappingsWith("stage", example.value);
    const [{ job = "" } = {}] = mappingsWith("job", example.value);
    const { outputVariables } = manifestOf(String(step["task"]).replace(/@.*/, ""));
    const shown = outputVariables.filter(({ name }) =>
      [
        `$(${step["name"]}.${name})`,
        `$[ dependencies.${job}.outputs['${step["name"]}.${name}'] ]`,
        `$[ stageDependencies.${stage}.${job}.outputs['${step["name"]}.${name}'] ]`,
      ].every((use) => example.text.includes(use)),
    );
    assert.equal(shown.length, 1);
  });
});

describe("tables of the monitor's configuration", () => {
  it("show an example of every key and setting, which the task takes", () => {
    const rows = ["Keys", "Settings of a pipeline"].flatMap((heading) =>
      rowsOf(under(heading, referenceOf("PipelineMonitor"))),
    );
    const examples = (members: object) =>
      Object.fromEntries(
        rows
          .map(([key = "", value = ""]) => [codeIn(key)[0] ?? "", codeIn(value).at(-1) ?? ""])
          .filter(([key = ""]) => key in members)
          .map(([key, example = ""]) => [key, JSON.parse(example || assert.fail(`${key} has no example`))]),
      );
    const settings = examples(settingsMembers);
    const limits = { max_proc_time: 900, min_proc_time: 30 };
    // The example of paging is for checked pipelines of high severity.
    const pipelines = { default: limits, payments: { severity: "high" }, "nightly import": settings };
    const config = { ...examples(configMembers), pipelines };
    assert.deepEqual(Object.keys(settings).sort(), Object.keys(settingsMembers).sort());
    assert.deepEqual(
      Object.keys(config).sort(),
      Object.keys(configMembers)
        .filter((key) => key !== "$schema")
        .sort(),
    );
    assert.deepEqual(parseConfig(config).problems, []);
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
