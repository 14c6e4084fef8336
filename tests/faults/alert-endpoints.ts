import { endlessList as endless, posted } from "../sentences";
import { type End, type Endpoint, ofMonitor, type Row, refusedByBytes, row } from "./endpoint";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

const line = "nightly import … failed. [log](…)";
const posts = "failed.";
const outputs = { issueCount: "1", delivered: "sent" };
const reported = (more: object = {}): End => ({ result: "Succeeded", outputs: { ...outputs, ...more } });
const known: End = { result: "Succeeded", outputs: { issueCount: "1", delivered: "notNeeded" } };
/** A problem of an earlier message is not repeated. */
const held = row(
  sets.unharmed,
  known,
  "No new pipeline errors. 1 known problem not repeated; next reminder …",
  60,
);
const heldAndEndless: readonly FaultName[] = [...sets.unharmed, "endless pages"];

/** What could not be checked is left out of the report, which is posted. */
const leftOut = (reads: string, more: object = {}): Row => ({
  ...row("others", { result: "SucceededWithIssues", outputs: { ...outputs, ...more } }, reads, 250),
  ...{ posts, atMostMegabytes: 400 },
});
const noEarlier = "Could not check what earlier messages reported:";
const again = leftOut(`${noEarlier} build service: GET … WORDS…`);
const bothTold = (faults: readonly FaultName[]): Row => ({ ...row(faults, reported(), line, 60), posts });

/** What is not known of the others counts as a problem. */
const withoutOthers = { runCount: "5", issueCount: "2" };
const withOthers = reported({ runCount: "6" });
const unlisted: Row = {
  ...leftOut(
    "Could not check the other projects: build service: GET …/_apis/projects?… WORDS…",
    withoutOthers,
  ),
  posts: "Could not list all projects, so some were not checked. The step's log says why.",
};
const unread: Row = {
  ...leftOut("Could not read the project Shop. build service: GET … WORDS…", withoutOthers),
  posts: "Could not read the project Shop. The step's log says why.",
};

/** The report is as without the metrics or the heartbeat. */
const counted = (faults: Row["faults"], reads = posted(1, 5)): Row => ({
  ...row(faults, reported(), reads, 60),
  posts,
});
const onlyTheStatusCounts: readonly FaultName[] = [
  ...[...sets.unharmed, ...sets.pages, ...sets.halves, ...sets.brokenOff],
  ...(["status 204", "status 206", "empty body", "JSON null"] as const),
];

/** Requests for known problems, further projects, the weekly digest, metrics and the heartbeat. */
export const alertEndpoints: readonly Endpoint[] = [
  // A list of runs without the tag says that there is no report.
  ofMonitor("last report, for known problems", /tagFilters=/, [held, bothTold(["endless pages"]), again], {
    scene: "known",
  }),
  ofMonitor(
    "attachments of the last report",
    /\/builds\/899\/attachments\/[^/]*\?/,
    [{ ...held, faults: heldAndEndless }, bothTold(["status 404"]), refusedByBytes(again), again],
    { scene: "known" },
  ),
  ofMonitor(
    "one attachment of the last report",
    /\/attachments\/[^/]*\/monitor-reported/,
    [
      held,
      {
        ...{ ...again, faults: ["JSON null"] },
        reads: `${noEarlier} the attachment of the last report has an unknown form`,
      },
      again,
    ],
    { scene: "known", notHere: sets.ofLists },
  ),
  ofMonitor(
    "list of projects",
    /\/_apis\/projects\?/,
    [row(heldAndEndless, withOthers, line, 60), refusedByBytes(unlisted), unlisted],
    { scene: "everyProject" },
  ),
  ofMonitor(
    "runs of a further project",
    /\/Shop\/_apis\/build\/builds\?/,
    [
      row(sets.unharmed, withOthers, line, 60),
      { ...unread, faults: ["endless pages"], reads: `Could not read the project Shop. ${endless}` },
      unread,
    ],
    { scene: "shop" },
  ),
  ofMonitor(
    "earlier runs, for the weekly digest",
    /builds\?minTime=2026-10-23/,
    [
      row(
        heldAndEndless,
        reported({ runCount: "5" }),
        "All pipelines: no runs (no runs the week before).…",
        60,
      ),
      { ...leftOut("Could not check the weekly digest: timed out after 80 s"), faults: sets.slow },
      leftOut("Could not check the weekly digest: build service: GET … WORDS…"),
    ],
    { scene: "digest" },
  ),
  ofMonitor(
    "metrics",
    /^POST \/v1\/metrics/,
    [
      counted(["interim answers (100, 102, 103)", "byte-order mark", "empty body"]),
      counted(
        "others",
        "The metrics of the runs that finished from … were not accepted. metrics: POST (URL not shown) WORDS…",
      ),
    ],
    { scene: "metrics", notHere: sets.ofLists },
  ),
  ofMonitor(
    "heartbeat",
    /^GET \/ping\//,
    [
      counted(onlyTheStatusCounts),
      counted("others", "The heartbeat was not accepted. heartbeat: GET (URL not shown) WORDS…"),
    ],
    { scene: "heartbeat", notHere: sets.ofLists },
  ),
];
