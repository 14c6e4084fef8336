import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { weekSeconds } from "../../../../shared/text/time";
import { localTime, type Zone } from "../../../../shared/text/zone";
import { occurrences, validSchedules } from "../../config/cron";
import { needsMemoryOfReports } from "../../config/problems";
import { optional } from "../../config/values";
import { feature, type Hooks } from "../../feature";
import { isIssue, pathIn } from "../../issue/finding";

import { datedMoment, words } from "../../issue/parts";
import type { SilenceReason } from "../../issue/silenced";
import { daysFrom, someDay } from "../../schedules/times";

const someBusinessHours = "days and hours such as Mon-Fri 08:00-18:00, the end after the beginning";

const closed: SilenceReason = { state: "waits", tally: "waiting for business hours", order: 0, owes: "all" };

/** Keeps from messages what is not urgent until people work again. */
export const businessHours = feature({
  name: "business hours",
  keys: {
    business_hours: optional(
      v.pipe(
        v.string(someBusinessHours),
        v.check((value) => parseBusinessHours(value) !== undefined, someBusinessHours),
      ),
      "Outside these hours, only problems of high severity are in the message; the others wait. Needs `notify`.",
      { example: "Mon-Fri 08:00-18:00", page: "less-noise.md#business-hours" },
    ),
  },
  entryKeys: {},
  memory: {},
  problems: (value) =>
    memberAt(value, ["business_hours"]) === undefined ? [] : needsMemoryOfReports(value, "business_hours"),
  read({ keys, config: { zone, pipelines } }) {
    const hours = keys.business_hours === undefined ? undefined : parseBusinessHours(keys.business_hours);
    if (hours === undefined) return undefined;
    const silence: Hooks["silence"] = {
      // Issues of high severity do not wait, and neither do problems of the project as a whole. What only informs does.
      hold({ content }, _, { now, remembers }) {
        if (!remembers || isOpen(hours, now, zone)) return undefined;
        const onlyInforms = !isIssue(content) && content.severity === "note";
        const pipeline = pathIn(content);
        const isUrgent = pipeline === undefined || pipelines.entryFor(pipeline).importance === "high";
        if (isUrgent && !onlyInforms) return undefined;
        const opens = datedMoment(opensAfter(hours, now, zone), zone);
        return { by: closed, why: [words("Waits until "), opens, words(".")] };
      },
    };
    return { open: () => ({ silence }) };
  },
});

const time = String.raw`([01]\d|2[0-4]):([0-5]\d)`;
const pattern = new RegExp(`^${someDay}(?:-${someDay})? ${time}-${time}$`);

/** Parses "Mon-Fri 08:00-18:00", in minutes of days of which Sunday is 0; undefined for another form, and for hours that never come. */
export function parseBusinessHours(text: string) {
  const [, firstDay = "", lastDay = firstDay, ...times] = pattern.exec(text) ?? [];
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = times.map(Number);
  const [from, until] = [fromHour * 60 + fromMinute, untilHour * 60 + untilMinute];
  const days = daysFrom(firstDay, lastDay);
  const [opening] = validSchedules([`${fromMinute} ${fromHour} * * ${days.join()}`]);
  return opening === undefined || from >= until || until > 24 * 60
    ? undefined
    : { days, from, until, opening };
}

/** `at` is in seconds since 1970. */
export function isOpen(
  { days, from, until }: NonNullable<ReturnType<typeof parseBusinessHours>>,
  at: number,
  zone: Zone,
): boolean {
  const local = new Date(localTime(at, zone) * 1000);
  const minutes = local.getUTCHours() * 60 + local.getUTCMinutes();
  return days.includes(local.getUTCDay()) && minutes >= from && minutes < until;
}

/** Both times are in seconds since 1970. */
export function opensAfter({ opening }: Parameters<typeof isOpen>[0], at: number, zone: Zone): number {
  return occurrences([opening], at, at + 2 * weekSeconds, zone)[0] ?? at;
}
