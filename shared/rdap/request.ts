import type { TaskContext } from "../agent/task";
import { readJsonBody } from "../http/body";
import { createHttpClient, expectStatus200, type HttpRequest } from "../http/client";

/**
 * Requests JSON without a credential, once, and keeps no connection open. The first check of a step waits for it, so
 * it takes a few seconds at most. Throws `HttpError`, or the reason of the signal.
 */
export async function requestJson<T>(
  { agent, clock, cancelled: signal }: TaskContext,
  { service, ...request }: { service: string; url: URL; accept: string; advice: HttpRequest["advice"] },
  maxBytes: number,
  parse: (body: unknown) => T,
): Promise<T> {
  const network = agent.network(request.url);
  const http = createHttpClient({
    ...{ service, headers: {}, network, clock, maxConnections: undefined },
    shown: (url) => url.href,
    followsToOtherHosts: true,
  });
  try {
    return await http.send({ ...request, retry: "never", deadlineSeconds: 10, signal }, async (response) => {
      expectStatus200(response);
      return parse(await readJsonBody(response.body, maxBytes));
    });
  } finally {
    http.dispose();
  }
}
