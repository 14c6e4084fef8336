import type { Feature } from "./feature";
import { digest } from "./features/digest/digest";
import { heartbeat } from "./features/heartbeat/heartbeat";
import { metrics } from "./features/metrics/metrics";
import { mutes } from "./features/mutes/mutes";
import { repair } from "./features/repair/repair";

/** All features, in the order of the hour. No other file names them. */
export const features: readonly Feature[] = [mutes, repair, digest, metrics, heartbeat];
