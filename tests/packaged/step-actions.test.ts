import assert from "node:assert/strict";
import { readPage, under } from "../pages";
import type { RunSketch } from "../sandbox/runs";
import { scheduledRuns } from "../sandbox/schedule";
import { suggestion } from "../sentences";
import { everyExtra, failing } from "./extras-stage";
import { now, perform, type StageOptions } from "./monitor-stage";
import { useAgent } from "./use-agent";

const hour: RunSketch[] = [
  failing(3, ["Importing\n##[error]Row 17 is broken", "no trouble"], { finishedSecondsAgo: 300 }),
  { id: 2, pipeline: "price feed", runSeconds: 1834, queuedSeconds: 900, finishedSecondsAgo: 900 },
  { id: 1, pipeline: "site health", finishedSecondsAgo: 1800 },
];

/** Two pipelines whose run times are known, one by a schedule. */
const fortnight: RunSketch[] = [
  ...scheduledRuns(now, { everyMinutes: 24 * 60, days: 20, run: { id: 100 } }),
  ...Array.from({ length: 30 }, (_, index) => ({
    ...{ id: 500 + index, pipeline: "price feed", finishedSecondsAgo: 3600 * index },
    ...{ runSeconds: 280 + index, queuedSeconds: index },
  })),
];

const pipelines = {
  default: { max_proc_time: 900, min_proc_time: 30 },
  "nightly imports": { max_proc_time: 600 },
  "db_*": { max_proc_time: 600 },
};

describe("packaged PipelineMonitor, actions of a step", () => {
  const agent = useAgent();

  /** A step with an action, and what it shows on the page of the run. */
  async function act(inputs: Record<string, string>, options: StageOptions = {}) {
    const step = { inputs: { configFile: "monitor.json", webhookUrl: "$(WEBHOOK_URL)", ...inputs } };
    const done = await perform(agent(), {
      runs: [{ id: 1, result: "failed", logs: ["x"] }],
      ...options,
      step,
    });
    return { ...done, page: done.summaries["Pipeline Monitor"] ?? "" };
  }

  it("testMessage posts one line, even if test_flag is true, and names entries that apply to no pipeline", async () => {
    const { result, chat, page, issues, outputs } = await act(
      { action: "testMessage" },
      { config: { test_flag: true, pipelines } },
    );
    assert.deepEqual([result, chat.texts.length, outputs], ["Succeeded", 1, {}]);
    assert.match(
      chat.texts[0] ?? "",
      /^\*\*Test message from Pipeline Monitor: this channel receives its reports\./,
    );
    assert.match(page, /^```\nThe channel accepted the test message, .*\n```\n$/);
    assert.deepEqual(
      issues.map(({ message }) => message),
      [
        `monitor.json, line 1: pipelines.nightly imports: no pipeline of the project has this name${suggestion("nightly import")}`,
        "monitor.json, line 1: pipelines.db_*: matches no pipeline of the project",
      ],
    );
  });

  for (const [action, heading, runs] of [
    ["suggest", "Suggest", fortnight],
    ["explain", "Explain", hour],
  ] as const)
    it(`${action} shows what its page does`, async () => {
      const { page } = await act({ action }, { runs: [...runs], config: everyExtra });
      const section = under(heading, readPage("docs", "monitor", "configuration.md"));
      const [, shown = ""] = /^```\n([\s\S]*?)^```$/m.exec(section) ?? [];
      assert.ok(shown !== "" && page.includes(shown), `the page shows something else than\n${page}`);
    });
});
