import * as v from "valibot";
import { urlBelow, urlProblem } from "../../../shared/http/url";
import { keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { describeMismatch, pathOf } from "../../../shared/json/schema";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { quoted } from "../../../shared/text/sanitize";
import type { ScheduledPipeline } from "./schedules";
import { scheduledPipeline, scheduleProblems } from "./schedules";
import { configMembers, configSchema, decoded, settingsMembers, settingsSchema } from "./schema";

/** What is tested of a pipeline's runs. */
export interface PipelineChecks {
  maxProcSeconds: number;
  minProcSeconds: number;
}

/** What is asked for beyond the specification; without its key in the file, none of it. */
export interface Extras {
  explainFailures: boolean;
  groupCauses: boolean;
  checkUnfinished: boolean;
  sinceLastReport: boolean;
  /** How many earlier runs of a pipeline are looked at; 0 when none are. */
  historyRuns: number;
  /** The pipelines that have to run by schedule. */
  schedules: readonly ScheduledPipeline[];
  /** How many runs a pipeline may have within seven days; undefined when nobody looks. */
  runsPerWeekMax: number | undefined;
}

/** The monitor configuration, ready to work by. */
export interface Config {
  organization: URL;
  project: URL;
  listParameters: string;
  testFlag: boolean;
  runCountMin: number;
  queueSecondsMax: number;
  /** By name of pipeline; undefined where its runs are not checked. */
  pipelines: ReadonlyMap<string, PipelineChecks | undefined>;
  /** For pipelines without an entry. */
  defaultChecks: PipelineChecks | undefined;
  extras: Extras;
}

/** A configuration, or every problem of it with its path; and what is odd about it but does no harm. */
export interface ParsedConfig {
  config: Config | undefined;
  /** The members that are known, as they stand in the file. */
  known: unknown;
  problems: string[];
  warnings: string[];
}

type ConfigFile = v.InferOutput<typeof configSchema>;
type SettingsFile = v.InferOutput<typeof settingsSchema>;

/** Checks a configuration file's value whole, and gives the configuration when nothing is wrong with it. */
export function parseConfig(value: unknown): ParsedConfig {
  const parsed = v.safeParse(configSchema, value);
  const others = passedOver(value);
  const problems = new Set([
    ...[
      ...issuesOf(parsed, []),
      ...others.flatMap(({ name, settings }) => issuesOf(settings, ["pipelines", name])),
    ]
      .filter(({ path }) => !isAddress(value, path))
      .map(({ path, message }) => describeIssue(value, path, message)),
    ...addressProblems(memberAt(value, ["url_base"])),
    ...pipelineProblems(memberAt(value, ["pipelines"])),
    ...scheduleProblems(memberAt(value, ["pipelines"])),
  ]);
  const warnings = unknownKeys(value);
  if (!parsed.success || problems.size > 0)
    return { config: undefined, known: undefined, problems: [...problems], warnings };
  const entries = others.flatMap(({ name, settings }) => (settings.success ? [[name, settings.output]] : []));
  const file = {
    ...parsed.output,
    pipelines: { ...parsed.output.pipelines, ...Object.fromEntries(entries) },
  };
  const config = toConfig(file);
  return {
    config,
    known: file,
    problems: [],
    warnings: [...warnings, ...oddTimes(file), ...oddParameters(file.url_params), ...oddLimit(config.extras)],
  };
}

/** The entries of pipelines whose names valibot passes over, each parsed by itself (decision 5). */
function passedOver(value: unknown) {
  return keysOf(memberAt(value, ["pipelines"]))
    .filter((name) => ["constructor", "prototype"].includes(name))
    .map((name) => ({ name, settings: v.safeParse(settingsSchema, memberAt(value, ["pipelines", name])) }));
}

/** What is wrong with a value that was parsed, by its path within the file. */
function issuesOf(parsed: { issues?: readonly v.BaseIssue<unknown>[] | undefined }, within: string[]) {
  return (parsed.issues ?? []).map((issue) => ({
    path: [...within, ...pathOf(issue)],
    message: issue.message,
  }));
}

/** Whether a problem is about the text of `url_base`, which `addressProblems` names better and without showing it. */
function isAddress(value: unknown, path: readonly string[]): boolean {
  return path[0] === "url_base" && typeof memberAt(value, path) === "string";
}

function describeIssue(value: unknown, path: readonly string[], expected: string): string {
  const where = path.length === 0 ? "the configuration" : shownPath(path);
  return describeMismatch(where, memberAt(value, path), expected, shown);
}

/** A value of the file's as a problem may show it. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  // A text with an address or an assignment in it may hold a credential.
  return /[@=]|:\/\//.test(String(value)) ? "something else" : quoted(value, 60);
}

/** What is wrong with `url_base` beyond its type; its text is never shown, for it may hold a password. */
function addressProblems(base: unknown): string[] {
  if (typeof base !== "string") return [];
  const problem = urlProblem(base);
  if (problem !== undefined) return [`url_base: ${problem}`];
  if (/[?#]/.test(base)) return ["url_base: must hold neither ? nor #"];
  return base.endsWith("/") ? [] : ["url_base: must end in a slash"];
}

/** Entries that name no time where the default names none either (decision 13), and the one impossible name. */
function pipelineProblems(pipelines: unknown): string[] {
  const names = keysOf(pipelines);
  const defaults = memberAt(pipelines, ["default"]);
  const missingTimes = (name: string) => {
    const settings = memberAt(pipelines, [name]);
    const checked = memberAt(settings, ["check_flag"]) !== false && v.is(settingsSchema, settings);
    if (!checked || (name === "comment" && !isSettings(settings))) return [];
    return ["max_proc_time", "min_proc_time"]
      .filter((key) => memberAt(settings, [key]) === undefined && memberAt(defaults, [key]) === undefined)
      .map(
        (key) =>
          `${shownPath(["pipelines", name, key])}: missing${name === "default" ? "" : " here and in pipelines.default"}`,
      );
  };
  return [
    ...(names.includes("__proto__")
      ? ["pipelines.__proto__: a pipeline of this name cannot be configured"]
      : []),
    ...(names.includes("default") ? names.flatMap(missingTimes) : []),
  ];
}

/** Whether a comment is meant as settings: it names one of them. */
function isSettings(comment: unknown): boolean {
  return keysOf(comment).some((key) => key in settingsMembers);
}

/** All entries that are settings; `comment` is one only when it is a settings object (decision 5). */
function entriesOf(file: ConfigFile): [string, SettingsFile][] {
  const { comment, ...entries } = file.pipelines;
  const serves = v.is(settingsSchema, comment) && isSettings(comment);
  return Object.entries({ ...entries, ...(serves ? { comment: v.parse(settingsSchema, comment) } : {}) });
}

function toConfig(file: ConfigFile): Config {
  const defaults = file.pipelines.default;
  const checks = (settings: SettingsFile): PipelineChecks | undefined => {
    const maxProcSeconds = settings.max_proc_time ?? defaults.max_proc_time;
    const minProcSeconds = settings.min_proc_time ?? defaults.min_proc_time;
    if (settings.check_flag === false || maxProcSeconds === undefined || minProcSeconds === undefined)
      return undefined;
    return { maxProcSeconds, minProcSeconds };
  };
  const organization = urlBelow(new URL(file.url_base), [decoded(file.organization)]);
  return {
    organization,
    project: urlBelow(organization, [decoded(file.project)]),
    listParameters: file.url_params,
    testFlag: file.test_flag,
    runCountMin: file.run_ct_min,
    queueSecondsMax: file.queue_time_max,
    pipelines: new Map(entriesOf(file).map(([name, settings]) => [name, checks(settings)])),
    defaultChecks: checks(defaults),
    extras: {
      explainFailures: file.explain_failures ?? false,
      groupCauses: file.group_causes ?? false,
      checkUnfinished: file.check_unfinished ?? false,
      sinceLastReport: file.window === "since_last_report",
      historyRuns: file.history ?? 0,
      schedules: entriesOf(file).flatMap(([name, settings]) => scheduledPipeline(name, settings)),
      runsPerWeekMax: file.runs_per_week_max,
    },
  };
}

/** A warning for every key that nobody reads, with the nearest that somebody does (decision 6). */
function unknownKeys(value: unknown): string[] {
  const within = (path: string[], known: string[]) => {
    return keysOf(memberAt(value, path))
      .filter((key) => !known.includes(key))
      .map((key) => `${shownPath([...path, key])}: unknown, and passed over${didYouMean(key, known)}`);
  };
  const names = keysOf(memberAt(value, ["pipelines"])).filter((name) => name !== "comment");
  return [
    ...within([], Object.keys(configMembers)),
    ...names.flatMap((name) => within(["pipelines", name], Object.keys(settingsMembers))),
  ];
}

function oddParameters(parameters: string): string[] {
  return /&api-version=/.test(parameters) ? [] : ["url_params: carries no api-version"];
}

function oddLimit({ runsPerWeekMax, schedules }: Extras): string[] {
  return runsPerWeekMax === undefined || schedules.length > 0
    ? []
    : ["runs_per_week_max: no pipeline has a schedule, so none is held against it"];
}

function oddTimes(file: ConfigFile): string[] {
  const defaults = file.pipelines.default;
  return entriesOf(file).flatMap(([name, settings]) => {
    const max = settings.max_proc_time ?? defaults.max_proc_time ?? 0;
    const min = settings.min_proc_time ?? defaults.min_proc_time ?? 0;
    return settings.check_flag === false || min <= max
      ? []
      : [
          `${shownPath(["pipelines", name])}: min_proc_time ${min} is more than max_proc_time ${max}, so every run is reported`,
        ];
  });
}
