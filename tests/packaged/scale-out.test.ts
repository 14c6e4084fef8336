import assert from "node:assert/strict";
import { join } from "node:path";
import * as v from "valibot";
import { maxReadSeconds } from "../../tasks/PipelineMonitor/issue/context";
import { vsixFiles } from "../sandbox/agent";
import { readPipeline } from "../sandbox/pipeline";
import { verdict } from "../sentences";
import { header } from "../tasks/PipelineMonitor/rule-table/case";
import { runPipeline, scaleOutFolder } from "./scale-out-stage";
import { useAgent } from "./use-agent";

const first = readPipeline(join(scaleOutFolder, "first-monitor.yml"));
const second = readPipeline(join(scaleOutFolder, "second-monitor.yml"));
const legs = [first, second].flatMap(({ jobs }) => jobs.flatMap((job) => job.legs));

const organizations = readPipeline(join(scaleOutFolder, "organizations.yml"));

describe("pipeline over several organizations", () => {
  it("has a job with a connection of its own for each, and a leg for each configuration", () => {
    assert.deepEqual(organizations.schedules, first.schedules);
    assert.deepEqual(
      organizations.jobs.map(({ name, legs }) => [
        name,
        ...legs.map(({ name, step }) => `${name} by ${step.inputs["azureDevOpsConnection"]}`),
      ]),
      [
        ["contoso", "shop by contoso-reader", "payments by contoso-reader"],
        ["fabrikam", "warehouse by fabrikam-reader"],
      ],
    );
  });

  it("needs no token, whatever the template maps", () => {
    for (const { step } of organizations.jobs.flatMap((job) => job.legs))
      assert.deepEqual(step.env, { BUILD_AUTH: "$(BUILD_AUTH)" });
  });
});

describe("pipelines of more monitors than one", () => {
  it("run on schedule alone, on main, also when the code did not change", () => {
    for (const { trigger, pr, schedules } of [first, second]) {
      assert.deepEqual([trigger, pr], ["none", "none"]);
      assert.deepEqual(
        schedules.map(({ branches, always }) => ({ branches, always })),
        [{ branches: { include: ["main"] }, always: true }],
      );
    }
    assert.equal(first.schedules[0]?.cron, "19 * * * *");
  });

  it("bound how many agents there are, and end one that hangs after the monitor's own time", () => {
    const ownMinutes = maxReadSeconds / 60;
    for (const { maxParallel, timeoutInMinutes } of [first, second].flatMap(({ jobs }) => jobs)) {
      assert.ok(maxParallel >= 1 && maxParallel <= 4, String(maxParallel));
      // An hour is all that the free Microsoft-hosted agents give a job.
      assert.ok(timeoutInMinutes > ownMinutes + 4 && timeoutInMinutes < 60, String(timeoutInMinutes));
    }
  });

  it("give each leg a configuration of its own", () => {
    const files = legs.map(({ variables }) => variables["configFile"]);
    assert.equal(new Set(files).size, 4);
    for (const { step } of legs) assert.equal(step.inputs["configFile"], "$(configFile)");
  });

  it("ask for the task's major version, and give it inputs and values that it knows", () => {
    const manifestSchema = v.object({
      version: v.object({ Major: v.number() }),
      inputs: v.array(v.object({ name: v.string(), options: v.optional(v.record(v.string(), v.string())) })),
    });
    for (const { step, version } of legs) {
      const manifestText = Buffer.from(vsixFiles()[`tasks/${step.task}/task.json`] ?? "{}").toString();
      const manifest = v.parse(manifestSchema, JSON.parse(manifestText));
      assert.equal(version, String(manifest.version.Major));
      for (const [name, value] of Object.entries(step.inputs)) {
        const input = manifest.inputs.find((declared) => declared.name === name);
        assert.ok(input && (input.options === undefined || value in input.options), `${name}: ${value}`);
      }
    }
  });
});

const failed = { id: 1, result: "failed", logs: ["x"] };
const line = (project: string | undefined) =>
  `nightly import [20261120.1](${project}/_build/results?buildId=1) failed: ${verdict}. ` +
  `[log](${project}/_apis/build/builds/1/logs/1)`;
const message = (project: string | undefined) => `${header}\n${line(project)}`.replaceAll("_", "\\_");

describe("first monitor over several projects", () => {
  const agent = useAgent();

  it("tells the chat of each project by a leg of its own", async () => {
    const runs = { shop: { runs: [failed] }, payments: { runs: [failed] }, warehouse: { runs: [failed] } };
    const { result, projects, chat } = await runPipeline(agent(), first, runs);
    assert.deepEqual(chat.texts, Object.values(projects).map(message));
    assert.deepEqual([chat.texts.length, result], [3, "succeeded"]);
  });

  it("goes on beside a leg whose configuration is broken, and fails as a run", async () => {
    const run = await runPipeline(agent(), first, {
      shop: { runs: [failed] },
      payments: { runs: [failed], config: { run_ct_min: "ten" } },
      warehouse: { runs: [failed] },
    });
    const { shop, payments: broken, warehouse } = run.legs;
    assert.deepEqual([shop?.result, broken?.result, warehouse?.result], ["Succeeded", "Failed", "Succeeded"]);
    assert.match(broken?.issues[0]?.message ?? "", /run_ct_min: expected/);
    assert.deepEqual(run.chat.texts, [message(run.projects["shop"]), message(run.projects["warehouse"])]);
    assert.equal(run.result, "failed");
  });
});
