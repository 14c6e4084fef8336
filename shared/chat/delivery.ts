import type { Clock } from "../clock";
import { readTextBody } from "../http/body";
import { certificateAdvice, isCertificateProblem } from "../http/certificate-problem";
import { createHttpClient } from "../http/client";
import { describeProblem, type HttpProblem, statusOf, Unreadable } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { shorten } from "../text/sanitize";
import { findObjection } from "./confirmation";
import type { ChatFormat } from "./format";
import { markdown } from "./markdown";
import type { Message } from "./message";

/** A chat channel with an incoming webhook. */
export interface Chat {
  /** Posts a message at most once. Throws if the channel does not confirm it. */
  post(message: Message, signal: AbortSignal): Promise<void>;
  dispose(): void;
}

/** A channel's incoming webhook. */
export interface Webhook {
  /** A secret. */
  url: URL;
  format: ChatFormat;
  /** Where people set the URL and the product, as advice says it. */
  setIn: { url: string; product: string };
}

/** Where the inputs of a step set its own webhook. */
export const setByInputs: Webhook["setIn"] = {
  url: "webhookConnection, webhookUrl or WEBHOOK_URL",
  product: "chatFormat",
};

const deadlineSeconds = 60;
const maxResponseBytes = 64 * 1024;

/** Creates the client for a webhook, whose URL no error shows. */
export function createChat(webhook: Webhook, network: NetworkSettings, clock: Clock): Chat {
  const { url, format } = webhook;
  const http = createHttpClient({
    service: "chat webhook",
    headers: {},
    network,
    clock,
    maxConnections: 1,
    shown: () => "(URL not shown)",
  });
  return {
    post: (message, signal) =>
      http.send(
        {
          url: format.postTo?.(url) ?? url,
          accept: "application/json, text/plain",
          body: format.write(message, network.sanitize),
          // A message that may have arrived is not sent again.
          retry: "unsent",
          deadlineSeconds,
          advice: (problem) => advice(problem, webhook),
          signal,
        },
        async ({ status, body: response }) => {
          const text = await readTextBody(response, maxResponseBytes);
          const objection = findObjection({ status, text }, format.confirmations);
          if (objection !== "") throw notAccepted(status, objection, network);
        },
      ),
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
const adviceByWords: readonly [RegExp, (setIn: Webhook["setIn"]) => string][] = [
  [
    /archived/,
    ({ url }) =>
      `The channel is archived. Restore it, or create a webhook for another channel, and put it into ${url}.`,
  ],
  [
    /action_prohibited|posting_to_\w+_denied/,
    () =>
      "The workspace restricts who may post to this channel. Ask its admin to allow the webhook, or create one for another channel.",
  ],
  [
    /channel_not_found|invalid[-_](?:channel|room)/,
    () =>
      "The webhook's channel does not exist, or the webhook may not post there. Choose another channel in the webhook's settings.",
  ],
  [
    /invalid_(?:blocks|payload)|no_text|size-exceeded/,
    ({ product }) =>
      `The channel's product does not accept this form of the message. Check that ${product} names that product.`,
  ],
];

function advice(problem: HttpProblem, { format, setIn }: Webhook): string {
  const said = describeProblem(problem);
  const [, known] = adviceByWords.find(([words]) => words.test(said)) ?? [];
  if (known !== undefined) return known(setIn);
  if ([401, 403, 404, 410].includes(statusOf(problem) ?? 0))
    return `The webhook was removed, or its URL is wrong. Create a new one in the chat, and put it into ${setIn.url}.`;
  if (problem.kind === "notSent")
    return isCertificateProblem(problem.code)
      ? certificateAdvice
      : "Check the webhook's URL, and that this machine can reach its host (proxy, firewall).";
  if (format === markdown && (statusOf(problem) === 400 || problem.kind === "unreadable"))
    return `The chat may expect another form. Name its product in ${setIn.product}.`;
  return "";
}
