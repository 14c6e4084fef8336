import type { Message } from "../../../../shared/chat/message";
import { messageOf } from "../../../../shared/errors";
import type { HourAfter } from "../../feature";
import { attempt, type Context, createTimeBudget } from "../../issue/context";
import type { ProjectReport } from "../../issue/report";
import { withFilled } from "../../journal/fill";
import { renderMessageText } from "../../render/log";
import { digestOf } from "./figures";
import { readPlatformWarnings } from "./green-runs";
import { digestMessage } from "./message";
import { beginOf, periodUntil } from "./period";
import { digestSummary } from "./summary";

/**
 * Prints and posts the digest of the week before a second since 1970, and shows it on the run's page. False if it
 * could not be delivered. Throws if the runs cannot be read.
 */
export async function postDigest(
  hour: HourAfter,
  project: ProjectReport,
  until: number,
  context: Context,
): Promise<boolean> {
  const { ownRun, form } = hour;
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
  for (const line of renderMessageText(message, form, agent.sanitize)) agent.print(line);
  const isDelivered = config.testFlag || (await deliver(hour, message, context));
  if (isDelivered) hour.toldAsides();
  agent.summary("Pipeline Digest", digestSummary(digest, message.title, isDelivered, agent.sanitize));
  return isDelivered;
}

async function deliver(
  { post }: Pick<HourAfter, "post">,
  message: Message,
  { agent, cancelled }: Context,
): Promise<boolean> {
  try {
    await post(message);
    return true;
  } catch (failure) {
    cancelled.throwIfAborted();
    agent.warn(`The weekly digest was not delivered. ${messageOf(failure)}`);
    return false;
  }
}
