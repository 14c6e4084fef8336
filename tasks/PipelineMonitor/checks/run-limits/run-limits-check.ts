import type { CheckFinding } from "../../rules/finding";
import { unlinked } from "../../rules/log-search";
import { words } from "../../rules/run-parts";
import { type OptionalCheck, withinBudget } from "../optional-check";
import { renderLimit } from "./limit-text";
import { readLimits } from "./read-limits";
import type { RunLimit, UnknownPipeline } from "./run-limits";

const name = "limits of runs";

/** Reports once a day which schedules will exceed the service's limits. Enabled by `runs_per_week_max`. */
export const runLimits: OptionalCheck = {
  name,
  isEnabled: ({ optional }, { isFirstOfDay }) =>
    isFirstOfDay && optional.runsPerWeekMax !== undefined && optional.schedules.length > 0,
  begin: (context) => ({
    async find() {
      const { config, now, service } = context;
      const { schedules, runsPerWeekMax = 0 } = config.optional;
      const limits = await withinBudget(name, context, (signal) =>
        readLimits(schedules, runsPerWeekMax, service, now, signal),
      );
      return limits.map(findingOf).map(unlinked);
    },
  }),
};

function findingOf(limit: RunLimit | UnknownPipeline): CheckFinding {
  const text =
    limit.kind === "runLimit"
      ? renderLimit(limit)
      : "has a schedule in the configuration, but there is no pipeline of this name";
  const subject = { pipeline: limit.pipeline };
  return { kind: "check", rank: 2, subject, hasLogs: false, sentence: [words(text)] };
}
