// Needs: causes, greeting, history
import assert from "node:assert/strict";
import { withoutFile } from "../../../../tasks/PipelineMonitor/config/load";
import { readPage } from "../../../pages";
import type { RunSketch } from "../../../sandbox/runs";
import { ended, memoryPipeline, watch } from "../monitor-stage";
import { parseConfig } from "../parse-config";

/** The runs by an hour: `nightly import` fails in the second and third, a pull request in each. */
function runsAt(at: number): RunSketch[] {
  const works: RunSketch = { definitionId: 1, logs: ["1"] };
  const space = "##[error]pg_dump: error: could not write: No space left on device";
  const fails: RunSketch = { definitionId: 1, result: "failed", logs: ["1", "2", "3", "4", space] };
  return Array.from({ length: at + 1 }, (_, hour) => [
    ended(at, hour - 0.3, { id: 10 + hour, ...(hour === 1 || hour === 2 ? fails : works) }),
    ended(at, hour - 0.2, { ...works, id: 20 + hour, pipeline: "price feed", definitionId: 2 }),
    ended(at, hour - 0.1, {
      ...{ id: 30 + hour, pipeline: "site", definitionId: 3, result: "failed" },
      record: { reason: "pullRequest" },
    }),
  ]).flat();
}

describe("a monitor without a configuration file", () => {
  const own = { organization: "contoso", project: "Night Shift", url_base: "https://dev.azure.com/" };

  it("has neither problems nor warnings, posts, and reports no hour for its count of runs", () => {
    const { problems, warnings, config } = parseConfig(withoutFile, own);
    assert.deepEqual([problems, warnings], [[], []]);
    assert.deepEqual([config?.testFlag, config?.runCountMin], [false, -1]);
  });

  it("leads to the hours that the Quickstart shows", async () => {
    const keys = withoutFile;
    const pipeline = memoryPipeline();
    const hours: string[] = [];
    for (const at of [0, 1, 2, 3]) {
      const { posted, agent } = await watch(runsAt(at), { ...pipeline(at), keys });
      const text = agent.printed.join("\n").replace(/\]\([^)]*\)/g, "](…)");
      hours.push(`0${3 + at}:19 UTC, ${posted.length > 0 ? "posted" : "only in the log"}\n${text}\n`);
    }
    const page = readPage("docs", "monitor", "quickstart.md");
    assert.ok(page.includes(`\`\`\`\n${hours.join("\n")}\`\`\`\n`), hours.join("\n"));
  });
});
