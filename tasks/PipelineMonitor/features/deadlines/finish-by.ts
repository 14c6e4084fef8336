import { weekSeconds } from "../../../../shared/text/time";
import type { Zone } from "../../../../shared/text/zone";
import { occurrences, type Schedule, validSchedules } from "../../config/cron";
import type { Entries } from "../../config/entries";
import { daysFrom, someDay } from "../../config/times";

/** When the pipelines of each entry are to have succeeded. */
export type FinishBy = Entries<Schedule | undefined>;

const pattern = new RegExp(String.raw`^(?:${someDay}(?:-${someDay})? )?([01]\d|2[0-3]):([0-5]\d)$`);

/** Parses "06:00" and "Mon-Fri 06:00"; undefined for another form. */
export function parseFinishBy(text: string): Schedule | undefined {
  const [whole, firstDay, lastDay = firstDay, hour, minute] = pattern.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const days = firstDay === undefined || lastDay === undefined ? "*" : daysFrom(firstDay, lastDay).join();
  return validSchedules([`${minute} ${hour} * * ${days}`])[0];
}

/** The last deadline that has passed, and the two before it, in seconds since 1970. */
export interface Deadline {
  at: number;
  before: number;
  beforeThat: number;
}

/** As of a second since 1970. On days on which clocks change, too, a deadline is when they show its time. */
export function lastDeadline(finishBy: Schedule, now: number, zone: Zone): Deadline | undefined {
  const [beforeThat, before, at] = occurrences([finishBy], now - 4 * weekSeconds, now, zone).slice(-3);
  return beforeThat === undefined || before === undefined || at === undefined
    ? undefined
    : { at, before, beforeThat };
}

/** Those of all entries that have one, by their names. */
export function lastDeadlines({ byName }: FinishBy, now: number, zone: Zone): ReadonlyMap<string, Deadline> {
  return new Map(
    [...byName].flatMap(([name, finishBy]): [string, Deadline][] => {
      const deadline = finishBy && lastDeadline(finishBy, now, zone);
      return deadline === undefined ? [] : [[name, deadline]];
    }),
  );
}
