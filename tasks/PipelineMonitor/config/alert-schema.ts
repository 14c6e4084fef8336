import * as v from "valibot";
import { objectOf } from "../../../shared/json/schema";
import { parseBusinessHours } from "./business-hours";
import { described, listOf, optional, shortText, wholeNumber } from "./values";

/** The optional members of the configuration that say how people learn of issues. */

/** How important a pipeline's issues are, the most important first. */
export const importances = ["high", "normal", "info"] as const;

const someSeverities = 'a list of "high", "normal" or "info"';
export const importanceList = listOf(
  v.picklist(importances, someSeverities),
  someSeverities,
  importances.length,
);

const aRunbook = "an https URL without a user name";
const someHours = "a number of hours, more than 0 and at most 168 (a week)";
const someFailures = "a whole number of failures, 1 to 10";
const someBusinessHours = "days and hours such as Mon-Fri 08:00-18:00, the end after the beginning";

/** Each line of each failed run is searched for all of them. */
const maxKnownIssues = 200;
const someKnownIssues = `a list of 1 to ${maxKnownIssues} known issues`;
const someText = "a text of 1 to 200 characters";
const anOwner = shortText("a name or a mention of 1 to 100 characters", 100);
const aRunbookUrl = v.pipe(v.string(aRunbook), v.check(isRunbook, aRunbook));

const hours = v.pipe(v.number(someHours), v.gtValue(0, someHours), v.maxValue(168, someHours));

export const knownIssueMembers = {
  contains: described(
    v.pipe(shortText(someText, 200), v.regex(/\S/, someText)),
    "Plain text of the log; upper and lower case count.",
  ),
  name: described(shortText("a text of 1 to 100 characters", 100), "What to call it."),
  owner: optional(anOwner, "Who to ask, in place of the pipeline's `owner`."),
  runbook: optional(aRunbookUrl, "Instructions, in place of the pipeline's `runbook`."),
};

function knownIssues(description: string) {
  return optional(
    listOf(objectOf(knownIssueMembers, "an object with contains and name"), someKnownIssues, maxKnownIssues),
    description,
    { example: [{ contains: "ORA-01653", name: "tablespace full" }] },
  );
}

/** The members of a pipeline's settings that concern its alerts. */
export const alertSettingsMembers = {
  after_failures: optional(
    v.pipe(wholeNumber(someFailures, 1), v.maxValue(10, someFailures)),
    "Report failures only after this many in a row, at most 10. Needs `notify` and `history`.",
    { default: 1, example: 2 },
  ),
  owner: optional(anOwner, "A name or a mention, up to 100 characters.", { example: "Data team" }),
  runbook: optional(aRunbookUrl, "The https URL of instructions, which the message links.", {
    example: "https://wiki.contoso.com/invoices",
  }),
  known_issues: knownIssues("Known issues of this pipeline, which take precedence."),
  severity: optional(
    v.picklist(importances, '"high", "normal" or "info"'),
    "`high` comes first in the message. `info` comes last, and never makes the step warn or fail.",
    { default: "normal", example: "high" },
  ),
};

/** The members of the whole file that concern alerts. */
export const alertMembers = {
  known_issues: knownIssues("Failures that your team knows by name, up to 200."),
  notify: optional(
    v.picklist(["all", "changes"], '"all" or "changes"'),
    "With `changes`, report each problem once, until it changes.",
    { default: "all", example: "changes" },
  ),
  remind_hours: optional(
    hours,
    "With `notify`, repeat a lasting problem after this many hours, at most 168.",
    {
      default: 24,
      example: 12,
    },
  ),
  business_hours: optional(
    v.pipe(
      v.string(someBusinessHours),
      v.check((value) => parseBusinessHours(value) !== undefined, someBusinessHours),
    ),
    "Outside these hours, only issues of high severity are in the message; the others wait. Needs `notify`.",
    { example: "Mon-Fri 08:00-18:00" },
  ),
};

function isRunbook(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}
