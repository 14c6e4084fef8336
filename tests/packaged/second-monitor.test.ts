import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { configSchema } from "../../tasks/PipelineMonitor/config/schema";
import { allWell } from "../../tasks/PipelineMonitor/render/lines";
import { readPipeline } from "../sandbox/pipeline";
import type { RunSketch } from "../sandbox/runs";
import { fewerThan, verdict } from "../sentences";
import { parseConfig } from "../tasks/PipelineMonitor/parse-config";
import { header } from "../tasks/PipelineMonitor/rule-table/case";
import { reportIn } from "./monitor-stage";
import { runPipeline, scaleOutFolder } from "./scale-out-stage";
import { useAgent } from "./use-agent";

const first = readPipeline(join(scaleOutFolder, "first-monitor.yml"));
const second = readPipeline(join(scaleOutFolder, "second-monitor.yml"));
const secondConfigText: unknown = JSON.parse(
  readFileSync(join(scaleOutFolder, "second-monitor.json"), "utf8"),
);
const secondConfig = v.parse(configSchema, secondConfigText);
const watched = secondConfig.pipelines["first monitor"] ?? assert.fail("no entry for the first monitor");

describe("second-monitor.yml", () => {
  it("runs when a first monitor that waited and took as long as it may has finished", () => {
    const [, minute] = /^(\d+) \* \* \* \*$/.exec(second.schedules[0]?.cron ?? "") ?? [];
    const latestSeconds = secondConfig.queue_time_max + (watched.max_proc_time ?? 0);
    assert.ok(Number(minute) > 19 + latestSeconds / 60 && Number(minute) < 60, minute);
  });

  it("runs on other machines than the first monitor", () => {
    const [pool, other] = [first, second].map(({ jobs }) => jobs[0]?.pool);
    assert.deepEqual([pool, other], [{ vmImage: "ubuntu-latest" }, { vmImage: "windows-latest" }]);
  });
});

describe("second-monitor.json", () => {
  it("has no fault and nothing odd, checks the first monitor alone, and does not try only", () => {
    const { problems, warnings } = parseConfig(secondConfigText);
    assert.deepEqual([problems, warnings], [[], []]);
    const { comment: _, ...entries } = secondConfig.pipelines;
    assert.deepEqual(Object.keys(entries), ["default", "first monitor"]);
    assert.deepEqual([entries.default, watched.check_flag], [{ check_flag: false }, true]);
    assert.equal(secondConfig.test_flag, false);
  });
});

describe("second monitor over the first", () => {
  const agent = useAgent();
  const minutes = 60;
  const definition = {
    id: Number(new URLSearchParams(secondConfig.url_params).get("definitions")),
    name: "first monitor",
  };
  /** The first monitor's run of 19 past, as the second sees it at 44 past. */
  const firstRun = { id: 12, finishedSecondsAgo: 24 * minutes, runSeconds: minutes, record: { definition } };
  const lastHour = { ...firstRun, id: 11, finishedSecondsAgo: 84 * minutes };
  /** The rest of its project's hour: the second's own last run, and other people's. */
  const others = [
    { id: 2, pipeline: "second monitor", finishedSecondsAgo: 59 * minutes },
    { id: 3, pipeline: "nightly import", result: "failed" },
  ];
  const watch = async (...runs: RunSketch[]) => {
    const projects = { first_monitor: { runs: [...others, ...runs], config: secondConfig } };
    const { result, legs: watching, chat } = await runPipeline(agent(), second, projects);
    const { log = [], outputs } = watching["first_monitor"] ?? {};
    const report = reportIn(log).map(
      (text) => text.replace(/ \[20261120\.\d+\]\([^)]*\) /, " ").split(" [log]")[0],
    );
    return { result, report, runCount: outputs?.["runCount"], posted: chat.texts.length };
  };

  it("says nothing of a first monitor that ran well, whose run alone it counts", async () => {
    assert.deepEqual(await watch(firstRun, lastHour), {
      result: "succeeded",
      report: [allWell],
      runCount: "1",
      posted: 0,
    });
  });

  for (const [trouble, run, says] of [
    ["failed", { result: "failed" }, `first monitor failed: ${verdict}.`],
    ["did not run, or has not come to an end", { finishedSecondsAgo: 62 * minutes }, fewerThan(0, 0)],
  ] as const)
    it(`tells of a first monitor that ${trouble}, and of nothing else; and fails, so that it is mailed`, async () => {
      const { result, report, posted } = await watch({ ...firstRun, ...run }, lastHour);
      assert.deepEqual(report, [header, says]);
      assert.deepEqual([result, posted], ["failed", 1]);
    });
});
