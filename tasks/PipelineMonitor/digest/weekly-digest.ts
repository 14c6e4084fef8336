import type { Message, MessageForm } from "../../../shared/chat/message";
import { messageOf } from "../../../shared/errors";
import { daySeconds } from "../../../shared/text/time";
import { occurrences } from "../config/cron";
import type { Config } from "../config/parse";
import type { Setup } from "../config/setup";
import { attempt, type Context, createTimeBudget } from "../issue/context";
import type { ProjectReport, Report } from "../issue/report";
import { endOf, untoldMoment, type Window } from "../issue/window";
import { withFilled } from "../journal/fill";
import { renderMessageText } from "../render/log";
import { digestOf } from "./figures";
import { readPlatformWarnings } from "./green-runs";
import { digestMessage } from "./message";
import { beginOf, periodUntil } from "./period";
import { digestSummary } from "./summary";

/** A configuration, and where its messages go. */
export interface Digested extends Pick<Setup, "config" | "ownRun"> {
  form: MessageForm;
  /** Posts a message to the chat. Throws if it is not delivered. */
  post: (message: Message) => Promise<void>;
}

/**
 * Prints and posts the digest of the week before a second since 1970, and shows it on the run's page. False if it
 * could not be delivered. Throws if the runs cannot be read.
 */
async function postDigest(
  digested: Digested,
  project: ProjectReport,
  until: number,
  context: Context,
): Promise<boolean> {
  const { config, ownRun, form } = digested;
  const { service, agent, clock } = context;
  const own = { ...context, time: createTimeBudget(clock) };
  const { journal } = await withFilled(project, own);
  const period = periodUntil(until, config.zone);
  const read = () => readPlatformWarnings(journal, beginOf(period.from, period), own);
  const warnings = (await attempt("warnings of Azure Pipelines", context, read)) ?? [];
  const { projectName } = config;
  const { repairs } = project;
  const digest = digestOf(journal, { projectName, runPage: service.runPage, period, repairs, warnings });
  // The platform's warnings are lines of logs. The summary stays in Azure DevOps.
  const posted = config.keys.quote_logs === false ? { ...digest, warnings: [] } : digest;
  const message = digestMessage(posted, ownRun);
  for (const line of renderMessageText(message, form, agent.sanitize)) agent.print(line);
  const isDelivered = config.testFlag || (await deliver(digested, message, context));
  agent.summary("Pipeline Digest", digestSummary(digest, message.title, isDelivered, agent.sanitize));
  return isDelivered;
}

async function deliver(
  { post }: Digested,
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

const weeklyDigest = "the weekly digest";
/** Clocks that are set back make a week longer. */
const longestWeekSeconds = 8 * daySeconds;

function lastDigestMoment({ digest, zone }: Config, window: Window): number | undefined {
  const now = endOf(window);
  return digest && occurrences([digest], now - longestWeekSeconds, now, zone).at(-1);
}

/** Posts the weekly digest of the configuration's own project if its moment has come and it has not been told. */
export async function tellDigest(
  report: Report,
  digestUntil: number | undefined,
  watch: Digested,
  context: Context,
): Promise<Report> {
  const { config, projects, skipped } = report;
  const own = projects.find((project) => project.config === config);
  const moment = own && untoldMoment(own.window, lastDigestMoment(config, own.window), digestUntil);
  if (own === undefined || moment === undefined) return report;
  const isDelivered = await attempt(weeklyDigest, context, () => postDigest(watch, own, moment, context));
  if (isDelivered === true) return { ...report, digestUntil: moment };
  return { ...report, digestUntil: digestUntil ?? moment - 1, skipped: [...skipped, weeklyDigest] };
}
