import type { NetworkSettings } from "./agent";
import type { Clock } from "./clock";
import { createHttpClient } from "./http/client";
import { certificateAdvice, type HttpFault, isCertificateFault, statusOf } from "./http/errors";
import { escapeUnderscores } from "./markdown";

/** A chat channel behind an incoming webhook. */
export interface Chat {
  /** Posts a Markdown text, at most once. Throws when the channel did not take it. */
  post(text: string, signal: AbortSignal): Promise<void>;
  dispose(): void;
}

const deadlineSeconds = 60;

/** The channel that takes `{"text": …}` at a webhook. Its address is a secret: no error names it. */
export function createChat(webhook: URL, network: NetworkSettings, clock: Clock): Chat {
  const http = createHttpClient({
    service: "chat webhook",
    headers: {},
    network,
    clock,
    maxConnections: 1,
    shown: () => "(address not shown)",
  });
  return {
    post: (text, signal) =>
      http.send(
        {
          address: webhook,
          accept: "application/json, text/plain",
          body: JSON.stringify({ text: escapeUnderscores(text) }),
          // A message that may have arrived is not sent twice.
          retry: "unsent",
          deadlineSeconds,
          advice,
          signal,
        },
        () => Promise.resolve(),
      ),
    dispose: () => http.dispose(),
  };
}

function advice(fault: HttpFault): string {
  if ([401, 403, 404, 410].includes(statusOf(fault) ?? 0))
    return "The webhook was removed or its address is wrong: make a new one in the chat and put it into webhookConnection, webhookUrl or WEBHOOK_URL.";
  if (fault.kind === "notSent" && isCertificateFault(fault.code)) return certificateAdvice;
  if (fault.kind === "notSent")
    return "Check the webhook's address, and that the agent reaches its host (proxy, firewall).";
  return "";
}
