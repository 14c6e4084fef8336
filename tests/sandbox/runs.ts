import type { SandboxRun } from "./build-service";
import { jobRecord, type RecordSketch, stageRecord, stepRecord } from "./timeline-records";

/** By default, a run is healthy. */
export interface RunSketch {
  id?: number;
  pipeline?: string;
  buildNumber?: string;
  status?: string;
  result?: string | undefined;
  /** Seconds before `now` at which it finished. */
  finishedSecondsAgo?: number;
  runSeconds?: number;
  queuedSeconds?: number;
  /** It is not done: `queuedSeconds` or `runSeconds` are those so far. */
  unfinished?: "queued" | "running";
  definitionId?: number;
  tags?: readonly string[];
  /** The errors that its timeline lists, and the agent that they are of. */
  timelineErrors?: readonly string[];
  timelineWarnings?: readonly string[];
  /** Further records of its timeline. */
  timelineRecords?: readonly object[];
  /** All records of its timeline; it has none at all, or the service does not know it. */
  timeline?: readonly RecordSketch[] | "none" | "unknown";
  agent?: string;
  /** The texts of its logs in order; their ids begin with 1 and need not be positions. */
  logs?: readonly string[];
  /** Members of the list record that replace those made from the sketch; undefined takes one away. */
  record?: Record<string, unknown>;
}

/** A run of the sandbox out of a sketch. */
export function sketchRun(now: number, sketch: RunSketch): SandboxRun {
  const { id = 1, pipeline = "nightly import", status = "completed", logs = healthyLogs } = sketch;
  const { unfinished, definitionId = definitionIdOf(sketch.pipeline), tags = [] } = sketch;
  const finish = unfinished === undefined ? now - (sketch.finishedSecondsAgo ?? 600) * 1000 : now;
  const start = unfinished === "queued" ? now : finish - (sketch.runSeconds ?? 300) * 1000;
  const queue = start - (sketch.queuedSeconds ?? 5) * 1000;
  const time = (milliseconds: number) => new Date(milliseconds).toISOString().replace("Z", "4321Z");
  const record = {
    id,
    buildNumber: sketch.buildNumber ?? `20261120.${id}`,
    status,
    result: "result" in sketch ? sketch.result : "succeeded",
    queueTime: time(queue),
    startTime: time(start),
    finishTime: time(finish),
    definition: { id: definitionId, name: pipeline },
    ...(tags.length === 0 ? {} : { tags }),
    ...(unfinished === undefined ? {} : unfinishedMembers[unfinished]),
    ...sketch.record,
  };
  const changed = new Date(finish).toISOString();
  const dates = { createdOn: changed, lastChangedOn: changed };
  return {
    record,
    logs: logs.map((text, index) => ({ id: index + 1, lineCount: text.split("\n").length, ...dates })),
    logTexts: new Map(logs.map((text, index) => [index + 1, text])),
    ...(unfinished === undefined ? {} : { isUnfinished: true }),
    timeline: timelineOf(sketch, String(record["result"]), logs),
  };
}

/** Of a failed run, the step failed whose log is the last with `error`. Its job says what the sketch lists. */
function timelineOf(
  sketch: RunSketch,
  result: string,
  logs: readonly string[],
): NonNullable<SandboxRun["timeline"]> {
  if (typeof sketch.timeline === "string") return sketch.timeline;
  if (sketch.timeline !== undefined) return { records: sketch.timeline };
  const { timelineErrors = [], timelineWarnings = [], unfinished } = sketch;
  const isOver = unfinished === undefined;
  const ofRun = isOver
    ? (resultsByRun.get(result) ?? { job: "failed", step: "failed" })
    : { job: null, step: null };
  const failedAt = logs.findLastIndex((text) => text.includes("error"));
  return {
    records: [
      stageRecord({ result: ofRun.job, issues: null }),
      jobRecord({
        result: ofRun.job,
        workerName: sketch.agent,
        issues: [
          ...timelineErrors.map((message) => ({ type: "error", category: "General", message })),
          ...timelineWarnings.map((message) => ({ type: "warning", category: "General", message })),
        ],
      }),
      ...logs.map((_, index) =>
        stepRecord(index + 1, { result: index === failedAt ? ofRun.step : isOver ? "succeeded" : null }),
      ),
      ...(sketch.timelineRecords ?? []),
    ],
  };
}

/** A step that may fail has succeeded with issues. */
const resultsByRun: ReadonlyMap<string, { job: string; step: string }> = new Map([
  ["succeeded", { job: "succeeded", step: "succeeded" }],
  ["partiallySucceeded", { job: "succeededWithIssues", step: "succeededWithIssues" }],
  ["canceled", { job: "canceled", step: "failed" }],
]);

/** Replaced in the record of an unfinished run. */
const unfinishedMembers = {
  queued: { status: "notStarted", result: undefined, startTime: undefined, finishTime: undefined },
  running: { status: "inProgress", result: undefined, finishTime: undefined },
};

const healthyLogs = ["Initialize job", "Checkout", "Set up", "Pool", "Import", "Finalize job"].map(
  (step) => `Starting: ${step}\nFinishing: ${step}`,
);

/** Each pipeline has an id of its own. */
export function definitionIdOf(pipeline = "nightly import"): number {
  if (pipeline === "nightly import") return 7;
  return [...pipeline].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 1_000_003, 1000);
}
