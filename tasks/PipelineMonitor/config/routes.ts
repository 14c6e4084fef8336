import * as v from "valibot";
import { keysOf, memberAt, shownPath } from "../../../shared/json/path";
import { didYouMean } from "../../../shared/text/did-you-mean";
import { quoted } from "../../../shared/text/sanitize";
import type { Entries, Importance } from "./entries";
import { createNameLookUp, type NameLookUp } from "./patterns";
import { routeMember } from "./route-schema";
import type { ConfigContent } from "./schema";

/** Sends issues to a chat other than the step's own webhook. */
export interface Route {
  /** The environment variable that holds the webhook. It identifies the route, in the memory too. */
  variable: string;
  chatFormat: string;
  /** Each filter is undefined if it takes all. */
  pipelines: NameLookUp | undefined;
  /** The names and patterns of `pipelines`. */
  named: readonly string[];
  owners: readonly string[] | undefined;
  severities: readonly Importance[] | undefined;
  /** Whether later routes do not get the issues that this one takes. */
  isLast: boolean;
}

type RouteContent = NonNullable<ConfigContent["routes"]>[number];

export function routesOf({ routes = [] }: ConfigContent): Route[] {
  return routes.map(({ pipelines, webhook, chat_format, stop = false, ...filters }) => ({
    ...{ owners: filters.owners, severities: filters.severities },
    variable: webhook,
    chatFormat: chat_format ?? "auto",
    pipelines: pipelines && createNameLookUp(pipelines),
    named: pipelines ?? [],
    isLast: stop,
  }));
}

function takesAll({ pipelines, owners, severities }: Omit<Route | RouteContent, "isLast" | "stop">): boolean {
  return pipelines === undefined && owners === undefined && severities === undefined;
}

/**
 * An issue without a pipeline goes only to routes without filters. If no route takes an issue, it goes to the
 * step's own webhook.
 */
export function routesFor(
  { routes, pipelines }: { routes: readonly Route[]; pipelines: Entries },
  pipeline: string | undefined,
): Route[] {
  const takes = (route: Route) => {
    if (pipeline === undefined) return takesAll(route);
    const { owner, importance } = pipelines.entryFor(pipeline);
    return (
      (route.pipelines === undefined || route.pipelines(pipeline) !== undefined) &&
      (route.owners?.includes(owner) ?? true) &&
      (route.severities?.includes(importance) ?? true)
    );
  };
  const taking = routes.filter(takes);
  const last = taking.findIndex(({ isLast }) => isLast);
  return last === -1 ? taking : taking.slice(0, last + 1);
}

/** The values that a setting has in the entries of a configuration file, valid or not, of pipelines that are checked. */
export function settingsOf(value: unknown, key: string, fallback: string): ReadonlySet<string> {
  const pipelines = memberAt(value, ["pipelines"]);
  const usual = memberAt(pipelines, ["default", key]) ?? fallback;
  const checked = keysOf(pipelines).filter((name) => memberAt(pipelines, [name, "check_flag"]) !== false);
  return new Set(checked.map((name) => String(memberAt(pipelines, [name, key]) ?? usual)));
}

const routesSchema = v.object(routeMember);

/** One for each route that can take nothing, or has the webhook of another. */
export function routeProblems(value: unknown): string[] {
  const parsed = v.safeParse(routesSchema, { routes: memberAt(value, ["routes"]) });
  if (!parsed.success) return [];
  const { routes = [] } = parsed.output;
  const [owners, severities] = [settingsOf(value, "owner", ""), settingsOf(value, "severity", "normal")];
  const end = routes.findIndex((route) => route.stop === true && takesAll(route));
  return routes.flatMap((route, index) => {
    const path = (key: string) => shownPath(["routes", String(index), key]);
    const variables = routes.slice(0, index).map(({ webhook }) => webhook);
    return [
      ...(variables.includes(route.webhook)
        ? [`${path("webhook")}: ${route.webhook} is the webhook of an earlier route; combine the two`]
        : []),
      ...(route.owners ?? [])
        .filter((owner) => !owners.has(owner))
        .map(
          (owner) =>
            `${path("owners")}: no pipeline has the owner ${quoted(owner, 100)}${didYouMean(owner, [...owners])}`,
        ),
      ...(route.severities?.every((severity) => !severities.has(severity))
        ? [`${path("severities")}: no pipeline has this severity, so the route takes nothing`]
        : []),
      ...(end !== -1 && index > end
        ? [
            `${shownPath(["routes", String(index)])}: takes nothing, because routes.${end} takes everything and stops`,
          ]
        : []),
    ];
  });
}
