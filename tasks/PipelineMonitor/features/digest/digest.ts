import * as v from "valibot";
import type { Message } from "../../../../shared/chat/message";
import { messageOf } from "../../../../shared/errors";
import { finiteNumber } from "../../../../shared/json/schema";
import { daySeconds } from "../../../../shared/text/time";
import { occurrences, validSchedules } from "../../config/cron";
import { optional } from "../../config/values";
import { feature, type HourAfter } from "../../feature";
import { attempt, type Context, createTimeBudget } from "../../issue/context";
import type { ToldProject } from "../../issue/report";
import { endOf, untoldMoment } from "../../issue/window";
import { withFilled } from "../../journal/fill";
import { renderMessageText } from "../../render/log";
import type { Channel } from "../../targets/channel";
import { beginOf, digestOf, periodUntil } from "./figures";
import { digestMessage } from "./message";
import { readPlatformWarnings } from "./platform-warnings";
import { digestSummary } from "./summary";

const weeklyTimePattern = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:[01]\d|2[0-3]):[0-5]\d$/;
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
  read({ keys, config }) {
    const [day, hours, minutes] = (keys.digest ?? "").split(/[ :]/);
    const [schedule] = validSchedules([`${minutes} ${hours} * * ${day}`]);
    if (schedule === undefined) return undefined;
    return {
      needsMemory: true,
      open: ({ memory: { digestUntil }, keep, own }) => ({
        after: {
          name: "the weekly digest",
          async run(hour, context) {
            // A digest that no memory holds is left to the next report.
            const isLeft = hour.isGuest || (own !== undefined && !hour.isKept);
            const project = hour.report.projects.find(({ config: { isOwn } }) => isOwn);
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
    };
  },
});

/**
 * Prints and posts the digest of the week before a second since 1970, and shows it on the run's page. False if it
 * could not be delivered. Throws if the runs cannot be read.
 */
async function postDigest(
  hour: HourAfter,
  project: ToldProject,
  until: number,
  context: Context,
): Promise<boolean> {
  const { ownRun, channel } = hour;
  const { config } = project;
  const { service, agent, clock } = context;
  const own = { ...context, time: createTimeBudget(clock) };
  const { journal } = await withFilled(project, own);
  const period = periodUntil(until, config.zone);
  const read = () => readPlatformWarnings(journal, beginOf(period.from, period), own);
  const warnings = (await attempt("warnings of Azure Pipelines", context, read)) ?? [];
  const { projectName } = config;
  const totals = [
    ...hour
      .past(project, beginOf(period.from, period), beginOf(period.until, period))
      .flatMap(({ sentences }) => sentences),
    ...hour.asides,
  ];
  const digest = digestOf(journal, { projectName, runPage: service.runPage, period, totals, warnings });
  // The platform's warnings are lines of logs. The summary stays in Azure DevOps.
  const posted = config.keys.quote_logs === false ? { ...digest, warnings: [] } : digest;
  const message = digestMessage(posted, ownRun);
  for (const line of renderMessageText(message, channel.form, agent.sanitize)) agent.print(line);
  const isDelivered = config.testFlag || (await deliver(channel, message, context));
  if (isDelivered) hour.toldAsides();
  agent.summary("Pipeline Digest", digestSummary(digest, message.title, isDelivered, agent.sanitize));
  return isDelivered;
}

async function deliver({ post }: Channel, message: Message, { agent, cancelled }: Context): Promise<boolean> {
  try {
    await post(message);
    return true;
  } catch (failure) {
    cancelled.throwIfAborted();
    agent.warn(`The weekly digest was not delivered. ${messageOf(failure)}`);
    return false;
  }
}
