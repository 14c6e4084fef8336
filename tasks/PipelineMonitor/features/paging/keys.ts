import * as v from "valibot";
import { objectOf } from "../../../../shared/json/schema";
import { type PagingKind, pagingKinds } from "../../../../shared/paging/services";
import type { Importance } from "../../config/alert-schema";
import { importanceList } from "../../config/alert-schema";
import { described, optional } from "../../config/values";
import { variableName } from "../../config/variable-name";
import { usualSeverities } from "../../targets/severities";

const aSource = "the name of an alert source, such as 01GW2G3V0S59R238FAHPDS1R66";

export const pagingMembers = {
  kind: described(
    v.picklist(pagingKinds, '"pagerduty", "jsm" or "incidentio"'),
    "The service: PagerDuty, the operations of Jira Service Management, or incident.io.",
  ),
  key: described(variableName, "The environment variable that holds the key."),
  severities: optional(importanceList, "The severities for which somebody is paged.", {
    default: usualSeverities,
  }),
  region: optional(
    v.picklist(["us", "eu"], '"us" or "eu"'),
    "The region of a PagerDuty account. Default: us.",
  ),
  source: optional(
    v.pipe(v.string(aSource), v.regex(/^[\w-]{1,100}$/, aSource)),
    "The name of the alert source in incident.io, from the end of its URL.",
  ),
};

const pagingSchema = objectOf(pagingMembers, "an object with kind and key");

export const pagingKeys = {
  paging: optional(
    pagingSchema,
    "The service that opens an alert for each problem of these severities. Needs `notify`.",
    {
      example: { kind: "pagerduty", key: "PAGERDUTY_KEY", severities: ["high"] },
      page: "routes-and-paging.md#paging",
    },
  ),
};

/** The problems for which somebody is paged, and the account. */
export interface Paging {
  kind: PagingKind;
  /** The environment variable that holds the key. */
  variable: string;
  severities: readonly Importance[];
  region: "us" | "eu";
  source: string;
}

export function pagingOf({
  kind,
  key: variable,
  severities,
  region = "us",
  source = "",
}: v.InferOutput<typeof pagingSchema>): Paging {
  return { kind, variable, severities: severities ?? usualSeverities, region, source };
}
