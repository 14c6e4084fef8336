import * as v from "valibot";
import { memberAt, shownPath } from "../../../../shared/json/path";
import { didYouMean } from "../../../../shared/text/did-you-mean";
import { quoted } from "../../../../shared/text/sanitize";
import { settingsIn } from "../../config/entries";
import { routeKeys } from "./keys";
import { takesAll } from "./route";

const routesSchema = v.object(routeKeys);

/** One for each route that can take nothing, or has the webhook of another. */
export function routeProblems(value: unknown): string[] {
  const parsed = v.safeParse(routesSchema, { routes: memberAt(value, ["routes"]) });
  if (!parsed.success) return [];
  const { routes = [] } = parsed.output;
  const [owners, severities] = [settingsIn(value, "owner", ""), settingsIn(value, "severity", "normal")];
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
