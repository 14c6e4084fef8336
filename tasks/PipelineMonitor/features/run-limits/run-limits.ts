import { memberAt } from "../../../../shared/json/path";
import { hasSchedule } from "../../config/schedules";
import { optional, wholeNumber } from "../../config/values";
import { feature } from "../../feature";
import { forecast, limitLine } from "./forecast";

/** Reports schedules that will reach the service's limits. */
export const runLimits = feature({
  name: "run limits",
  keys: {
    runs_per_week_max: optional(
      wholeNumber("a whole number of runs, 1 or more", 1),
      "Report schedules that will reach this many runs in seven days.",
      { example: 1000, page: "schedules-and-limits.md#the-weekly-run-limit" },
    ),
  },
  entryKeys: {},
  memory: {},
  warnings: (value) =>
    memberAt(value, ["runs_per_week_max"]) !== undefined && !hasSchedule(memberAt(value, ["pipelines"]))
      ? ["runs_per_week_max: no pipeline has a schedule, so there is nothing to check; add a schedule"]
      : [],
  read: ({ keys: { runs_per_week_max }, config: { schedules } }) =>
    schedules.length === 0 ? undefined : runs_per_week_max,
  open(runsPerWeekMax) {
    const stage = forecast(runsPerWeekMax);
    return {
      finds: [{ ...stage, readsJournal: true }],
      // Whoever tries a limit does not wait for the report that tells it.
      async explain(project, context) {
        if (stage.isEnabled?.(project, context) === true) return [];
        const { issues } = await stage.run({ ...project, issues: [] }, context);
        const lines = issues.map((issue) => limitLine(issue, context.agent.sanitize));
        return lines.length === 0 ? [] : ["", "Run limits:", ...lines];
      },
    };
  },
});
