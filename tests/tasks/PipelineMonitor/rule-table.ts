import type { RunSketch } from "../../sandbox/runs";

/**
 * The specification's monitor rules as cases: an hour of runs, what the configuration says, and the lines that
 * must come of it. `BASE` in a line stands for the address of the project. The table is run through the rules
 * in process and through the packaged task.
 */
export interface RuleCase {
  rule: string;
  runs: RunSketch[];
  /** Members of the configuration that replace the usual ones. */
  config?: Record<string, unknown>;
  lines: string[];
}

export const usualConfig = {
  url_params: "&api-version=7.1-preview.7",
  test_flag: false,
  run_ct_min: 0,
  queue_time_max: 300,
  pipelines: { default: { max_proc_time: 900, min_proc_time: 30 } },
};

const header = "**Recent pipeline issues**";
const allWell = "No recent pipeline errors.";
const runLink = (id: number) => `[20261120.${id}](BASE/_build/results?buildId=${id})`;
const logLink = (id: number, log: number) => `[log](BASE/_apis/build/builds/${id}/logs/${log})`;
const failed = (id: number, log: number, pipeline = "nightly import") =>
  `${pipeline} ${runLink(id)}: status completed, result failed. ${logLink(id, log)}`;

/** Logs by their texts; four are skipped before them. */
const afterSkipped = (...texts: string[]) => ["error 1", "error 2", "error 3", "error 4", ...texts];

