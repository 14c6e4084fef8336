import assert from "node:assert/strict";
import { starter } from "../../tasks/PipelineMonitor/tools/starter";
import { readPage } from "../pages";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { RunSketch } from "../sandbox/runs";
import { fail, hour, useReportWindow } from "./report-window-stage";

const page = readPage("docs", "monitor", "quickstart.md");

/** Puts the runs of an hour: `nightly import` fails in the second and third, a pull request in each. */
function putRuns(service: SandboxBuildService, index: number): void {
  const put = (id: number, seconds: number, sketch: RunSketch) =>
    fail(service, id, index * hour - seconds, { buildNumber: `20261120.${id}`, ...sketch });
  const works: RunSketch = { definitionId: 1, result: "succeeded", logs: ["1"] };
  const space = "##[error]pg_dump: error: could not write: No space left on device";
  const isBroken = index === 1 || index === 2;
  put(10 + index, 1200, isBroken ? { definitionId: 1, logs: ["1", "2", "3", "4", space] } : works);
  put(20 + index, 900, { ...works, pipeline: "price feed", definitionId: 2 });
  put(30 + index, 600, { pipeline: "site", definitionId: 3, record: { reason: "pullRequest" } });
}

describe("packaged PipelineMonitor, the hours of the starter", () => {
  const { stage } = useReportWindow();

  it("are as the quickstart shows them", async () => {
    const answers: Record<string, string> = { organization: "contoso", project: "Night Shift" };
    const {
      organization: _,
      project: __,
      url_base: ___,
      ...keys
    } = Object(starter.make((name) => answers[name]).value);
    const hours: string[] = [];
    await stage(
      async (watch, service, chat) => {
        for (const index of [0, 1, 2, 3]) {
          putRuns(service, index);
          const posted = chat.texts.length;
          const { report } = await watch({ start: index * hour });
          const text = report.join("\n").replace(/\]\([^)]*\)/g, "](…)");
          const where = chat.texts.length > posted ? "posted" : "only in the log";
          hours.push(`0${3 + index}:19 UTC, ${where}\n${text}\n`);
        }
      },
      { ...keys, test_flag: false },
    );
    assert.ok(page.includes(`\`\`\`\n${hours.join("\n")}\`\`\`\n`), hours.join("\n"));
  });
});
