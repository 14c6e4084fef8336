import { verdict, waitedTooLong } from "../../../sentences";
import { afterSkipped, allWell, failed, header, limits, type RuleCase, runLink, told } from "./case";

const aTime = "expected a time such as 2026-01-31T12:00:00Z";

/** The numbered decisions settle questions that the specification leaves open. */
export const decisions: readonly RuleCase[] = [
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
    lines: [header, `nightly import ${runLink(1)} failed: ${verdict}. [run](BASE/_build/results?buildId=1)`],
  },
  {
    rule: "decision 3: a run without startTime is tested by its status alone",
    runs: [{ id: 1, status: "completed", result: "canceled", logs: ["x"], record: { startTime: undefined } }],
    lines: [header, told(1, "was canceled: status completed, result canceled")],
  },
  {
    rule: "decision 3: a run without finishTime is still tested for its time in the queue",
    runs: [{ id: 1, queuedSeconds: 400, logs: ["x"], record: { finishTime: undefined } }],
    lines: [header, told(1, `${waitedTooLong}: 400 s (6 min 40 s), limit 300 s (5 min)`)],
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
      told(1, "could not be checked: its record is not readable (status: expected a text)"),
      failed(2, 1),
      "A run of an unknown pipeline [unknown number] could not be checked: its record is not readable " +
        "(id: expected a whole number).",
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
      told(
        2,
        "could not be checked: its record is not readable (status: expected a text)",
        "A run of an unknown pipeline",
      ),
    ],
  },
  {
    rule: "decision 4: of a record with an odd member, the rest is used, and the member named beside it",
    runs: [
      { id: 1, result: "failed", logs: ["x"], record: { startTime: "yesterday" } },
      { id: 2, finishedSecondsAgo: 2, logs: ["x"], record: { startTime: "yesterday" } },
      {
        id: 3,
        finishedSecondsAgo: 3,
        result: "failed",
        logs: ["x"],
        record: { startTime: "0001-01-01T00:00:00" },
      },
    ],
    config: {},
    lines: [
      header,
      told(1, `failed: ${verdict}; not readable: startTime: ${aTime}`),
      told(2, `could not be checked: its record is not readable (startTime: ${aTime})`),
      failed(3, 1),
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
    config: { pipelines: { default: limits, constructor: { max_proc_time: 900, min_proc_time: 10 } } },
    lines: [
      header,
      told(2, "finished too fast: 20 s, allowed 30 to 900 s", "toString"),
      told(3, "finished too fast: 20 s, allowed 30 to 900 s", "__proto__"),
    ],
  },
  {
    rule: "decision 5: the entry comment may hold anything, and serves a pipeline when it is settings",
    runs: [{ id: 1, pipeline: "comment", runSeconds: 20, logs: ["x"] }],
    config: { pipelines: { comment: { min_proc_time: 10 }, default: limits } },
    lines: [allWell],
  },
  {
    rule: "decision 5: a comment of text leaves a pipeline of that name to the default",
    runs: [{ id: 1, pipeline: "comment", runSeconds: 20, logs: ["x"] }],
    config: { pipelines: { comment: "seconds", default: limits } },
    lines: [header, told(1, "finished too fast: 20 s, allowed 30 to 900 s", "comment")],
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
    config: { pipelines: { comment: { min_proc_time: 10, purpose: "quick runs" }, default: limits } },
    lines: [allWell],
  },
  {
    rule: "decision 13: an entry that leaves out a time is held to the default's",
    runs: [
      { id: 1, pipeline: "quick", runSeconds: 5, finishedSecondsAgo: 1 },
      { id: 2, pipeline: "quick", runSeconds: 901, finishedSecondsAgo: 2, logs: ["x"] },
    ],
    config: { pipelines: { default: limits, quick: { min_proc_time: 5 } } },
    lines: [header, told(2, "ran too long: 901 s (15 min 1 s), allowed 5 to 900 s", "quick")],
  },
  {
    rule: "decision 14: with check_flag false in the default, only entries of their own are checked",
    runs: [
      { id: 1, pipeline: "monitor", result: "failed", finishedSecondsAgo: 1, logs: ["x"] },
      { id: 2, pipeline: "nightly import", result: "failed", finishedSecondsAgo: 2, logs: ["x"] },
    ],
    config: {
      pipelines: { default: { check_flag: false }, monitor: { max_proc_time: 900, min_proc_time: 5 } },
    },
    lines: [header, failed(1, 1, "monitor")],
  },
];
