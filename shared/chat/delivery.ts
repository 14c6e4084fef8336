import type { Clock } from "../clock";
import { readTextBody } from "../http/body";
import { certificateAdvice, isCertificateProblem } from "../http/certificate-problem";
import { createHttpClient } from "../http/client";
import { describeProblem, type HttpProblem, statusOf, Unreadable } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { shorten } from "../text/sanitize";
import { findObjection } from "./confirmation";
import { type ChatFormat, writeParts } from "./format";
import { markdown } from "./markdown";
import type { Line, Message } from "./message";

/** `told` has the lines that the channel accepted. */
export interface Posted {
  told: readonly Line[];
  /** Why the rest was not delivered; undefined if everything was. */
  failure?: unknown;
}

/** A chat channel with an incoming webhook. */
export interface Chat {
  /**
   * Posts a message, in parts if it is long, each of them at most once. After one that the channel did not accept, it
   * posts no other. Throws only if it is cancelled.
   */
  post(message: Message, signal: AbortSignal): Promise<Posted>;
  dispose(): void;
}

const deadlineSeconds = 60;
const maxResponseBytes = 64 * 1024;

/** Creates the client for a webhook. Its URL is a secret, so no error shows it. */
export function createChat(webhook: URL, format: ChatFormat, network: NetworkSettings, clock: Clock): Chat {
  const http = createHttpClient({
    service: "chat webhook",
    headers: {},
    network,
    clock,
    maxConnections: 1,
    shown: () => "(URL not shown)",
  });
  const send = (body: string, signal: AbortSignal) =>
    http.send(
      {
        url: format.postTo?.(webhook) ?? webhook,
        accept: "application/json, text/plain",
        body,
        // A message that may have arrived is not sent again.
        retry: "unsent",
        deadlineSeconds,
        advice: (problem) => advice(problem, format === markdown),
        signal,
      },
      async ({ status, body: response }) => {
        const text = await readTextBody(response, maxResponseBytes);
        const objection = findObjection({ status, text }, format.confirmations);
        if (objection !== "") throw notAccepted(status, objection, network);
      },
    );
  return {
    async post(message, signal) {
      const told: Line[] = [];
      for (const part of writeParts(format, message, network.sanitize)) {
        try {
          await send(part.body, signal);
        } catch (failure) {
          signal.throwIfAborted();
          return { told, failure };
        }
        told.push(...part.told);
      }
      return { told };
    },
    dispose: () => http.dispose(),
  };
}

/** Some chats respond with 200 to a message that they do not accept, and say so in the body. */
function notAccepted(status: number, objection: string, { sanitize }: NetworkSettings): Unreadable {
  return new Unreadable(
    `${status}, but the chat did not accept the message: ${shorten(sanitize(objection), 200).replace(/\.$/, "")}`,
  );
}

/** By the words with which Slack, Mattermost and Rocket.Chat refuse a message. */
const adviceByWords: readonly [RegExp, string][] = [
  [
    /archived/,
    "The channel is archived. Restore it, or create a webhook for another channel, and put it into " +
      "webhookConnection, webhookUrl or WEBHOOK_URL.",
  ],
  [
    /action_prohibited|posting_to_\w+_denied/,
    "The workspace restricts who may post to this channel. Ask its admin to allow the webhook, or create one for another channel.",
  ],
  [
    /channel_not_found|invalid[-_](?:channel|room)/,
    "The webhook's channel does not exist, or the webhook may not post there. Choose another channel in the webhook's settings.",
  ],
  [
    /invalid_(?:blocks|payload)|no_text|size-exceeded/,
    "The channel's product does not accept this form of the message. Check that chatFormat names that product.",
  ],
];

function advice(problem: HttpProblem, isUnknownProduct: boolean): string {
  const said = describeProblem(problem);
  const [, known] = adviceByWords.find(([words]) => words.test(said)) ?? [];
  if (known !== undefined) return known;
  if ([401, 403, 404, 410].includes(statusOf(problem) ?? 0))
    return (
      "The webhook was removed, or its URL is wrong. Create a new one in the chat, and put it into " +
      "webhookConnection, webhookUrl or WEBHOOK_URL."
    );
  if (problem.kind === "notSent")
    return isCertificateProblem(problem.code)
      ? certificateAdvice
      : "Check the webhook's URL, and that this machine can reach its host (proxy, firewall).";
  if (isUnknownProduct && (statusOf(problem) === 400 || problem.kind === "unreadable"))
    return "The chat may expect another form. Name its product in chatFormat.";
  return "";
}
