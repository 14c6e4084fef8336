import type { Clock } from "../clock";
import { readTextBody } from "../http/body";
import { certificateAdvice, isCertificateProblem } from "../http/certificate-problem";
import { createHttpClient } from "../http/client";
import { type HttpProblem, statusOf, Unreadable } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { shorten } from "../text/sanitize";
import { findObjection } from "./confirmation";
import type { ChatFormat } from "./format";
import { markdown } from "./markdown";
import type { Line, Message } from "./message";

/** A chat channel with an incoming webhook. */
export interface Chat {
  /**
   * Posts a message at most once. Returns its lines that did not fit. Throws if the channel did not accept it.
   */
  post(message: Message, signal: AbortSignal): Promise<readonly Line[]>;
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
  return {
    async post(message, signal) {
      const { body: written, omitted } = format.write(message, network.sanitize);
      await http.send(
        {
          url: format.postTo?.(webhook) ?? webhook,
          accept: "application/json, text/plain",
          body: written,
          // A message that may have arrived is not sent again.
          retry: "unsent",
          deadlineSeconds,
          advice: (problem) => advice(problem, format === markdown),
          signal,
        },
        async ({ status, body }) => {
          const text = await readTextBody(body, maxResponseBytes);
          const objection = findObjection({ status, text }, format.confirmations);
          if (objection !== "") throw notAccepted(status, objection, network);
        },
      );
      return omitted;
    },
    dispose: () => http.dispose(),
  };
}

/** Some chats respond with 200 to a message that they do not accept, and say so in the body. */
function notAccepted(status: number, objection: string, { sanitize }: NetworkSettings): Unreadable {
  return new Unreadable(
    `${status}, but the chat did not accept the message: ${shorten(sanitize(objection), 200)}`,
  );
}

function advice(problem: HttpProblem, isUnknownProduct: boolean): string {
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
