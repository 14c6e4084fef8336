import assert from "node:assert/strict";
import { jobRecord, stageRecord, stepRecord } from "../sandbox/timeline-records";
import { report } from "./extras-stage";
import { now } from "./monitor-stage";
import { type ToldProject, toldReports } from "./told-reports";
import { useAgent } from "./use-agent";

const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const preparation = ["Initialize job", "Checkout", "Install", "Pool"];

/** What people reported of the records of runs: their times, numbers and logs. */
const toldRecords: readonly ToldProject[] = [
  {
    from: "https://github.com/dotnet/arcade/issues/7389",
    of: "a run whose YAML could not be parsed, and has null where others have their parameters",
    run: {
      result: "failed",
      logs: [],
      timeline: "none",
      record: { parameters: null, queueTime: ago(600), startTime: ago(600), finishTime: ago(600) },
    },
    told: /failed\. \[run\]\(\S+\)$/,
  },
  {
    from: "https://github.com/travis-ci/travis-api/pull/1044",
    of: "a run that was canceled at once, and had finished before it started",
    run: {
      result: "canceled",
      logs: [],
      timeline: "none",
      record: { queueTime: ago(600), startTime: ago(590), finishTime: ago(595) },
    },
    told: /was canceled\. \[run\]\(\S+\)$/,
  },
  {
    from: "https://github.com/int128/datadog-actions-metrics/issues/285",
    of: "a run that had waited less than no time",
    run: { queuedSeconds: -20 },
    told: undefined,
  },
  {
    from: "https://github.com/dotnet/source-build/issues/4049",
    of: "a number that grew each time the run was run again, as far as the service allows",
    run: {
      result: "failed",
      logs: ["x"],
      buildNumber: "20240122.3-7.0.406,7.0.313,".repeat(10).slice(0, 255),
    },
    told: /^pipeline \d+ \[20240122[^\]]{192}\]\(\S+\) failed\. \[log\]\(\S+\)$/,
  },
  {
    from: "https://github.com/apache/devlake/issues/8291",
    of: "all stages were skipped, and the run succeeded",
    run: { logs: [], timeline: [stageRecord({ result: "skipped" })] },
    told: undefined,
  },
  {
    from: "https://github.com/microsoft/azure-pipelines-agent/issues/1413",
    of: "the log of the step that timed out was never uploaded",
    run: {
      result: "failed",
      logs: [...preparation, "fine"],
      timeline: [
        stageRecord(),
        jobRecord(),
        stepRecord(5, { result: "succeeded" }),
        stepRecord(6, { name: "Import", result: "failed", log: null }),
      ],
    },
    told: /\[log\]\(\S+\/logs\/5\) Why: step Import failed\.$/,
  },
];

describe("packaged PipelineMonitor, what people reported", () => {
  const agent = useAgent();
  const reports = [...toldReports, ...toldRecords];
  let lines: string[] = [];

  before(async () => {
    const runs = reports.map(({ run }, index) => ({
      ...run,
      ...{ id: index + 1, definitionId: index + 1, pipeline: `pipeline ${index + 1}` },
    }));
    ({ lines } = await report(agent(), runs, { explain_failures: true }));
  });

  for (const [index, { from, of, told }] of reports.entries())
    it(`tells ${from}: ${of}`, () => {
      const own = lines.filter((line) => line.includes(`buildId=${index + 1})`));
      assert.equal(own.length, told === undefined ? 0 : 1);
      if (told !== undefined) assert.match(own[0] ?? "", told);
    });
});
