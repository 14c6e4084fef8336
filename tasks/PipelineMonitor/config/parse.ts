import { urlBelow } from "../../../shared/http/url";
import type { Locate } from "../../../shared/json/lines";
import { utcZone, type Zone, zoneNamed } from "../../../shared/text/zone";
import { alertMembers, alertSettingsMembers } from "./alert-schema";
import { createEntries, type Entries, entriesOf, entryOf } from "./entries";
import type { OtherPlace } from "./own-place";
import { type ScheduledPipeline, scheduledPipeline } from "./schedules";
import { type AddedKeys, type ConfigContent, decoded } from "./schema";

/** The monitor configuration, ready for use. */
export interface Config {
  organization: URL;
  project: URL;
  projectName: string;
  /** Absent if the agent does not tell it. */
  projectId?: string | undefined;
  /** Set if it is not the place of the pipeline itself. */
  elsewhere?: OtherPlace | undefined;
  /** Oddities of the file that are harmless. */
  warnings: readonly string[];
  locate: Locate;
  listParameters: string;
  testFlag: boolean;
  runCountMin: number;
  queueSecondsMax: number;
  pipelines: Entries;
  /** The keys of the valid file. Each optional check, which goes beyond the specification, is off without its own. */
  keys: ConfigContent;
  /** Whether the window begins where this monitor's last report ended, as `notify: changes` needs it. */
  sinceLastReport: boolean;
  schedules: readonly ScheduledPipeline[];
  /** Whether the project is the monitor's own: it acts on no other. */
  isOwn: boolean;
  /** The zone of the times that people read, and of those that they write into the configuration. */
  zone: Zone;
  /** Beside the settings of the entries. Without the optional keys, every issue is in every message. */
  alerts: {
    /** After how many seconds a known problem is repeated; undefined without `notify: changes`: whenever it is counted again. */
    remindSeconds: number | undefined;
    /** Whether the configuration has any of these keys. */
    isUsed: boolean;
  };
  /** Whether a run that partially succeeded counts as successful, against rule 5.2. */
  partlyIsSuccess: boolean;
  /** The names of the projects to check besides `project`; `all` that the credential can read. */
  moreProjects: readonly string[] | "all";
}

/** Where no file is known. */
export const locateInInput: Locate = (text) => `configFile: ${text}`;

/** Turns a valid file into a configuration. `parts` are the keys that features add. */
export function toConfig(
  file: ConfigContent,
  parts: readonly AddedKeys[],
  warnings: readonly string[] = [],
): Config {
  const { runs, branches } = file;
  const defaults = { runs, branches, ...file.pipelines.default };
  const entries = entriesOf(file);
  const zone = (file.time_zone === undefined ? undefined : zoneNamed(file.time_zone)) ?? utcZone;
  const organization = urlBelow(new URL(file.url_base), [decoded(file.organization)]);
  const pipelines = createEntries(
    new Map(entries.map(([name, settings]) => [name, entryOf(settings, defaults)])),
    entryOf(defaults, defaults),
  );
  const sinceLastReport = file.window === "since_last_report" || file.notify === "changes";
  return {
    organization,
    project: urlBelow(organization, [decoded(file.project)]),
    projectName: decoded(file.project),
    warnings,
    locate: locateInInput,
    listParameters: file.url_params,
    testFlag: file.test_flag,
    runCountMin: file.run_ct_min,
    queueSecondsMax: file.queue_time_max,
    pipelines,
    keys: file,
    sinceLastReport,
    schedules: entries.flatMap(([name, settings]) => scheduledPipeline(name, settings)),
    isOwn: true,
    zone,
    alerts: alertsOf(file, parts),
    partlyIsSuccess: file.partially_succeeded === "succeeded",
    moreProjects: file.projects?.includes("*") ? "all" : (file.projects ?? []).map(decoded),
  };
}

/** Whether each problem is told once, and its end (`notify: changes`); otherwise each report tells all that it finds. */
export function tellsChanges({ alerts }: Pick<Config, "alerts">): boolean {
  return alerts.remindSeconds !== undefined;
}

/** Whether a name may be of a pipeline of another project. */
export function hasMoreProjects({ moreProjects }: Config): boolean {
  return moreProjects === "all" || moreProjects.length > 0;
}

const usualRemindHours = 24;

function alertsOf(file: ConfigContent, parts: readonly AddedKeys[]): Config["alerts"] {
  return {
    remindSeconds: file.notify === "changes" ? (file.remind_hours ?? usualRemindHours) * 3600 : undefined,
    isUsed:
      parts.some(({ keys }) => Object.keys(keys).some((key) => Object.hasOwn(file, key))) ||
      Object.keys(alertMembers).some((key) => Object.hasOwn(file, key)) ||
      entriesOf(file).some(([, settings]) =>
        [alertSettingsMembers, ...parts.map(({ entryKeys }) => entryKeys)].some((members) =>
          Object.keys(members).some((key) => Object.hasOwn(settings, key)),
        ),
      ),
  };
}
