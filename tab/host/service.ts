import { attachmentType } from "../../shared/report/form";
import { maxAttachmentBytes, type ParsedReport, parseReport, tooLarge } from "../../shared/report/parse";
import type { Step } from "../words/empty-state";
import { type BuildPlace, findAttachment, resourceUrl } from "./build-url";
import { atMost, patienceSeconds, readOnce, withDeadline } from "./limits";
import { findSteps } from "./steps";

/** The content of a URL. `next` leads to more of a list. */
export interface ServiceResponse {
  text: string;
  next: string | undefined;
}

/** Undefined for a 404. `what` is what the URL has, as errors call it. A larger text is not read to its end. */
export type Get = (url: string, what: string, maxBytes?: number) => Promise<ServiceResponse | undefined>;

/** The service does not want to be asked again before a time, in seconds from now; undefined if it does not say. */
export class ServiceRefusal extends Error {
  readonly retrySeconds: number | undefined;
  constructor(message: string, retrySeconds: number | undefined) {
    super(message);
    this.retrySeconds = retrySeconds;
  }
}

class TooLarge extends Error {}

/** The tab's view of Azure DevOps. A report is read once: nobody can change an attachment. */
export interface Service {
  /** The URLs of the reports of a run, in the order of the service. */
  reportUrls(buildId: string): Promise<string[]>;
  report(url: string): Promise<ParsedReport>;
  /** The steps of our tasks; undefined if nobody knows what ran. */
  steps(buildId: string): Promise<Step[] | undefined>;
}

export function connectService({ project }: Pick<BuildPlace, "project">, get: Get): Service {
  const at = (buildId: string, resource: string) => resourceUrl({ project, buildId }, resource);
  return {
    async reportUrls(buildId) {
      const what = "the list of reports";
      const listed = await readJson(get, at(buildId, `attachments/${attachmentType}`), what);
      if (listed === undefined) return [];
      const links = valuesOf(listed, what).map((entry) => String(memberOf(entry, "_links", "self", "href")));
      return links.map((href) => {
        const name = findAttachment(href);
        return name === undefined ? href : at(buildId, name);
      });
    },
    report: readOnce(async (url) => {
      if (findAttachment(url) === undefined) throw notUnderstood("the link to this report");
      return readReport(get, url);
    }),
    async steps(buildId) {
      const timeline = await readJson(get, at(buildId, "timeline"), "the steps of the run");
      return findSteps(memberOf(timeline, "records"));
    },
  };
}

export async function readReport(get: Get, url: string): Promise<ParsedReport> {
  const text = await readAtMost(get, url, "the report", maxAttachmentBytes);
  if (text instanceof TooLarge) return tooLarge;
  if (text === undefined) throw new Error("The report has been deleted, or you may not read it.");
  return parseReport(text);
}

export function readAtMost(
  get: Get,
  url: string,
  what: string,
  maxBytes: number,
): Promise<string | TooLarge | undefined> {
  return get(url, what, maxBytes).then(
    (answer) => answer?.text,
    (error: unknown) => {
      if (error instanceof TooLarge) return error;
      throw error;
    },
  );
}

/** More requests would wait in the browser, whose time-outs run. HTTP/2 sends so many at once. */
const requestsAtOnce = 32;

/** Signs each request. Nothing is sent to another origin, and no redirect is followed. */
export function createGet({ project }: Pick<BuildPlace, "project">, token: () => Promise<string>): Get {
  const { origin } = new URL(project);
  const inTurn = atMost(requestsAtOnce);
  const read = (url: string, what: string, maxBytes: number) =>
    withDeadline(`Azure DevOps did not return ${what} within ${patienceSeconds} s.`, async (signal) => {
      if (new URL(url).origin !== origin)
        throw new Error(`${new URL(url).host} is not the organization's host.`);
      const headers = { accept: "application/json", authorization: `Bearer ${await token()}` };
      // Firefox holds a request back while one to the same URL may fill its cache.
      const response = await fetch(url, {
        headers,
        signal,
        redirect: "error",
        credentials: "omit",
        cache: "no-store",
      }).catch(() => {
        throw new Error(`Could not reach Azure DevOps to read ${what}. ${signInAgain}`);
      });
      const text = await textOf(response, what, maxBytes);
      const next = response.headers.get("x-ms-continuationtoken") ?? undefined;
      return text === undefined ? undefined : { text, next };
    });
  return (url, what, maxBytes = Number.POSITIVE_INFINITY) => inTurn(() => read(url, what, maxBytes));
}

const signInAgain = "Check your connection. If your session has ended, reload the page and sign in.";

async function textOf(response: Response, what: string, maxBytes: number): Promise<string | undefined> {
  if (response.status === 404) return undefined;
  if (!response.ok) {
    const advice = [401, 403].includes(response.status)
      ? " An administrator may have to authorize the extension again: it needs the scope Build (read)."
      : "";
    throw new ServiceRefusal(
      `The service returned ${response.status} for ${what}.${advice}`,
      retrySecondsOf(response),
    );
  }
  const text = await bodyOf(response, maxBytes).catch((error: unknown) => {
    if (error instanceof TooLarge) throw error;
    throw new Error(`The connection broke while Azure DevOps sent ${what}.`);
  });
  // Azure DevOps asks people to sign in by a page with a status of success.
  if (response.status === 203 || /^\s*</.test(text))
    throw new Error(`Azure DevOps returned a web page in place of ${what}. Reload this page and sign in.`);
  return text;
}

function retrySecondsOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return seconds >= 0 ? seconds : undefined;
}

/** A body may be larger than its headers say. */
async function bodyOf({ headers, body }: Response, maxBytes: number): Promise<string> {
  const reader = body?.getReader();
  if (Number(headers.get("content-length")) > maxBytes) {
    await reader?.cancel();
    throw new TooLarge();
  }
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > maxBytes) {
      await reader?.cancel();
      throw new TooLarge();
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Undefined for a 404, which servers answer in place of an empty list. */
export async function readJson(get: Get, url: string, what: string): Promise<unknown> {
  const answer = await get(url, what);
  return answer === undefined ? undefined : parseJson(answer.text, what);
}

export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
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
