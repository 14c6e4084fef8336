import * as v from "valibot";
import { objectOf } from "../../../shared/json/schema";
import { minuteOf } from "./times";

/**
 * The optional members of the configuration that say how people learn of issues. Each message completes
 * "expected …".
 */

/** How important a pipeline's issues are, the most important first. */
export const importances = ["page", "normal", "info"] as const;

const aMoment = "a date such as 2026-12-01, or a minute in UTC such as 2026-12-01T08:30Z";
const aReason = "a text of 1 to 200 characters";
const anOwner = "a name or a mention of 1 to 100 characters";
const aRunbook = "an https URL without a user name";
const aSeverity = '"page", "normal" or "info"';
const someHours = "a number of hours, more than 0 and at most 168 (a week)";
const fewWindows = "a list of at most 50 maintenance windows";
const someNames = "a list of 1 to 1000 names or patterns of pipelines";

const shortText = (expected: string, maxCharacters: number) =>
  v.pipe(v.string(expected), v.minLength(1, expected), v.maxLength(maxCharacters, expected));
const hours = v.pipe(v.number(someHours), v.gtValue(0, someHours), v.maxValue(168, someHours));

/** The members of a pipeline's settings that concern its alerts. */
export const alertSettingsMembers = {
  mute_until: v.optional(
    v.pipe(
      v.string(aMoment),
      v.check((value) => minuteOf(value) !== undefined, aMoment),
      v.description(
        "Mutes the pipeline until this date, or minute in UTC: its issues are in the summary, not in the message.",
      ),
    ),
  ),
  mute_reason: v.optional(
    v.pipe(shortText(aReason, 200), v.description("Why the pipeline is muted. The summary shows it.")),
  ),
  owner: v.optional(
    v.pipe(
      shortText(anOwner, 100),
      v.description("Who looks after the pipeline: a name, or a mention in the syntax of the chat product."),
    ),
  ),
  runbook: v.optional(
    v.pipe(
      v.string(aRunbook),
      v.check(isRunbook, aRunbook),
      v.description("The https URL of the page that says what to do. The message links it."),
    ),
  ),
  severity: v.optional(
    v.pipe(
      v.picklist(importances, aSeverity),
      v.description(
        "How important its issues are: page comes first in the message; info never makes the step warn or fail.",
      ),
    ),
  ),
};

/** The members of a maintenance window. */
export const quietMembers = {
  schedule: v.pipe(
    v.string("a cron expression such as 0 2 * * Sun"),
    v.description("When the maintenance window begins: cron in UTC."),
  ),
  hours: v.pipe(hours, v.description("How many hours the maintenance window lasts.")),
  pipelines: v.optional(
    v.pipe(
      v.array(shortText(someNames, 1000), someNames),
      v.minLength(1, someNames),
      v.maxLength(1000, someNames),
      v.description("The pipelines that it applies to, by name or pattern. Default: all."),
    ),
  ),
};

/** The members of the whole file that concern alerts. */
export const alertMembers = {
  notify: v.optional(
    v.pipe(
      v.picklist(["all", "changes"], '"all" or "changes"'),
      v.description(
        "all, or changes: a problem that a message has reported is not repeated until it changes.",
      ),
    ),
  ),
  remind_hours: v.optional(
    v.pipe(
      hours,
      v.description("With notify: changes, repeat a problem after this many hours. Default: 24."),
    ),
  ),
  quiet: v.optional(
    v.pipe(
      v.array(objectOf(quietMembers, "an object with schedule and hours"), fewWindows),
      v.maxLength(50, fewWindows),
      v.description("Maintenance windows: what happens in them is in the summary, not in the message."),
    ),
  ),
};

function isRunbook(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}
