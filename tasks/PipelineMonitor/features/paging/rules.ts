import * as v from "valibot";
import { memberAt } from "../../../../shared/json/path";
import { pagingServices } from "../../../../shared/paging/services";
import { openingProblems } from "../../targets/severities";
import { pagingKeys } from "./keys";

const pagingSchema = v.object(pagingKeys);

export function pagingProblems(value: unknown): string[] {
  const parsed = v.safeParse(pagingSchema, { paging: memberAt(value, ["paging"]) });
  const { paging } = parsed.success ? parsed.output : {};
  if (paging === undefined) return [];
  const { product, needsSource = false, hasRegions = false } = pagingServices[paging.kind];
  return [
    ...openingProblems(
      value,
      { key: "paging", severities: paging.severities },
      { never: "nobody is ever paged", purpose: "to page for" },
    ),
    ...(needsSource && paging.source === undefined
      ? [`paging.source: missing; ${product} names it in the URL of the alert source`]
      : []),
    ...(!needsSource && paging.source !== undefined ? [`paging.source: ${product} has none; remove it`] : []),
    ...(!hasRegions && paging.region !== undefined ? [`paging.region: ${product} has none; remove it`] : []),
  ];
}
