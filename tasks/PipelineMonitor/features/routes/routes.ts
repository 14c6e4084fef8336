import * as v from "valibot";
import { chatFormatNames } from "../../../../shared/chat/formats";
import { memberAt, shownPath } from "../../../../shared/json/path";
import { objectOf, parsedBy } from "../../../../shared/json/schema";
import { didYouMean } from "../../../../shared/text/did-you-mean";
import { quoted } from "../../../../shared/text/sanitize";
import { importanceList } from "../../config/alert-schema";
import { type Entries, settingsIn } from "../../config/entries";
import { fingerprint } from "../../config/fingerprint";
import type { StepInputs } from "../../config/part";
import { createNameLookUp } from "../../config/patterns";
import { described, listOf, optional, shortText } from "../../config/values";
import { variableName } from "../../config/variable-name";
import { readWebhookUrl } from "../../connect/webhook";
import { feature } from "../../feature";
import { openChannel } from "../../targets/channel";
import { chatTarget } from "../../targets/chat";

const someNames = "a list of 1 to 1000 names or patterns of pipelines";
const someOwners = "a list of 1 to 100 owners of pipelines";
const fewRoutes = "a list of 1 to 20 routes";

const routeMembers = {
  pipelines: optional(
    listOf(shortText(someNames, 1000), someNames, 1000),
    "The pipelines that it takes, by name or pattern. Default: all.",
    { page: "less-noise.md#patterns-in-names" },
  ),
  owners: optional(
    listOf(shortText(someOwners, 100), someOwners, 100),
    "The owners whose pipelines it takes, as written in their entries. Default: all.",
  ),
  severities: optional(importanceList, "The severities that it takes. Default: all."),
  webhook: described(variableName, "The environment variable that holds the webhook's URL."),
  chat_format: optional(
    v.picklist(chatFormatNames, "the name of a chat product, such as slack"),
    "The chat product, if its URL does not show it.",
  ),
  stop: optional(
    v.boolean("true or false"),
    "With `true`, later routes do not get the problems that this one takes. Default: false.",
  ),
};

const routeSchema = objectOf(routeMembers, "an object with webhook");

export type RouteContent = v.InferOutput<typeof routeSchema>;

const routeKeys = {
  routes: optional(
    listOf(routeSchema, fewRoutes, 20),
    "Other channels for the problems of some pipelines; at most 20 routes, in order.",
    {
      example: [{ pipelines: ["billing *"], webhook: "BILLING_WEBHOOK" }],
      page: "routes-and-paging.md#routes",
    },
  ),
};

/** Sends the issues of some pipelines to other chats. */
export const routes = routesBy(openChannel);

export function routesBy(open: typeof openChannel) {
  return feature({
    name: "routes",
    keys: routeKeys,
    entryKeys: {},
    memory: {},
    // A route keeps what it takes from the step's own webhook.
    objects: [{ path: ["routes", "*"], members: routeMembers, isSilencing: true }],
    problems: routeProblems,
    warnings: routeWarnings,
    inputs: ({ routes = [] }, step) => readRouteWebhooks(routes, step),
    hasTargets: true,
    read({ keys, config: { pipelines }, inputs: webhooks }) {
      const routes = keys.routes?.map(routeOf);
      return (
        routes && {
          open: ({ ownRun }) => ({
            targets: (task) =>
              routes.map((route, index) => {
                const { webhook: name, chat_format: chatFormat = "auto" } = route;
                const setIn = { url: name, product: keyAt(index, "chat_format") };
                const webhook = webhooks?.get(name);
                const channel = open({ name, webhook, chatFormat, setIn, ownRun }, task);
                // Nothing is posted without its webhook.
                return chatTarget(fingerprint(["route", webhook?.href ?? name]), name, channel, (pipeline) =>
                  routesFor(routes, pipelines, pipeline).includes(route),
                );
              }),
          }),
        }
      );
    },
  });
}

