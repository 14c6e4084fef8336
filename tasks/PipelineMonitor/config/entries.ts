import * as v from "valibot";
import { keysOf, memberAt } from "../../../shared/json/path";
import type { Importance } from "./alert-schema";
import { createRunFilter, type RunFilter } from "./filter";
import { createNameLookUp, type NameLookUp } from "./patterns";
import { graceOf, isLearned } from "./schedules";
import { type ConfigContent, type SettingsContent, settingsSchema } from "./schema";

/** How important a pipeline's issues are. Those of `info` are no reason for the step to warn or fail. */

export interface PipelineLimits {
  maxProcSeconds: number;
  minProcSeconds: number;
}

/** An entry of `pipelines`, completed by the default. */
interface EntrySettings {
  /** Undefined if these pipelines' runs are not checked. */
  limits: PipelineLimits | undefined;
  filter: RunFilter;
  /** The owner: a name, or a mention in the syntax of a chat product; empty if there is none. */
  owner: string;
  runbook: URL | undefined;
  importance: Importance;
  /** When a run counts as missed, for pipelines with learned schedules; undefined if there are none. */
  learned: { graceSeconds: number } | undefined;
}

export interface Entries<T = EntrySettings> {
  /** Keyed by their names or patterns. */
  byName: ReadonlyMap<string, T>;
  /** For pipelines without an entry. */
  defaults: T;
  nameFor: NameLookUp;
  entryFor(pipeline: string): T;
}

export function createEntries<T>(
  byName: ReadonlyMap<string, T>,
  defaults: T,
  nameFor = createNameLookUp([...byName.keys()]),
): Entries<T> {
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

/** True for a comment with a member that settings have: it is an entry (decision 5). */
export function isSettings(comment: unknown, members: object): boolean {
  return keysOf(comment).some((key) => key in members);
}

/** For a parsed file, in which a comment is an entry. */
export function entriesOf({ pipelines }: ConfigContent): [string, SettingsContent][] {
  const { comment, ...entries } = pipelines;
  return Object.entries({
    ...entries,
    ...(v.is(settingsSchema, comment) ? { comment: v.parse(settingsSchema, comment) } : {}),
  });
}

/** The values that a setting has in the entries of a configuration file, valid or not, of pipelines that are checked. */
export function settingsIn(value: unknown, key: string, fallback: string): ReadonlySet<string> {
  const pipelines = memberAt(value, ["pipelines"]);
  const usual = memberAt(pipelines, ["default", key]) ?? fallback;
  const checked = keysOf(pipelines).filter((name) => memberAt(pipelines, [name, "check_flag"]) !== false);
  return new Set(checked.map((name) => String(memberAt(pipelines, [name, key]) ?? usual)));
}

/** Members that the settings lack come from the default (decision 13): an entry may set one time alone. */
export function entryOf(own: SettingsContent, defaults: SettingsContent): EntrySettings {
  const {
    max_proc_time: maxProcSeconds,
    min_proc_time: minProcSeconds,
    ...settings
  } = { ...defaults, ...own };
  const { owner = "", runbook, severity = "normal" } = settings;
  const { runs, branches } = settings;
  const isChecked = own.check_flag !== false && maxProcSeconds !== undefined && minProcSeconds !== undefined;
  return {
    limits: isChecked ? { maxProcSeconds, minProcSeconds } : undefined,
    filter: createRunFilter(runs, branches),
    owner,
    runbook: runbook === undefined ? undefined : new URL(runbook),
    importance: severity,
    learned: isChecked && isLearned(settings.schedule) ? { graceSeconds: graceOf(settings) } : undefined,
  };
}
