import type { Feature } from "./feature";
import { businessHours } from "./features/business-hours/business-hours";
import { causes } from "./features/causes/causes";
import { codeowners } from "./features/codeowners/codeowners";
import { deadlines } from "./features/deadlines/deadlines";
import { digest } from "./features/digest/digest";
import { evidence } from "./features/evidence/evidence";
import { greeting } from "./features/greeting/greeting";
import { heartbeat } from "./features/heartbeat/heartbeat";
import { history } from "./features/history/history";
import { metrics } from "./features/metrics/metrics";
import { missedRuns } from "./features/missed-runs/missed-runs";
import { mutes } from "./features/mutes/mutes";
import { newlyWatched } from "./features/newly-watched/newly-watched";
import { paging } from "./features/paging/paging";
import { repair } from "./features/repair/repair";
import { routes } from "./features/routes/routes";
import { runLimits } from "./features/run-limits/run-limits";
import { serviceHook } from "./features/service-hook/service-hook";
import { stuckRuns } from "./features/stuck-runs/stuck-runs";
import { thresholds } from "./features/thresholds/thresholds";
import { tickets } from "./features/tickets/tickets";

/**
 * All features, in the order of the hour: what changes by the minute is read first. If several silence the same finding, the first
 * here gives the reason. No other file names them.
 */
export const features: readonly Feature[] = [
  stuckRuns,
  missedRuns,
  deadlines,
  runLimits,
  serviceHook,
  newlyWatched,
  causes,
  history,
  mutes,
  thresholds,
  businessHours,
  greeting,
  repair,
  codeowners,
  routes,
  paging,
  tickets,
  digest,
  metrics,
  heartbeat,
  evidence,
];
