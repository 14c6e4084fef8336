import { incidentIo } from "./incident-io";
import { jiraServiceManagement } from "./jsm";
import { pagerDuty } from "./pagerduty";
import type { PagingService } from "./service";

/** Keyed by the words of the configuration. */
export const pagingServices = {
  pagerduty: pagerDuty,
  jsm: jiraServiceManagement,
  incidentio: incidentIo,
} as const satisfies Record<string, PagingService>;

export type PagingKind = keyof typeof pagingServices;
export const pagingKinds = ["pagerduty", "jsm", "incidentio"] as const satisfies PagingKind[];
