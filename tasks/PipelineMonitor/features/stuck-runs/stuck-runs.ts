import { feature } from "../../feature";
import { unfinishedRuns } from "./unfinished-runs";
import { waitedRuns } from "./waited-runs";

/** Reports runs that do not start or end, and those that wait for a person. */
export const stuckRuns = feature({
  name: "stuck runs",
  ...{ keys: {}, entryKeys: {}, memory: {} },
  read: ({ config }) => config,
  open: () => ({ finds: [unfinishedRuns, waitedRuns] }),
});
