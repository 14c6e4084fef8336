import type { SandboxPagingKind } from "../sandbox/paging";
import { posted } from "../sentences";
import { type Endpoint, ofMonitor, type Row, row } from "./endpoint";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

const delivered = row(
  [...sets.unharmedPost, "status 204", "empty body", "JSON null"],
  { result: "Succeeded", outputs: { issueCount: "2", delivered: "sent" } },
  posted(2, 2),
  60,
);
const webhook = "chat webhook: POST (URL not shown) WORDS…";
const notDelivered = row(
  "others",
  { result: "SucceededWithIssues", outputs: { issueCount: "2", delivered: "failed" } },
  `The message to BILLING_WEBHOOK was not delivered. ${webhook}`,
  190,
);
const plainPosted = "was refused, so a plain one was posted in its place.";
const plainRefused = "A plain message was not accepted either: it returned 400 Bad Request …";
const notAccepted = notDelivered.reads.replace(
  "WORDS",
  "returned 20…, but the chat did not accept the message: ",
);
const gone: readonly FaultName[] = ["status 401", "status 403", "status 404"];

const route = ofMonitor(
  "webhook of a route",
  /^POST \/hooks\/[^?]*\?of=/,
  [
    delivered,
    row(["status 400, once"], delivered, `The message to BILLING_WEBHOOK ${plainPosted} ${webhook}`, 60),
    row(["status 400"], notDelivered, `${notDelivered.reads} ${plainRefused}`, 190),
    row(gone, notDelivered, `${notDelivered.reads} put it into BILLING_WEBHOOK.`, 60),
    row([...sets.pages, ...sets.halves, "status 206"], notDelivered, notAccepted, 60),
    notDelivered,
  ],
  { target: "route", notHere: sets.ofLists },
);

interface PagingService {
  product: string;
  origin: string;
  requests: RegExp;
}

/** A request to a paging service: one that opens an alert, or one that closes it. */
function page(
  kind: SandboxPagingKind,
  closes: boolean,
  { product, origin, requests }: PagingService,
): Endpoint {
  const what = closes ? "closed" : "opened";
  const failed: Row = {
    ...{ ...notDelivered, outputs: { delivered: "failed" } },
    reads: `1 alert was not ${what} in ${product}. ${product}: POST ${origin} WORDS…`,
  };
  // Of its responses, incident.io documents only the status.
  const anyBody: readonly FaultName[] = ["empty body", "truncated JSON", "JSON null"];
  const [confirming, refusing] = kind === "incidentio" ? [anyBody, []] : [[], anyBody];
  const paged = { result: "Succeeded", outputs: { delivered: "sent" } } as const;
  const told = closes ? posted(1, 2) : delivered.reads;
  const unconfirmed = failed.reads.replace("WORDS", "returned 20…");
  return ofMonitor(
    `${product}, alert to be ${what}`,
    requests,
    [
      row([...sets.unharmedPost, ...confirming], paged, told, 60),
      row(gone, failed, `${failed.reads} Check the integration key in PAGER_KEY…`, 190),
      row(["status 206", "content-length too short", ...refusing], failed, unconfirmed, 190),
      failed,
    ],
    { target: kind, closes, notHere: sets.ofLists },
  );
}

const services: Record<SandboxPagingKind, PagingService> = {
  pagerduty: {
    ...{ product: "PagerDuty", origin: "https://events.pagerduty.com", requests: /^POST \/v2\/enqueue/ },
  },
  jsm: {
    ...{ product: "Jira Service Management", origin: "https://api.atlassian.com", requests: /^POST \/jsm\// },
  },
  incidentio: {
    product: "incident.io",
    origin: "https://api.incident.io",
    requests: /^POST \/v2\/alert_events\//,
  },
};

/** The targets of PipelineMonitor's reports beside the step's own webhook. */
export const targetEndpoints: readonly Endpoint[] = [
  route,
  ...(["pagerduty", "jsm", "incidentio"] as const).flatMap((kind) =>
    [false, true].map((closes) => page(kind, closes, services[kind])),
  ),
];
