import type { ChatProduct } from "../sandbox/chat";
import { alertEndpoints } from "./alert-endpoints";
import { type Endpoint, ofLists, type Row, unharmed, unread } from "./endpoint";
import { extraEndpoints } from "./extra-endpoints";
import type { FaultName } from "./faults";

/** A body that is read as text, whatever it holds. */
const stillText = [
  "status 204",
  "empty body",
  "truncated JSON",
  "JSON null",
  "content-length too short",
] as const;

const link = "[20261120.1](…/_build/results?buildId=1)";
const reported = {
  result: "Succeeded",
  outputs: { runCount: "5", issueCount: "1", delivered: "sent" },
  reads: `nightly import ${link} failed: status completed, result failed. [log](…/_apis/build/builds/1/logs/5)`,
} as const;
const listRows: Row[] = [
  { faults: unharmed, ...reported, atMostSeconds: 60 },
  {
    faults: ["endless pages"],
    ...unread,
    reads:
      "build service: the list of runs could not be read to its end: it did not end after 1000 pages. " +
      "The monitor does not report on an incomplete list. Run it again. If that fails, shorten the list with " +
      "`url_params`, such as `&definitions=12,13`.",
    atMostSeconds: 60,
  },
  {
    faults: [
      "status 401",
      "status 403",
      "203 with HTML",
      "HTML",
      "302 in circles",
      "301 to another origin",
      "302 to another origin",
    ],
    ...unread,
    reads:
      "build service: GET …/_apis/build/builds?… WORDS. BUILD_AUTH has expired, is mistyped or may not read builds. …",
    atMostSeconds: 60,
  },
  {
    faults: ["429 with a date"],
    ...unread,
    reads: "build service: GET …/_apis/build/builds?… WORDS and asked for a pause of … s.…",
    atMostSeconds: 60,
  },
  {
    faults: "others",
    ...unread,
    reads: "build service: GET …/_apis/build/builds?… WORDS…",
    atMostSeconds: 190,
    atMostMegabytes: 400,
  },
];

/** Hardly any client notices these. Redirects are not among them: a message goes to no other place than the webhook. */
const unharmedPosts = ["interim answers (100, 102, 103)", "byte-order mark"] as const satisfies FaultName[];
const posted = { ...reported, reads: "1 problem in 5 runs; posted to the chat.", atMostSeconds: 60 };
const notDelivered: Row = {
  faults: "others",
  result: "SucceededWithIssues",
  outputs: { issueCount: "1", delivered: "failed" },
  reads: "The message was not delivered. chat webhook: POST (URL not shown) WORDS…",
  atMostSeconds: 190,
};
/** The chat refuses the message, and then the plain one in its place or not. */
const plainPosted: Row = {
  ...posted,
  faults: ["status 400, once"],
  reads:
    "The message was refused, so a plain one was posted in its place. chat webhook: POST (URL not shown) WORDS",
  posts: "nightly import",
};
const plainRefused: Row = {
  ...notDelivered,
  faults: ["status 400"],
  reads: `${notDelivered.reads} A plain message was not accepted either: it returned 400 Bad Request …`,
  atMostSeconds: 60,
};
/** Responses of good status that are none of the product's confirmations. */
const refused = (faults: readonly FaultName[]): Row => ({
  ...notDelivered,
  faults,
  reads:
    "The message was not delivered. chat webhook: POST (URL not shown) returned 20…, but the chat did not accept the message: …",
  atMostSeconds: 60,
});
const pages = ["HTML", "203 with HTML"] as const satisfies FaultName[];
const halves = ["truncated JSON", "content-length too short"] as const satisfies FaultName[];
/** A response without a body ends with its headers. */
const ofBodies = [
  "reset after the headers",
  "reset in the body",
  "hang after the headers",
  "hang in the body",
  "slow drip",
  "corrupt gzip",
  "content-length too long",
  "endless body",
] as const satisfies FaultName[];

/** The webhook of a product: which responses it confirms a message by, and which of good status are none of these. */
function webhook(
  name: string,
  product: ChatProduct,
  confirming: readonly FaultName[],
  refusing: readonly FaultName[],
  notHere: readonly FaultName[] = [],
): Endpoint {
  return {
    name,
    task: "PipelineMonitor",
    product,
    requests: /^POST \/hooks/,
    rows: [
      { faults: [...unharmedPosts, ...confirming], ...posted },
      refused([...pages, "status 206", ...refusing]),
      plainPosted,
      plainRefused,
      notDelivered,
    ],
    notHere: [...ofLists, ...notHere],
  };
}

export const monitorEndpoints: readonly Endpoint[] = [
  {
    name: "runs list",
    task: "PipelineMonitor",
    requests: /^GET [^?]*\/builds\?(?!.*continuationToken)/,
    rows: listRows,
    // It takes further pages to be endless.
    notHere: ["endless pages"],
  },
  {
    name: "further page of the runs list",
    task: "PipelineMonitor",
    requests: /^GET [^?]*\/builds\?.*continuationToken/,
    rows: listRows,
    notHere: [],
  },
  {
    name: "log list",
    task: "PipelineMonitor",
    requests: /\/logs$/,
    rows: [
      { faults: [...unharmed, "endless pages"], ...reported, atMostSeconds: 60 },
      {
        faults: "others",
        ...reported,
        reads:
          "nightly import … failed: status completed, result failed. [run](…) (its logs could not be listed)",
        atMostSeconds: 190,
        atMostMegabytes: 400,
      },
    ],
    notHere: [],
  },
  {
    name: "log",
    task: "PipelineMonitor",
    requests: /\/logs\/\d+$/,
    rows: [
      { faults: unharmed, ...reported, atMostSeconds: 60 },
      {
        faults: stillText,
        ...reported,
        reads: "nightly import … failed: status completed, result failed. [log](…/logs/6)",
        atMostSeconds: 60,
      },
      {
        // The word is in the part that arrives.
        faults: ["slow drip", "content-length too long"],
        ...reported,
        reads:
          "nightly import … failed: status completed, result failed. [log](…/logs/5) (1 of its logs could not be read)",
        atMostSeconds: 610,
      },
      {
        faults: "others",
        ...reported,
        reads:
          "nightly import … failed: status completed, result failed. [log](…/logs/6) (2 of its logs could not be read)",
        atMostSeconds: 610,
      },
    ],
    notHere: ofLists,
  },
  webhook("webhook", "markdown", ["status 204", "empty body", "JSON null"], halves),
  webhook("webhook of Slack", "slack", [], ["status 204", "empty body", "JSON null", ...halves]),
  // A workflow's response has no body: half of it is the whole.
  webhook("webhook of Teams", "teams", ["status 204", "empty body", ...halves], ["JSON null"]),
  webhook("webhook of Discord", "discord", ["status 204"], ["empty body", "JSON null", ...halves]),
  webhook("webhook of Google Chat", "googleChat", [], ["status 204", "empty body", "JSON null", ...halves]),
  webhook("webhook of Rocket.Chat", "rocketChat", [], ["status 204", "empty body", "JSON null", ...halves]),
  webhook("webhook of Webex", "webex", ["status 204", "empty body", "JSON null", ...halves], [], ofBodies),
  ...extraEndpoints,
  ...alertEndpoints,
];
