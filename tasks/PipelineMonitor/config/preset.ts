import { keysOf, memberAt } from "../../../shared/json/path";
import type { ConfigPart } from "./part";
import type { ConfigContent } from "./schema";

const ofCore: Partial<ConfigContent> = {
  url_params: "&api-version=7.1",
  run_ct_min: -1,
  queue_time_max: 300,
  window: "since_last_report",
  notify: "changes",
  runs: "notPullRequests",
  pipelines: { default: { max_proc_time: 3600, min_proc_time: 0, schedule: "auto" } },
};

type Members = Readonly<Record<string, unknown>>;

/** The keys that `"preset": "standard"` stands for. It never decides where a credential goes, or whether something is posted. */
export function standardPreset(parts: readonly ConfigPart[]): Members {
  const { pipelines, ...keys } = ofCore;
  const ofParts = parts.flatMap(({ preset }) => Object.entries(preset));
  return { ...keys, ...Object.fromEntries(ofParts), pipelines };
}

/**
 * Replaces the key `preset` by the keys that it stands for, as far as the configuration does not have them. Returns those
 * apart, too. An unknown preset stays, and is completed all the same, so that its name is the only problem.
 */
export function resolvePreset(
  content: unknown,
  parts: readonly ConfigPart[],
): { value: unknown; ofPreset: Members } {
  const name = memberAt(content, ["preset"]);
  if (name === undefined || keysOf(content).length === 0) return { value: content, ofPreset: {} };
  const { preset, ...own } = Object(content);
  const ofPreset = missingIn(own, standardPreset(parts));
  const value = merged(own, ofPreset);
  return { value: name === "standard" ? value : { ...value, preset }, ofPreset };
}

function missingIn(own: Members, wanted: Members): Members {
  const missing = Object.entries(wanted).flatMap(([key, value]) => {
    const given = own[key];
    if (given === undefined) return [[key, value]];
    if (!isObject(given) || !isObject(value)) return [];
    const inside = missingIn(given, value);
    return keysOf(inside).length === 0 ? [] : [[key, inside]];
  });
  return Object.fromEntries(missing);
}

function merged(own: Members, more: Members): Members {
  const members = Object.entries(more).map(([key, value]) => {
    const given = own[key];
    return [key, isObject(given) && isObject(value) ? merged(given, value) : value];
  });
  return { ...own, ...Object.fromEntries(members) };
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Adds where a setting of the default comes from to the texts that are about it, because the file does not have it. */
export function withOrigin(texts: readonly string[], ofPreset: Members): string[] {
  const keys = keysOf(memberAt(ofPreset, ["pipelines", "default"]));
  return texts.map((text) => {
    const presetKeys = keys.filter((key) => text.includes("pipelines.default") && text.includes(key));
    return presetKeys.length === 0 ? text : `${text} ("preset": "standard" sets ${presetKeys.join(" and ")})`;
  });
}
