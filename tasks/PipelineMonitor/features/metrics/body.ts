/** The attributes of a series, by the names of OpenTelemetry's conventions. */
export type Attributes = Readonly<Record<string, string>>;

/** The figures of the runs that finished in a window. Times are in seconds since 1970. */
export interface Metrics {
  from: number;
  until: number;
  now: number;
  durations: ReturnType<typeof histogram>[];
  /** Each has figures of the window, or of the present. */
  sums: {
    name: string;
    unit: string;
    description: string;
    isOfPresent?: boolean;
    figures: ReturnType<typeof sum>[];
  }[];
}

const durationsOfRuns = {
  name: "cicd.pipeline.run.duration",
  unit: "s",
  description: "Run and queue times of the runs that finished.",
};
export const errorsOfRuns = {
  name: "cicd.pipeline.run.errors",
  unit: "{error}",
  description: "Runs that failed.",
};
export const activeRuns = {
  name: "cicd.pipeline.run.active",
  unit: "{run}",
  description: "Runs that wait or run.",
  isOfPresent: true,
};

/** From a second to eight hours. */
const bucketSeconds = [1, 5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800];

export function sum(attributes: Attributes) {
  return { attributes, value: 0 };
}

export function histogram(attributes: Attributes) {
  return {
    attributes,
    count: 0,
    sum: 0,
    min: Number.POSITIVE_INFINITY,
    max: 0,
    /** How many times are up to each of `bucketSeconds` and above the one before, and how many are above all. */
    buckets: [...bucketSeconds, 0].map(() => 0),
  };
}

/** A time that is unknown or negative counts nowhere. */
export function addTime(
  histogramOf: (attributes: Attributes) => ReturnType<typeof histogram>,
  attributes: Attributes,
  seconds: number,
): void {
  if (!(seconds >= 0)) return;
  const times = histogramOf(attributes);
  const bucket = bucketSeconds.findIndex((bound) => seconds <= bound);
  const index = bucket === -1 ? bucketSeconds.length : bucket;
  times.count++;
  times.sum += seconds;
  times.min = Math.min(times.min, seconds);
  times.max = Math.max(times.max, seconds);
  times.buckets[index] = (times.buckets[index] ?? 0) + 1;
}

/** The version of the conventions that the names are of. */
const schemaUrl = "https://opentelemetry.io/schemas/1.43.0";
const [delta, cumulative] = [1, 2];

/** Renders metrics as a request of OpenTelemetry's protocol in JSON. `resource` tells whose they are. */
export function renderMetrics({ from, until, now, durations, sums }: Metrics, resource: Attributes): string {
  const window = { startTimeUnixNano: nanoseconds(from), timeUnixNano: nanoseconds(until) };
  const present = { timeUnixNano: nanoseconds(now) };
  const times = durations.map(({ attributes, count, buckets, ...seconds }) => ({
    ...window,
    ...seconds,
    attributes: attributeList(attributes),
    count: String(count),
    bucketCounts: buckets.map(String),
    explicitBounds: bucketSeconds,
  }));
  const metrics = [
    // A metric without figures is not sent.
    ...(times.length === 0
      ? []
      : [{ ...durationsOfRuns, histogram: { aggregationTemporality: delta, dataPoints: times } }]),
    ...sums.map(({ figures, isOfPresent = false, ...metric }) => {
      const dataPoints = figures.map(({ attributes, value }) => ({
        ...(isOfPresent ? present : window),
        attributes: attributeList(attributes),
        asInt: String(value),
      }));
      const aggregationTemporality = isOfPresent ? cumulative : delta;
      return { ...metric, sum: { aggregationTemporality, isMonotonic: !isOfPresent, dataPoints } };
    }),
  ];
  return JSON.stringify({
    resourceMetrics: [
      {
        schemaUrl,
        resource: { attributes: attributeList(resource) },
        scopeMetrics: [{ schemaUrl, scope: { name: "pipeline-keeper" }, metrics }],
      },
    ],
  });
}

function attributeList(attributes: Attributes) {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

/** Integers of 64 bits are texts in the protocol's JSON. */
function nanoseconds(seconds: number): string {
  return `${seconds}000000000`;
}
