import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { keysOf } from "../shared/json/path";
import { schemaWith } from "../tasks/PipelineMonitor/config/schema";
import { features } from "../tasks/PipelineMonitor/features";
import { readSetup } from "../tasks/PipelineMonitor/setup";
import { blocksOf, mappingsWith, pagePaths, readPage } from "./pages";
import { parsed, parseYaml, schedulesSchema } from "./sandbox/pipeline";
import { buildAuth, useSetup, webhook } from "./tasks/PipelineMonitor/config/setup-stage";

const { members } = schemaWith(features);
const place = {
  "System.CollectionUri": "https://dev.azure.com/contoso/",
  "System.TeamProject": "Night Shift",
};
const standard = { preset: "standard", test_flag: false };

/** A file with the example in it: members of the file, or entries of pipelines, with or without the braces around them. */
function fileWith(text: string): object {
  const example: Record<string, unknown> = JSON.parse(text.startsWith("{") ? text : `{${text}}`);
  const isOfFile = keysOf(example).every((key) => key in members.ofFile);
  // What stands for the preset is whole without its name.
  const rest = "url_params" in example ? { test_flag: false } : standard;
  return { ...rest, ...(isOfFile ? example : { pipelines: example }) };
}

/** A variable for each name of one. */
function environmentOf(value: unknown): Record<string, string> {
  const names = ["webhook", "key"].flatMap((member) =>
    mappingsWith(member, value).map((mapping) => String(mapping[member])),
  );
  const metrics = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://otlp.contoso.com" };
  const variables = Object.fromEntries(
    names.map((name) => [name, `https://chat.example/hooks/${name}-of-a-channel`]),
  );
  return { ...metrics, ...variables };
}

const texts = v.optional(v.record(v.string(), v.string()), {});

describe("examples for the monitor, as they are printed", () => {
  const { agentWith, folder } = useSetup();
  const ofMonitor = pagePaths.filter((page) => /^(?:README|docs\/(?!domain)|tasks\/Pipeline)/.test(page));
  const configurations = ofMonitor.flatMap((page) =>
    blocksOf(page, "json")
      // A line of the log is no configuration.
      .filter((text) => !text.startsWith('{"kind"'))
      .map((text) => ({ page, text })),
  );

  it("are on the pages", () => assert.ok(configurations.length >= 18));

  for (const { page, text } of configurations)
    it(`${page}: a configuration with ${text.slice(0, 40).trim()}… is valid, and nothing in it is odd`, () => {
      const file = fileWith(text);
      const agent = agentWith(file, { environment: environmentOf(file), variables: place });
      assert.doesNotThrow(() => readSetup(agent, features));
      assert.deepEqual(agent.warnings, []);
    });

  for (const page of ofMonitor.filter((path) => readPage(path).includes("task: PipelineMonitor@")))
    it(`${page}: each step is set up without a problem or a warning, and each schedule is one`, () => {
      let steps = 0;
      for (const text of blocksOf(page, "yaml")) {
        const value = parseYaml(text, page);
        for (const { schedules } of mappingsWith("schedules", value))
          parsed(page, schedulesSchema, schedules);
        for (const { task, inputs, env } of mappingsWith("task", value)) {
          if (!String(task).startsWith("PipelineMonitor@")) continue;
          steps++;
          const resolved = (one: unknown) =>
            Object.entries(v.parse(texts, one)).map(([name, given]) => [name, resolve(given, folder())]);
          const agent = agentWith(standard, {
            inputs: { webhookUrl: "", configFile: "", ...Object.fromEntries(resolved(inputs)) },
            environment: { BUILD_AUTH: "", ...Object.fromEntries(resolved(env)) },
            variables: place,
            jobToken: "job-token",
            connections: { "operations-channel": { address: webhook, parameters: { apitoken: webhook } } },
          });
          // Without a webhook, a step only prints.
          const posts = /webhook/.test(JSON.stringify(inputs));
          writeFileSync(join(folder(), "monitor.json"), JSON.stringify({ ...standard, test_flag: !posts }));
          assert.doesNotThrow(() => readSetup(agent, features), text);
          assert.deepEqual(agent.warnings, [], text);
        }
      }
      assert.equal(steps, readPage(page).split("task: PipelineMonitor@").length - 1);
    });
});

/** A value as the agent hands it over: with variables in place of their names, and parameters as the run has them. */
function resolve(text: string, folder: string): string {
  const secrets: Record<string, string> = { BUILD_AUTH: buildAuth, METRICS_KEY: "canary" };
  return text
    .replace(/^monitor\.json$/, join(folder, "monitor.json"))
    .replace(/\$\{\{ parameters\.action \}\}/, "monitor")
    .replace(/\$\{\{ parameters\.WebHook\.resource\.id \}\}/, "816")
    .replace(
      /\$\(([A-Z_]+)\)/g,
      (_, name: string) => secrets[name] ?? `https://chat.example/${name}-of-a-channel`,
    );
}
