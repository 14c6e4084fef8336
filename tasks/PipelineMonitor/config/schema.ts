import * as v from "valibot";
import { objectOf, objectWithRestOf } from "../../../shared/json/schema";
import { zoneNamed } from "../../../shared/text/zone";
import { alertMembers, alertSettingsMembers } from "./alert-schema";
import { runKinds } from "./filter";
import { described, listOf, optional, shortText, wholeNumber } from "./values";

/**
 * The monitor configuration as it is in its file. This one definition serves the check at run time, the TypeScript type and
 * config.schema.json.
 */

const aName = "a name without slashes, such as contoso";
const segment = v.pipe(
  v.string(aName),
  v.regex(/^[^/\\]+$/, aName),
  v.check((value) => ![".", ".."].includes(decoded(value)), aName),
);

const seconds = wholeNumber("a whole number of seconds, 0 or more", 0);
const flag = v.boolean("true or false");
/** The most projects that one monitor checks. */
export const maxProjects = 200;
const aZone = "the IANA name of a time zone, such as Europe/Berlin";
const aGrace = "a whole number of seconds, 0 to 86400 (a day)";
/** One expression can cover every hour and day, so a longer list is probably a mistake. */
const maxExpressions = 20;
const cronExpressions =
  'a cron expression such as 0 2 * * *, a list of them, also as { "cron": "0 2 * * *", "branch": "main" }, or "auto"';
const aBranch = "the name of one branch, such as main";
/** A cron expression of one branch. */
export const branchCronMembers = {
  cron: described(v.string("a cron expression such as 0 2 * * *"), "A cron expression in UTC.", {
    example: "0 2 * * *",
  }),
  branch: optional(
    v.pipe(shortText(aBranch, 256), v.regex(/^[^*?]+$/, aBranch)),
    "Only a run of this branch counts.",
    { example: "release/5", page: "schedules-and-limits.md#missed-runs" },
  ),
};
const cron = v.union([v.string(), objectOf(branchCronMembers, cronExpressions)], cronExpressions);
const expressionList = v.pipe(
  v.array(cron),
  v.minLength(1, cronExpressions),
  v.maxLength(maxExpressions, `at most ${maxExpressions} cron expressions`),
);

const someBranches = "a list of 1 to 100 branches or patterns, such as main or release/*";
/** Which runs the rules see: members of the whole file, and of the settings of a pipeline. */
const filterMembers = {
  runs: optional(
    v.picklist(runKinds, '"all", "notPullRequests" or "scheduled"'),
    "Check and count only these runs. `scheduled` includes those started by another pipeline.",
    { default: "all", example: "notPullRequests", page: "less-noise.md#only-some-runs" },
  ),
  branches: optional(
    listOf(shortText(someBranches, 256), someBranches, 100),
    "Check and count only runs of these branches, by name or pattern.",
    { example: ["main", "release/*"], page: "less-noise.md#only-some-runs" },
  ),
};

export const settingsMembers = {
  max_proc_time: optional(seconds, "Longest run time in seconds.", { example: 3600 }),
  min_proc_time: optional(seconds, "Shortest run time in seconds.", { example: 30 }),
  check_flag: optional(
    flag,
    "With `false`, runs are counted, but not checked. In `default`, for pipelines without an entry.",
    { default: true, example: false },
  ),
  schedule: optional(
    v.union([v.string(), expressionList], cronExpressions),
    "When the pipeline must run: `auto`, or in an entry with an exact name one or more cron expressions in UTC, each with a `branch` if only its runs count.",
    { example: "0 2 * * *", page: "schedules-and-limits.md#missed-runs" },
  ),
  grace: optional(
    v.pipe(wholeNumber(aGrace, 0), v.maxValue(24 * 3600, aGrace)),
    "Seconds until a scheduled run counts as missed, at most 86400.",
    { default: 900, example: 300 },
  ),
  ...filterMembers,
  ...alertSettingsMembers,
};

export const settingsSchema = objectOf(settingsMembers, "an object of settings");

export type SettingsContent = v.InferOutput<typeof settingsSchema>;

function pipelinesMember<const Settings extends v.GenericSchema>(settings: Settings) {
  return described(
    objectWithRestOf(
      {
        default: described(settings, "Settings of every pipeline that has no entry of its own."),
        comment: optional(v.unknown(), "For people. Any value is allowed."),
      },
      settings,
      "an object that maps pipeline names to settings",
    ),
    "Settings by pipeline name or pattern. `default` is for all others, `comment` for people.",
    {
      example: { default: { max_proc_time: 3600, min_proc_time: 0 } },
      page: "less-noise.md#patterns-in-names",
    },
  );
}

const baseAddress = "a URL that ends in a slash, such as https://dev.azure.com/";
const listParameters = "parameters that start with &, such as &api-version=7.1";

