import type { CheckFinding } from "../../rules/finding";
import { unlinked } from "../../rules/log-search";
import { words } from "../../rules/run-parts";
import { type OptionalCheck, withinBudget } from "../optional-check";
import { renderLimit } from "./limit-text";
import { readLimits } from "./read-limits";
import type { RunLimit, UnknownPipeline } from "./run-limits";

const name = "run limits";

/** Reports once a day which schedules will exceed the service's limits. Enabled by `runs_per_week_max`. */
export const runLimits: OptionalCheck = {
  name,
  isEnabled: ({ optional }, { isFirstOfDay }) =>
    isFirstOfDay && optional.runsPerWeekMax !== undefined && optional.schedules.length > 0,
  begin: (context) => ({
    async find() {
      const { config, now, service } = context;
      const { schedules, runsPerWeekMax = 0 } = config.optional;
      const limits = await withinBudget(context, (signal) =>
        readLimits(schedules, runsPerWeekMax, service, now, signal),
      );
      return limits.map(findingOf).map(unlinked);
    },
  }),
};

function findingOf(limit: RunLimit | UnknownPipeline): CheckFinding {
  const subject = { pipeline: limit.pipeline };
  const found = { kind: "check", rank: 2, severity: "warning", subject, hasLogs: false } as const;
  return limit.kind === "runLimit"
    ? { ...found, tally: "near a run limit", sentence: renderLimit(limit) }
    : {
        ...found,
        tally: "not found",
        sentence: [words("has a schedule in the configuration, but no pipeline has this name")],
      };
}
