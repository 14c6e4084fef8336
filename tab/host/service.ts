import { attachmentType } from "../../shared/report/form";
import type { Step } from "../words/empty-state";
import { type BuildPlace, findAttachment, resourceUrl } from "./build-url";
import { findSteps } from "./steps";

export type Get = (url: string) => Promise<Response>;

/** Signs each request. Nothing is sent to another origin, and no redirect is followed. */
export function createGet(place: BuildPlace, token: () => Promise<string>): Get {
  const { origin } = new URL(place.project);
  return async (url) => {
    if (new URL(url).origin !== origin)
      throw new Error(`${new URL(url).host} is not the organization's host.`);
    const authorization = `Bearer ${await token()}`;
    return fetch(url, {
      headers: { accept: "application/json", authorization },
      redirect: "error",
      credentials: "omit",
    });
  };
}

/** In the order of the service. */
export async function readReports(get: Get, place: BuildPlace): Promise<string[]> {
  const listed = await readJson(
    get,
    resourceUrl(place, `attachments/${attachmentType}`),
    "the list of reports",
  );
  const names = valuesOf(listed).flatMap(
    (entry) => findAttachment(String(memberOf(entry, "_links", "self", "href"))) ?? [],
  );
  return Promise.all(names.map((name) => readText(get, resourceUrl(place, name), "a report")));
}

export async function readSteps(get: Get, place: BuildPlace): Promise<Step[]> {
  return findSteps(
    memberOf(await readJson(get, resourceUrl(place, "timeline"), "the steps of the run"), "records"),
  );
}

/** Undefined for a 404, which servers answer in place of an empty list. */
export async function readJson(get: Get, url: string, what: string): Promise<unknown> {
  const response = await get(url);
  if (response.status === 404) return undefined;
  return JSON.parse(await textOf(response, what));
}

async function readText(get: Get, url: string, what: string): Promise<string> {
  return textOf(await get(url), what);
}

async function textOf(response: Response, what: string): Promise<string> {
  if (response.ok) return response.text();
  const advice = [401, 403].includes(response.status)
    ? " An administrator may have to authorize the extension again: it needs the scope Build (read)."
    : "";
  throw new Error(`The service returned ${response.status} for ${what}.${advice}`);
}

export function valuesOf(listed: unknown): unknown[] {
  const value = memberOf(listed, "value");
  return Array.isArray(value) ? value : [];
}

/** However deep; undefined if there is none. */
export function memberOf(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((within, name) => (within == null ? undefined : Object(within)[name]), value);
}
