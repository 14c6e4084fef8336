import assert from "node:assert/strict";
import { renderMetrics } from "../../../../../tasks/PipelineMonitor/features/metrics/body";
import { countMetrics } from "../../../../../tasks/PipelineMonitor/features/metrics/count";
import { decoded } from "../../../../sandbox/metrics-decoder";
import { sanitize } from "../../../../sanitize";
import { failedRun } from "../../failed-run";
import { projectReport } from "../../report-stage";
import { window } from "./windows";

const now = 1_800_000_000;
const records = [10, 20, 3000, 30_000].map((seconds, id) => {
  const startTime = now - 700 - seconds;
  return { run: failedRun({ id, finishTime: now - 700, startTime, queueTime: startTime }) };
});
const active = [failedRun({ id: 9, status: "inProgress", finishTime: undefined })];
const report = projectReport({ window: window(now), records });
const figure = { name: "others", unit: "{one}", description: "Others.", pipeline: "nightly import" };
const past = () => [
  { title: "", rows: [], sentences: [], figures: [{ ...figure, attributes: { kind: "a" } }] },
];
const metrics = countMetrics([report], now - 3000, sanitize, past, new Map([[report.config, active]]));
const body = renderMetrics(metrics, { "service.name": "pipeline-monitor" });

describe("the body of metrics", () => {
  it("is what OpenTelemetry's own decoder reads, member for member", () =>
    assert.deepEqual(decoded(body), JSON.parse(body)));

  it("has figures by the conventions, those of finished runs with their window, and names no run", () => {
    const schemaUrl = "https://opentelemetry.io/schemas/1.43.0";
    const listOf = (attributes: object) =>
      Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
    const attributes = (others: object) =>
      listOf({ "cicd.pipeline.name": "nightly import", "azure.devops.project": "Night Shift", ...others });
    const state = (name: string) => ({ "cicd.pipeline.run.state": name });
    const failed = { "error.type": "failed" };
    const past = { startTimeUnixNano: `${now - 3000}000000000`, timeUnixNano: `${now - 600}000000000` };
    const present = { timeUnixNano: `${now}000000000` };
    const explicitBounds = [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];
    const histogram = (counts: Record<string, string>) => ({
      bucketCounts: [...explicitBounds, "more"].map((bound) => counts[bound] ?? "0"),
      explicitBounds,
    });
    const none = { count: "4", sum: 0, min: 0, max: 0 };
    const durations = [
      { ...past, attributes: attributes(state("pending")), ...none, ...histogram({ 1: "4" }) },
      {
        ...past,
        attributes: attributes({ ...state("executing"), "cicd.pipeline.result": "failure", ...failed }),
        ...{ count: "4", sum: 33_030, min: 10, max: 30_000 },
        ...histogram({ 15: "1", 30: "1", 3600: "1", more: "1" }),
      },
    ];
    const metrics = [
      {
        ...{ name: "cicd.pipeline.run.duration", unit: "s" },
        description: "Run and queue times of the runs that finished.",
        histogram: { aggregationTemporality: 1, dataPoints: durations },
      },
      {
        ...{ name: "cicd.pipeline.run.errors", unit: "{error}", description: "Runs that failed." },
        sum: {
          ...{ aggregationTemporality: 1, isMonotonic: true },
          dataPoints: [{ ...past, attributes: attributes(failed), asInt: "4" }],
        },
      },
      {
        ...{ name: "cicd.pipeline.run.active", unit: "{run}", description: "Runs that wait or run." },
        sum: {
          ...{ aggregationTemporality: 2, isMonotonic: false },
          dataPoints: [
            { ...present, attributes: attributes(state("pending")), asInt: "0" },
            { ...present, attributes: attributes(state("executing")), asInt: "1" },
          ],
        },
      },
      {
        ...{ name: "others", unit: "{one}", description: "Others." },
        sum: {
          ...{ aggregationTemporality: 1, isMonotonic: true },
          dataPoints: [{ ...past, attributes: attributes({ kind: "a" }), asInt: "1" }],
        },
      },
    ];
    const resource = { attributes: listOf({ "service.name": "pipeline-monitor" }) };
    const scopeMetrics = [{ schemaUrl, scope: { name: "pipeline-keeper" }, metrics }];
    assert.deepEqual(JSON.parse(body), { resourceMetrics: [{ schemaUrl, resource, scopeMetrics }] });
  });
});
