import type { BuildService } from "../../../shared/azure-devops/client";
import { markdownLines } from "../../../shared/chat/markdown";
import type { Message } from "../../../shared/chat/message";
import { messageOf } from "../../../shared/errors";
import type { Setup } from "../config/setup";
import { type Context, createTimeBudget, withinBudget } from "../issue/context";
import { createDigestFigures, type Digest } from "./figures";
import { digestMessage } from "./message";
import { type Period, periodUntil } from "./period";
import { digestAttachment } from "./report";
import { digestSummary } from "./summary";

/** `post` throws if the message cannot be delivered. */
type Digested = Pick<Setup, "config" | "origin" | "ownRun"> & {
  post: (message: Message) => Promise<unknown>;
};

/**
 * Reads, prints and posts the digest of the week until a second since 1970, and shows it on the run's page.
 * Returns false if it could not be delivered. Throws if the runs cannot be read. This is a file of its own,
 * because only one run of a week needs it.
 */
export async function postDigest(digested: Digested, until: number, context: Context): Promise<boolean> {
  const { config, ownRun } = digested;
  const { service, agent, clock } = context;
  const budget = { ...context, time: createTimeBudget(clock) };
  const digest = await withinBudget(budget, (signal) =>
    readDigest(config.projectName, service, periodUntil(until, 7), signal),
  );
  const message = digestMessage(digest, ownRun);
  for (const line of markdownLines(message, agent.sanitize)) agent.print(line);
  const isDelivered = config.testFlag || (await deliver(digested, message, context));
  const { title } = message;
  agent.summary("Pipeline Digest", digestSummary(digest, title, isDelivered, agent.sanitize));
  const { attach } = await import("../render/report-text.js");
  attach(digestAttachment(digest, digested, title), agent, "pipeline-monitor-digest");
  return isDelivered;
}

async function deliver({ post }: Digested, message: Message, context: Context): Promise<boolean> {
  try {
    await post(message);
    return true;
  } catch (error) {
    context.cancelled.throwIfAborted();
    context.agent.warn(`The weekly digest was not delivered. ${messageOf(error)}`);
    return false;
  }
}

/** Throws if the runs cannot be read. */
export async function readDigestMessage(...of: Parameters<typeof readDigest>): Promise<Message> {
  return digestMessage(await readDigest(...of));
}

/** Reads the runs of a digest, in one list. Throws if it cannot be read to its end. */
async function readDigest(
  projectName: string,
  service: BuildService,
  period: Period,
  signal: AbortSignal,
): Promise<Digest> {
  const figures = createDigestFigures({ projectName, runPage: service.runPage, period });
  for await (const page of service.runsSince(new Date(period.before * 1000), signal))
    for (const record of page) figures.count(record);
  return figures.digest();
}
