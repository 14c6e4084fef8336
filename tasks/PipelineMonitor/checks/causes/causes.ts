import { isOfFailedRun, runOf } from "../../issue/issue";
import type { OptionalCheck } from "../optional-check";
import type { CauseLine } from "./cause";
import { readCauseLine } from "./cause-line";
import { explainFailures } from "./explain-failures";

/**
 * How long logs may be read further after their first `error`, in total: a tenth of the time for the log
 * search.
 */
const readOnSeconds = 60;

/** Says why runs failed, by their logs and timelines. Enabled by `explain_failures` and `group_causes`. */
export const causes: OptionalCheck = {
  name: "causes of failures",
  isEnabled: ({ optional }) => optional.explainFailures || optional.groupCauses,
  begin(context) {
    const { clock, cancelled, config, service } = context;
    const causeLines = new Map<number, CauseLine>();
    const allowance = { leftSeconds: readOnSeconds };
    return {
      logReader(issue) {
        const run = runOf(issue);
        if (run === undefined || !isOfFailedRun(issue)) return undefined;
        return async (body) => {
          const causeLine = await readCauseLine(body, clock, cancelled, allowance);
          if (causeLine !== undefined) causeLines.set(run.id, causeLine);
          return causeLine !== undefined;
        };
      },
      complete: async (issues) => ({
        issues: await explainFailures(issues, causeLines, config.optional, service, context),
      }),
    };
  },
};
