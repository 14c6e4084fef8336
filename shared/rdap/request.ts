import type { TaskContext } from "../agent/task";
import { readJsonBody } from "../http/body";
import { createHttpClient } from "../http/client";
import { expectStatus200, type HttpRequest, type HttpResponse } from "../http/request";

/**
 * Sends a request without a credential, once, and keeps no connection open. The first check of a step waits for it, so
 * it takes a few seconds at most. Throws `HttpError`, or the reason of the signal.
 */
export async function requestOnce<T>(
  { agent, clock, cancelled: signal }: TaskContext,
  {
    service,
    ...request
  }: Pick<HttpRequest, "url" | "accept" | "advice" | "answerStatus"> & { service: string },
  read: (response: HttpResponse) => Promise<T>,
): Promise<T> {
  const http = createHttpClient({
    service,
    network: agent.network(request.url),
    clock,
    shown: (url) => url.href,
    followsToOtherHosts: true,
  });
  try {
    return await http.send({ ...request, retry: "never", deadlineSeconds: 10, signal }, read);
  } finally {
    http.dispose();
  }
}

export async function readJson(response: HttpResponse, maxBytes: number): Promise<unknown> {
  expectStatus200(response);
  return readJsonBody(response.body, maxBytes);
}
