import { isOfFailedRun } from "../../rules/finding";
import type { OptionalCheck } from "../optional-check";
import type { TellingLine } from "./cause";
import { explainFailures } from "./explain-failures";
import { readTellingLine } from "./telling-line";

/** How long logs may be read on behind their first `error`, all together: a tenth of the search for logs. */
const readOnSeconds = 60;

/** Says why runs failed, by their logs and timelines; enabled by `explain_failures` and `group_causes`. */
export const causes: OptionalCheck = {
  name: "causes of failures",
  isEnabled: ({ extras }) => extras.explainFailures || extras.groupCauses,
  begin(context) {
    const { clock, cancelled, config, service } = context;
    const tellingLines = new Map<number, TellingLine>();
    const allowance = { leftSeconds: readOnSeconds };
    return {
      logReader(finding) {
        if (!isOfFailedRun(finding)) return undefined;
        return async (body) => {
          const telling = await readTellingLine(body, clock, cancelled, allowance);
          if (telling !== undefined) tellingLines.set(finding.run.id, telling);
          return telling !== undefined;
        };
      },
      complete: async (issues) => ({
        issues: await explainFailures(issues, tellingLines, config.extras, service, context),
      }),
    };
  },
};
