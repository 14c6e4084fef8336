import { markdownLines } from "../../shared/chat/markdown";
import type { Message } from "../../shared/chat/message";
import { messageOf } from "../../shared/errors";
import { type CheckParts, createTimeBudget, withinBudget } from "./checks/optional-check";
import type { Config } from "./config/parse";
import { digestMessage } from "./digest/message";
import { periodUntil } from "./digest/period";
import { type DigestService, readDigest } from "./digest/read-digest";
import { digestAttachment } from "./digest/report";
import { digestSummary } from "./digest/summary";
import type { ReportOrigin } from "./report/attachment";

/** What the weekly digest needs. */
export interface DigestParts extends Omit<CheckParts, "time"> {
  config: Config;
  service: DigestService;
  /** The page of the monitor's own run; undefined outside a pipeline. */
  ownRun: URL | undefined;
  origin: ReportOrigin;
  /** Posts a message to the chat. Throws if it cannot be delivered. */
  post: (message: Message) => Promise<unknown>;
}

/**
 * Reads, prints and posts the digest of the week until a second since 1970, and shows it on the run's page.
 * Returns false if it could not be delivered. Throws if the runs cannot be read. This is a file of its own,
 * because only one run of a week needs it.
 */
export async function postDigest(parts: DigestParts, until: number): Promise<boolean> {
  const { config, service, agent, clock, cancelled } = parts;
  const budget = { time: createTimeBudget(clock), cancelled };
  const digest = await withinBudget(budget, (signal) => readDigest(service, periodUntil(until, 7), signal));
  const { runPage } = service;
  const message = digestMessage(digest, { ...parts, projectName: config.projectName, runPage });
  for (const line of markdownLines(message, agent.sanitize)) agent.print(line);
  const isDelivered = config.testFlag || (await deliver(parts, message));
  const { title } = message;
  agent.summary("Pipeline Digest", digestSummary(digest, { title, runPage, isDelivered }, agent.sanitize));
  const { attach } = await import("./report-text.js");
  const attachment = digestAttachment(digest, { ...parts, sentence: title, runPage });
  attach(attachment, agent, "pipeline-monitor-digest");
  return isDelivered;
}

async function deliver({ post, agent, cancelled }: DigestParts, message: Message): Promise<boolean> {
  try {
    await post(message);
    return true;
  } catch (error) {
    cancelled.throwIfAborted();
    agent.warn(`The weekly digest was not delivered. ${messageOf(error)}`);
    return false;
  }
}

/** Returns the message of the digest of some days until a second since 1970. Throws if the runs cannot be read. */
export async function readDigestMessage(
  { config: { projectName }, service }: Pick<DigestParts, "config" | "service">,
  { until, days }: { until: number; days: number },
  signal: AbortSignal,
): Promise<Message> {
  const digest = await readDigest(service, periodUntil(until, days), signal);
  return digestMessage(digest, { projectName, runPage: service.runPage, ownRun: undefined });
}
