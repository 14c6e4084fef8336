import { postedToChat } from "../sentences";
import { type Endpoint, ofMonitor, row } from "./endpoint";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

const failed = { result: "SucceededWithIssues", outputs: { issueCount: "1", delivered: "failed" } } as const;
const notOpened = "1 work item was not opened or changed in Azure Boards. build service: … WORDS…";
const notClosed = "1 work item was not closed in Azure Boards. build service: … WORDS…";
const opened = (faults: readonly FaultName[]) =>
  row(faults, { result: "Succeeded", outputs: { issueCount: "1", delivered: "sent" } }, postedToChat, 60);
const closed = (faults: readonly FaultName[]) =>
  row(faults, { result: "Succeeded", outputs: { issueCount: "0", delivered: "sent" } }, postedToChat, 60);
const stayed = { ...failed, outputs: { issueCount: "0", delivered: "failed" } };
const denied: readonly FaultName[] = [...sets.pages, "status 401", "status 403"];
const permission = 'The credential\'s identity needs the permissions "View work items in this node" …';

/** An endpoint of work items: in the hour that opens one, or in that which closes it. */
const ofTickets = (
  name: string,
  requests: RegExp,
  rows: Endpoint["rows"],
  more: Partial<Endpoint> = {},
): Endpoint => ofMonitor(name, requests, rows, { target: "tickets", notHere: sets.ofLists, ...more });

/** A report goes out as ever. What was not opened or closed is when the service works again, and nothing is opened twice. */
export const ticketEndpoints: readonly Endpoint[] = [
  ofTickets("query of work items", /^POST [^?]*\/wit\/wiql\?/, [
    // The type was read with the same credential just before, so a refusal is tried again, and is no lack of permissions.
    opened([...sets.unharmedPost, "301 to the same origin", "302 to the same origin"]),
    row(["status 403"], failed, `${notOpened} ${permission}`, 250),
    row("others", failed, notOpened, 250),
  ]),
  ofTickets(
    "work items of the query",
    /^GET [^?]*\/wit\/workitems\?ids=/,
    [opened([...sets.unharmed, "endless pages"]), row("others", failed, notOpened, 250)],
    { notHere: [] },
  ),
  ofTickets("type of a work item", /^GET [^?]*\/wit\/workitemtypes\//, [
    opened(sets.unharmed),
    row("others", failed, notOpened, 250),
  ]),
  ofTickets("work item to be opened", /^POST [^?]*\/wit\/workitems\/(?:\$|%24)/, [
    opened(sets.unharmedPost),
    row(denied, failed, `${notOpened} ${permission}`, 190),
    row("others", failed, notOpened, 190),
  ]),
  ofTickets(
    "work item to be closed",
    /^PATCH [^?]*\/wit\/workitems\/2\?/,
    [
      // Only the status counts, if the body is JSON.
      closed([...sets.unharmedPost, "JSON null"]),
      row(denied, stayed, `${notClosed} ${permission}`, 190),
      row("others", stayed, notClosed, 190),
    ],
    { closes: true },
  ),
];
