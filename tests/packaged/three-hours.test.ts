import assert from "node:assert/strict";
import { readPage } from "../pages";
import type { SandboxBuildService } from "../sandbox/build-service";
import type { RunSketch } from "../sandbox/runs";
import { fail, hour, useReportWindow } from "./report-window-stage";

const page = readPage("docs", "monitor", "less-noise.md");

/** The members of the configuration that the page shows. */
function shownConfig(): Record<string, unknown> {
  const [, text = assert.fail("the page shows no configuration")] =
    /^```json\n("notify"[\s\S]*?)^```$/m.exec(page) ?? [];
  return JSON.parse(`{${text}}`);
}

/** The messages of three hours, as the page shows them: each below its time, links without their targets. */
const shownHours = (reports: readonly string[][]) =>
  reports
    .map(
      (report, index) =>
        `${`0${3 + index}`.slice(-2)}:19 UTC\n${report.join("\n").replace(/\]\([^)]*\)/g, "](…)")}\n`,
    )
    .join("\n");

const space = "##[error]pg_dump: error: could not write: No space left on device";
const password = "psql: error: connection to server failed: password authentication failed";

/** Three hours: one pipeline fails for the same reason in each, one recovers in the second, one begins to fail in the third. */
function putRuns(service: SandboxBuildService): void {
  const put = (id: number, seconds: number, sketch: RunSketch) =>
    fail(service, id, seconds, { buildNumber: `20261120.${id}`, ...sketch });
  const backup: RunSketch = { pipeline: "db_backup", definitionId: 1, logs: ["1", "2", "3", "4", space] };
  const prices: RunSketch = { pipeline: "price feed", definitionId: 2, logs: ["1", "2", "3", "4", "5"] };
  const works: RunSketch = { ...prices, result: "succeeded", runSeconds: 300 };
  const invoices: RunSketch = { pipeline: "invoices", definitionId: 3, logs: ["1", "2", "3", "4", password] };
  for (const [index, id] of [1, 4, 6].entries()) put(id, index * hour - 1200, backup);
  put(2, -900, { ...prices, result: "succeeded", runSeconds: 1834 });
  put(5, hour - 900, works);
  put(7, 2 * hour - 900, works);
  put(3, -600, { ...invoices, result: "succeeded", runSeconds: 120 });
  put(8, 2 * hour - 600, invoices);
}

describe("packaged PipelineMonitor, three hours with notify: changes", () => {
  const { stage } = useReportWindow();

  async function messages(config: Record<string, unknown>): Promise<string[][]> {
    const reports: string[][] = [];
    await stage(async (watch, service, chat) => {
      putRuns(service);
      for (const index of [0, 1, 2]) reports.push((await watch({ start: index * hour })).report);
      const posted = chat.texts.map((text) => text.replaceAll("\\_", "_"));
      const printed = reports
        .filter(([first = ""]) => first.startsWith("**"))
        .map((report) => report.join("\n"));
      assert.deepEqual(posted, printed, "what is printed is posted");
    }, config);
    return reports;
  }

  it("are as the page shows them", async () => {
    const config = shownConfig();
    assert.equal(config["notify"], "changes");
    const shown = shownHours(await messages(config));
    assert.ok(page.includes(`\`\`\`\n${shown}\`\`\`\n`), shown);
  });
});
