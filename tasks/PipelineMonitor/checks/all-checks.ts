import { causes } from "./causes/causes";
import { history } from "./history/history-check";
import type { OptionalCheck } from "./optional-check";
import { runLimits } from "./run-limits/run-limits-check";
import { missingRuns } from "./schedules/missing-runs-check";
import { unfinishedRuns } from "./unfinished/unfinished-check";

/** Every optional check, in the order in which their issues are listed. Urgent ones run first. */
export const optionalChecks: readonly OptionalCheck[] = [
  missingRuns,
  unfinishedRuns,
  runLimits,
  causes,
  history,
];
