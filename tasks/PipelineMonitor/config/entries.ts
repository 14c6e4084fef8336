import * as v from "valibot";
import { keysOf } from "../../../shared/json/path";
import type { importances } from "./alert-schema";
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

/** The limits for the run time of a pipeline's runs. */
export interface PipelineLimits {
  maxProcSeconds: number;
  minProcSeconds: number;
}

/** An entry of `pipelines`, completed by the default. */
export interface Entry {
  /** Undefined if these pipelines' runs are not checked. */
  limits: PipelineLimits | undefined;
  mute: Mute | undefined;
  /** The owner: a name, or a mention in the syntax of a chat product; empty if there is none. */
  owner: string;
  runbook: URL | undefined;
  importance: Importance;
}

/** The entries of `pipelines`, and the look-up of a pipeline's entry. */
export interface Entries {
  /** By their names or patterns. */
  byName: ReadonlyMap<string, Entry>;
  /** For pipelines without an entry. */
  defaults: Entry;
  /**
   * Returns the name of the entry for a pipeline; undefined if there is none. An entry with exactly this name comes
   * first, whatever characters it holds (rule 3). Then comes the longest of the patterns that match.
   */
  nameFor(pipeline: string): string | undefined;
  /** Returns the entry for a pipeline. */
  entryFor(pipeline: string): Entry;
}

/** Returns entries that match the name of each pipeline with the patterns only once. */
export function createEntries(byName: ReadonlyMap<string, Entry>, defaults: Entry): Entries {
  // Of equally long patterns, the first in the alphabet is tried first.
  const patterns = [...byName.keys()]
    .filter(isPattern)
    .sort((one, other) => other.length - one.length || (one < other ? -1 : 1));
  const matched = new Map<string, string | undefined>();
  const nameFor = (pipeline: string) => {
    if (byName.has(pipeline)) return pipeline;
    if (patterns.length > 0 && !matched.has(pipeline))
      matched.set(
        pipeline,
        patterns.find((pattern) => matches(pattern, pipeline)),
      );
    return matched.get(pipeline);
  };
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

/** Returns whether a name can match other names: it has `*` (any characters) or `?` (any one character). */
export function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

/** Returns whether a pattern matches a whole name, in time linear in the product of their lengths at worst. */
export function matches(pattern: string, name: string): boolean {
  let [at, inName, star, resumeAt] = [0, 0, -1, 0];
  while (inName < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      resumeAt = inName;
    } else if (pattern[at] === "?" || (at < pattern.length && pattern[at] === name[inName])) {
      at++;
      inName++;
    } else if (star !== -1) {
      // Lets the last asterisk match one character more.
      at = star + 1;
      inName = ++resumeAt;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}

/** Returns whether a comment is meant as settings: it has a member that settings have. */
export function isSettings(comment: unknown): boolean {
  return keysOf(comment).some((key) => key in settingsMembers);
}

/**
 * Returns all entries of `pipelines` that are settings, by name. `comment` is one only if it is a settings
 * object (decision 5).
 */
export function entriesOf(file: ConfigContent): [string, SettingsContent][] {
  const { comment, ...entries } = file.pipelines;
  const isEntry = v.is(settingsSchema, comment) && isSettings(comment);
  return Object.entries({ ...entries, ...(isEntry ? { comment: v.parse(settingsSchema, comment) } : {}) });
}

/** Returns the entry that settings mean. Members that they lack come from the default (decision 13). */
export function entryOf(own: SettingsContent, defaults: SettingsContent): Entry {
  const {
    max_proc_time: maxProcSeconds,
    min_proc_time: minProcSeconds,
    ...settings
  } = { ...defaults, ...own };
  const { mute_until, mute_reason = "", owner = "", runbook, severity = "normal" } = settings;
  const isChecked = own.check_flag !== false && maxProcSeconds !== undefined && minProcSeconds !== undefined;
  const until = mute_until === undefined ? undefined : minuteOf(mute_until);
  return {
    limits: isChecked ? { maxProcSeconds, minProcSeconds } : undefined,
    mute: until === undefined ? undefined : { until, reason: mute_reason },
    owner,
    runbook: runbook === undefined ? undefined : new URL(runbook),
    importance: severity,
  };
}
