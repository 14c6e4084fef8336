import { type Issue, type IssueKind, issueOf } from "../../issue/issue";
import { words } from "../../issue/parts";
import { type OptionalCheck, withinBudget } from "../optional-check";
import { renderLimit } from "./limit-text";
import { readLimits } from "./read-limits";
import type { RunLimit, UnknownPipeline } from "./run-limits";

const name = "run limits";

const nearLimit: IssueKind = {
  code: "nearLimit",
  severity: "warning",
  rank: 2,
  tally: "near a run limit",
  isState: true,
};
const unknownPipeline: IssueKind = { ...nearLimit, code: "unknownPipeline", tally: "not found" };

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
      return limits.map(issueOfLimit);
    },
  }),
};

function issueOfLimit(limit: RunLimit | UnknownPipeline): Issue {
  const about = { pipeline: limit.pipeline };
  return limit.kind === "runLimit"
    ? issueOf(nearLimit, about, renderLimit(limit))
    : issueOf(unknownPipeline, about, [
        words("has a schedule in the configuration, but no pipeline has this name"),
      ]);
}
