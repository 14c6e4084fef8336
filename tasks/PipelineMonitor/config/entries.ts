import * as v from "valibot";
import { keysOf } from "../../../shared/json/path";
import { type ConfigContent, type SettingsContent, settingsMembers, settingsSchema } from "./schema";

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
