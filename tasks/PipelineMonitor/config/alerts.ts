import { memberAt } from "../../../shared/json/path";
import { alertMembers, alertSettingsMembers } from "./alert-schema";
import { entriesOf } from "./entries";
import type { ConfigPart } from "./part";
import { type ConfigContent, findParameter } from "./schema";

/** Beside the settings of the entries. Without the optional keys, every issue is in every message. */
export interface Alerts {
  /** After how many seconds a known problem is repeated; undefined if every report repeats it. */
  remindSeconds: number | undefined;
  /** Whether the configuration has any of these keys. */
  isUsed: boolean;
}

const usualRemindHours = 24;

export function alertsOf(file: ConfigContent, parts: readonly ConfigPart[]): Alerts {
  return {
    remindSeconds: file.notify === "changes" ? (file.remind_hours ?? usualRemindHours) * 3600 : undefined,
    isUsed:
      parts.some(({ keys }) => Object.keys(keys).some((key) => Object.hasOwn(file, key))) ||
      Object.keys(alertMembers).some((key) => Object.hasOwn(file, key)) ||
      entriesOf(file).some(([, settings]) =>
        [alertSettingsMembers, ...parts.map(({ entryKeys }) => entryKeys)].some((members) =>
          Object.keys(members).some((key) => Object.hasOwn(settings, key)),
        ),
      ),
  };
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

export function alertWarnings(file: ConfigContent): string[] {
  const lacks = file.remind_hours !== undefined && file.notify !== "changes";
  return lacks ? ['remind_hours: has no effect without "notify": "changes"'] : [];
}
