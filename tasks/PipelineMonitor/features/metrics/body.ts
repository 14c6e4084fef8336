import type { Metrics } from "./count";
import { type Attributes, bucketSeconds, type Histogram, type Sum } from "./series";

/** The version of the conventions that the names are of. */
const schemaUrl = "https://opentelemetry.io/schemas/1.43.0";
const [delta, cumulative] = [1, 2];

/** Renders metrics as a request of OpenTelemetry's protocol in JSON. `resource` tells whose they are. */
export function renderMetrics({ from, until, now, ...metrics }: Metrics, resource: Attributes): string {
  const window = { startTimeUnixNano: nanoseconds(from), timeUnixNano: nanoseconds(until) };
  const durations = metrics.durations.map((histogram) => ({ ...window, ...histogramPoint(histogram) }));
  const errors = metrics.errors.map((sum) => ({ ...window, ...sumPoint(sum) }));
  const active = metrics.active.map((sum) => ({ timeUnixNano: nanoseconds(now), ...sumPoint(sum) }));
  const all = [
    ...metricOf(durations, (dataPoints) => ({
      name: "cicd.pipeline.run.duration",
      unit: "s",
      description: "Run and queue times of the runs that finished.",
      histogram: { aggregationTemporality: delta, dataPoints },
    })),
    ...metricOf(errors, (dataPoints) => ({
      name: "cicd.pipeline.run.errors",
      unit: "{error}",
      description: "Runs that failed.",
      sum: { aggregationTemporality: delta, isMonotonic: true, dataPoints },
    })),
    ...metrics.others.map(({ sums, ...other }) => {
      const dataPoints = sums.map((sum) => ({ ...window, ...sumPoint(sum) }));
      return { ...other, sum: { aggregationTemporality: delta, isMonotonic: true, dataPoints } };
    }),
    ...metricOf(active, (dataPoints) => ({
      name: "cicd.pipeline.run.active",
      unit: "{run}",
      description: "Runs that wait or run.",
      sum: { aggregationTemporality: cumulative, isMonotonic: false, dataPoints },
    })),
  ];
  return JSON.stringify({
    resourceMetrics: [
      {
        schemaUrl,
        resource: { attributes: attributeList(resource) },
        scopeMetrics: [{ schemaUrl, scope: { name: "pipeline-keeper" }, metrics: all }],
      },
    ],
  });
}

/** A metric without figures is not sent. */
function metricOf<T>(dataPoints: readonly T[], render: (dataPoints: readonly T[]) => object): object[] {
  return dataPoints.length === 0 ? [] : [render(dataPoints)];
}

function histogramPoint({ attributes, count, buckets, ...seconds }: Histogram) {
  return {
    attributes: attributeList(attributes),
    count: String(count),
    sum: seconds.totalSeconds,
    min: seconds.shortestSeconds,
    max: seconds.longestSeconds,
    bucketCounts: buckets.map(String),
    explicitBounds: bucketSeconds,
  };
}

function sumPoint({ attributes, value }: Sum) {
  return { attributes: attributeList(attributes), asInt: String(value) };
}

function attributeList(attributes: Attributes) {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

/** Integers of 64 bits are texts in the protocol's JSON. */
function nanoseconds(seconds: number): string {
  return `${seconds}000000000`;
}
