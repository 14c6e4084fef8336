import * as v from "valibot";
import type { Agent } from "../../../shared/agent/agent";
import { memberAt, shownPath } from "../../../shared/json/path";
import { variableName } from "./route-schema";
import { readWebhookUrl } from "./webhook";

/** The webhooks of routes by their variables. */
export type RouteWebhooks = ReadonlyMap<string, URL>;

/**
 * Reads the variables that the routes of a configuration file name, valid or not, so that one run reports all problems.
 * No two webhooks may be the same, because that channel would get the same issue twice. A variable that does not exist is
 * a problem only if the step `posts`.
 */
export function readRouteWebhooks(
  { file, own, posts }: { file: unknown; own: URL | undefined; posts: boolean },
  problems: string[],
  agent: Agent,
): RouteWebhooks {
  const routes = memberAt(file, ["routes"]);
  const webhooks = new Map<string, URL>();
  const places = new Map(own === undefined ? [] : [[own.href, "the step's own webhook"]]);
  for (const [index, route] of (Array.isArray(routes) ? routes : []).entries()) {
    const name = memberAt(route, ["webhook"]);
    if (!v.is(variableName, name) || webhooks.has(name)) continue;
    const path = shownPath(["routes", String(index), "webhook"]);
    const source = { name, value: agent.environment(name).trim() };
    if (source.value === "") {
      if (posts) problems.push(`${path}: ${name} is missing; ${agent.secretAdvice("", name)}`);
      continue;
    }
    const webhook = readWebhookUrl(source, problems, agent);
    if (webhook === undefined) continue;
    const other = places.get(webhook.href);
    if (other !== undefined)
      problems.push(`${path}: ${name} has the same URL as ${other}; use each channel once`);
    places.set(webhook.href, name);
    webhooks.set(name, webhook);
  }
  return webhooks;
}
