import type { BuildService } from "../../../shared/azure-devops/client";
import type { Posted } from "../../../shared/chat/delivery";
import type { Message, MessageForm } from "../../../shared/chat/message";
import { messageOf } from "../../../shared/errors";
import { isHidden } from "../config/filter";
import type { Config } from "../config/parse";
import type { Setup } from "../config/setup";
import { type Context, createTimeBudget, withinBudget } from "../issue/context";
import { renderMessageText } from "../render/log";
import { attach } from "../render/report-text";
import { createDigestFigures, type Digest } from "./figures";
import { digestMessage } from "./message";
import { type Period, periodUntil } from "./period";
import { digestAttachment } from "./report";
import { digestSummary } from "./summary";

type Digested = Pick<Setup, "config" | "origin" | "ownRun"> & {
  form: MessageForm;
  post: (message: Message) => Promise<Posted>;
};

/**
 * Reads, prints and posts the digest of the week until a second since 1970, and shows it on the run's page.
 * Returns false if it could not be delivered. Throws if the runs cannot be read.
 */
export async function postDigest(digested: Digested, until: number, context: Context): Promise<boolean> {
  const { config, ownRun, form } = digested;
  const { service, agent, clock } = context;
  const budget = { ...context, time: createTimeBudget(clock) };
  const digest = await withinBudget(budget, (signal) =>
    readDigest(config, service, periodUntil(until, 7, config.zone), signal),
  );
  const message = digestMessage(digest, ownRun);
  for (const line of renderMessageText(message, form, agent.sanitize)) agent.print(line);
  const isDelivered = config.testFlag || (await deliver(digested, message, context));
  const { title } = message;
  agent.summary("Pipeline Digest", digestSummary(digest, title, isDelivered, agent.sanitize));
  attach(digestAttachment(digest, digested, title), agent, "pipeline-monitor-digest");
  return isDelivered;
}

async function deliver({ post }: Digested, message: Message, { agent }: Context): Promise<boolean> {
  const { failure } = await post(message);
  if (failure !== undefined) agent.warn(`The weekly digest was not delivered. ${messageOf(failure)}`);
  return failure === undefined;
}

/** Throws if the runs cannot be read. */
export async function readDigestMessage(...of: Parameters<typeof readDigest>): Promise<Message> {
  return digestMessage(await readDigest(...of));
}

/** Reads the runs of a digest that no filter hides, in one list. Throws if it cannot be read to its end. */
async function readDigest(
  { projectName, pipelines }: Config,
  service: BuildService,
  period: Period,
  signal: AbortSignal,
): Promise<Digest> {
  const figures = createDigestFigures({ projectName, runPage: service.runPage, period });
  for await (const page of service.runsSince(new Date(period.before * 1000), signal))
    for (const record of page) if (!isHidden(pipelines, record)) figures.count(record);
  return figures.digest();
}
