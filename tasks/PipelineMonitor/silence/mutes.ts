import type { Line } from "../../../shared/chat/message";
import { localTime, type Zone } from "../../../shared/text/zone";
import type { Entries, Mute } from "../config/entries";
import type { Note } from "../issue/issue";
import { strong, words } from "../issue/parts";
import type { ProjectReport } from "../issue/report";
import { coveredUntil, endOf } from "../issue/window";
import { closedUntil } from "./business-hours";
import type { LastReport } from "./last-report";
import { reasonParts } from "./marks";

/** The mutes of a configuration as of a report: notes on those that have just ended, and lines for those that last. */
interface Mutes {
  ended: Note[];
  lasting: Line[];
  /** Warnings of those that ended before the last report. */
  past: string[];
}

/** A mute that ended since the last report has just ended. */
export function findMutes([first]: readonly ProjectReport[], { memory }: LastReport): Mutes {
  if (first === undefined || !first.config.alerts.isUsed) return { ended: [], lasting: [], past: [] };
  const { config, window } = first;
  const [lastReport, now] = [memory?.mutesUntil ?? coveredUntil(window), endOf(window)];
  const all = mutesOf(config.pipelines);
  return {
    past: all
      .filter(([, { until }]) => until <= lastReport)
      .map(([entry, { until }]) => pastWarning(entry, localTime(until, config.zone))),
    ended: all
      .filter(([, { until }]) => until <= now && until > lastReport)
      .map(([entry, mute]) => ({ ...endedNote(entry, mute, config.zone), silenced: closedUntil(first) })),
    lasting: all
      .filter(([, { until }]) => until > now)
      .map(([entry, mute]) => lastingLine(entry, mute, config.zone)),
  };
}

/** Without the mutes that entries inherit. By the names of the entries. */
function mutesOf({ byName, defaults }: Entries): [string, Mute][] {
  const isInherited = ({ until, reason }: Mute) =>
    until === defaults.mute?.until && reason === defaults.mute.reason;
  return [...byName].flatMap(([name, { mute }]): [string, Mute][] =>
    mute === undefined || (name !== "default" && isInherited(mute)) ? [] : [[name, mute]],
  );
}

/** How a title counts the ends of mutes, and the memory knows them. */
export const endOfMute = { thing: "mute", what: "ended" };
const about = { severity: "note", rank: 7 } as const;

function endedNote(entry: string, mute: Mute, zone: Zone): Note {
  const subject =
    entry === "default" ? [words("The mute in `default`")] : [words("The mute of "), strong({ name: entry })];
  const end = { time: mute.until * 1000, zone, isDated: true };
  return {
    ...about,
    parts: [...subject, words(" ended at "), end, ...reasonParts(mute), words(".")],
    tally: endOfMute,
  };
}

function lastingLine(entry: string, mute: Mute, zone: Zone): Line {
  const subject =
    entry === "default"
      ? [words("All pipelines without an entry of their own are")]
      : [{ name: entry }, words(" is")];
  const end = { time: mute.until * 1000, zone, isDated: true };
  return { ...about, parts: [...subject, words(" muted until "), end, ...reasonParts(mute), words(".")] };
}

function pastWarning(entry: string, localUntil: number): string {
  const date = new Date(localUntil * 1000).toISOString().slice(0, 10);
  return `configFile: the mute of ${entry} ended on ${date}. Remove its mute_until and mute_reason.`;
}
