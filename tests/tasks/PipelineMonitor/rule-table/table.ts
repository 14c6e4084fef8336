import { fewerThan, waitedTooLong } from "../../../sentences";
import { afterSkipped, allWell, failed, header, limits, type RuleCase, told } from "./case";
import { decisions } from "./decisions";

/** Rules 1 to 6 of the specification. */
const rules: readonly RuleCase[] = [
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
    lines: [header, fewerThan(2, 2)],
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
    lines: [header, fewerThan(0, 0)],
  },
  {
    rule: "rule 3: a pipeline's own entry counts, the default only without one",
    runs: [
      { id: 1, pipeline: "long", runSeconds: 901, logs: ["x"] },
      { id: 2, pipeline: "other", runSeconds: 901, logs: ["x"] },
    ],
    config: { pipelines: { default: limits, long: { max_proc_time: 6000, min_proc_time: 30 } } },
    lines: [header, told(2, "ran too long: 901 s (15 min 1 s), allowed 30 to 900 s", "other")],
  },
  {
    rule: "rule 3: runs of a pipeline with check_flag false are counted and skipped",
    runs: [{ id: 1, pipeline: "experiments", result: "failed" }],
    config: { pipelines: { default: limits, experiments: { check_flag: false } } },
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
    lines: [header, told(1, "ran too long: 901 s (15 min 1 s), allowed 30 to 900 s")],
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
      told(1, "ran too long: 901 s (15 min 1 s), allowed 30 to 900 s"),
      told(4, "finished too fast: 29 s, allowed 30 to 900 s"),
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
      told(2, "partially succeeded: status completed, result partiallySucceeded"),
      told(3, "did not succeed: status cancelling, result succeeded"),
      told(4, "did not succeed: status completed, no result"),
    ],
  },
  {
    rule: "rule 5.3: a run that waited longer than queue_time_max, in place of all before; at the bound it is well",
    runs: [
      { id: 1, queuedSeconds: 301, result: "failed", runSeconds: 5000, finishedSecondsAgo: 1, logs: ["x"] },
      { id: 2, queuedSeconds: 300, finishedSecondsAgo: 2 },
    ],
    lines: [header, told(1, `${waitedTooLong}: 301 s (5 min 1 s), limit 300 s (5 min)`)],
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

const pull = { reason: "pullRequest", sourceBranch: "refs/pull/5/merge" };
const manual = { reason: "manual", sourceBranch: "refs/heads/main" };
const scheduled = { ...manual, reason: "schedule" };

/** The keys with which the rules see only some of the runs. */
const filters: readonly RuleCase[] = [
  {
    rule: "runs: a pull request's run is checked without the key",
    runs: [{ id: 1, result: "failed", logs: ["x"], record: pull }],
    lines: [header, failed(1, 1)],
  },
  {
    rule: "runs: rule 2 counts the runs that pass, checked or not",
    runs: [
      { id: 1, pipeline: "experiments", record: manual },
      { id: 2, record: manual },
      { id: 3, result: "failed", record: pull },
    ],
    config: {
      runs: "notPullRequests",
      run_ct_min: 2,
      pipelines: { default: limits, experiments: { check_flag: false } },
    },
    lines: [header, fewerThan(2, 2)],
  },
  {
    rule: "runs: a person's run is no problem to a monitor of scheduled runs",
    runs: [
      { id: 1, result: "failed", finishedSecondsAgo: 1, logs: ["x"], record: manual },
      { id: 2, result: "failed", finishedSecondsAgo: 2, logs: ["x"], record: scheduled },
    ],
    config: { runs: "scheduled" },
    lines: [header, failed(2, 1)],
  },
  {
    rule: "branches: the runs of other branches are not seen",
    runs: [
      { id: 1, result: "failed", record: { sourceBranch: "refs/heads/topic" } },
      { id: 2, record: { sourceBranch: "refs/heads/release/2" } },
    ],
    config: { branches: ["main", "release/*"] },
    lines: [allWell],
  },
];

/** Every case of the monitor's rules; run through the rules in process and through the packaged task. */
export const ruleTable: readonly RuleCase[] = [...rules, ...decisions, ...filters];
