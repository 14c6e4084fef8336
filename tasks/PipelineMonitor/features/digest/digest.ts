import * as v from "valibot";
import { finiteNumber } from "../../../../shared/json/schema";
import { daySeconds } from "../../../../shared/text/time";
import { occurrences, validSchedules } from "../../config/cron";
import { optional } from "../../config/values";
import { feature } from "../../feature";
import { endOf, untoldMoment } from "../../issue/window";
import { postDigest } from "./post";
import { weeklyExpression, weeklyTimePattern } from "./weekly-time";

const aWeeklyTime = "a day and a time, such as Mon 06:00";
/** Clocks that are set back make a week longer. */
const longestWeekSeconds = 8 * daySeconds;

/** Posts a digest of the configuration's own project when its moment has come. */
export const digest = feature({
  name: "the weekly digest",
  keys: {
    digest: optional(
      v.pipe(v.string(aWeeklyTime), v.regex(weeklyTimePattern, aWeeklyTime)),
      "When to post a digest of the last seven whole days.",
      { example: "Mon 06:00", page: "digest.md" },
    ),
  },
  entryKeys: {},
  /** The last week that was told. */
  memory: { digestUntil: v.optional(finiteNumber) },
  needsMemory: () => true,
  read({ keys, config }) {
    const [schedule] = keys.digest === undefined ? [] : validSchedules([weeklyExpression(keys.digest)]);
    return schedule && { schedule, config };
  },
  open: ({ schedule, config }, { memory: { digestUntil }, keep, own }) => ({
    after: {
      name: "the weekly digest",
      async run(hour, context) {
        // A digest that no memory holds is left to the next report.
        const isLeft = hour.isGuest || (own !== undefined && !hour.isRemembered);
        const project = hour.report.projects.find((one) => one.config.isOwn);
        if (isLeft || project === undefined) return "done";
        const now = endOf(project.window);
        const last = occurrences([schedule], now - longestWeekSeconds, now, config.zone).at(-1);
        const moment = untoldMoment(project.window, last, digestUntil);
        if (moment === undefined) return "done";
        keep({ digestUntil: digestUntil ?? moment - 1 });
        if (!(await postDigest(hour, project, moment, context))) return "skipped";
        keep({ digestUntil: moment });
        return "done";
      },
    },
  }),
});
