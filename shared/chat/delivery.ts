import type { Clock } from "../clock";
import { readTextBody } from "../http/body";
import { createHttpClient } from "../http/client";
import { describeProblem, HttpError, Unreadable } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { shorten } from "../text/sanitize";
import { findObjection } from "./confirmation";
import type { ChatFormat } from "./format";
import type { Message } from "./message";
import { writePlain } from "./plain";
import { isOfMessage, nextStepOf, type RefusingWebhook } from "./refusals";

/** A channel's incoming webhook. */
export interface Webhook {
  /** A secret. */
  url: URL;
  format: ChatFormat;
  setIn: RefusingWebhook["setIn"];
}

/** Where the inputs of a step set its own webhook. */
export const setByInputs: Webhook["setIn"] = {
  url: "webhookConnection, webhookUrl or WEBHOOK_URL",
  product: "chatFormat",
};

const deadlineSeconds = 60;
const maxResponseBytes = 64 * 1024;

/** Creates the client for a webhook, whose URL no error shows. */
export function createChat(webhook: Webhook, network: NetworkSettings, clock: Clock) {
  const { url, format } = webhook;
  const http = createHttpClient({ service: "chat webhook", network, clock, maxConnections: 1 });
  const { sanitize } = network;
  const refusing = { product: format.product, isKnown: format.ownsWebhook(url), setIn: webhook.setIn };
  const send = (body: string, signal: AbortSignal) =>
    http.send(
      {
        url: format.postTo?.(url) ?? url,
        accept: "application/json, text/plain",
        body,
        // A message that may have arrived is not sent again.
        retry: "unsent",
        deadlineSeconds,
        advice: (problem) => nextStepOf(problem, refusing),
        signal,
      },
      async ({ status, body: response }) => {
        const text = await readTextBody(response, maxResponseBytes);
        const objection = findObjection(status, text, format.confirms);
        if (objection === "") return;
        // Some chats respond with 200 to a message that they do not accept, and say so in the body.
        const what = shorten(sanitize(objection), 200).replace(/\.$/, "");
        throw new Unreadable(`${status}, but the chat did not accept the message: ${what}`);
      },
    );
  return {
    /**
     * Posts a message at most once. If the chat refuses the message itself, posts a plain one in its place, with the link
     * to the run, and returns the reason of the refusal. Throws if the channel confirms neither.
     */
    async post(message: Message, signal: AbortSignal, run?: URL): Promise<string | undefined> {
      try {
        await send(format.write(message, sanitize), signal);
        return undefined;
      } catch (refusal) {
        if (!(refusal instanceof HttpError) || !isOfMessage(refusal.problem, refusing)) throw refusal;
        await send(writePlain(format, message, run, sanitize), signal).catch((failure) => {
          if (!(failure instanceof HttpError)) throw failure;
          const reason = describeProblem(failure.problem);
          throw new Error(`${refusal.message} A plain message was not accepted either: it ${reason}.`);
        });
        return refusal.message;
      }
    },
    dispose: () => http.dispose(),
  };
}
