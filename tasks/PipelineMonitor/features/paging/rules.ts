import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { pagingServices } from "../../../../shared/paging/services";
import { settingsIn } from "../../config/entries";
import { pagingKeys, usualSeverities } from "./keys";

const pagingSchema = v.object(pagingKeys);

/** Paging closes what it opened, so it needs the memory of that. It also needs something to page for. */
export function pagingProblems(value: unknown): string[] {
  const parsed = v.safeParse(pagingSchema, { paging: memberAt(value, ["paging"]) });
  const { paging } = parsed.success ? parsed.output : {};
  if (paging === undefined) return [];
  const { product, needsSource = false, hasRegions = false } = pagingServices[paging.kind];
  const remembers = memberAt(value, ["notify"]) === "changes";
  const { severities = usualSeverities } = paging;
  const found = settingsIn(value, "severity", "normal");
  // Issues of no particular pipeline are of normal severity.
  const pages = severities.some((severity) => severity === "normal" || found.has(severity));
  return [
    ...(pages
      ? []
      : [
          `paging${paging.severities === undefined ? "" : ".severities"}: no pipeline has the severity ${severities.join(" or ")}, so nobody is ever paged; ` +
            `add "severity": "${severities[0]}" to the entries of the pipelines to page for`,
        ]),
    ...(remembers ? [] : ['paging: needs the memory of what was reported; add "notify": "changes"']),
    ...(needsSource && paging.source === undefined
      ? [`paging.source: missing; ${product} names it in the URL of the alert source`]
      : []),
    ...(!needsSource && paging.source !== undefined ? [`paging.source: ${product} has none; remove it`] : []),
    ...(!hasRegions && paging.region !== undefined ? [`paging.region: ${product} has none; remove it`] : []),
  ];
}
