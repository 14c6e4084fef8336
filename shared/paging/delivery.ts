import type { Clock } from "../clock";
import { readTextBody } from "../http/body";
import { createHttpClient } from "../http/client";
import { type HttpProblem, statusOf, Unreadable } from "../http/errors";
import type { NetworkSettings } from "../http/network";
import { jsonOf } from "../json/path";
import type { Alert, PagingAccount, PagingRequest, PagingService } from "./service";

/** Opens and closes alerts. Both throw if the service does not confirm them, or if they are cancelled. */
export interface AlertSender {
  open(alert: Alert, signal: AbortSignal): Promise<void>;
  close(key: string, signal: AbortSignal): Promise<void>;
}

export interface Pager extends AlertSender {
  dispose(): void;
}

const deadlineSeconds = 30;
const maxResponseBytes = 64 * 1024;

/** Creates the client for an account, whose credential no error shows. */
export function createPager(
  service: PagingService,
  account: PagingAccount,
  network: (url: URL) => NetworkSettings,
  clock: Clock,
): Pager {
  const { url } = service.close("", account);
  const http = createHttpClient({
    service: service.product,
    network: network(url),
    clock,
    maxConnections: 1,
    shown: ({ origin }) => origin,
  });
  const send = (request: PagingRequest, signal: AbortSignal) =>
    http.send(
      {
        url: request.url,
        headers: request.headers,
        accept: "application/json",
        body: JSON.stringify(request.body),
        // An alert is joined by its key, so a repetition does less harm than a loss.
        retry: "reads",
        deadlineSeconds,
        advice: (problem) => advice(problem, service, account),
        signal,
      },
      async ({ status, body }) => {
        const text = await readTextBody(body, maxResponseBytes);
        if (status !== 202) throw new Unreadable(`${status} instead of 202`);
        if (!service.confirms(jsonOf(text))) throw new Unreadable("202, but no confirmation of the alert");
      },
    );
  return {
    open: (alert, signal) => send(service.open(alert, account), signal),
    close: (key, signal) => send(service.close(key, account), signal),
    dispose: () => http.dispose(),
  };
}

function advice(
  problem: HttpProblem,
  { product, hasRegions = false, needsSource = false, refusesKey }: PagingService,
  { setIn }: PagingAccount,
): string {
  const also = `${hasRegions ? ", and paging.region" : ""}${needsSource ? ", and paging.source" : ""}`;
  const isRefused = problem.kind === "status" && refusesKey?.test(problem.serviceMessage);
  if (isRefused || [401, 403, 404].includes(statusOf(problem) ?? 0))
    return `Check the integration key in ${setIn}${also}.`;
  if (problem.kind === "notSent") return `Check that this machine can reach ${product} (proxy, firewall).`;
  return "";
}
