import { feature } from "../../feature";
import { renderSchedules } from "./learned/explain";
import { learnedSchedules, scheduleNotes } from "./learned/learn";
import { missingRuns } from "./missing-runs";

/** Reports runs that did not start when they were due, by given schedules and by learned ones. */
export const missedRuns = feature({
  name: "missed runs",
  ...{ keys: {}, entryKeys: {}, memory: {} },
  read: ({ config }) => config,
  open: ({ learnsSchedules }) => ({
    readsJournal: learnsSchedules,
    finds: [learnedSchedules, missingRuns, scheduleNotes],
    explain: async (project) => renderSchedules(project),
  }),
});
