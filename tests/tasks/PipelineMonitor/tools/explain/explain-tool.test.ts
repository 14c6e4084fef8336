import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../../../../../shared/clock";
import { explainTool } from "../../../../../tasks/PipelineMonitor/tools/explain/explain-tool";
import { memoryAgent } from "../../../../memory-agent";
import { startBuildService } from "../../../../sandbox/build-service";
import { sketchRun } from "../../../../sandbox/runs";
import { temporaryFolder } from "../../../../temporary-folder";
import { usualConfig } from "../../usual-config";

const now = Date.UTC(2026, 10, 20, 3, 19, 0);
const cancelled = new AbortController().signal;
const buildAuth = Buffer.from(":token-of-the-test").toString("base64");

describe("explainTool", () => {
  const folder = temporaryFolder();

  it("asks in a replay for the very window that was recorded, though a second begins while it starts", async () => {
    const service = await startBuildService({
      runs: [sketchRun(now, { id: 1 })],
      authorizations: [`Basic ${buildAuth}`],
    });
    const configFile = join(folder(), "monitor.json");
    const { organization, project, address } = service;
    writeFileSync(
      configFile,
      JSON.stringify({ ...usualConfig, organization, project, url_base: address.href }),
    );
    // Each look at it is a millisecond later.
    let ticks = now - 2;
    const clock: Clock = {
      now: () => ticks++,
      wallNow: () => ticks,
      after(milliseconds, action) {
        const timer = setTimeout(action, milliseconds);
        return () => clearTimeout(timer);
      },
    };
    const explain = async (input: Record<string, string>) => {
      const agent = memoryAgent({ inputs: { configFile, ...input }, environment: { BUILD_AUTH: buildAuth } });
      const { result } = await explainTool.act({ agent, clock, cancelled });
      return { result, printed: agent.printed.filter((line) => !/^(Reading|Replaying|Recorded)/.test(line)) };
    };
    try {
      const live = await explain({ record: join(folder(), "case") });
      assert.equal(live.result, "Succeeded");
      assert.deepEqual(await explain({ replay: join(folder(), "case") }), live);
    } finally {
      await service.close();
    }
  });
});
