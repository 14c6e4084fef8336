import type { KnownSchedule } from "../../../../shared/journal/schema";
import { keysOf, memberAt, shownPath } from "../../../../shared/json/path";
import { pathOf } from "../../../../shared/pipeline";
import { remembersReports } from "../../config/problems";
import { isLearned } from "../../config/schedules";
import { branchCronMembers, findParameter } from "../../config/schema";
import { feature } from "../../feature";
import { learnsSchedules } from "../../issue/place";
import type { FoundProject } from "../../issue/report";
import { subjectOf } from "../../issue/subject";
import { endOf } from "../../issue/window";
import { namesOnPage } from "../../render/names";
import { isProvenAt } from "../../schedules/proof";
import { describeSlots, evidenceLine } from "../../schedules/words";
import { findMissed } from "./find-missed";
import { learnedSchedules, type Schedules, scheduleNotes } from "./learned/learn";
import { suggestSchedules } from "./suggest-schedules";

/** Reports runs that did not start when they were due, by given schedules and by learned ones. */
export const missedRuns = feature({
  name: "missed runs",
  keys: {},
  entryKeys: {},
  memory: {},
  objects: [{ path: ["pipelines", "*", "schedule", "*"], members: branchCronMembers, isSilencing: true }],
  problems: learningProblems,
  read({ config }) {
    const learns = learnsSchedules(config);
    return {
      // Without a schedule, the problems of those that the configuration had before end.
      open({ quiet }) {
        const schedules: Schedules = new Map();
        return {
          finds: [
            ...(learns ? [learnedSchedules(schedules)] : []),
            { ...findMissed(schedules), readsJournal: learns || config.schedules.length > 0 },
            scheduleNotes(schedules, quiet),
          ],
          explain: async (project) => renderSchedules(project, schedules.get(project.config) ?? []),
        };
      },
    };
  },
  suggest: suggestSchedules,
});

/** The parameters that hide runs which a schedule has started. */
const hidingParameters = ["resultFilter", "reasonFilter", "maxBuildsPerDefinition", "$top", "maxTime"];

/** Learned schedules are kept in the monitor's memory, and updated from the lists of each report. */
function learningProblems(value: unknown): string[] {
  const pipelines = memberAt(value, ["pipelines"]);
  const name = keysOf(pipelines).find(
    (key) => key !== "comment" && isLearned(memberAt(pipelines, [key, "schedule"])),
  );
  if (name === undefined) return [];
  const path = shownPath(["pipelines", name, "schedule"]);
  const filter = findParameter(memberAt(value, ["url_params"]), hidingParameters);
  return [
    ...(remembersReports(value)
      ? []
      : [`${path}: "auto" has to remember what it learns; add "window": "since_last_report"`]),
    ...(filter === undefined
      ? []
      : [`url_params: ${filter} hides runs of schedules; remove it, or the "auto" of ${path}`]),
  ];
}

/** Learned schedules, as a configuration can give them. */
function renderSchedules(report: FoundProject, schedules: readonly KnownSchedule[]): string[] {
  const { config, window } = report;
  const learned = schedules.filter(
    ({ pipeline }) => config.pipelines.entryFor(pathOf(pipeline)).learned !== undefined,
  );
  const nameOf = namesOnPage(report, learned);
  const lines = learned.map((schedule) => {
    const { pattern } = schedule;
    const pipeline = nameOf(subjectOf(schedule));
    if (pattern === undefined) return `${pipeline}: no pattern in its runs, so none is reported as missed`;
    return `${pipeline}: ${evidenceLine(pattern, endOf(window) / 60)}${doubtOf(schedule)}`;
  });
  return lines.length === 0 ? [] : ["", "Learned schedules:", ...lines.sort()];
}

function doubtOf(schedule: KnownSchedule): string {
  const slots = schedule.pattern?.slots ?? [];
  const isProvenNow = isProvenAt(schedule);
  const doubtful = slots.filter((slot) => !isProvenNow(slot));
  if (doubtful.length === 0) return "";
  if (doubtful.length === slots.length)
    return "; not proven to run without changes, so none is reported as missed";
  return `; not reported as missed, because not proven to run without changes: ${describeSlots(doubtful)} UTC`;
}
