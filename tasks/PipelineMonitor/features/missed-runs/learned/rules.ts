import { keysOf, memberAt, shownPath } from "../../../../../shared/json/path";
import { remembersReports } from "../../../config/problems";
import { isLearned } from "../../../config/schedules";
import { findParameter } from "../../../config/schema";

/** The parameters that hide runs which a schedule has started. */
const hidingParameters = ["resultFilter", "reasonFilter", "maxBuildsPerDefinition", "$top", "maxTime"];

/** Learned schedules are kept in the monitor's memory, and updated from the lists of each report. */
export function learningProblems(value: unknown): string[] {
  const pipelines = memberAt(value, ["pipelines"]);
  const name = keysOf(pipelines).find(
    (key) => key !== "comment" && isLearned(memberAt(pipelines, [key, "schedule"])),
  );
  if (name === undefined) return [];
  const path = shownPath(["pipelines", name, "schedule"]);
  const parameters = memberAt(value, ["url_params"]);
  const filter = typeof parameters === "string" ? findParameter(parameters, hidingParameters) : undefined;
  return [
    ...(remembersReports(value)
      ? []
      : [`${path}: "auto" has to remember what it learns; add "window": "since_last_report"`]),
    ...(filter === undefined
      ? []
      : [`url_params: ${filter} hides runs of schedules; remove it, or the "auto" of ${path}`]),
  ];
}
