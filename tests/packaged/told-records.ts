import { jobRecord, stageRecord, stepRecord } from "../sandbox/timeline-records";
import { now } from "./monitor-stage";
import type { ToldProject } from "./told-reports";

const before = (seconds: number) => new Date(now - seconds * 1000).toISOString();
const preparation = ["Initialize job", "Checkout", "Install", "Pool"];

/** What people reported of the records of runs: their times, numbers and logs. */
export const toldRecords: readonly ToldProject[] = [
  {
    from: "https://github.com/dotnet/arcade/issues/7389",
    of: "a run whose YAML could not be parsed, and has null where others have their parameters",
    run: {
      result: "failed",
      logs: [],
      timeline: "none",
      record: { parameters: null, queueTime: before(600), startTime: before(600), finishTime: before(600) },
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
      record: { queueTime: before(600), startTime: before(590), finishTime: before(595) },
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
