import assert from "node:assert/strict";
import { parseDocument } from "yaml";
import { configMembers } from "../tasks/PipelineMonitor/config/schema";
import { codeIn, overview, readPage, rowsOf, tasks, under } from "./pages";

const pages: Record<string, () => string> = {
  "README.md": () => readPage("README.md"),
  ...Object.fromEntries(
    tasks.map((task) => [`tasks/${task}/README.md`, () => readPage("tasks", task, "README.md")]),
  ),
  "the marketplace's page": overview,
};

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
    it(`${task}: show each output in a later step, job and stage, by names that the example has`, () => {
      const example =
        examplesOf(readPage("tasks", task, "README.md")).find(({ text }) =>
          text.includes("stageDependencies"),
        ) ?? assert.fail();
      const names = (member: string) =>
        mappingsWith(member, example.value).map((mapping) => String(mapping[member]));
      const step = mappingsWith("task", example.value)[0]?.["name"];
      const [stage, job] = [names("stage")[0], names("job")[0]];
      for (const { name } of manifestOf(task).outputVariables)
        for (const use of [
          `$(${step}.${name})`,
          `$[ dependencies.${job}.outputs['${step}.${name}'] ]`,
          `$[ stageDependencies.${stage}.${job}.outputs['${step}.${name}'] ]`,
        ])
          assert.ok(example.text.includes(use), use);
    });
  }
});

describe("tables of the monitor's configuration", () => {
  it("explain every key of the file, and no other", () => {
    const page = readPage("tasks", "PipelineMonitor", "README.md");
    const explained = rowsOf(under("The configuration and its keys", page)).flatMap(([key = ""]) =>
      codeIn(key),
    );
    const keys = Object.keys(configMembers).filter((key) => key !== "$schema");
    assert.deepEqual(explained.sort(), keys.sort());
  });

  it("say of every key beyond the rules what it costs", () => {
    const page = readPage("tasks", "PipelineMonitor", "README.md");
    const costs = rowsOf(under("Why it failed, and whether it is news", page)).flatMap(([key = ""]) =>
      codeIn(key),
    );
    const optional = Object.entries(configMembers).filter(([, { type }]) => type === "optional");
    assert.deepEqual(
      costs.sort(),
      optional
        .map(([key]) => key)
        .filter((key) => key !== "$schema")
        .sort(),
    );
  });
});

describe("tables of inputs and outputs", () => {
  /** The default as a table shows it: what is written as code is meant to the letter, the rest is explained. */
  const shown = ({ required, defaultValue = "" }: Manifest["inputs"][number]) =>
    required ? "required" : defaultValue && `\`${defaultValue}\``;

  for (const task of tasks)
    for (const [where, part] of Object.entries({
      "its README": () => readPage("tasks", task, "README.md"),
      "the marketplace's page": () => under(task, overview()),
    }))
      it(`${task}: ${where} has each input with its default, and each output, in the order of the manifest`, () => {
        const { inputs, outputVariables } = manifestOf(task);
        const rows = rowsOf(under("Inputs", part()));
        assert.deepEqual(
          rows.map(([name = "", byDefault = ""]) => [name, /`|^required$/.test(byDefault) ? byDefault : ""]),
          inputs.map((input) => [`\`${input.name}\``, shown(input)]),
        );
        for (const [index, { options = {} }] of inputs.entries())
          for (const option of Object.keys(options))
            assert.ok(codeIn(rows[index]?.[2] ?? "").includes(option), `${option} is not explained`);
        assert.deepEqual(
          rowsOf(under("Outputs", part())).map(([name]) => name),
          outputVariables.map(({ name }) => `\`${name}\``),
        );
      });
});
