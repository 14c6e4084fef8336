import * as v from "valibot";
import { objectOf, objectWithRestOf } from "../../../shared/json/schema";

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
      v.description("Seconds that a run may take; a longer one is reported. Without: the default's."),
    ),
  ),
  min_proc_time: v.optional(
    v.pipe(
      seconds,
      v.description("Seconds that a run takes at least; a shorter one is reported. Without: the default's."),
    ),
  ),
  check_flag: v.optional(
    v.pipe(
      v.boolean(trueOrFalse),
      v.description("false: runs of this pipeline are counted, but not checked."),
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
      v.description("When it has to run: cron in UTC, as in its YAML. A time without a run is reported."),
    ),
  ),
  grace: v.optional(
    v.pipe(
      v.number(graceSeconds),
      v.safeInteger(graceSeconds),
      v.minValue(0, graceSeconds),
      v.maxValue(24 * 3600, graceSeconds),
      v.description(
        "Seconds after its time in which a scheduled run may begin, a day at most. Without: 900.",
      ),
    ),
  ),
};

/** The settings of one pipeline. */
export const settingsSchema = objectOf(settingsMembers, "an object of settings");

/** Valid settings of one pipeline. */
export type SettingsContent = v.InferOutput<typeof settingsSchema>;

const baseAddress = "an address that ends in a slash, such as https://dev.azure.com/";
const listParameters = "parameters that begin with &, such as &api-version=7.1-preview.7";

/** The members of the whole file. */
export const configMembers = {
  $schema: v.optional(
    v.pipe(v.string("the address of a schema"), v.description("For editors; the monitor passes over it.")),
  ),
  organization: v.pipe(segment, v.description("The organization (or collection) to read: its name alone.")),
  project: v.pipe(segment, v.description("The project to read: its name alone.")),
  url_base: v.pipe(
    v.string(baseAddress),
    v.regex(/^https?:\/\/[^?#]+\/$/, baseAddress),
    v.description("The address in front of the organization, ending in a slash: https://dev.azure.com/"),
  ),
  url_params: v.pipe(
    v.string(listParameters),
    v.regex(/^&[\w\-.~!$'()*+,;=:@/?%&]*$/, listParameters),
    v.check(
      (value) => !/&(minTime|continuationToken)=/i.test(value),
      "no minTime or continuationToken in it",
    ),
    v.description("Appended to the query of the run list; begins with & and carries the api-version."),
  ),
  test_flag: v.pipe(
    v.boolean(trueOrFalse),
    v.description("true: print the configuration, and do not send the message to the chat."),
  ),
  run_ct_min: v.pipe(
    v.number(wholeNumber),
    v.safeInteger(wholeNumber),
    v.minValue(-1, atLeastMinusOne),
    v.description("That many runs or fewer in the last hour are reported; -1 never is."),
  ),
  queue_time_max: v.pipe(seconds, v.description("Seconds that a run may wait in the queue.")),
  explain_failures: optionalFlag(
    "true: the message of a failed run names the cause, and quotes the line of the log that tells it.",
  ),
  group_causes: optionalFlag(
    "true: failed runs of the same cause become one line of the message, with a link to each.",
  ),
  check_unfinished: optionalFlag(
    "true: runs that are still queued or running, longer than they may, are reported too.",
  ),
  window: v.optional(
    v.pipe(
      v.picklist(["last_hour", "since_last_report"], aWindow),
      v.description("since_last_report: the window begins where this monitor's last report ended."),
    ),
  ),
  history: v.optional(
    v.pipe(
      v.number(someRuns),
      v.safeInteger(someRuns),
      v.minValue(1, someRuns),
      v.maxValue(1000, someRuns),
      v.description("So many earlier runs of a pipeline tell whether a failure, or a success, is news."),
    ),
  ),
  runs_per_week_max: v.optional(
    v.pipe(
      v.number(someRunsPerWeek),
      v.safeInteger(someRunsPerWeek),
      v.minValue(1, someRunsPerWeek),
      v.description(
        "So many runs a week the service lets a pipeline have; reported before a schedule gets there.",
      ),
    ),
  ),
  pipelines: v.pipe(
    objectWithRestOf(
      {
        default: v.pipe(settingsSchema, v.description("Serves every pipeline without an entry of its own.")),
        comment: v.optional(v.pipe(v.unknown(), v.description("Anything; for people."))),
      },
      settingsSchema,
      "an object that maps names of pipelines to settings",
    ),
    v.description("What the runs of each pipeline are held to, by its name."),
  ),
};

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
