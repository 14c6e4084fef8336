import * as v from "valibot";
import { objectOf, objectWithRestOf } from "../../../shared/json/schema";
import { alertMembers, alertSettingsMembers } from "./alert-schema";
import { weeklyTimePattern } from "./times";

/**
 * The monitor configuration as it is in its file. This one definition serves the check at run time, the
 * TypeScript type and config.schema.json. Each message completes "expected …".
 */

const oneSegment = "a name without slashes, such as contoso";
const segment = v.pipe(
  v.string(oneSegment),
  v.regex(/^[^/\\]+$/, oneSegment),
  v.check((value) => ![".", ".."].includes(decoded(value)), oneSegment),
);

const someSeconds = "a whole number of seconds, 0 or more";
const seconds = v.pipe(v.number(someSeconds), v.safeInteger(someSeconds), v.minValue(0, someSeconds));

const wholeNumber = "a whole number";
const atLeastMinusOne = "a whole number, -1 or more";
const trueOrFalse = "true or false";
const optionalFlag = (description: string) =>
  v.optional(v.pipe(v.boolean(trueOrFalse), v.description(description)));
const aWindow = '"last_hour" or "since_last_report"';
const someRuns = "a whole number of runs, 1 to 1000";
const someRunsPerWeek = "a whole number of runs, 1 or more";
/** The most projects that one monitor checks. */
export const maxProjects = 200;
const someProjects = `a list of 1 to ${maxProjects} project names`;
const aWeeklyTime = "a day and a time in UTC, such as Mon 06:00";
const graceSeconds = "a whole number of seconds, 0 to 86400 (a day)";
/** One expression can cover every hour and day, so a longer list is probably a mistake. */
const maxExpressions = 20;
const fewExpressions = `at most ${maxExpressions} cron expressions`;
const cronExpressions = "a cron expression such as 0 2 * * *, or a list of them";

/** The members of a pipeline's settings. */
export const settingsMembers = {
  max_proc_time: v.optional(
    v.pipe(
      seconds,
      v.description("Longest run time in seconds; a longer run is reported. Default: that of `default`."),
    ),
  ),
  min_proc_time: v.optional(
    v.pipe(
      seconds,
      v.description("Shortest run time in seconds; a shorter run is reported. Default: that of `default`."),
    ),
  ),
  check_flag: v.optional(
    v.pipe(
      v.boolean(trueOrFalse),
      v.description("false: runs of this pipeline are counted but not checked."),
    ),
  ),
  schedule: v.optional(
    v.pipe(
      v.union(
        [
          v.string(),
          v.pipe(
            v.array(v.string()),
            v.minLength(1, cronExpressions),
            v.maxLength(maxExpressions, fewExpressions),
          ),
        ],
        cronExpressions,
      ),
      v.description("When the pipeline must run: cron in UTC, as in its YAML. A missed run is reported."),
    ),
  ),
  grace: v.optional(
    v.pipe(
      v.number(graceSeconds),
      v.safeInteger(graceSeconds),
      v.minValue(0, graceSeconds),
      v.maxValue(24 * 3600, graceSeconds),
      v.description(
        "How many seconds after its scheduled time a run may begin, at most a day. Default: 900.",
      ),
    ),
  ),
  ...alertSettingsMembers,
};

/** The settings of one pipeline. */
export const settingsSchema = objectOf(settingsMembers, "an object of settings");

/** Valid settings of one pipeline. */
export type SettingsContent = v.InferOutput<typeof settingsSchema>;

const baseAddress = "a URL that ends in a slash, such as https://dev.azure.com/";
const listParameters = "parameters that start with &, such as &api-version=7.1-preview.7";

