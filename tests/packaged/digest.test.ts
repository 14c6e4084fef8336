import assert from "node:assert/strict";
import { readPage } from "../pages";
import type { RunSketch } from "../sandbox/runs";
import { header } from "../tasks/PipelineMonitor/rule-table/case";
import { oneFailure, perform } from "./monitor-stage";
import { fail, hour, useReportWindow } from "./report-window-stage";
import { useAgent } from "./use-agent";

const day = 24 * hour;

/** So many runs at even times of a week of whole days, the last one five hours before the present or as many weeks earlier. */
function weekOf(
  weeksAgo: number,
  count: number,
  firstId: number,
  run: (index: number) => RunSketch,
): RunSketch[] {
  return Array.from({ length: count }, (_, index) => ({
    id: firstId + index,
    finishedSecondsAgo: weeksAgo * 7 * day + 5 * hour + Math.floor((index * 7 * day) / count),
    ...run(index),
  }));
}

const failed = { result: "failed" };
const commit = (name: string) => ({ record: { sourceVersion: name, sourceBranch: "refs/heads/main" } });

const timelineWarnings = [
  "The windows-2019 runner image is being deprecated, consider switching to windows-2022(windows-latest) or windows-2025 instead. For more details see https://github.com/actions/runner-images/issues/12045.",
];
const priceFeed = { pipeline: "price feed", definitionId: 11, timelineWarnings };
const nightlyImport = { pipeline: "nightly import", definitionId: 7, timelineWarnings };
const siteHealth = { pipeline: "site_health", definitionId: 13 };

/** Two weeks of a project: a pipeline that got slower, one that is flaky, one that often fails and one that waited. */
function twoWeeks(): RunSketch[] {
  return [
    ...weekOf(0, 28, 1000, (index) => ({
      ...{ ...priceFeed, runSeconds: 400 + 5 * index, ...(index === 9 ? failed : {}) },
    })),
    ...weekOf(1, 28, 1100, () => ({ ...priceFeed, runSeconds: 320 })),
    ...weekOf(0, 7, 1200, (index) => ({
      ...{ ...nightlyImport, runSeconds: 1500, ...(index < 4 ? failed : {}) },
      ...(index === 2 ? { queuedSeconds: 1260 } : {}),
    })),
    ...weekOf(1, 7, 1300, (index) => ({
      ...{ ...nightlyImport, runSeconds: 1480, ...(index === 0 ? { result: "canceled" } : {}) },
    })),
    ...weekOf(0, 14, 1400, (index) => ({
      ...{ ...siteHealth, runSeconds: 90, ...commit(`c${Math.floor(index / 2)}`) },
      ...([1, 4].includes(index) ? failed : {}),
    })),
    ...weekOf(1, 14, 1500, () => ({ ...siteHealth, runSeconds: 95 })),
  ];
}

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
