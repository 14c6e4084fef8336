import type { Line, Part } from "../../../shared/chat/message";
import type { Entries, Mute } from "../config/entries";
import type { Note } from "../issue/issue";
import { words } from "../issue/parts";

/** An entry of the configuration that mutes pipelines. */
export interface MutedEntry {
  /** The name or pattern of the entry. */
  entry: string;
  mute: Mute;
}

/** The mutes of a configuration at a time. */
export interface Mutes {
  /** Those that last. */
  lasting: MutedEntry[];
  /** Those that have ended since the last report. */
  ended: MutedEntry[];
  /** Those that ended before that. */
  past: MutedEntry[];
}

/** Returns the mutes of a configuration at a time. Times are in seconds since 1970. */
export function mutesAt({ byName, defaults }: Entries, lastReport: number, now: number): Mutes {
  const isInherited = ({ until, reason }: Mute) =>
    until === defaults.mute?.until && reason === defaults.mute.reason;
  const all = [...byName].flatMap(([entry, { mute }]) =>
    mute === undefined || (entry !== "default" && isInherited(mute)) ? [] : [{ entry, mute }],
  );
  return {
    lasting: all.filter(({ mute }) => mute.until > now),
    ended: all.filter(({ mute }) => mute.until <= now && mute.until > lastReport),
    past: all.filter(({ mute }) => mute.until <= lastReport),
  };
}

/** Returns the note that a mute has ended. */
export function endedNote({ entry, mute: { until, reason } }: MutedEntry): Note {
  return {
    parts: [
      ...muteOf(entry),
      words(" ended at "),
      { time: until * 1000, isDated: true },
      ...reasonParts(reason),
      words("."),
    ],
    severity: "note",
    rank: 6,
    issueCount: 0,
    tally: { thing: "mute", what: "ended" },
  };
}

/** Returns what the summary says of a mute that lasts. */
export function lastingLine({ entry, mute: { until, reason } }: MutedEntry): Line {
  const end = { time: until * 1000, isDated: true };
  return {
    parts: [...mutedOf(entry), words(" muted until "), end, ...reasonParts(reason), words(".")],
    severity: "note",
    rank: 6,
    issueCount: 0,
  };
}

/** Returns the warning about a mute that ended some time ago. */
export function pastWarning({ entry, mute: { until } }: MutedEntry): string {
  const date = new Date(until * 1000).toISOString().slice(0, 10);
  return `configFile: the mute of ${entry} ended on ${date}. Remove its mute_until and mute_reason.`;
}

function muteOf(entry: string): Part[] {
  return entry === "default" ? [words("The mute in `default`")] : [words("The mute of "), { name: entry }];
}

function mutedOf(entry: string): Part[] {
  return entry === "default"
    ? [words("All pipelines without an entry of their own are")]
    : [{ name: entry }, words(" is")];
}

function reasonParts(reason: string): Part[] {
  return reason === "" ? [] : [words(" ("), { name: reason }, words(")")];
}
