import { fewerThan } from "../../../sentences";
import { allWell, failed, header, limits, type RuleCase } from "./case";

const pull = { reason: "pullRequest", sourceBranch: "refs/pull/5/merge" };
const manual = { reason: "manual", sourceBranch: "refs/heads/main" };
const scheduled = { ...manual, reason: "schedule" };

/** The keys with which the rules see only some of the runs. */
export const filters: readonly RuleCase[] = [
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
