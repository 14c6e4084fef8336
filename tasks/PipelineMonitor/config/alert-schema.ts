import * as v from "valibot";
import { objectOf } from "../../../shared/json/schema";
import { utcZone } from "../../../shared/text/zone";
import { minuteOf } from "./times";
import { described, listOf, optional, shortText } from "./values";

/** The optional members of the configuration that say how people learn of issues. */

/** How important a pipeline's issues are, the most important first. */
export const importances = ["high", "normal", "info"] as const;

const aMoment = "a date such as 2026-12-01, or a minute such as 2026-12-01T08:30 or 2026-12-01T08:30Z";
const aRunbook = "an https URL without a user name";
const someHours = "a number of hours, more than 0 and at most 168 (a week)";
const fewWindows = "a list of at most 50 maintenance windows";
const someNames = "a list of 1 to 1000 names or patterns of pipelines";

const hours = v.pipe(v.number(someHours), v.gtValue(0, someHours), v.maxValue(168, someHours));

/** The members of a pipeline's settings that concern its alerts. */
export const alertSettingsMembers = {
  mute_until: optional(
    v.pipe(
      v.string(aMoment),
      v.check((value) => minuteOf(value, utcZone) !== undefined, aMoment),
    ),
    "Mutes the pipeline until this date or minute of time_zone: its issues are in the summary, not in the message.",
  ),
  mute_reason: optional(
    shortText("a text of 1 to 200 characters", 200),
    "Why the pipeline is muted. The summary shows it.",
  ),
  owner: optional(
    shortText("a name or a mention of 1 to 100 characters", 100),
    "Who looks after the pipeline: a name, or a mention in the syntax of the chat product.",
  ),
  runbook: optional(
    v.pipe(v.string(aRunbook), v.check(isRunbook, aRunbook)),
    "The https URL of the page that says what to do. The message links it.",
  ),
  severity: optional(
    v.picklist(importances, '"high", "normal" or "info"'),
    "How important its issues are: high comes first in the message; info never makes the step warn or fail.",
  ),
};

export const quietMembers = {
  schedule: described(
    v.string("a cron expression such as 0 2 * * Sun"),
    "When the maintenance window begins: cron in time_zone.",
  ),
  hours: described(hours, "How many hours the maintenance window lasts."),
  pipelines: optional(
    listOf(shortText(someNames, 1000), someNames, 1000),
    "The pipelines that it applies to, by name or pattern. Default: all.",
  ),
};

/** The members of the whole file that concern alerts. */
export const alertMembers = {
  notify: optional(
    v.picklist(["all", "changes"], '"all" or "changes"'),
    "all, or changes: a problem that a message has reported is not repeated until it changes.",
  ),
  remind_hours: optional(hours, "With notify: changes, repeat a problem after this many hours. Default: 24."),
  quiet: optional(
    v.pipe(
      v.array(objectOf(quietMembers, "an object with schedule and hours"), fewWindows),
      v.maxLength(50, fewWindows),
    ),
    "Maintenance windows: what happens in them is in the summary, not in the message.",
  ),
};

function isRunbook(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}
