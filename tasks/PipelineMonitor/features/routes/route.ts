import type { Importance } from "../../config/alert-schema";
import type { Entries } from "../../config/entries";
import { createNameLookUp, type NameLookUp } from "../../config/patterns";
import type { RouteContent } from "./keys";

/** Sends issues to a chat other than the step's own webhook. */
interface Route {
  /** The environment variable that holds the webhook. It names the route to people. */
  variable: string;
  chatFormat: string;
  /** Each filter is undefined if it takes all. */
  pipelines: NameLookUp | undefined;
  owners: readonly string[] | undefined;
  severities: readonly Importance[] | undefined;
  /** Whether later routes do not get the issues that this one takes. */
  isLast: boolean;
}

export function routeOf({ pipelines, webhook, chat_format, stop = false, ...filters }: RouteContent): Route {
  return {
    variable: webhook,
    chatFormat: chat_format ?? "auto",
    pipelines: pipelines && createNameLookUp(pipelines),
    owners: filters.owners,
    severities: filters.severities,
    isLast: stop,
  };
}

export function takesAll({
  pipelines,
  owners,
  severities,
}: Omit<Route | RouteContent, "isLast" | "stop">): boolean {
  return pipelines === undefined && owners === undefined && severities === undefined;
}

/** Those that an issue goes to. One without a pipeline goes only to routes without filters. */
export function routesFor(
  routes: readonly Route[],
  pipelines: Entries,
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
