import type { ChatProduct } from "../sandbox/chat";
import { endlessList, pauseOf, posted, unlisted, unread as unreadLogs, verdict } from "../sentences";
import { alertEndpoints } from "./alert-endpoints";
import { type End, type Endpoint, ofMonitor, type Row, row, unread } from "./endpoint";
import { extraEndpoints } from "./extra-endpoints";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

const sent: End = { result: "Succeeded", outputs: { runCount: "5", issueCount: "1", delivered: "sent" } };
const line = `${verdict}.`;
const reported = row(
  sets.unharmed,
  sent,
  `nightly import [20261120.1](…/_build/results?buildId=1) failed: ${line} [log](…/_apis/build/builds/1/logs/5)`,
  60,
);
const runs = "build service: GET …/_apis/build/builds?… WORDS";
/** `refused` is said where the service did not take the credential. */
const listRows = (refused: string): Row[] => [
  reported,
  row(
    ["endless pages"],
    unread,
    `${endlessList} The monitor does not report on an incomplete list. Run it again. If that fails, shorten the list with ` +
      "`url_params`, such as `&definitions=12,13`.",
    60,
  ),
  row([...sets.pages, ...sets.elsewhere, "status 401", "302 in circles"], unread, runs + refused, 60),
  row(["status 403"], unread, runs + isRefused, 60),
  row(["429 with a date"], unread, `${runs} and ${pauseOf("…")}.…`, 60),
  { ...row("others", unread, `${runs}…`, 190), atMostMegabytes: 400 },
];
const isRefused = ". BUILD_AUTH has expired, is mistyped or may not read builds. …";
/** The first page was read, so the credential works. */
const refusedLater = ", twice in a row, although the service had accepted the same credential before. …";
const logged = (faults: Row["faults"], link: string, atMostSeconds: number) =>
  row(faults, sent, `nightly import … failed: ${line} ${link}`, atMostSeconds);

/** A body that is read as text, whatever it holds. */
const stillText: readonly FaultName[] = [...sets.halves, "status 204", "empty body", "JSON null"];

const notDelivered = row(
  "others",
  { result: "SucceededWithIssues", outputs: { issueCount: "1", delivered: "failed" } },
  "The message was not delivered. chat webhook: POST (URL not shown) WORDS…",
  190,
);
/** The chat refuses the message, and then the plain one in its place or not. */
const plainPosted: Row = {
  ...row(
    ["status 400, once"],
    sent,
    "The message was refused, so a plain one was posted in its place. chat webhook: POST (URL not shown) WORDS",
    60,
  ),
  posts: "nightly import",
};
const plainRefused = row(
  ["status 400"],
  notDelivered,
  `${notDelivered.reads} A plain message was not accepted either: it returned 400 Bad Request …`,
  60,
);
const notAccepted = notDelivered.reads.replace(
  "WORDS",
  "returned 20…, but the chat did not accept the message: ",
);

/** The webhook of a product: which responses it confirms a message by, and which of good status are none of these. */
function webhook(
  name: string,
  product: ChatProduct,
  confirming: readonly FaultName[],
  refusing: readonly FaultName[],
  notHere: readonly FaultName[] = [],
): Endpoint {
  return ofMonitor(
    name,
    /^POST \/hooks/,
    [
      // No redirect is followed: a message goes to no other place than the webhook.
      row([...sets.unharmedPost, ...confirming], sent, posted(1, 5), 60),
      row([...sets.pages, "status 206", ...refusing], notDelivered, notAccepted, 60),
      ...[plainPosted, plainRefused, notDelivered],
    ],
    { product, notHere: [...sets.ofLists, ...notHere] },
  );
}
const nothing: readonly FaultName[] = ["status 204", "empty body", "JSON null"];

export const monitorEndpoints: readonly Endpoint[] = [
  // It takes further pages to be endless.
  ofMonitor("runs list", /^GET [^?]*\/builds\?(?!.*continuationToken)/, listRows(isRefused), {
    notHere: ["endless pages"],
  }),
  ofMonitor(
    "further page of the runs list",
    /^GET [^?]*\/builds\?.*continuationToken/,
    listRows(refusedLater),
  ),
  ofMonitor("log list", /\/logs$/, [
    { ...reported, faults: [...sets.unharmed, "endless pages"] },
    // A run that could not begin has none.
    logged(["status 204"], "[run](…)", 60),
    { ...logged("others", `[run](…) (${unlisted})`, 190), atMostMegabytes: 400 },
  ]),
  ofMonitor(
    "log",
    /\/logs\/\d+$/,
    [
      reported,
      logged(stillText, "[log](…/logs/6)", 60),
      // The word is in the part that arrives.
      logged(["slow drip", "content-length too long"], `[log](…/logs/5) (${unreadLogs(1)})`, 610),
      logged("others", `[log](…/logs/6) (${unreadLogs(2)})`, 610),
    ],
    { notHere: sets.ofLists },
  ),
  webhook("webhook", "markdown", nothing, sets.halves),
  webhook("webhook of Slack", "slack", [], [...nothing, ...sets.halves]),
  // A workflow's response has no body: half of it is the whole.
  webhook("webhook of Teams", "teams", ["status 204", "empty body", ...sets.halves], ["JSON null"]),
  webhook("webhook of Discord", "discord", ["status 204"], ["empty body", "JSON null", ...sets.halves]),
  webhook("webhook of Google Chat", "googleChat", [], [...nothing, ...sets.halves]),
  webhook("webhook of Rocket.Chat", "rocketChat", [], [...nothing, ...sets.halves]),
  // A response without a body ends with its headers.
  webhook("webhook of Webex", "webex", [...nothing, ...sets.halves], [], [...sets.brokenOff, "slow drip"]),
  ...extraEndpoints,
  ...alertEndpoints,
];
