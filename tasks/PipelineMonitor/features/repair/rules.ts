import { keysOf, memberAt, shownPath } from "../../../../shared/json/path";
import { isSettings } from "../../config/entries";
import { remembersReports } from "../../config/problems";
import { settingsMembers } from "../../config/schema";

/** Acting takes a memory, and the name of the pipeline that it is about. */
export function repairProblems(value: unknown): string[] {
  const pipelines = memberAt(value, ["pipelines"]);
  return keysOf(pipelines).flatMap((name) => {
    const settings = memberAt(pipelines, [name]);
    const repair = memberAt(settings, ["repair"]);
    if (repair === undefined || (name === "comment" && !isSettings(settings, { ...settingsMembers, repair })))
      return [];
    const path = shownPath(["pipelines", name, "repair"]);
    const schedule = memberAt(settings, ["schedule"]) ?? memberAt(pipelines, ["default", "schedule"]);
    const isUnscheduled = memberAt(repair, ["missed"]) === true && schedule === undefined;
    return [
      ...(name === "default"
        ? [`${path}: not for all pipelines; move it to the entries of those it is for`]
        : []),
      ...(remembersReports(value)
        ? []
        : [`${path}: the monitor has to remember what it did; add "window": "since_last_report"`]),
      ...(isUnscheduled
        ? [`${path}.missed: the entry has no schedule, so nothing can be missed; add one`]
        : []),
    ];
  });
}
