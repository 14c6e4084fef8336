import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { parseAccountRequest } from "../tasks/DomainRegister/request/account-request";
import { parseRequest } from "../tasks/DomainRegister/request/parse";
import { readDomainSetup } from "../tasks/DomainRegister/setup";
import { schemaWith } from "../tasks/PipelineMonitor/config/schema";
import { features } from "../tasks/PipelineMonitor/features";
import { memoryAgent } from "./memory-agent";
import {
  blocksOf,
  codeIn,
  manifestOf,
  mappingsWith,
  pagePaths,
  readPage,
  rowsOf,
  type TaskManifest,
  tasks,
  under,
} from "./pages";
import { filledRequest } from "./sandbox/filled-request";
import { parseConfig } from "./tasks/PipelineMonitor/parse-config";
import { temporaryFolder } from "./temporary-folder";

/** The pages that have YAML examples. */
const pages = pagePaths.filter((path) => readPage(path).includes("```yaml"));

/** The reference of each task: its inputs, outputs and results. */
const references: Record<string, string> = {
  PipelineMonitor: "docs/monitor/configuration.md",
  DomainRegister: "docs/domain/reference.md",
};
const referenceOf = (task: string) => readPage(references[task] ?? assert.fail(task));

/** A YAML example of a page: its text, and its value. No key is there twice, and no tag is unknown. */
function examplesOf(path: string): { text: string; value: unknown }[] {
  return blocksOf(path, "yaml").map((text) => ({ text, value: load(text) }));
}

/** The steps with our tasks in the examples of a page. */
function stepsOf(path: string): { task: string; inputs: Record<string, unknown> }[] {
  return examplesOf(path)
    .flatMap(({ value }) => mappingsWith("task", value))
    .map(({ task, inputs }) => ({ task: String(task), inputs: { ...Object(inputs) } }));
}

/** The values that a parameter of an example allows, or else the value. */
function chosenFrom(value: unknown, examples: readonly { value: unknown }[]): unknown[] {
  const [, name] = /^\$\{\{ parameters\.(\w+) \}\}$/.exec(String(value)) ?? [];
  const declared = examples.flatMap((example) => mappingsWith("values", example.value));
  const values = declared.find((parameter) => parameter["name"] === name)?.["values"];
  return Array.isArray(values) ? values : [value];
}

const { members } = schemaWith(features);

describe("YAML examples of the documentation", () => {
  const [major] = JSON.parse(readPage("package.json")).version.split(".");

  it("are on every page that needs one; the README and the page of each task show the task", () => {
    for (const task of tasks)
      for (const path of ["README.md", `tasks/${task}/README.md`])
        assert.ok(
          stepsOf(path).some((step) => step.task === `${task}@${major}`),
          `${path}: ${task}`,
        );
  });

  for (const page of pages) {
    it(`${page}: name tasks, inputs and values as the manifests declare them, the required ones at least`, () => {
      const examples = examplesOf(page);
      assert.ok(examples.length > 0);
      for (const { task, inputs: given } of stepsOf(page)) {
        const taskName = task.replace(/@.*/, "");
        assert.ok(tasks.includes(taskName) && task === `${taskName}@${major}`, task);
        const { inputs } = manifestOf(taskName);
        const declared = inputs.map((input) => input.name);
        const undeclared = Object.keys(given).filter((input) => !declared.includes(input));
        assert.deepEqual(undeclared, [], "inputs that are not declared");
        for (const { name, type, required, options = {} } of inputs) {
          assert.ok(!required || name in given, name);
          const values = type === "pickList" && name in given ? chosenFrom(given[name], examples) : [];
          for (const value of values) assert.ok(String(value) in options, `${name}: ${value}`);
        }
      }
    });

    it(`${page}: never paste a variable into a script, which would run what it holds`, () => {
      const scripts = examplesOf(page).flatMap(({ value }) =>
        ["script", "bash", "pwsh", "powershell"].flatMap((key) =>
          mappingsWith(key, value).map((step) => String(step[key])),
        ),
      );
      assert.deepEqual(
        scripts.filter((script) => script.includes("$(")),
        [],
      );
    });
  }

  it("show an output in a later step, job and stage, by names that the example has", () => {
    const examples = examplesOf("docs/recipes.md");
    const example = examples.find(({ text }) => text.includes("stageDependencies")) ?? assert.fail();
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

describe("examples for DomainRegister", () => {
  const folder = temporaryFolder();
  const path = () => join(folder(), "domain.json");
  const connections = {
    registrar: {
      address: "https://api.godaddy.com/v1/domains/available?domain=example.com",
      parameters: { username: "the-key", password: "the-secret" },
      fields: { registrar: "godaddy" },
    },
  };

  for (const page of pages.filter((path) => readPage(path).includes("DomainRegister@")))
    it(`${page}: every step starts without a problem or a warning`, () => {
      writeFileSync(path(), JSON.stringify(filledRequest));
      for (const step of stepsOf(page).filter(({ task }) => task.startsWith("DomainRegister@"))) {
        const given = Object.entries(step.inputs).map(([name, value]) => [name, String(value)]);
        const inputs: Record<string, string> = Object.fromEntries(given);
        if ("requestFile" in inputs) inputs["requestFile"] = path();
        const agent = memoryAgent({ inputs, connections });
        assert.doesNotThrow(() => readDomainSetup(agent), JSON.stringify(inputs));
        const warnings = agent.warnings.filter((warning) => !warning.startsWith("receiptFolder"));
        assert.deepEqual(warnings, []);
      }
    });

  it("have request files without a problem or a warning", () => {
    const texts = pagePaths
      .filter((page) => page.startsWith("docs/domain/"))
      .flatMap((page) => blocksOf(page, "json"));
    const examples = [...texts, readPage("tasks", "DomainRegister", "account-request.example.json")];
    assert.equal(examples.length, 4);
    for (const example of examples.map((text) => JSON.parse(text))) {
      const { problems, warnings } =
        "nameFirst" in example
          ? parseRequest({ ...Object(filledRequest), contactTech: example }, "")
          : parseAccountRequest(example, "example.org", true);
      assert.deepEqual([problems, warnings], [[], []], JSON.stringify(example));
    }
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
    const settings = examples(members.ofEntry);
    const limits = { max_proc_time: 900, min_proc_time: 30 };
    // The example of paging is for checked pipelines of high severity.
    const pipelines = { default: limits, payments: { severity: "high" }, "nightly import": settings };
    const config = { ...examples(members.ofFile), pipelines };
    assert.deepEqual(Object.keys(settings).sort(), Object.keys(members.ofEntry).sort());
    assert.deepEqual(
      Object.keys(config).sort(),
      Object.keys(members.ofFile)
        .filter((key) => key !== "$schema")
        .sort(),
    );
    assert.deepEqual(parseConfig(config).problems, []);
  });
});

describe("tables of inputs and outputs", () => {
  /** The default as a table shows it: what is written as code is meant to the letter, the rest is explained. */
  const shown = ({ required, defaultValue = "" }: TaskManifest["inputs"][number]) =>
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
