import type { SandboxRun } from "./build-service";

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
  agent?: string;
  /** The texts of its logs in order; their ids begin with 1 and need not be positions. */
  logs?: readonly string[];
  /** Members of the list record that replace those made from the sketch; undefined takes one away. */
  record?: Record<string, unknown>;
}

/** A run of the sandbox out of a sketch. */
export function sketchRun(now: number, sketch: RunSketch): SandboxRun {
  const { id = 1, pipeline = "nightly import", status = "completed", logs = healthyLogs } = sketch;
  const { unfinished, definitionId = 7, tags = [], timelineErrors = [], timelineWarnings = [] } = sketch;
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
    timeline: {
      records: [
        { type: "Stage", name: "Build", issues: null },
        {
          type: "Job",
          id: "job",
          name: "Job",
          workerName: sketch.agent,
          issues: [
            ...timelineErrors.map((message) => ({ type: "error", category: "General", message })),
            ...timelineWarnings.map((message) => ({ type: "warning", category: "General", message })),
          ],
        },
        ...logs.map((_, index) => {
          const log = { id: index + 1 };
          return { type: "Task", id: `step-${log.id}`, parentId: "job", log };
        }),
        ...(sketch.timelineRecords ?? []),
      ],
    },
  };
}

/** Replaced in the record of an unfinished run. */
const unfinishedMembers = {
  queued: { status: "notStarted", result: undefined, startTime: undefined, finishTime: undefined },
  running: { status: "inProgress", result: undefined, finishTime: undefined },
};

const healthyLogs = ["Initialize job", "Checkout", "Set up", "Pool", "Import", "Finalize job"].map(
  (step) => `Starting: ${step}\nFinishing: ${step}`,
);
