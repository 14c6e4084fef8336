import { shownPath } from "../../../shared/json/path";
import { expressionWarnings } from "./cron";
import { entriesOf } from "./entries";
import { isPattern } from "./patterns";
import { expressionsOf } from "./schedules";
import type { ConfigContent } from "./schema";

export function oddValueWarnings(file: ConfigContent): string[] {
  const lacksVersion = !/&api-version=/.test(file.url_params);
  return [
    ...timeWarnings(file),
    ...reminderWarnings(file),
    ...scheduleWarnings(file),
    ...(lacksVersion ? ["url_params: has no api-version; add &api-version=7.1"] : []),
  ];
}

function scheduleWarnings(file: ConfigContent): string[] {
  return entriesOf(file).flatMap(([name, { schedule = [] }]) => {
    const path = ["pipelines", name, "schedule"];
    const expressions = expressionsOf(schedule);
    const isIgnored = isPattern(name) && expressions.length > 0;
    return [
      ...(isIgnored
        ? [
            `${shownPath(path)}: ignored for pipelines that match the pattern; move it to an entry with the exact name`,
          ]
        : []),
      ...expressions.flatMap((expression) => expressionWarnings(path, expression)),
    ];
  });
}

function timeWarnings(file: ConfigContent): string[] {
  const defaults = file.pipelines.default;
  return entriesOf(file).flatMap(([name, settings]) => {
    const max = settings.max_proc_time ?? defaults.max_proc_time ?? 0;
    const min = settings.min_proc_time ?? defaults.min_proc_time ?? 0;
    if (settings.check_flag === false || min <= max) return [];
    const shown = (key: "max_proc_time" | "min_proc_time", seconds: number) =>
      `${key} ${seconds}${settings[key] === undefined ? " (of pipelines.default)" : ""}`;
    return [
      `${shownPath(["pipelines", name])}: ${shown("min_proc_time", min)} is more than ${shown("max_proc_time", max)}, so every run is reported. Correct one of them`,
    ];
  });
}

function reminderWarnings(file: ConfigContent): string[] {
  const lacks = file.remind_hours !== undefined && file.notify !== "changes";
  return lacks ? ['remind_hours: has no effect without "notify": "changes"'] : [];
}
