import { atMost, patienceSeconds, withDeadline } from "./limits";

/**
 * Reads a URL; undefined for a 404. `what` is what the URL has, as errors call it. `text` is undefined if it is larger than
 * `maxBytes`; `next` leads to more of a list.
 */
export type Get = (
  url: string,
  what: string,
  maxBytes?: number,
) => Promise<{ text: string | undefined; next: string | undefined } | undefined>;

/** The service does not want to be asked again before a time, in seconds from now; undefined if it does not say. */
export class ServiceRefusal extends Error {
  readonly retrySeconds: number | undefined;
  constructor(message: string, retrySeconds: number | undefined) {
    super(message);
    this.retrySeconds = retrySeconds;
  }
}

/**
 * The time of the service, in seconds since 1970. Its responses say it, and from there both clocks of this machine count on: the
 * steady one may stop while a computer sleeps, and the other may be set. Until a response says it, it is that of this machine.
 */
export function serviceClock(
  steady: () => number = () => performance.now() / 1000,
  machine: () => number = () => Date.now() / 1000,
) {
  let ahead: { ofSteady: number; ofMachine: number } | undefined;
  return {
    now: () =>
      Math.floor(
        ahead === undefined ? machine() : Math.max(steady() + ahead.ofSteady, machine() + ahead.ofMachine),
      ),
    /** For pauses: nobody sets it. */
    steady,
    /** Takes the header `Date`. */
    hear(date: string | null): void {
      const time = Date.parse(date ?? "") / 1000;
      if (!Number.isNaN(time)) ahead = { ofSteady: time - steady(), ofMachine: time - machine() };
    },
  };
}

export type ServiceClock = ReturnType<typeof serviceClock>;

/** More requests would wait in the browser, whose time-outs run. HTTP/2 sends so many at once. */
const requestsAtOnce = 32;

/**
 * Signs each request. Nothing is sent to another origin than that of the project, and no redirect is followed. While the service
 * does not want to be asked, no request is sent, whatever it is for.
 */
export function createGet(
  project: string,
  token: () => Promise<string>,
  clock: ServiceClock = serviceClock(),
  send: (url: string, options: RequestInit) => Promise<Response> = fetch,
): Get {
  const { origin } = new URL(project);
  const inTurn = atMost(requestsAtOnce);
  let notBefore = Number.NEGATIVE_INFINITY;
  const expectPermission = (what: string) => {
    const left = notBefore - clock.steady();
    if (left > 0) throw new ServiceRefusal(`The service asked to wait before ${what} is read.`, left);
  };
  const heed = ({ headers }: Response) => {
    clock.hear(headers.get("date"));
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    if (seconds > 0) notBefore = Math.max(notBefore, clock.steady() + seconds);
  };
  const read = (url: string, what: string, maxBytes: number) =>
    withDeadline(`Azure DevOps did not return ${what} within ${patienceSeconds} s.`, async (signal) => {
      if (new URL(url).origin !== origin)
        throw new Error(`${new URL(url).host} is not the organization's host.`);
      expectPermission(what);
      const headers = { accept: "application/json", authorization: `Bearer ${await token()}` };
      // Firefox holds a request back while one to the same URL may fill its cache.
      const response = await send(url, {
        headers,
        signal,
        redirect: "error",
        credentials: "omit",
        cache: "no-store",
      }).catch(() => {
        throw new Error(`Could not reach Azure DevOps to read ${what}. ${signInAgain}`);
      });
      heed(response);
      if (response.status === 404) return undefined;
      const next = response.headers.get("x-ms-continuationtoken") ?? undefined;
      return { text: await textOf(response, what, maxBytes), next };
    });
  return (url, what, maxBytes = Number.POSITIVE_INFINITY) => inTurn(() => read(url, what, maxBytes));
}

const signInAgain = "Check your connection. If your session has ended, reload the page and sign in.";

async function textOf(response: Response, what: string, maxBytes: number): Promise<string | undefined> {
  const { status, ok, headers, body } = response;
  if (!ok) {
    const advice = [401, 403].includes(status)
      ? " An administrator may have to authorize the extension again: it needs the scope Build (read)."
      : "";
    const seconds = Number(headers.get("retry-after") ?? Number.NaN);
    throw new ServiceRefusal(
      `The service returned ${status} for ${what}.${advice}`,
      seconds >= 0 ? seconds : undefined,
    );
  }
  const text = await readText(body, maxBytes).catch(() => {
    throw new Error(`The connection broke while Azure DevOps sent ${what}.`);
  });
  // Azure DevOps asks people to sign in by a page with a status of success.
  if (status === 203 || (text !== undefined && /^\s*</.test(text)))
    throw new Error(`Azure DevOps returned a web page in place of ${what}. Reload this page and sign in.`);
  return text;
}

/** Stops at the size limit, and returns undefined then. */
export async function readText(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const reader = stream?.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > maxBytes) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(decoder.decode(part.value, { stream: true }));
  }
  return parts.join("") + decoder.decode();
}

/** Undefined for a 404, which servers answer in place of an empty list. */
export async function readJson(get: Get, url: string, what: string): Promise<unknown> {
  const answer = await get(url, what);
  return answer === undefined ? undefined : parseJson(answer.text, what);
}

export function parseJson(text: string | undefined, what: string): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    throw notUnderstood(what);
  }
}

export function valuesOf(listed: unknown, what: string): unknown[] {
  const value = memberOf(listed, "value");
  if (!Array.isArray(value)) throw notUnderstood(what);
  return value;
}

/** An empty list in its place would be a lie. */
export function notUnderstood(what: string): Error {
  return new Error(`Azure DevOps returned ${what} in a form that this page does not understand.`);
}

/** However deep; undefined if there is none. */
export function memberOf(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((within, name) => (within == null ? undefined : Object(within)[name]), value);
}
