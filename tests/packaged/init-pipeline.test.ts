import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../root";
import { runProcess } from "../sandbox/agent-process";
import { ofOwnPipeline } from "./extras-stage";
import { buildAuth, now, oneFailure, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

interface Pipeline {
  trigger: string;
  schedules: { cron: string; always: boolean }[];
  steps: { task: string; inputs: Record<string, string>; env?: Record<string, string> }[];
}

describe("pipeline that PipelineMonitor --init writes", () => {
  const agent = useAgent();
  const packaged = join(root, "dist", "tasks", "PipelineMonitor", "index.js");

  /** Writes the files into the folder `ops` of a repository. Returns the text of the pipeline. */
  async function init(url_base: string): Promise<string> {
    const folder = join(agent().sourcesFolder, "ops");
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(agent().sourcesFolder, ".git"), { recursive: true });
    mkdirSync(folder);
    const answers = ["--organization", "contoso", "--project", "Night Shift", "--url_base", url_base];
    const { exitCode } = await runProcess([], [packaged, "--init", ...answers], { cwd: folder, env: {} });
    assert.equal(exitCode, 0);
    return readFileSync(join(folder, "pipeline-monitor.yml"), "utf8");
  }

  it("works when it is committed: each hour, with the job's own token, and posts nothing", async () => {
    const service = { authorizations: ["Bearer job-token"] };
    await withStage(agent(), { runs: oneFailure, service }, async (builds, chat) => {
      const pipeline: Pipeline = parse(await init(builds.address.href));
      assert.deepEqual([pipeline.trigger, pipeline.steps.length], ["none", 1]);
      assert.match(pipeline.schedules[0]?.cron ?? "", /^\d+ \* \* \* \*$/);
      assert.equal(pipeline.schedules[0]?.always, true);
      const [step] = pipeline.steps;
      assert.deepEqual(step, {
        task: "PipelineMonitor@1",
        inputs: { configFile: "ops/monitor.json", onNotDelivered: "fail" },
      });
      const { result, outputs, issues } = await agent().run({
        task: "PipelineMonitor",
        inputs: step?.inputs ?? {},
        jobToken: "job-token",
        clockStartsAt: now,
        variables: ofOwnPipeline(builds, 900),
      });
      assert.deepEqual(issues, []);
      assert.deepEqual(
        [result, outputs, chat.requests],
        ["Succeeded", { runCount: "1", issueCount: "1", delivered: "testOnly" }, []],
      );
    });
  });

  it("posts with the secrets whose lines are uncommented, as the comments say", async () => {
    const service = { authorizations: [`Basic ${buildAuth}`, "Bearer job-token"] };
    await withStage(agent(), { runs: oneFailure, service }, async (builds, chat) => {
      const text = await init(builds.address.href);
      const uncommented = text.replace(/^( *)# (webhookUrl:|env:| {2}BUILD_AUTH:)/gm, "$1$2");
      const { steps }: Pipeline = parse(uncommented);
      const path = join(agent().sourcesFolder, "ops", "monitor.json");
      writeFileSync(path, readFileSync(path, "utf8").replace('"test_flag": true', '"test_flag": false'));
      const { result, outputs } = await agent().run({
        task: "PipelineMonitor",
        inputs: steps[0]?.inputs ?? {},
        env: steps[0]?.env ?? {},
        secrets: { BUILD_AUTH: buildAuth, WEBHOOK_URL: chat.webhook.href },
        variables: ofOwnPipeline(builds, 900),
        jobToken: "job-token",
        clockStartsAt: now,
      });
      assert.deepEqual([result, outputs["delivered"], chat.texts.length], ["Succeeded", "sent", 1]);
    });
  });
});
