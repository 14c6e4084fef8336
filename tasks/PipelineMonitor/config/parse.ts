import * as v from "valibot";
import { urlBelow } from "../../../shared/http/url";
import { keysOf, memberAt } from "../../../shared/json/path";
import { utcZone, type Zone, zoneNamed } from "../../../shared/text/zone";
import { type Alerts, alertsOf } from "./alerts";
import { createEntries, type Entries, entriesOf, entryOf, isSettings } from "./entries";
import { nameOrganization } from "./organization";
import type { ConfigPart } from "./part";
import { resolvePreset, withOrigin } from "./preset";
import { findProblems } from "./problems";
import { type ScheduledPipeline, scheduledPipeline } from "./schedules";
import { type ConfigContent, decoded, schemaWith } from "./schema";
import { findUnknownKeys } from "./unknown-keys";
import { oddValueWarnings } from "./warnings";

/** The monitor configuration, ready for use. */
export interface Config {
  organization: URL;
  project: URL;
  projectName: string;
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
  alerts: Alerts;
  /** Whether a run that partially succeeded counts as successful, against rule 5.2. */
  partlyIsSuccess: boolean;
  /** The names of the projects to check besides `project`; `all` that the credential can read. */
  moreProjects: readonly string[] | "all";
}

/** A configuration, or every problem of it with its path; and warnings about harmless oddities. */
export interface ParsedConfig {
  config: Config | undefined;
  /** The file with the keys of its preset, valid or not. */
  value: unknown;
  /** The known members of that. */
  known: unknown;
  /** The keys that only the preset sets. */
  ofPreset: Readonly<Record<string, unknown>>;
  problems: string[];
  warnings: string[];
}

export function parseConfig(content: unknown, parts: readonly ConfigPart[]): ParsedConfig {
  const { ofPreset, ...resolved } = resolvePreset(content, parts);
  const { value, ...organization } = nameOrganization(resolved.value);
  const schema = schemaWith(parts);
  const parsed = v.safeParse(schema.file, value);
  const others = parseReservedNames(value, schema.settings);
  const unknown = findUnknownKeys(value, parts, schema.members);
  const problems = [
    ...organization.problems,
    ...findProblems(value, [{ path: [], parsed }, ...others], parts, schema),
    ...unknown.problems,
  ];
  const warnings = [...organization.warnings, ...unknown.warnings];
  if (!parsed.success || problems.length > 0)
    return {
      ...{ config: undefined, value, known: undefined, ofPreset, warnings },
      problems: withOrigin(problems, ofPreset),
    };
  const entries = others.flatMap(({ name, parsed: settings }) =>
    settings.success ? [[name, settings.output]] : [],
  );
  const known = {
    ...parsed.output,
    pipelines: { ...parsed.output.pipelines, ...Object.fromEntries(entries) },
  };
  const { comment, ...named } = known.pipelines;
  const isEntry = isSettings(comment, schema.members.ofEntry) && v.is(schema.settings, comment);
  const file = { ...known, pipelines: { ...named, ...(isEntry ? { comment } : {}) } };
  const config = toConfig(file, parts);
  const ofParts = parts.flatMap((part) => part.warnings(value));
  const odd = withOrigin([...oddValueWarnings(file), ...ofParts], ofPreset);
  return { config, value, known, ofPreset, problems: [], warnings: [...warnings, ...odd] };
}

/** Parses the entries of pipelines whose names valibot ignores, each by itself (decision 5). */
function parseReservedNames<Settings extends v.GenericSchema>(value: unknown, settings: Settings) {
  return keysOf(memberAt(value, ["pipelines"]))
    .filter((name) => ["constructor", "prototype"].includes(name))
    .map((name) => {
      const path = ["pipelines", name];
      return { name, path, parsed: v.safeParse(settings, memberAt(value, path)) };
    });
}

function toConfig(file: ConfigContent, parts: readonly ConfigPart[]): Config {
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
