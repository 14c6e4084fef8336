import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseDocument } from "yaml";

const root = resolve(__dirname, "..", "..");
const tasks = readdirSync(join(root, "tasks"));
const pages = ["README.md", ...tasks.map((task) => join("tasks", task, "README.md"))];

interface Manifest {
  inputs: { name: string; required: boolean }[];
  outputVariables: { name: string }[];
}

const manifestOf = (task: string): Manifest =>
  JSON.parse(readFileSync(join(root, "tasks", task, "task.json"), "utf8"));

/** A YAML example of a page: its text, and its value, read as strictly as it goes. */
function examplesOf(page: string): { text: string; value: unknown }[] {
  const blocks = [...readFileSync(join(root, page), "utf8").matchAll(/^```yaml\n([\s\S]*?)^```$/gm)];
  return blocks.map(([, text = ""]) => {
    const document = parseDocument(text, { strict: true, uniqueKeys: true });
    assert.deepEqual([...document.errors, ...document.warnings], [], `${page}:\n${text}`);
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
  for (const page of pages) {
    it(`${page}: name tasks, inputs and values as the manifests declare them, the required ones at least`, () => {
      const examples = examplesOf(page);
      assert.ok(examples.length > 0);
      for (const step of examples.flatMap(({ value }) => mappingsWith("task", value))) {
        const [, task = "", major] = /^(\w+)@(\d+)$/.exec(String(step["task"])) ?? [];
        assert.ok(tasks.includes(task), String(step["task"]));
        assert.equal(
          major,
          JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version.split(".")[0],
        );
        const { inputs } = manifestOf(task);
        const given = Object.keys(Object(step["inputs"]));
        assert.deepEqual(
          given.filter((name) => !inputs.some((input) => input.name === name)),
          [],
          "inputs that are not declared",
        );
        for (const { name } of inputs.filter(({ required }) => required))
          assert.ok(given.includes(name), name);
      }
    });
  }

  for (const task of tasks) {
    it(`${task}: show each output in a later step, job and stage, by names that the example has`, () => {
      const page = join("tasks", task, "README.md");
      const example =
        examplesOf(page).find(({ text }) => text.includes("stageDependencies")) ?? assert.fail(page);
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