export const ruleTable: RuleCase[] = [
  {
    rule: "rule 1: a run that finished within the last hour and 30 seconds counts, an older one does not",
    runs: [
      { id: 1, finishedSecondsAgo: 3630, result: "failed", logs: ["x"] },
      { id: 2, finishedSecondsAgo: 3631, result: "failed", logs: ["x"] },
    ],
    lines: [header, failed(1, 1)],
  },
  {
    rule: "rule 2: as many runs as run_ct_min are too few, named with the bound and the count",
    runs: [{ id: 1 }, { id: 2 }],
    config: { run_ct_min: 2 },
    lines: [header, "Fewer runs than expected in the last hour: expected more than 2, found 2."],
  },
  {
    rule: "rule 2: one run more than run_ct_min is enough",
    runs: [{ id: 1 }, { id: 2 }],
    config: { run_ct_min: 1 },
    lines: [allWell],
  },
  {
    rule: "rule 2: no run at all is too few, and comes first in the message",
    runs: [],
    lines: [header, "Fewer runs than expected in the last hour: expected more than 0, found 0."],
  },
  {
    rule: "rule 3: a pipeline's own entry counts, the default only without one",
    runs: [
      { id: 1, pipeline: "long", runSeconds: 5000, logs: ["x"] },
      { id: 2, pipeline: "other", runSeconds: 5000, logs: ["x"] },
    ],
    config: {
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30 },
        long: { max_proc_time: 6000, min_proc_time: 30 },
      },
    },
    lines: [
      header,
      `other ${runLink(2)}: run time 5000 s (1 h 23 min 20 s) is outside 30 to 900 s. ${logLink(2, 1)}`,
    ],
  },
  {
    rule: "rule 3: runs of a pipeline with check_flag false are counted and skipped",
    runs: [{ id: 1, pipeline: "experiments", result: "failed" }],
    config: {
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30 },
        experiments: { check_flag: false },
      },
    },
    lines: [allWell],
  },
  {
    rule: "rule 4: fractions of seconds are dropped before times are subtracted",
    runs: [
      {
        id: 1,
        logs: ["x"],
        // 900.8 s apart; 901 s once the fractions are dropped.
        record: { startTime: "2026-11-20T02:59:59.9999999Z", finishTime: "2026-11-20T03:15:00.8Z" },
      },
      {
        id: 2,
        // 900.9 s apart; 900 s once the fractions are dropped.
        record: { startTime: "2026-11-20T03:00:00.0000001Z", finishTime: "2026-11-20T03:15:00.9Z" },
      },
    ],
    lines: [
      header,
      `nightly import ${runLink(1)}: run time 901 s (15 min 1 s) is outside 30 to 900 s. ${logLink(1, 1)}`,
    ],
  },
  {
    rule: "rule 5.1: a run is outside its time range above the maximum and below the minimum, not at them",
    runs: [
      { id: 1, runSeconds: 901, finishedSecondsAgo: 1, logs: ["x"] },
      { id: 2, runSeconds: 900, finishedSecondsAgo: 2 },
      { id: 3, runSeconds: 30, finishedSecondsAgo: 3 },
      { id: 4, runSeconds: 29, finishedSecondsAgo: 4, logs: ["x"] },
    ],
    lines: [
      header,
      `nightly import ${runLink(1)}: run time 901 s (15 min 1 s) is outside 30 to 900 s. ${logLink(1, 1)}`,
      `nightly import ${runLink(4)}: run time 29 s is outside 30 to 900 s. ${logLink(4, 1)}`,
    ],
  },
  {
    rule: "rule 5.2: a run that is not completed or has not succeeded, in place of its time range",
    runs: [
      { id: 1, result: "failed", runSeconds: 5000, finishedSecondsAgo: 1, logs: ["x"] },
      { id: 2, result: "partiallySucceeded", finishedSecondsAgo: 2, logs: ["x"] },
      { id: 3, status: "cancelling", finishedSecondsAgo: 3, logs: ["x"] },
      { id: 4, result: undefined, finishedSecondsAgo: 4, logs: ["x"] },
    ],
    lines: [
      header,
      failed(1, 1),
      `nightly import ${runLink(2)}: status completed, result partiallySucceeded. ${logLink(2, 1)}`,
      `nightly import ${runLink(3)}: status cancelling, result succeeded. ${logLink(3, 1)}`,
      `nightly import ${runLink(4)}: status completed, no result. ${logLink(4, 1)}`,
    ],
  },
  {
    rule: "rule 5.3: a run that waited longer than queue_time_max, in place of all before; at the bound it is well",
    runs: [
      { id: 1, queuedSeconds: 301, result: "failed", runSeconds: 5000, finishedSecondsAgo: 1, logs: ["x"] },
      { id: 2, queuedSeconds: 300, finishedSecondsAgo: 2 },
    ],
    lines: [
      header,
      `nightly import ${runLink(1)}: waited 301 s (5 min 1 s) in the queue, more than 300 s. ${logLink(1, 1)}`,
    ],
  },
  {
    rule: "rule 6.1: the first four logs are not considered",
    runs: [{ id: 1, result: "failed", logs: afterSkipped("no\nmatch", "none") }],
    lines: [header, failed(1, 5)],
  },
  {
    rule: "rule 6.2: the last log that holds error wins",
    runs: [
      { id: 1, result: "failed", logs: afterSkipped("an error", "long\nlonger\nlongest", "an error", "end") },
    ],
    lines: [header, failed(1, 7)],
  },
  {
    rule: "rule 6.2: error is a lowercase word",
    runs: [{ id: 1, result: "failed", logs: afterSkipped("Error ERROR", "long\nlonger\nlongest", "e rror") }],
    lines: [header, failed(1, 6)],
  },
  {
    rule: "rule 6.3: without an error log, the longest wins, the first of equal ones",
    runs: [{ id: 1, result: "failed", logs: afterSkipped("one", "one\ntwo", "two\ntwo", "one") }],
    lines: [header, failed(1, 6)],
  },
  {
    rule: "rule 6.4: an error log that is also the longest is the one",
    runs: [{ id: 1, result: "failed", logs: afterSkipped("x", "an error\nand\nmore\nlines", "x") }],
    lines: [header, failed(1, 6)],
  },
  {
    rule: "decision 1: the five letters error count anywhere in a log",
    runs: [{ id: 1, result: "failed", logs: afterSkipped("long\nlonger", "##[warning]terrorists") }],
    lines: [header, failed(1, 6)],
  },
  {
    rule: "decision 2: with fewer than five logs all are considered",
    runs: [{ id: 1, result: "failed", logs: ["x", "an error", "long\nlonger", "x"] }],
    lines: [header, failed(1, 2)],
  },
  {
    rule: "decision 2: a run without logs gets a link to its own page",
    runs: [{ id: 1, result: "failed", logs: [] }],
    lines: [
      header,
      `nightly import ${runLink(1)}: status completed, result failed. [run](BASE/_build/results?buildId=1)`,
    ],
  },
  {
    rule: "decision 3: a run without startTime is tested by its status alone",
    runs: [{ id: 1, status: "completed", result: "canceled", logs: ["x"], record: { startTime: undefined } }],
    lines: [header, `nightly import ${runLink(1)}: status completed, result canceled. ${logLink(1, 1)}`],
  },
  {
    rule: "decision 3: a run without finishTime is still tested for its time in the queue",
    runs: [{ id: 1, queuedSeconds: 400, logs: ["x"], record: { finishTime: undefined } }],
    lines: [
      header,
      `nightly import ${runLink(1)}: waited 400 s (6 min 40 s) in the queue, more than 300 s. ${logLink(1, 1)}`,
    ],
  },
  {
    rule: "decision 4: a record that cannot be understood counts, is named, and costs the others nothing",
    runs: [
      { id: 1, finishedSecondsAgo: 1, logs: ["x"], record: { status: 5 } },
      { id: 2, finishedSecondsAgo: 2, result: "failed", logs: ["x"] },
      { id: 3, finishedSecondsAgo: 3, record: { id: "x", buildNumber: null, definition: null } },
    ],
    config: { run_ct_min: 2 },
    lines: [
      header,
      `nightly import ${runLink(1)}: its record cannot be understood, so it was not checked: ` +
        `status: expected a text. ${logLink(1, 1)}`,
      failed(2, 1),
      "A run of an unknown pipeline [number unknown]: its record cannot be understood, so it was not checked: " +
        "id: expected a whole number.",
    ],
  },
  {
    rule: "decision 4: a record that cannot be understood is passed over when its pipeline is not checked",
    runs: [
      { id: 1, pipeline: "experiments", record: { status: 5 } },
      { id: 2, finishedSecondsAgo: 2, logs: ["x"], record: { status: 5, definition: null } },
    ],
    config: { pipelines: { default: { check_flag: false } } },
    lines: [
      header,
      `A run of an unknown pipeline ${runLink(2)}: its record cannot be understood, so it was not checked: ` +
        `status: expected a text. ${logLink(2, 1)}`,
    ],
  },
  {
    rule: "decision 4: runs of unchecked pipelines count in rule 2",
    runs: [{ id: 1, pipeline: "experiments" }],
    config: { pipelines: { default: { check_flag: false } } },
    lines: [allWell],
  },
  {
    rule: "decision 5: a pipeline may be called constructor, and an entry of that name is its own",
    runs: [
      { id: 1, pipeline: "constructor", runSeconds: 20, finishedSecondsAgo: 1 },
      { id: 2, pipeline: "toString", runSeconds: 20, finishedSecondsAgo: 2, logs: ["x"] },
      { id: 3, pipeline: "__proto__", runSeconds: 20, finishedSecondsAgo: 3, logs: ["x"] },
    ],
    config: {
      pipelines: {
        default: { max_proc_time: 900, min_proc_time: 30 },
        constructor: { max_proc_time: 900, min_proc_time: 10 },
      },
    },
    lines: [
      header,
      `toString ${runLink(2)}: run time 20 s is outside 30 to 900 s. ${logLink(2, 1)}`,
      `__proto__ ${runLink(3)}: run time 20 s is outside 30 to 900 s. ${logLink(3, 1)}`,
    ],
  },
  {
    rule: "decision 5: the entry comment may hold anything, and serves a pipeline when it is settings",
    runs: [{ id: 1, pipeline: "comment", runSeconds: 20, logs: ["x"] }],
    config: {
      pipelines: {
        comment: { min_proc_time: 10 },
        default: { max_proc_time: 900, min_proc_time: 30 },
      },
    },
    lines: [allWell],
  },
  {
    rule: "decision 5: a comment of text leaves a pipeline of that name to the default",
    runs: [{ id: 1, pipeline: "comment", runSeconds: 20, logs: ["x"] }],
    config: {
      pipelines: { comment: "seconds", default: { max_proc_time: 900, min_proc_time: 30 } },
    },
    lines: [header, `comment ${runLink(1)}: run time 20 s is outside 30 to 900 s. ${logLink(1, 1)}`],
  },
  {
    rule: "decision 5: a comment that is an object of other things is a comment",
    runs: [{ id: 1, pipeline: "comment", runSeconds: 20 }],
    config: {
      pipelines: { default: { check_flag: false }, comment: { purpose: "watches the first monitor" } },
    },
    lines: [allWell],
  },
  {
    rule: "decision 5: a comment that names a setting serves a pipeline, whatever else stands in it",
    runs: [{ id: 1, pipeline: "comment", runSeconds: 20 }],
    config: {
      pipelines: {
        comment: { min_proc_time: 10, purpose: "quick runs" },
        default: { max_proc_time: 900, min_proc_time: 30 },
      },
    },
    lines: [allWell],
  },
  {
    rule: "decision 13: an entry that leaves out a time is held to the default's",
    runs: [
      { id: 1, pipeline: "quick", runSeconds: 5, finishedSecondsAgo: 1 },
      { id: 2, pipeline: "quick", runSeconds: 901, finishedSecondsAgo: 2, logs: ["x"] },
    ],
    config: {
      pipelines: { default: { max_proc_time: 900, min_proc_time: 30 }, quick: { min_proc_time: 5 } },
    },
    lines: [
      header,
      `quick ${runLink(2)}: run time 901 s (15 min 1 s) is outside 5 to 900 s. ${logLink(2, 1)}`,
    ],
  },
  {
    rule: "decision 14: with check_flag false in the default, only entries of their own are checked",
    runs: [
      { id: 1, pipeline: "monitor", result: "failed", finishedSecondsAgo: 1, logs: ["x"] },
      { id: 2, pipeline: "nightly import", result: "failed", finishedSecondsAgo: 2, logs: ["x"] },
    ],
    config: {
      pipelines: {
        default: { check_flag: false },
        monitor: { max_proc_time: 900, min_proc_time: 5 },
      },
    },
    lines: [header, failed(1, 1, "monitor")],
  },
];
