import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { unfinishedRuns } from "./unfinished-runs";
import { lateRuns } from "./waiting-runs";

/** Approvals expire after 30 days. */
const someHours = "a number of hours, more than 0 and at most 720 (30 days)";
const usualApprovalHours = 24;

/** Reports runs that do not start or end, and those that wait for a person. */
export const stuckRuns = feature({
  name: "stuck runs",
  keys: {
    check_unfinished: optional(
      v.boolean("true or false"),
      "Report runs that are still waiting or running beyond their limit.",
      { default: false, example: true, page: "alerts.md#stuck-runs" },
    ),
    approvals_after: optional(
      v.pipe(v.number(someHours), v.gtValue(0, someHours), v.maxValue(720, someHours)),
      "With `check_unfinished`, report a run that waits for a person after this many hours, at most 720.",
      { default: usualApprovalHours, example: 48, page: "alerts.md#runs-that-wait-for-a-person" },
    ),
  },
  preset: { check_unfinished: true },
  entryKeys: {},
  memory: {},
  warnings: (value) =>
    memberAt(value, ["approvals_after"]) !== undefined && memberAt(value, ["check_unfinished"]) !== true
      ? ["approvals_after: ignored; set check_unfinished to true"]
      : [],
  read: ({ keys: { check_unfinished, approvals_after = usualApprovalHours } }) =>
    check_unfinished === true
      ? { open: () => ({ finds: [unfinishedRuns(approvals_after * 3600), lateRuns] }) }
      : undefined,
});
