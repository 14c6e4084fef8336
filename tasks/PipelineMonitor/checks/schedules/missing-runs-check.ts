import { minuteOf } from "../../../../shared/text/time";
import type { CheckFinding } from "../../rules/finding";
import { unlinked } from "../../rules/log-search";
import { words } from "../../rules/run-parts";
import { type OptionalCheck, withinBudget } from "../optional-check";
import { findDuePipelines, readMissingRuns } from "./due";
import type { MissingRun } from "./missing-runs";

const name = "missing runs";

/** Reports the scheduled times at which no run was queued. Enabled by `schedule` in a pipeline's settings. */
export const missingRuns: OptionalCheck = {
  name,
  isEnabled: ({ optional }) => optional.schedules.length > 0,
  begin: (context) => ({
    async find() {
      const { config, window, now, service } = context;
      const missing = await withinBudget(name, context, async (signal) => {
        const due = findDuePipelines(config.optional.schedules, window, now);
        return due.length === 0 ? [] : readMissingRuns(due, service, signal);
      });
      return missing.map(findingOf).map(unlinked);
    },
  }),
};

function findingOf({ pipeline, at }: MissingRun): CheckFinding {
  const sentence = [words(`did not run at ${minuteOf(at)}`)];
  return { kind: "check", rank: 0, subject: { pipeline }, hasLogs: false, sentence };
}
