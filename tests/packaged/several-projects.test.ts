import assert from "node:assert/strict";
import { readPage } from "../pages";
import { type RunSketch, sketchRun } from "../sandbox/runs";
import { byVariables, now, reportIn, withStage } from "./monitor-stage";
import { useAgent } from "./use-agent";

const page = readPage("docs", "monitor", "many-projects.md");
const logs = ["1", "2", "3", "4", "##[error]Bash exited with code '1'."];
const failed: RunSketch = { id: 4, buildNumber: "20261120.4", result: "failed", logs };
const slow: RunSketch = { id: 5, buildNumber: "20261120.2", pipeline: "checkout_tests", runSeconds: 1834 };

describe("packaged PipelineMonitor, several projects", () => {
  const agent = useAgent();

  it("posts the message that the page shows, and succeeds with issues for the one it cannot read", async () => {
    const service = { moreProjects: { Shop: [sketchRun(now, slow)] } };
    const config = { run_ct_min: -1, projects: ["Shop", "Lab"] };
    await withStage(agent(), { runs: [failed], service, config }, async (_, chat) => {
      const credentials = byVariables(chat);
      const step = await agent().run({
        task: "PipelineMonitor",
        ...credentials,
        inputs: { configFile: "monitor.json", ...credentials.inputs },
        clockStartsAt: now,
      });
      assert.equal(step.result, "SucceededWithIssues", step.log.join("\n"));
      const report = reportIn(step.log).join("\n");
      assert.equal(chat.texts[0]?.replaceAll("\\_", "_"), report);
      const shown = report.replace(/\]\([^)]*\)/g, "](…)");
      assert.ok(page.includes(`\`\`\`\n${shown}\n\`\`\`\n`), shown);
    });
  });
});