/** The members of the whole file. */
export const configMembers = {
  $schema: v.optional(
    v.pipe(v.string("the URL of a schema"), v.description("For editors. The monitor ignores it.")),
  ),
  organization: v.pipe(segment, v.description("The organization (or collection) to read: only its name.")),
  project: v.pipe(segment, v.description("The project to read: only its name.")),
  url_base: v.pipe(
    v.string(baseAddress),
    v.regex(/^https?:\/\/[^?#]+\/$/, baseAddress),
    v.description("The part of the URL before the organization, ending in a slash: https://dev.azure.com/"),
  ),
  url_params: v.pipe(
    v.string(listParameters),
    v.regex(/^&[\w\-.~!$'()*+,;=:@/?%&]*$/, listParameters),
    v.check(
      (value) => findParameter(value, ["minTime", "continuationToken"]) === undefined,
      "parameters without minTime and continuationToken",
    ),
    v.description("Appended to the query for the list of runs. Starts with & and contains the api-version."),
  ),
  test_flag: v.pipe(
    v.boolean(trueOrFalse),
    v.description("true: print the configuration and send nothing to the chat."),
  ),
  run_ct_min: v.pipe(
    v.number(wholeNumber),
    v.safeInteger(wholeNumber),
    v.minValue(-1, atLeastMinusOne),
    v.description("This many runs or fewer in the last hour are reported. -1 turns the check off."),
  ),
  queue_time_max: v.pipe(seconds, v.description("Longest time in seconds that a run may wait in the queue.")),
  explain_failures: optionalFlag(
    "true: the message names the cause of a failed run and quotes the line of the log that shows it.",
  ),
  group_causes: optionalFlag(
    "true: failed runs with the same cause share one line of the message, with a link to each run.",
  ),
  check_unfinished: optionalFlag(
    "true: runs that are still queued or running after their time limit are reported too.",
  ),
  window: v.optional(
    v.pipe(
      v.picklist(["last_hour", "since_last_report"], aWindow),
      v.description(
        "last_hour, or since_last_report: the window starts where this monitor's last report ended.",
      ),
    ),
  ),
  history: v.optional(
    v.pipe(
      v.number(someRuns),
      v.safeInteger(someRuns),
      v.minValue(1, someRuns),
      v.maxValue(1000, someRuns),
      v.description(
        "How many earlier runs of a pipeline to read, to tell new failures from repeated ones and to report recoveries.",
      ),
    ),
  ),
  runs_per_week_max: v.optional(
    v.pipe(
      v.number(someRunsPerWeek),
      v.safeInteger(someRunsPerWeek),
      v.minValue(1, someRunsPerWeek),
      v.description("The weekly run limit of a pipeline. A schedule that reaches it is reported in advance."),
    ),
  ),
  partially_succeeded: v.optional(
    v.pipe(
      v.picklist(["reported", "succeeded"], '"reported" or "succeeded"'),
      v.description("reported, or succeeded: runs that partially succeeded count as successful."),
    ),
  ),
  ...alertMembers,
  projects: v.optional(
    v.pipe(
      v.array(segment, someProjects),
      v.minLength(1, someProjects),
      v.maxLength(maxProjects, someProjects),
      v.check((names) => names.length === 1 || !names.includes("*"), '["*"] alone, or project names'),
      v.description(
        'Further projects to check, with the same rules, or ["*"]: all that the credential can read.',
      ),
    ),
  ),
  digest: v.optional(
    v.pipe(
      v.string(aWeeklyTime),
      v.regex(weeklyTimePattern, aWeeklyTime),
      v.description(
        "When to post a digest of the last seven days: a day and a time in UTC, such as Mon 06:00.",
      ),
    ),
  ),
  pipelines: v.pipe(
    objectWithRestOf(
      {
        default: v.pipe(
          settingsSchema,
          v.description("Settings of every pipeline that has no entry of its own."),
        ),
        comment: v.optional(v.pipe(v.unknown(), v.description("For people. May hold anything."))),
      },
      settingsSchema,
      "an object that maps pipeline names to settings",
    ),
    v.description("The limits for the runs of each pipeline, by its name."),
  ),
};

/** Returns the first of some parameters that a query has, as it is known, however the query writes it. */
export function findParameter(query: string, names: readonly string[]): string | undefined {
  const written = new Set(Array.from(new URLSearchParams(query).keys(), (name) => name.toLowerCase()));
  return names.find((name) => written.has(name.toLowerCase()));
}

/** The whole file. */
export const configSchema = objectOf(configMembers, "an object");

/** A valid file. */
export type ConfigContent = v.InferOutput<typeof configSchema>;

/** Removes the percent-encoding of a segment, which a configuration may already contain. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
