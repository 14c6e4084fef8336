import * as v from "valibot";
import { urlProblem } from "../../../shared/http/url";
import { type JsonPath, keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { describeMismatch, pathOf } from "../../../shared/json/schema";
import { quoted } from "../../../shared/text/sanitize";
import { looksSecret } from "../../../shared/text/secret-like";
import { isSettings } from "./entries";
import type { ConfigPart } from "./part";
import { patternProblems } from "./patterns";
import { scheduleProblems } from "./schedules";
import { findParameter, type schemaWith, settingsMembers } from "./schema";
import { isPastedSecret } from "./variable-name";

/** A part of the file that was checked against its schema. */
interface CheckedPart {
  path: JsonPath;
  parsed: { issues?: readonly v.BaseIssue<unknown>[] | undefined };
}

/** Each problem once, with its path. */
export function findProblems(
  value: unknown,
  checked: readonly CheckedPart[],
  parts: readonly ConfigPart[],
  schema: ReturnType<typeof schemaWith>,
): string[] {
  const pipelines = memberAt(value, ["pipelines"]);
  const comparing = parts.find((part) => part.comparing !== undefined)?.comparing;
  return [
    ...new Set([
      ...checked
        .flatMap(issuesOf)
        .filter(({ path }) => !isBaseUrl(value, path))
        .map(({ path, message }) => describeIssue(value, path, message)),
      ...baseUrlProblems(memberAt(value, ["url_base"]), memberAt(value, ["organization"])),
      ...pipelineProblems(pipelines, schema),
      ...scheduleProblems(pipelines),
      ...patternProblems(value),
      ...notifyProblems(value),
      ...parts.flatMap((part) => part.problems(value, comparing)),
    ]),
  ];
}

function issuesOf({ path, parsed }: CheckedPart) {
  return (parsed.issues ?? []).map((issue) => ({
    path: [...path, ...pathOf(issue)],
    message: issue.message,
  }));
}

/** `baseUrlProblems` describes these better, and does not show the text. */
function isBaseUrl(value: unknown, path: JsonPath): boolean {
  return path[0] === "url_base" && typeof memberAt(value, path) === "string";
}

function describeIssue(value: unknown, path: JsonPath, expected: string): string {
  const where = path.length === 0 ? "the configuration" : shownPath(path);
  return describeMismatch(where, memberAt(value, path), expected, (text) =>
    typeof text === "string" && isPastedSecret(text, expected) ? "something else" : printableValue(text),
  );
}

const maxShownCharacters = 60;

/** A text that holds a URL or an address may hold a credential, and so may a parameter, but for the API's version. */
function printableValue(value: unknown): string {
  const json = JSON.stringify(value);
  const isSecret = looksSecret(json) || (typeof value !== "string" && json.includes("="));
  if (typeof value === "string" && !isSecret)
    return quoted(value.replace(/(?<!\bapi-version)=[^&]*/gi, "=…"), maxShownCharacters);
  if (!isSecret && json.length <= maxShownCharacters) return json;
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" && value !== null ? "an object" : "something else";
}

/** Never shows the text, which may hold a password. */
function baseUrlProblems(base: unknown, organization: unknown): string[] {
  if (typeof base !== "string") return [];
  const problem = urlProblem(base);
  if (problem !== undefined) return [`url_base: ${problem}`];
  if (/[?#]/.test(base)) return ["url_base: must not contain ? or #"];
  if (/^https:\/\/dev\.azure\.com\/+[^/]/i.test(base))
    return [
      'url_base: ends before the organization; write "https://dev.azure.com/", and the rest in organization and project',
    ];
  const [, inHost] = /^https:\/\/([\w-]+)\.visualstudio\.com\//i.exec(base) ?? [];
  if (inHost !== undefined && inHost.toLowerCase() === String(organization).toLowerCase())
    return ['url_base: has the organization in it already; write "https://dev.azure.com/"'];
  return base.endsWith("/") ? [] : ["url_base: must end with a slash"];
}

function pipelineProblems(
  pipelines: unknown,
  { settings: schema, members }: ReturnType<typeof schemaWith>,
): string[] {
  const names = keysOf(pipelines);
  const defaults = memberAt(pipelines, ["default"]);
  const missingTimes = (name: string) => {
    const settings = memberAt(pipelines, [name]);
    const checked = memberAt(settings, ["check_flag"]) !== false && v.is(schema, settings);
    if (!checked || (name === "comment" && !isSettings(settings, members.ofEntry))) return [];
    return ["max_proc_time", "min_proc_time"]
      .filter((key) => memberAt(settings, [key]) === undefined && memberAt(defaults, [key]) === undefined)
      .map(
        (key) =>
          `${shownPath(["pipelines", name, key])}: missing${name === "default" ? "" : " here and in pipelines.default"}`,
      );
  };
  return [
    ...(names.includes("__proto__")
      ? ["pipelines.__proto__: a pipeline with this name cannot be configured"]
      : []),
    ...(names.includes("default") ? names.flatMap(missingTimes) : []),
  ];
}

/** The parameters that can hide the run with which a problem ends. */
const hidingParameters = ["resultFilter", "maxBuildsPerDefinition", "$top", "maxTime"];

function notifyProblems(value: unknown): string[] {
  const filter = findParameter(memberAt(value, ["url_params"]), hidingParameters);
  return memberAt(value, ["notify"]) === "changes" && filter !== undefined
    ? [`url_params: ${filter} hides runs with which a problem ends; remove it, or "notify": "changes"`]
    : [];
}

/** For a key that is of no use without the memory of what was reported. */
export function needsMemoryOfReports(value: unknown, path: string): string[] {
  const remembers = memberAt(value, ["notify"]) === "changes";
  return remembers ? [] : [`${path}: needs the memory of what was reported; add "notify": "changes"`];
}

/** Whether a report begins where the last one ended, so that the monitor has a memory. */
export function remembersReports(value: unknown): boolean {
  return memberAt(value, ["window"]) === "since_last_report" || memberAt(value, ["notify"]) === "changes";
}

/** The names of the entries that have a member, valid or not. A comment is one if settings have one of its members. */
export function entriesWith(value: unknown, key: string): string[] {
  const pipelines = memberAt(value, ["pipelines"]);
  return keysOf(pipelines).filter((name) => {
    const entry = memberAt(pipelines, [name]);
    const isEntry = name !== "comment" || isSettings(entry, { ...settingsMembers, [key]: undefined });
    return isEntry && memberAt(entry, [key]) !== undefined;
  });
}

/** For a place in the file that lets the monitor act, which takes a memory, and the name of the pipeline that it is about. */
export function actingProblems(value: unknown, place: JsonPath): string[] {
  const [section, name] = place;
  const isForAll = section !== "pipelines" || name === "default";
  return [
    ...(isForAll
      ? [`${shownPath(place)}: not for all pipelines; move it to the entries of those it is for`]
      : []),
    ...(remembersReports(value)
      ? []
      : [`${shownPath(place)}: the monitor has to remember what it did; add "window": "since_last_report"`]),
  ];
}
