import assert from "node:assert/strict";
import { readPage } from "../pages";
import { twoWeeks } from "./digest-weeks";
import { withToolStage } from "./tool-stage";

describe("packaged PipelineMonitor --digest", () => {
  it("prints the digest of the last seven days, as the page shows it, with one list of runs", async () => {
    await withToolStage({ runs: twoWeeks() }, async ({ tool, service }) => {
      const { stdout, exitCode, stderr } = await tool("--digest", "monitor.json");
      assert.deepEqual([exitCode, stderr], [0, ""]);
      const [shown = ""] =
        /^\*\*Pipeline digest\*\*\n[\s\S]*?(?=^```$)/m.exec(readPage("docs", "monitor", "digest.md")) ?? [];
      assert.ok(shown !== "" && stdout.replace(/\]\([^)]*\)/g, "](…)").includes(shown), stdout);
      assert.deepEqual(
        service.requests.map(({ target }) => target.replace(/^.*builds/, "")),
        ["?minTime=2026-11-06T03:19:00Z&api-version=7.1-preview.7"],
      );
    });
  });

  it("looks back as many days as it is told, 1 to 31, and as many before", async () => {
    await withToolStage({ runs: twoWeeks() }, async ({ tool, alone, service }) => {
      const { lines } = await tool("--digest", "--configFile", "monitor.json", "--days", "1");
      assert.equal(lines[1], "Night Shift: 7 runs in 1 day, 2 failed (1 the day before)");
      assert.match(service.requests[0]?.target ?? "", /minTime=2026-11-18T03:19:00Z/);
      for (const days of ["0", "32", "7d"]) {
        const refused = await alone("--digest", "monitor.json", "--days", days);
        assert.equal(refused.exitCode, 2);
        assert.match(refused.stderr, new RegExp(`days: expected a whole number from 1 to 31, got "${days}"`));
      }
    });
  });

  it("fails when the list cannot be read whole, and prints no digest", async () => {
    await withToolStage({ runs: twoWeeks() }, async ({ tool, service }) => {
      service.faults.push({ when: () => true, reply: { status: 401 } });
      const { exitCode, stdout, stderr } = await tool("--digest", "monitor.json");
      assert.equal(exitCode, 2);
      assert.doesNotMatch(stdout, /digest\*\*/);
      assert.match(stderr, /401 Unauthorized.*BUILD_AUTH has expired/);
    });
  });
});
