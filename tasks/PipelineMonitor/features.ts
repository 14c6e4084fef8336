import type { Feature } from "./feature";
import { causes } from "./features/causes/causes";
import { digest } from "./features/digest/digest";
import { heartbeat } from "./features/heartbeat/heartbeat";
import { history } from "./features/history/history";
import { metrics } from "./features/metrics/metrics";
import { missedRuns } from "./features/missed-runs/missed-runs";
import { mutes } from "./features/mutes/mutes";
import { paging } from "./features/paging/paging";
import { repair } from "./features/repair/repair";
import { routes } from "./features/routes/routes";
import { runLimits } from "./features/run-limits/run-limits";
import { stuckRuns } from "./features/stuck-runs/stuck-runs";

/** All features, in the order of the hour: what changes by the minute is read first. No other file names them. */
export const features: readonly Feature[] = [
  stuckRuns,
  missedRuns,
  runLimits,
  causes,
  history,
  mutes,
  repair,
  routes,
  paging,
  digest,
  metrics,
  heartbeat,
];
