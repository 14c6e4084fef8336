import { endlessList as endless, pauseOf, posted } from "../sentences";
import { type End, type Endpoint, ofMonitor, type Row, refusedByBytes, row } from "./endpoint";
import * as sets from "./fault-sets";

/** Every row of these endpoints has the report of the specification, even if the extra request fails. */
const outputs = { runCount: "5", issueCount: "1", delivered: "sent" };
export const sent: End = { result: "Succeeded", outputs };
export const withIssues: End = { result: "SucceededWithIssues", outputs };
const line = "nightly import … failed, first failure after 4 successful runs. [log](…)";
const why = 'Why: "an error".';
const whole = row(sets.unharmed, sent, `${line} ${why}`, 60);
const wholeAndEndless: Row = { ...whole, faults: [...sets.unharmed, "endless pages"] };
const paused = `build service: GET … was not sent: the service ${pauseOf("…")}…`;

/** A question whose answer costs itself when it cannot be had: the step says so, and succeeds with issues. */
export const leftOut = (what: string): Row => ({
  ...row("others", withIssues, `Could not check ${what}: build service: GET … WORDS…`, 250),
  atMostMegabytes: 400,
});

/** The same of a list that does not end. */
const endlessList = (what: string): Row => ({
  ...{ ...leftOut(what), faults: ["endless pages"] },
  reads: `Could not check ${what}: ${endless}`,
});

/** A timeline that cannot be read costs nothing but the page of the log. */
const pageless: Row = { ...row("others", sent, posted(1, 5), 250), posts: "/_apis/build/builds/1/logs/5" };
const noPipeline = "monthly close has a schedule in the configuration, but no pipeline has this name.";
const explained: End = { result: "Succeeded", outputs: {} };
const notChecked = "Could not check the pipeline names in `configFile`: build service: GET … WORDS…";
const extras = { scene: "extras" } as const;

/** Requests beyond the specification, for keys of the configuration that need them. */
export const extraEndpoints: readonly Endpoint[] = [
  ofMonitor(
    "timeline",
    /\/timeline\?/,
    [
      whole,
      // A run that never began has no records, and the service says so.
      row(["status 204"], sent, `${line} ${why}`, 60),
      // All that is asked behind it has to wait, too.
      row(["429 with a date"], withIssues, `Could not check history: ${paused}`, 60),
      row("others", sent, `${line} (its timeline could not be read) ${why}`, 250),
    ],
    { ...extras, notHere: sets.ofLists },
  ),
  // The specification's form links the log by its URL, and asks for no timeline.
  ofMonitor(
    "timeline of a log's page",
    /\/timeline\?/,
    [
      { ...pageless, faults: sets.unharmed, posts: "&view=logs&j=job&t=step-5&l=1", atMostSeconds: 60 },
      pageless,
    ],
    { product: "slack", notHere: sets.ofLists },
  ),
  ofMonitor(
    "unfinished runs",
    /builds\?statusFilter=inProgress/,
    [whole, endlessList("stuck runs"), leftOut("stuck runs")],
    extras,
  ),
  ofMonitor(
    "runs by the time they were queued",
    /builds\?minTime=.*statusFilter=all/,
    [whole, endlessList("missed runs"), leftOut("missed runs")],
    extras,
  ),
  ofMonitor(
    "pipelines of a name",
    /\/definitions\?name=/,
    [
      { ...wholeAndEndless, outputs: { ...outputs, issueCount: "2" }, reads: noPipeline },
      refusedByBytes(leftOut("run limits")),
      leftOut("run limits"),
    ],
    { scene: "unknownPipeline" },
  ),
  ofMonitor(
    "all pipelines, for `action: explain`",
    /\/definitions\?api-version/,
    [
      row(sets.unharmed, explained, "  message: by test 2", 60),
      { ...row("others", explained, notChecked, 210), atMostMegabytes: 400 },
    ],
    { scene: "explained" },
  ),
  ofMonitor(
    "earlier runs",
    /builds\?minTime=2026-10-23/,
    [
      wholeAndEndless,
      {
        ...leftOut("earlier runs"),
        faults: sets.slow,
        reads: "Could not check earlier runs: timed out after 80 s",
      },
      leftOut("earlier runs"),
    ],
    extras,
  ),
  ofMonitor(
    "history of a pipeline",
    /queryOrder=finishTimeDescending/,
    [
      whole,
      { ...whole, faults: ["endless pages"], reads: line.replace("after 4", "after at least 4") },
      leftOut("history"),
    ],
    extras,
  ),
  ofMonitor("last report", /tagFilters=/, [wholeAndEndless, leftOut("the time of the last report")], extras),
];
