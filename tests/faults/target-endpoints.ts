import type { SandboxPagingKind } from "../sandbox/paging";
import { type Endpoint, ofLists, type Row } from "./endpoint";
import type { FaultName } from "./faults";

const unharmed = ["interim answers (100, 102, 103)", "byte-order mark"] as const satisfies FaultName[];
const delivered: Row = {
  faults: [...unharmed, "status 204", "empty body", "JSON null"],
  result: "Succeeded",
  outputs: { issueCount: "2", delivered: "sent" },
  reads: "2 problems in 2 runs; posted to the chat.",
  atMostSeconds: 60,
};
const notDelivered: Row = {
  ...delivered,
  faults: "others",
  result: "SucceededWithIssues",
  outputs: { ...delivered.outputs, delivered: "failed" },
  reads: "The message to BILLING_WEBHOOK was not delivered. chat webhook: POST (URL not shown) WORDS…",
  atMostSeconds: 190,
};
const gone = ["status 401", "status 403", "status 404"] as const satisfies FaultName[];
const halves = ["truncated JSON", "content-length too short"] as const satisfies FaultName[];
const route: Endpoint = {
  name: "webhook of a route",
  task: "PipelineMonitor",
  target: "route",
  requests: /^POST \/hooks\/[^?]*\?of=/,
  rows: [
    delivered,
    {
      ...delivered,
      faults: ["status 400, once"],
      reads:
        "The message to BILLING_WEBHOOK was refused, so a plain one was posted in its place. chat webhook: POST (URL not shown) WORDS…",
    },
    {
      ...notDelivered,
      faults: ["status 400"],
      reads: `${notDelivered.reads} A plain message was not accepted either: it returned 400 Bad Request …`,
    },
    {
      ...notDelivered,
      faults: gone,
      reads: `${notDelivered.reads} put it into BILLING_WEBHOOK.`,
      atMostSeconds: 60,
    },
    {
      ...notDelivered,
      faults: ["HTML", "203 with HTML", "status 206", ...halves],
      reads: notDelivered.reads.replace("WORDS", "returned 20…, but the chat did not accept the message: "),
      atMostSeconds: 60,
    },
    notDelivered,
  ],
  notHere: ofLists,
};

const requests = {
  pagerduty: /^POST \/v2\/enqueue/,
  jsm: /^POST \/jsm\//,
  incidentio: /^POST \/v2\/alert_events\//,
};

/** A request to a paging service: one that opens an alert, or one that closes it. */
function page(
  kind: SandboxPagingKind,
  closes: boolean,
  { product, origin }: { product: string; origin: string },
): Endpoint {
  const what = closes ? "closed" : "opened";
  const failed: Row = {
    ...notDelivered,
    outputs: { delivered: "failed" },
    reads: `1 alert was not ${what} in ${product}. ${product}: POST ${origin} WORDS…`,
  };
  // Of its responses, incident.io documents only the status.
  const anyBody = ["empty body", "truncated JSON", "JSON null"] as const satisfies FaultName[];
  const [confirming, refusing] = kind === "incidentio" ? [anyBody, []] : [[], anyBody];
  return {
    name: `${product}, alert to be ${what}`,
    task: "PipelineMonitor",
    ...{ target: kind, closes },
    requests: requests[kind],
    rows: [
      {
        ...{ ...delivered, faults: [...unharmed, ...confirming], outputs: { delivered: "sent" } },
        reads: closes ? "0 problems in 2 runs; posted to the chat." : delivered.reads,
      },
      { ...failed, faults: gone, reads: `${failed.reads} Check the integration key in PAGER_KEY…` },
      {
        ...{ ...failed, faults: ["status 206", "content-length too short", ...refusing] },
        reads: failed.reads.replace("WORDS", "returned 20…"),
      },
      failed,
    ],
    notHere: ofLists,
  };
}

const services: readonly [SandboxPagingKind, { product: string; origin: string }][] = [
  ["pagerduty", { product: "PagerDuty", origin: "https://events.pagerduty.com" }],
  ["jsm", { product: "Jira Service Management", origin: "https://api.atlassian.com" }],
  ["incidentio", { product: "incident.io", origin: "https://api.incident.io" }],
];

/** The targets of PipelineMonitor's reports beside the step's own webhook. */
export const targetEndpoints: readonly Endpoint[] = [
  route,
  ...services.flatMap(([kind, service]) => [page(kind, false, service), page(kind, true, service)]),
];
