import assert from "node:assert/strict";
import { basename } from "node:path";
import { parseReport } from "../../shared/report/parse";
import { attachedReports } from "../sandbox/report-pages";
import { perform } from "./monitor-stage";
import { useAgent } from "./use-agent";

describe("what the run's page shows of the packaged PipelineMonitor", () => {
  const agent = useAgent();
  const runs = [
    { id: 1, result: "failed", logs: ["a", "b", "c", "d", "an error"] },
    { id: 2, pipeline: "price feed" },
  ];

  it("has a report for the tab, attached by its type, whose runs are those of the message", async () => {
    const { attachments, filesLeft } = await perform(agent(), { runs });
    assert.deepEqual(
      attachments.map(({ type, path }) => [type, basename(path)]),
      [["pipeline-keeper.report", "pipeline-monitor.json"]],
    );
    const [, text = ""] = [...filesLeft].find(([name]) => name.endsWith("pipeline-monitor.json")) ?? [];
    const parsed = parseReport(text);
    assert.ok(parsed.kind === "report" && parsed.report.kind === "monitor", text);
    const { runs: drawn, issueCount, configuration } = parsed.report;
    assert.deepEqual([issueCount, configuration], [1, "monitor.json"]);
    assert.deepEqual(drawn.map(({ pipeline, verdict }) => [pipeline, verdict]).sort(), [
      ["nightly import", "failed"],
      ["price feed", "ok"],
    ]);
  });

  it("costs a warning each, and nothing else, when neither report nor page can be written", async () => {
    const { result, outputs, issues, attachments, uploads } = await perform(agent(), {
      runs,
      step: {
        sabotage: `const fs = require("node:fs");
          const mkdtempSync = fs.mkdtempSync;
          fs.mkdtempSync = (prefix, ...rest) => {
            if (/(report|page)-$/.test(prefix)) throw Object.assign(new Error("ENOSPC: no space left"), { code: "ENOSPC" });
            return mkdtempSync(prefix, ...rest);
          };`,
      },
    });
    assert.deepEqual([result, outputs["delivered"], attachments, uploads], ["Succeeded", "sent", [], []]);
    assert.deepEqual(
      issues.map(({ message }) => message),
      ["tab of the run's page", "report for download"].map(
        (what) => `Could not write the ${what}: ENOSPC: no space left`,
      ),
    );
  });

  it("has the same report as a page for download", async () => {
    const step = await perform(agent(), { runs });
    assert.deepEqual(
      step.uploads.map((path) => basename(path)),
      ["pipeline-monitor-report.html"],
    );
    const [, html = ""] = [...step.filesLeft].find(([name]) => name.endsWith(".html")) ?? [];
    const [, held = ""] = /<script type="application\/json" id="report">(.*?)<\/script>/.exec(html) ?? [];
    assert.deepEqual(JSON.parse(held), JSON.parse(attachedReports(step)[0] ?? ""));
  });
});
