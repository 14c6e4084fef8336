import type { Text } from "../../../../shared/chat/message";
import type { Zone } from "../../../../shared/text/zone";
import type { Entries } from "../../config/entries";
import { words } from "../../issue/parts";
import type { Reason, Silenced } from "../../issue/reason";

/** Until when a pipeline's issues do not reach the message, and why. */
export interface Mute {
  /** In seconds since 1970. */
  until: number;
  /** Empty if none is given. */
  reason: string;
}

/** The reason of problems that the message leaves out. */
export const tally = "muted or in a maintenance window";
export const heading = { one: "muted", many: "muted" };
const muted: Reason = {
  state: "muted",
  tally,
  heading,
  forbidsActing: true,
  place: 2,
  owes: "once",
  isRepeated: true,
  closes: true,
};

/** `now` is in seconds since 1970. */
export function mutedBy(
  mutes: Entries<Mute | undefined>,
  zone: Zone,
  pipeline: string | undefined,
  now: number,
): Silenced | undefined {
  const mute = pipeline === undefined ? undefined : mutes.entryFor(pipeline);
  if (mute === undefined || mute.until <= now) return undefined;
  const until = { time: mute.until * 1000, zone, isDated: true };
  return { by: muted, why: [words("Muted until "), until, ...reasonParts(mute), words(".")] };
}

/** In brackets. */
export function reasonParts({ reason }: Mute): Text[] {
  return reason === "" ? [] : [words(" ("), { name: reason }, words(")")];
}
