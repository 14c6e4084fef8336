import assert from "node:assert/strict";
import { memberAt } from "../../../../shared/json/path";
import { renderMetrics } from "../../../../tasks/PipelineMonitor/metrics/body";
import { countMetrics } from "../../../../tasks/PipelineMonitor/metrics/count";
import { sanitize } from "../../../sanitize";
import { failedRun } from "../failed-run";
import { projectReport } from "../report-stage";
import { decoded } from "./decoder";
import { window } from "./windows";

const now = 1_800_000_000;
const runs = [10, 20, 3000].map((seconds, index) =>
  failedRun({
    ...{ id: index, finishTime: now - 700, startTime: now - 700 - seconds, queueTime: now - 8000 },
  }),
);
const active = [failedRun({ id: 9, status: "inProgress", finishTime: undefined })];
const metrics = countMetrics(
  [projectReport({ window: window(now), records: runs.map((run) => ({ run })), active })],
  { until: now - 3000, causes: {} },
  sanitize,
);
const body = renderMetrics(metrics, { "service.name": "pipeline-monitor" });
const metricAt = (index: number, ...path: string[]) =>
  memberAt(JSON.parse(body), [
    "resourceMetrics",
    "0",
    "scopeMetrics",
    "0",
    "metrics",
    String(index),
    ...path,
  ]);

describe("the body of metrics", () => {
  it("is what OpenTelemetry's own decoder reads, member for member", () => {
    assert.deepEqual(decoded(body), JSON.parse(body));
  });

  it("has the conventions' names, units and schema", () => {
    assert.deepEqual(
      [0, 1, 2].map((index) => [metricAt(index, "name"), metricAt(index, "unit")]),
      [
        ["cicd.pipeline.run.duration", "s"],
        ["cicd.pipeline.run.errors", "{error}"],
        ["cicd.pipeline.run.active", "{run}"],
      ],
    );
    assert.match(body, /"schemaUrl":"https:\/\/opentelemetry\.io\/schemas\/1\.\d+\.0"/);
  });

  it("has the window of what it counts, and the present of what is active", () => {
    const [counted, present] = [metricAt(1, "sum", "dataPoints", "0"), metricAt(2, "sum", "dataPoints", "0")];
    const times = ["startTimeUnixNano", "timeUnixNano"];
    assert.deepEqual(
      times.map((time) => memberAt(counted, [time])),
      [`${now - 3000}000000000`, `${now - 600}000000000`],
    );
    assert.deepEqual(
      times.map((time) => memberAt(present, [time])),
      [undefined, `${now}000000000`],
    );
  });

  it("counts each time in one bucket more than there are bounds", () => {
    const point = metricAt(0, "histogram", "dataPoints", "1");
    assert.deepEqual(
      ["count", "sum", "min", "max"].map((name) => memberAt(point, [name])),
      ["3", 3030, 10, 3000],
    );
    const [buckets, bounds] = ["bucketCounts", "explicitBounds"].map((name) => memberAt(point, [name]));
    assert.ok(Array.isArray(buckets) && Array.isArray(bounds));
    assert.equal(buckets.length, bounds.length + 1);
    const expected = bounds.map((bound) => ({ 15: "1", 30: "1", 3600: "1" })[String(bound)] ?? "0");
    assert.deepEqual(buckets, [...expected, "0"]);
  });

  it("names no run", () => {
    assert.doesNotMatch(body, /cicd\.pipeline\.run\.id|20261120\.3/);
  });
});
