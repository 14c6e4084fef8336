import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../root";
import { runProcess } from "../sandbox/agent-process";
import { ofOwnPipeline } from "./extras-stage";
import { now, oneFailure, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("pipeline that PipelineMonitor --init writes", () => {
  const agent = useAgent();

  it("works when it is committed: with the job's own token, and posts nothing", async () => {
    const service = { authorizations: ["Bearer job-token"] };
    await withStage(agent(), { runs: oneFailure, service }, async (builds, chat) => {
      const cwd = join(agent().sourcesFolder, "ops");
      mkdirSync(join(agent().sourcesFolder, ".git"), { recursive: true });
      mkdirSync(cwd);
      const packaged = join(root, "dist", "tasks", "PipelineMonitor", "index.js");
      const answers = ["--organization", "contoso", "--project", "Night Shift"];
      const init = [packaged, "--init", ...answers, "--url_base", builds.address.href];
      assert.equal((await runProcess([], init, { cwd, env: {} })).exitCode, 0);
      const pipeline: { steps: { inputs: Record<string, string> }[] } = parse(
        readFileSync(join(cwd, "pipeline-monitor.yml"), "utf8"),
      );
      const { result, outputs, issues } = await agent().run({
        task: "PipelineMonitor",
        inputs: pipeline.steps[0]?.inputs ?? {},
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
});
