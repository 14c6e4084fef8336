import { keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { alertMembers, alertSettingsMembers } from "./alert-schema";
import { type BusinessHours, parseBusinessHours } from "./business-hours";
import { expressionProblem, type Schedule, validSchedules } from "./cron";
import { entriesOf } from "./entries";
import { createNameLookUp, type NameLookUp } from "./patterns";
import { type ConfigContent, findParameter } from "./schema";

/** A maintenance window: what happens in it is not in the message. */
export interface QuietWindow {
  schedule: Schedule;
  /** How long it lasts from each time of its schedule. */
  seconds: number;
  /** Finds the pipelines that it is for; undefined means all. */
  pipelines: NameLookUp | undefined;
}

/** Beside the settings of the entries. Without the optional keys, every issue is in every message. */
export interface Alerts {
  /** After how many seconds a known problem is repeated; undefined if every report repeats it. */
  remindSeconds: number | undefined;
  quiet: readonly QuietWindow[];
  /** Undefined if nothing waits for them. */
  businessHours: BusinessHours | undefined;
  /** Whether the configuration has any of these keys. */
  isUsed: boolean;
}

const usualRemindHours = 24;

export function alertsOf(file: ConfigContent): Alerts {
  return {
    remindSeconds: file.notify === "changes" ? (file.remind_hours ?? usualRemindHours) * 3600 : undefined,
    quiet: (file.quiet ?? []).flatMap(({ schedule: expression, hours, pipelines: names }) => {
      const pipelines = names && createNameLookUp(names);
      return validSchedules([expression]).map((schedule) => ({ schedule, seconds: hours * 3600, pipelines }));
    }),
    businessHours: file.business_hours === undefined ? undefined : parseBusinessHours(file.business_hours),
    isUsed:
      file.routes !== undefined ||
      file.paging !== undefined ||
      Object.keys(alertMembers).some((key) => Object.hasOwn(file, key)) ||
      entriesOf(file).some(([, settings]) =>
        Object.keys(alertSettingsMembers).some((key) => Object.hasOwn(settings, key)),
      ),
  };
}

/** An issue without a pipeline is only in a maintenance window for all pipelines. */
export function isFor({ pipelines }: QuietWindow, pipeline: string | undefined): boolean {
  return pipelines === undefined || (pipeline !== undefined && pipelines(pipeline) !== undefined);
}

export function quietProblems(value: unknown): string[] {
  const windows = memberAt(value, ["quiet"]);
  const indices = Array.isArray(windows) ? windows.map((_, index) => String(index)) : [];
  return indices.flatMap((index) => {
    const path = ["quiet", index, "schedule"];
    return expressionProblem(path, memberAt(value, path));
  });
}

/** The parameters that can hide the run with which a problem ends. */
const hidingParameters = ["resultFilter", "maxBuildsPerDefinition", "$top", "maxTime"];

export function notifyProblems(value: unknown): string[] {
  const parameters = memberAt(value, ["url_params"]);
  const filter = typeof parameters === "string" ? findParameter(parameters, hidingParameters) : undefined;
  return memberAt(value, ["notify"]) === "changes" && filter !== undefined
    ? [`url_params: ${filter} hides runs with which a problem ends; remove it, or "notify": "changes"`]
    : [];
}

/** Issues that wait, and failures that are counted, need the memory of `notify`. Counting also needs the history. */
export function waitingProblems(value: unknown): string[] {
  const history = memberAt(value, ["history"]) ?? 0;
  const remembers = memberAt(value, ["notify"]) === "changes";
  const needsMemory = 'needs the memory of what was reported; add "notify": "changes"';
  const pipelines = memberAt(value, ["pipelines"]);
  const hasHours = memberAt(value, ["business_hours"]) !== undefined;
  const ofHours = hasHours && !remembers ? [`business_hours: ${needsMemory}`] : [];
  const ofThresholds = keysOf(pipelines).flatMap((name) => {
    const path = shownPath(["pipelines", name, "after_failures"]);
    const failures = memberAt(pipelines, [name, "after_failures"]);
    if (typeof failures !== "number" || failures < 2) return [];
    const isCounted = typeof history !== "number" || history >= failures - 1;
    return [
      ...(remembers ? [] : [`${path}: ${needsMemory}`]),
      ...(isCounted ? [] : [`${path}: ${failures} failures in a row need more history; add "history": 50`]),
    ];
  });
  return [...ofHours, ...ofThresholds];
}

export function alertWarnings(file: ConfigContent): string[] {
  const lacks = file.remind_hours !== undefined && file.notify !== "changes";
  return [
    ...(lacks ? ['remind_hours: has no effect without "notify": "changes"'] : []),
    ...entriesOf(file).flatMap(([name, settings]) =>
      settings.mute_reason !== undefined &&
      settings.mute_until === undefined &&
      file.pipelines.default.mute_until === undefined
        ? [`${shownPath(["pipelines", name, "mute_reason"])}: has no effect without mute_until`]
        : [],
    ),
  ];
}
