import { feature } from "../../feature";
import { findMissed } from "./find-missed";
import { renderSchedules } from "./learned/explain";
import { learnedSchedules, scheduleNotes } from "./learned/learn";
import { learningProblems } from "./learned/rules";
import { suggestSchedules } from "./suggest-schedules";

/** Reports runs that did not start when they were due, by given schedules and by learned ones. */
export const missedRuns = feature({
  name: "missed runs",
  keys: {},
  entryKeys: {},
  memory: {},
  problems: learningProblems,
  read: ({ config: { pipelines, schedules } }) => {
    const learns = [...pipelines.byName.values()].some(({ learned }) => learned !== undefined);
    return { learns, isScheduled: learns || schedules.length > 0 };
  },
  // Without a schedule, the problems of those that the configuration had before end.
  open: ({ learns, isScheduled }, { quiet }) => ({
    finds: [
      ...(learns ? [learnedSchedules] : []),
      { ...findMissed, readsJournal: isScheduled },
      scheduleNotes(quiet),
    ],
    explain: async (project) => renderSchedules(project),
  }),
  suggest: suggestSchedules,
});
