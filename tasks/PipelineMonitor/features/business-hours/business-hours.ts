import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { needsMemoryOfReports } from "../../config/problems";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { words } from "../../issue/parts";
import type { Reason } from "../../issue/reason";
import { isOpen, opensAfter, parseBusinessHours } from "./week-hours";

const someBusinessHours = "days and hours such as Mon-Fri 08:00-18:00, the end after the beginning";

const outsideHours: Reason = { state: "waits", tally: "waiting for business hours", place: 0, owes: "all" };

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
    return hours && { hours, zone, pipelines };
  },
  open: ({ hours, zone, pipelines }) => ({
    silence: {
      // Issues of high severity do not wait, and neither do problems of the project as a whole. What only informs does.
      hold({ pipeline, content }, _, { now, remembers }) {
        if (!remembers || isOpen(hours, now, zone)) return undefined;
        const onlyInforms = !("about" in content) && content.severity === "note";
        const isUrgent = pipeline === undefined || pipelines.entryFor(pipeline).importance === "high";
        if (isUrgent && !onlyInforms) return undefined;
        const opens = { time: opensAfter(hours, now, zone) * 1000, zone, isDated: true };
        return { by: outsideHours, why: [words("Waits until "), opens, words(".")] };
      },
    },
  }),
});
