import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root";
import { temporaryFolder } from "../temporary-folder";
import { readPipeline, runResult } from "./pipeline";

const shipped = join(root, "tasks", "PipelineMonitor", "examples");
const expression = (text: string) => `\${{ ${text} }}`;
const file = expression("configuration.file");

type Changes = Record<string, [from: string, to: string, says: RegExp]>;

const ofTheTemplate: Changes = {
  "a key that appears twice": ["pool: $", "pool: x\n    pool: $", /must be unique/],
  "text that is no YAML": ["jobs:", "jobs: [", /^Error: monitors\.yml: /],
  "a key that nobody reads": ["timeoutInMinutes", "timeout", /0\.timeout/],
  "a step of another kind": ["checkout: self", "script: ls", /0\.steps\.0/],
  "a task without a version": ["PipelineMonitor@1", "PipelineMonitor", /0\.steps\.1\.task/],
  "a condition": ["pool: $", `${expression("if true")}: $`, /if true.*no expression that is known/],
  "a function": [file, expression("lower(configuration.file)"), /lower.*no expression that is known/],
  "an expression within a text": [file, `${file}x`, /x: no expression that is known/],
  "an expression of the run": ["$(configFile)", "$[ variables.x ]", /variables.*no expression that is known/],
  "a parameter that is not declared": ["parameters.pool", "parameters.x", /parameters\.x: missing/],
  "a parameter that is missing": ["    default: { vmImage: ubuntu-latest }\n", "", /^Error: pool: missing/],
  "a loop over no list": ["in parameters.configurations", "in parameters.onIssues", /onIssues: no list/],
};

const ofThePipeline: Changes = {
  "an alias, which Azure Pipelines does not know": ["pr: none", "pr: &a none\nx: *a", /Alias/],
  "a key that no pipeline has": ["trigger:", "triggers:", /triggers/],
  "an expression outside of a template": ["monitors/shop.json", `"${file}"`, /configuration\.file: missing/],
  "a parameter that the template has not": ["parameters:", "parameters:\n      x: 1", /x: no such parameter/],
  "a parameter of another type": ["parameters:", "parameters:\n      maxParallel: x", /Parallel: no number/],
  "a value that is not offered": [
    "parameters:",
    "parameters:\n      onIssues: x",
    /none of succeed, warn, fail/,
  ],
  "a configuration without a file": [", file: monitors/shop.json", "", /configuration\.file: missing/],
  "a leg's name with a hyphen": ["name: shop", "name: web-shop", /web-shop.*no name for a leg/],
  "a leg's name that begins with a digit": ["name: shop", "name: 2nd_shop", /2nd_shop.*no name for a leg/],
  "two legs of one name": ["name: shop", "name: payments", /appears twice: payments, payments/],
};

describe("a pipeline of the sandbox", () => {
  const folder = temporaryFolder();
  const changes = { "monitors.yml": ofTheTemplate, "first-monitor.yml": ofThePipeline };

  for (const [changed, cases] of Object.entries(changes))
    for (const [what, [from, to, says]] of Object.entries(cases))
      it(`refuses ${what}`, () => {
        for (const name of Object.keys(changes)) {
          const text = readFileSync(join(shipped, name), "utf8");
          if (name === changed) assert.ok(text.includes(from), from);
          writeFileSync(join(folder(), name), name === changed ? text.replace(from, () => to) : text);
        }
        assert.throws(() => readPipeline(join(folder(), "first-monitor.yml")), says);
      });

  it("has the worst result of its legs", () => {
    assert.equal(runResult(["Succeeded", "Succeeded"]), "succeeded");
    assert.equal(runResult(["Succeeded", "SucceededWithIssues"]), "partiallySucceeded");
    assert.equal(runResult(["SucceededWithIssues", "Failed", "Succeeded"]), "failed");
  });
});
