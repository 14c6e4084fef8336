import { shownPath } from "../../../../shared/json/path";
import type { StepInputs } from "../../config/part";
import { readWebhookUrl } from "../../connect/webhook";
import type { RouteContent } from "./keys";

/**
 * Reads the variables that routes name. No two webhooks may be the same, because that channel would get the same issue
 * twice. A variable that does not exist is a problem only if the step `posts`.
 */
export function readRouteWebhooks(
  routes: readonly RouteContent[],
  { reader: { problems }, agent, posts, webhook: own }: StepInputs,
): ReadonlyMap<string, URL> {
  const webhooks = new Map<string, URL>();
  const places = new Map(own === undefined ? [] : [[own.href, "the step's own webhook"]]);
  for (const [index, { webhook: name }] of routes.entries()) {
    if (webhooks.has(name)) continue;
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