const configMembers = {
  $schema: optional(v.string("the URL of a schema"), "For editors. The monitor ignores it."),
  preset: optional(
    v.picklist(["standard"], '"standard"'),
    "`standard` sets recommended values for missing keys.",
    { example: "standard", page: "#preset" },
  ),
  organization: described(segment, "The organization, or the collection on Azure DevOps Server.", {
    example: "contoso",
  }),
  project: described(segment, "The project to check.", { example: "Night Shift" }),
  url_base: described(
    v.pipe(v.string(baseAddress), v.regex(/^https?:\/\/[^?#]+\/$/, baseAddress)),
    "The URL before the organization. On Azure DevOps Server: https://host/tfs/",
    { example: "https://dev.azure.com/" },
  ),
  url_params: described(
    v.pipe(
      v.string(listParameters),
      v.regex(/^&[\w\-.~!$'()*+,;=:@/?%&]*$/, listParameters),
      v.check(
        (value) => findParameter(value, ["minTime", "continuationToken"]) === undefined,
        "parameters without minTime and continuationToken",
      ),
    ),
    "Query parameters for the list of runs, starting with &. `api-version` is required.",
    { example: "&api-version=7.1" },
  ),
  test_flag: described(flag, "With `true`, print configuration and message, but post nothing.", {
    example: true,
  }),
  run_ct_min: described(
    v.pipe(
      v.number("a whole number"),
      v.safeInteger("a whole number"),
      v.minValue(-1, "a whole number, -1 or more"),
    ),
    "Report an hour with this many runs or fewer. -1: never.",
    { example: -1 },
  ),
  queue_time_max: described(seconds, "Longest queue wait in seconds.", { example: 300 }),
  quote_logs: optional(flag, "With `false`, lines of logs stay in Azure DevOps. Causes are still named.", {
    default: true,
    example: false,
    page: "alerts.md#why-a-run-failed",
  }),
  window: optional(
    v.picklist(["last_hour", "since_last_report"], '"last_hour" or "since_last_report"'),
    "With `since_last_report`, check everything since this monitor's last report.",
    { default: "last_hour", example: "since_last_report", page: "alerts.md#no-gap-no-repeats" },
  ),
  partially_succeeded: optional(
    v.picklist(["reported", "succeeded"], '"reported" or "succeeded"'),
    "With `succeeded`, runs that partially succeed count as successful.",
    { default: "reported", example: "succeeded", page: "less-noise.md#runs-that-partially-succeed" },
  ),
  ...filterMembers,
  ...alertMembers,
  projects: optional(
    v.pipe(
      listOf(segment, `a list of 1 to ${maxProjects} project names`, maxProjects),
      v.check((names) => names.length === 1 || !names.includes("*"), '["*"] alone, or project names'),
    ),
    'More projects to check, up to 200 in all, or `["*"]` for all that the credential can read.',
    { example: ["Shop", "Lab"], page: "many-projects.md#several-projects-one-monitor" },
  ),
  time_zone: optional(
    v.pipe(
      v.string(aZone),
      v.check((name) => zoneNamed(name) !== undefined, aZone),
    ),
    "The IANA time zone of reports and of this file, except a pipeline's `schedule`, which is in UTC.",
    { default: "UTC", example: "Europe/Berlin" },
  ),
  pipelines: pipelinesMember(settingsSchema),
};

/** The first of `names` that the query has, if it is a text. Ignores case and percent-encoding in it. */
export function findParameter(query: unknown, names: readonly string[]): string | undefined {
  const parameters = new URLSearchParams(typeof query === "string" ? query : "");
  const written = new Set(Array.from(parameters.keys(), (name) => name.toLowerCase()));
  return names.find((name) => written.has(name.toLowerCase()));
}

export const configSchema = objectOf(configMembers, "an object");

export type ConfigContent = v.InferOutput<typeof configSchema>;

/** Members that a feature adds. */
export interface AddedKeys {
  /** To the whole file. */
  keys: v.ObjectEntries;
  /** To the settings of a pipeline. */
  entryKeys: v.ObjectEntries;
}

function membersOf(parts: readonly AddedKeys[], kind: keyof AddedKeys): v.ObjectEntries {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part[kind])));
}

/** The whole file: the core's members, and those of features. */
export function schemaWith(parts: readonly AddedKeys[]) {
  const ofEntry = { ...settingsMembers, ...membersOf(parts, "entryKeys") };
  const settings = objectOf(ofEntry, "an object of settings");
  const ofFile = { ...configMembers, ...membersOf(parts, "keys"), pipelines: pipelinesMember(settings) };
  return { file: objectOf(ofFile, "an object"), settings, members: { ofFile, ofEntry } };
}

/** Removes the percent-encoding of a segment, which a configuration may already contain. */
export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
