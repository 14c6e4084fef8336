import type { Line, Text } from "../../../../shared/chat/message";
import { shownPath } from "../../../../shared/json/path";
import { localTime, type Zone } from "../../../../shared/text/zone";
import type { Entries } from "../../config/entries";
import type { Note } from "../../issue/note";
import { datedMoment, strong, words } from "../../issue/parts";
import type { Silenced, SilenceReason } from "../../issue/silenced";

/** Until when a pipeline's issues do not reach the message, and why. */
interface Mute {
  /** In seconds since 1970. */
  until: number;
  /** Empty if none is given. */
  reason: string;
}

/** The reason of problems that the message leaves out. */
export const tally = "muted or in a maintenance window";
export const heading = { one: "muted", many: "muted" };
const muted: SilenceReason = {
  state: "muted",
  tally,
  heading,
  forbidsActing: true,
  order: 2,
  owes: "once",
  isRepeated: true,
  closes: true,
};

/** `now` is in seconds since 1970. */
export function mutedBy(
  { mutes, zone }: { mutes: Entries<Mute | undefined>; zone: Zone },
  pipeline: string | undefined,
  now: number,
): Silenced | undefined {
  const mute = pipeline === undefined ? undefined : mutes.entryFor(pipeline);
  if (mute === undefined || mute.until <= now) return undefined;
  const until = datedMoment(mute.until, zone);
  return { by: muted, why: [words("Muted until "), until, ...reasonParts(mute), words(".")] };
}

/** In brackets. */
function reasonParts({ reason }: Mute): Text[] {
  return reason === "" ? [] : [words(" ("), { name: reason }, words(")")];
}

const aboutNothing = { severity: "note", rank: 7 } as const;

/** Notes on those that have just ended, lines for those that last, and warnings of those that ended before the last report. */
export function findMutes({ mutes, zone }: Parameters<typeof mutedBy>[0], lastReport: number, now: number) {
  const all = mutesOf(mutes);
  const dateOf = ({ until }: Mute) => new Date(localTime(until, zone) * 1000).toISOString().slice(0, 10);
  return {
    past: all
      .filter(([, { until }]) => until <= lastReport)
      .map(
        ([entry, mute]) =>
          `${shownPath(["pipelines", entry, "mute_until"])}: the mute ended on ${dateOf(mute)}. Remove it, and its mute_reason.`,
      ),
    ended: all
      .filter(([, { until }]) => until <= now && until > lastReport)
      .map(([entry, mute]) => endedNote(entry, mute, zone)),
    lasting: all
      .filter(([, { until }]) => until > now)
      .map(([entry, mute]) => lastingLine(entry, mute, zone)),
  };
}

/** Without the mutes that entries inherit. By the names of the entries. */
function mutesOf({ byName, defaults }: Entries<Mute | undefined>): [string, Mute][] {
  const isInherited = ({ until, reason }: Mute) => until === defaults?.until && reason === defaults.reason;
  return [...byName].flatMap(([name, mute]): [string, Mute][] =>
    mute === undefined || (name !== "default" && isInherited(mute)) ? [] : [[name, mute]],
  );
}

function endedNote(entry: string, mute: Mute, zone: Zone): Note {
  const subject =
    entry === "default" ? [words("The mute in `default`")] : [words("The mute of "), strong({ name: entry })];
  return {
    ...aboutNothing,
    says: [...subject, words(" ended at "), datedMoment(mute.until, zone), ...reasonParts(mute)],
    tally: { thing: "mute", what: "ended" },
  };
}

function lastingLine(entry: string, mute: Mute, zone: Zone): Line {
  const subject =
    entry === "default"
      ? [words("All pipelines without an entry of their own are")]
      : [{ name: entry }, words(" is")];
  const until = datedMoment(mute.until, zone);
  const parts = [...subject, words(" muted until "), until, ...reasonParts(mute), words(".")];
  return { ...aboutNothing, parts };
}
