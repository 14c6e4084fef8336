import assert from "node:assert/strict";
import { readPage } from "../pages";
import { twoWeeks } from "../tasks/PipelineMonitor/features/digest/digest-weeks";
import { header } from "../tasks/PipelineMonitor/rule-table/case";
import { oneFailure, perform } from "./monitor-stage";
import { fail, hour, useReportWindow } from "./report-window-stage";
import { useAgent } from "./use-agent";

/** The digest of the tests is due 19 minutes before the monitor runs. */
const digest = "Fri 03:00";
const runs = [...oneFailure, ...twoWeeks()];
const isDigest = (text: string) => text.startsWith("**Pipeline digest**\n");

describe("packaged PipelineMonitor, weekly digest", () => {
  const agent = useAgent();

  it("posts the report and then the digest as its page shows it, with a summary of its own", async () => {
    const performed = await perform(agent(), { runs, config: { digest } });
    const { chat, result, outputs, service, summaries, log } = performed;
    assert.deepEqual(
      [result, outputs["delivered"], chat.texts.length],
      ["Succeeded", "sent", 2],
      log.join("\n"),
    );
    assert.equal(chat.texts[0]?.split("\n")[0], header);
    const [, shown] =
      /^```\n(\*\*Pipeline digest[\s\S]*?)^```$/m.exec(readPage("docs", "monitor", "digest.md")) ?? [];
    const plain = (chat.texts[1] ?? "").replaceAll("\\_", "_").replace(/\]\([^)]*\)/g, "](…)");
    assert.equal(`${plain}\n`, shown);
    assert.deepEqual(
      service.requests.map(({ query }) => query.get("minTime")).filter((time) => time !== null),
      ["2026-11-20T02:18:30Z", "2026-10-23T03:19:00Z"],
    );
    assert.deepEqual(Object.keys(summaries), ["Pipeline Monitor", "Pipeline Digest"]);
    assert.match(
      summaries["Pipeline Digest"] ?? "",
      /^\| nightly import \| \*\*4\*\* of 7 \| \*\*1\*\* of 7 \|/m,
    );
  });
});

describe("packaged PipelineMonitor, weekly digest with since_last_report", () => {
  const { stage } = useReportWindow();

  it("is posted once, even if the report was not delivered", async () => {
    await stage(
      async (watch, service, chat) => {
        await watch({ start: 0 });
        fail(service, 1, 1800);
        chat.faults.push({ when: ({ body }) => body.includes("Recent"), reply: { status: 500 } });
        await watch({ start: hour });
        assert.deepEqual(chat.texts.map(isDigest), [true]);
        chat.faults.splice(0);
        for (const hours of [2, 3]) await watch({ start: hours * hour });
        assert.deepEqual(chat.texts.map(isDigest), [true, false]);
      },
      { digest: "Fri 04:00" },
    );
  });
});
