import * as v from "valibot";
import { keysOf } from "../../../shared/json/path";
import { oneLine } from "../../../shared/text/sanitize";
import type { Zone } from "../../../shared/text/zone";
import type { importances } from "./alert-schema";
import { createRunFilter, type RunFilter } from "./filter";
import { createNameLookUp, type NameLookUp } from "./patterns";
import { graceOf, isLearned } from "./schedules";
import { type ConfigContent, type SettingsContent, settingsMembers, settingsSchema } from "./schema";
import { minuteOf } from "./times";

/** How important a pipeline's issues are. Those of `info` are no reason for the step to warn or fail. */
export type Importance = (typeof importances)[number];

/** Until when a pipeline's issues do not reach the message, and why. */
export interface Mute {
  /** In seconds since 1970. */
  until: number;
  /** Empty if none is given. */
  reason: string;
}

/** A failure that the team has named. */
export interface KnownIssue {
  contains: string;
  name: string;
  /** In place of those of the pipeline; undefined if they stay. */
  owner: string | undefined;
  runbook: URL | undefined;
}

export interface PipelineLimits {
  maxProcSeconds: number;
  minProcSeconds: number;
}

/** An entry of `pipelines`, completed by the default. */
export interface EntrySettings {
  /** Undefined if these pipelines' runs are not checked. */
  limits: PipelineLimits | undefined;
  filter: RunFilter;
  mute: Mute | undefined;
  /** The owner: a name, or a mention in the syntax of a chat product; empty if there is none. */
  owner: string;
  runbook: URL | undefined;
  importance: Importance;
  /** The first one that a failed run has names its cause. */
  knownIssues: readonly KnownIssue[];
  /** How many failures in a row a failure needs to reach the message. */
  afterFailures: number;
  /** When a run counts as missed, for pipelines with learned schedules; undefined if there are none. */
  learned: { graceSeconds: number } | undefined;
  /** What the monitor may repair. The default has none of it. */
  repair: Repairable;
}

/** The problems of a pipeline that the monitor may act on. */
export interface Repairable {
  lostAgent: boolean;
  missed: boolean;
}

export interface Entries {
  /** By their names or patterns. */
  byName: ReadonlyMap<string, EntrySettings>;
  /** For pipelines without an entry. */
  defaults: EntrySettings;
  nameFor: NameLookUp;
  entryFor(pipeline: string): EntrySettings;
}

export function createEntries(byName: ReadonlyMap<string, EntrySettings>, defaults: EntrySettings): Entries {
  const nameFor = createNameLookUp([...byName.keys()]);
  return {
    byName,
    defaults,
    nameFor,
    entryFor(pipeline) {
      const name = nameFor(pipeline);
      return (name === undefined ? undefined : byName.get(name)) ?? defaults;
    },
  };
}

/** True for a comment with a member that settings have. */
export function isSettings(comment: unknown): boolean {
  return keysOf(comment).some((key) => key in settingsMembers);
}

/** `comment` is an entry only if it is a settings object (decision 5). */
export function entriesOf(file: ConfigContent): [string, SettingsContent][] {
  const { comment, ...entries } = file.pipelines;
  const isEntry = v.is(settingsSchema, comment) && isSettings(comment);
  return Object.entries({ ...entries, ...(isEntry ? { comment: v.parse(settingsSchema, comment) } : {}) });
}

/** Of an entry, or of the whole file. */
export function knownIssuesOf({ known_issues = [] }: Pick<ConfigContent, "known_issues">): KnownIssue[] {
  return known_issues.map(({ owner, runbook, contains, name }) => ({
    // Lines are compared without the agent's mark and as one line.
    ...{ contains: oneLine(contains.replace("##[error]", "")), name, owner },
    runbook: runbook === undefined ? undefined : new URL(runbook),
  }));
}

/** Members that the settings lack come from the default (decision 13). `known` are the known issues of the whole file. */
export function entryOf(
  own: SettingsContent,
  defaults: SettingsContent,
  zone: Zone,
  known: readonly KnownIssue[] = [],
): EntrySettings {
  const {
    max_proc_time: maxProcSeconds,
    min_proc_time: minProcSeconds,
    ...settings
  } = { ...defaults, ...own };
  const { mute_until, mute_reason = "", owner = "", runbook, severity = "normal" } = settings;
  const { runs, branches, after_failures: afterFailures = 1 } = settings;
  const isChecked = own.check_flag !== false && maxProcSeconds !== undefined && minProcSeconds !== undefined;
  const until = mute_until === undefined ? undefined : minuteOf(mute_until, zone);
  return {
    limits: isChecked ? { maxProcSeconds, minProcSeconds } : undefined,
    filter: createRunFilter(runs, branches),
    mute: until === undefined ? undefined : { until, reason: mute_reason },
    owner,
    runbook: runbook === undefined ? undefined : new URL(runbook),
    importance: severity,
    knownIssues: settings.known_issues === undefined ? known : [...knownIssuesOf(settings), ...known],
    afterFailures,
    learned: isChecked && isLearned(settings.schedule) ? { graceSeconds: graceOf(settings) } : undefined,
    repair: {
      lostAgent: isChecked && own.repair?.lost_agent === true,
      missed: isChecked && own.repair?.missed === true,
    },
  };
}
