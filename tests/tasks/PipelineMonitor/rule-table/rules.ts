import { afterSkipped, allWell, failed, header, logLink, type RuleCase, runLink } from "./case";

/** Rules 1 to 6 of the specification. */
export const rules: readonly RuleCase[] = [
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
];
