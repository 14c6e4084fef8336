import * as v from "valibot";
import { listOf, optional, shortText } from "./values";

/** The optional members of the configuration that say how people learn of issues. */

/** How important a pipeline's issues are, the most important first. */
export const importances = ["high", "normal", "info"] as const;
export type Importance = (typeof importances)[number];

const someSeverities = 'a list of "high", "normal" or "info"';
export const importanceList = listOf(
  v.picklist(importances, someSeverities),
  someSeverities,
  importances.length,
);

const aRunbook = "an https URL without a user name";
const someHours = "a number of hours, more than 0 and at most 168 (a week)";

export const anOwner = shortText("a name or a mention of 1 to 100 characters", 100);
export const aRunbookUrl = v.pipe(v.string(aRunbook), v.check(isRunbook, aRunbook));

const hours = v.pipe(v.number(someHours), v.gtValue(0, someHours), v.maxValue(168, someHours));

/** The members of a pipeline's settings that concern its alerts. */
export const alertSettingsMembers = {
  owner: optional(anOwner, "A name or a mention, up to 100 characters.", {
    example: "Data team",
    page: "chats.md#mention-the-owner",
  }),
  runbook: optional(aRunbookUrl, "The https URL of instructions, which the message links.", {
    example: "https://wiki.contoso.com/invoices",
  }),
  severity: optional(
    v.picklist(importances, '"high", "normal" or "info"'),
    "`high` comes first in the message. `info` comes last, and never makes the step warn or fail.",
    { default: "normal", example: "high", page: "less-noise.md#owner-runbook-and-severity" },
  ),
};

/** The members of the whole file that concern alerts. */
export const alertMembers = {
  notify: optional(
    v.picklist(["all", "changes"], '"all" or "changes"'),
    "With `changes`, report each problem once, until it changes.",
    { default: "all", example: "changes", page: "less-noise.md#report-each-problem-once" },
  ),
  remind_hours: optional(
    hours,
    "With `notify`, repeat a lasting problem after this many hours, at most 168.",
    { default: 24, example: 12 },
  ),
};

function isRunbook(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}
