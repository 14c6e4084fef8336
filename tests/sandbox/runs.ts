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
  agent?: string;
  /** The texts of its logs in order; their ids begin with 1 and need not be positions. */
  logs?: readonly string[];
  /** Members of the list record that replace those made from the sketch; undefined takes one away. */
  record?: Record<string, unknown>;
}

/** A run of the sandbox out of a sketch. */
export function sketchRun(now: number, sketch: RunSketch): SandboxRun {
  const { id = 1, pipeline = "nightly import", status = "completed", logs = healthyLogs } = sketch;
  const { unfinished, definitionId = 7, tags = [], timelineErrors = [], agent } = sketch;
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
  return {
    record,
    logs: logs.map((text, index) => ({
      id: index + 1,
      lineCount: text.split("\n").length,
      createdOn: changed,
      lastChangedOn: changed,
    })),
    logTexts: new Map(logs.map((text, index) => [index + 1, text])),
    ...(unfinished === undefined ? {} : { isUnfinished: true }),
    timeline: {
      records: [
        { type: "Stage", name: "Build", issues: null },
        {
          type: "Job",
          id: "job",
          name: "Job",
          workerName: agent,
          issues: timelineErrors.map((message) => ({ type: "error", category: "General", message })),
        },
        ...logs.map((_, index) => ({
          ...{ type: "Task", id: `step-${index + 1}`, parentId: "job", log: { id: index + 1 } },
        })),
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

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pipelines = ["nightly import", "price feed", "Rechnungen & Mahnungen", "db_backup", "site health"];

/**
 * An hour of plausible runs, determined by a seed: most are healthy, some fail, run too long or too short,
 * wait too long, or lose their agent; the logs tell why.
 */
export function plausibleRuns(seed: number, now: number, count: number): SandboxRun[] {
  const random = seededRandom(seed);
  const pick = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(random() * items.length)] ?? items[0];
  return Array.from({ length: count }, (_, index) => {
    const id = 800 + index;
    const pipeline = pipelines[index % pipelines.length] ?? "";
    const healthy = {
      id,
      pipeline,
      buildNumber: `20261120.${1 + Math.floor(index / pipelines.length)}`,
      finishedSecondsAgo: 60 + Math.floor(random() * 3300),
      runSeconds: 60 + Math.floor(random() * 600),
      queuedSeconds: 2 + Math.floor(random() * 30),
      logs: stepLogs(random, []),
    };
    // The first three show one of each kind whatever the seed; after them trouble is as rare as it is.
    const trouble = index < 3 ? index : random() < 0.1 ? 3 + Math.floor(random() * 2) : -1;
    const cause = pick([
      "##[error]Bash exited with code '1'.",
      "##[error]We stopped hearing from agent build-07. Verify the agent machine is running and has a healthy network connection.",
      "psql: error: connection to server failed: FATAL: password authentication failed",
    ]);
    if (trouble === 0 || trouble === 3)
      return sketchRun(now, { ...healthy, result: "failed", logs: stepLogs(random, [cause]) });
    if (trouble === 1) return sketchRun(now, { ...healthy, runSeconds: 1834 });
    if (trouble === 2) return sketchRun(now, { ...healthy, queuedSeconds: 900 });
    if (trouble === 4) return sketchRun(now, { ...healthy, runSeconds: 3, result: "canceled" });
    return sketchRun(now, healthy);
  });
}

function stepLogs(random: () => number, cause: readonly string[]): string[] {
  const steps = [
    "Initialize job",
    "Checkout",
    "Install",
    "Pool",
    "Download",
    "Import rows",
    "Publish",
    "Finalize job",
  ];
  return steps.map((step) => {
    const lines = Array.from(
      { length: 5 + Math.floor(random() * 40) },
      (_, line) => `${step}: line ${line + 1}`,
    );
    return [
      `Starting: ${step}`,
      ...lines,
      ...(step === "Import rows" ? cause : []),
      `Finishing: ${step}`,
    ].join("\n");
  });
}
