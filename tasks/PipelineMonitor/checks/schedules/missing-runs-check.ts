import { type IssueKind, issueOf } from "../../issue/issue";
import { words } from "../../issue/parts";
import { type OptionalCheck, withinBudget } from "../optional-check";
import { findDuePipelines, readMissingRuns } from "./due";

const name = "missing runs";

const missed: IssueKind = { code: "missed", severity: "failure", rank: 0, tally: "did not run" };

/** Reports the scheduled times at which no run was queued. Enabled by `schedule` in a pipeline's settings. */
export const missingRuns: OptionalCheck = {
  name,
  isEnabled: ({ optional }) => optional.schedules.length > 0,
  begin: (context) => ({
    async find() {
      const { config, window, now, service } = context;
      const missing = await withinBudget(context, async (signal) => {
        const due = findDuePipelines(config.optional.schedules, window, now);
        return due.length === 0 ? [] : readMissingRuns(due, service, signal);
      });
      return missing.map(({ pipeline, at }) =>
        issueOf(missed, { pipeline }, [words("did not run at "), { time: at * 1000, isDated: true }], { at }),
      );
    },
  }),
};