/** With the look-up of its pipelines. */
export function routeOf(route: RouteContent) {
  return { ...route, look: route.pipelines && createNameLookUp(route.pipelines) };
}

function takesAll({ pipelines, owners, severities }: RouteContent): boolean {
  return pipelines === undefined && owners === undefined && severities === undefined;
}

/** Those that an issue goes to. One without a pipeline goes only to routes without filters. */
export function routesFor(
  routes: readonly ReturnType<typeof routeOf>[],
  pipelines: Entries,
  pipeline: string | undefined,
): ReturnType<typeof routeOf>[] {
  const takes = (route: ReturnType<typeof routeOf>) => {
    if (pipeline === undefined) return takesAll(route);
    const { owner, importance } = pipelines.entryFor(pipeline);
    return (
      (route.look === undefined || route.look(pipeline) !== undefined) &&
      (route.owners?.includes(owner) ?? true) &&
      (route.severities?.includes(importance) ?? true)
    );
  };
  const taking = routes.filter(takes);
  const last = taking.findIndex(({ stop }) => stop === true);
  return last === -1 ? taking : taking.slice(0, last + 1);
}

/**
 * Reads the variables that routes name. No two webhooks may be the same, because that channel would get the same issue
 * twice. A variable that does not exist is a problem only if the step `posts`.
 */
export function readRouteWebhooks(
  routes: readonly RouteContent[],
  { reader: { problems }, agent, posts, webhook: own, locate }: StepInputs,
): ReadonlyMap<string, URL> {
  const webhooks = new Map<string, URL>();
  const places = new Map(own === undefined ? [] : [[own.href, "the step's own webhook"]]);
  for (const [index, { webhook: name }] of routes.entries()) {
    if (webhooks.has(name)) continue;
    const path = keyAt(index, "webhook");
    const source = { name, value: agent.environment(name).trim() };
    if (source.value === "") {
      if (posts) problems.push(locate(`${path}: ${name} is missing; ${agent.secretAdvice("", name)}`));
      continue;
    }
    const webhook = readWebhookUrl(source, problems, agent);
    if (webhook === undefined) continue;
    const other = places.get(webhook.href);
    if (other !== undefined)
      problems.push(locate(`${path}: ${name} has the same URL as ${other}; use each channel once`));
    places.set(webhook.href, name);
    webhooks.set(name, webhook);
  }
  return webhooks;
}

/** A channel with two routes would get the same issue twice. */
function routeProblems(value: unknown): string[] {
  return routesIn(value).flatMap(({ webhook }, index, all) =>
    all.slice(0, index).some((earlier) => earlier.webhook === webhook)
      ? [`${keyAt(index, "webhook")}: ${webhook} is the webhook of an earlier route; combine the two`]
      : [],
  );
}

/** For each route that can take nothing. */
function routeWarnings(value: unknown): string[] {
  const routes = routesIn(value);
  const [owners, severities] = [settingsIn(value, "owner", ""), settingsIn(value, "severity", "normal")];
  const end = routes.findIndex((route) => route.stop === true && takesAll(route));
  return routes.flatMap((route, index) => [
    ...(route.owners ?? [])
      .filter((owner) => !owners.has(owner))
      .map(
        (owner) =>
          `${keyAt(index, "owners")}: no pipeline has the owner ${quoted(owner, 100)}${didYouMean(owner, [...owners])}`,
      ),
    ...(route.severities?.every((severity) => !severities.has(severity))
      ? [`${keyAt(index, "severities")}: no pipeline has this severity, so the route takes nothing`]
      : []),
    ...(end !== -1 && index > end
      ? [`${keyAt(index)}: takes nothing, because ${keyAt(end)} takes everything and stops`]
      : []),
  ]);
}

function routesIn(value: unknown): readonly RouteContent[] {
  return parsedBy(v.object(routeKeys), { routes: memberAt(value, ["routes"]) })?.routes ?? [];
}

function keyAt(index: number, ...path: string[]): string {
  return shownPath(["routes", index, ...path]);
}
