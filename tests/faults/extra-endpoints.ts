import { type Endpoint, ofLists, type Row, refusedByBytes, slow, unharmed } from "./endpoint";

/** Every row of these endpoints has the report of the specification, even if the extra request fails. */
const sent = { outputs: { runCount: "5", issueCount: "1", delivered: "sent" } } as const;
const line =
  "nightly import … failed, first failure after 4 successful runs: status completed, result failed. [log](…)";
const whole: Row = {
  faults: unharmed,
  result: "Succeeded",
  ...sent,
  reads: `${line} Why: "an error".`,
  atMostSeconds: 60,
};

/** A question whose answer costs itself when it cannot be had: the step says so, and succeeds with issues. */
function leftOut(what: string, atMostSeconds = 250): Row {
  return {
    faults: "others",
    result: "SucceededWithIssues",
    ...sent,
    reads: `Could not check ${what}: build service: GET … WORDS…`,
    atMostSeconds,
    atMostMegabytes: 400,
  };
}

/** The same of a list that does not end. */
function endlessList(what: string): Row {
  return {
    ...leftOut(what),
    faults: ["endless pages"],
    reads: `Could not check ${what}: build service: the list of runs could not be read to its end: it did not end after 1000 pages.`,
  };
}

/** A timeline that cannot be read costs nothing but the page of the log. */
const pageless: Row = {
  ...{ faults: "others", result: "Succeeded", ...sent, reads: "1 problem in 5 runs; posted to the chat." },
  ...{ posts: "/_apis/build/builds/1/logs/5", atMostSeconds: 250 },
};

/** Requests beyond the specification, for keys of the configuration that need them. */
export const extraEndpoints: readonly Endpoint[] = [
  {
    name: "timeline",
    task: "PipelineMonitor",
    scene: "extras",
    requests: /\/timeline\?/,
    rows: [
      whole,
      {
        // All that is asked behind it has to wait, too.
        faults: ["429 with a date"],
        result: "SucceededWithIssues",
        ...sent,
        reads:
          "Could not check history: build service: GET … was not sent: the service asked for a pause of … s…",
        atMostSeconds: 60,
      },
      {
        faults: "others",
        result: "Succeeded",
        ...sent,
        reads: `${line} (its timeline could not be read) Why: "an error".`,
        atMostSeconds: 250,
      },
    ],
    notHere: ofLists,
  },
  {
    // The specification's form links the log by its URL, and asks for no timeline.
    name: "timeline of a log's page",
    task: "PipelineMonitor",
    product: "slack",
    requests: /\/timeline\?/,
    rows: [
      { ...pageless, faults: unharmed, posts: "&view=logs&j=job&t=step-5&l=1", atMostSeconds: 60 },
      pageless,
    ],
    notHere: ofLists,
  },
  {
    name: "unfinished runs",
    task: "PipelineMonitor",
    scene: "extras",
    requests: /statusFilter=inProgress/,
    rows: [whole, endlessList("stuck runs"), leftOut("stuck runs")],
    notHere: [],
  },
  {
    name: "runs by the time they were queued",
    task: "PipelineMonitor",
    scene: "extras",
    requests: /builds\?minTime=.*statusFilter=all/,
    rows: [whole, endlessList("missing runs"), leftOut("missing runs")],
    notHere: [],
  },
  {
    name: "pipelines of a name",
    task: "PipelineMonitor",
    scene: "unknownPipeline",
    requests: /\/definitions\?name=/,
    rows: [
      {
        ...{
          ...whole,
          faults: [...unharmed, "endless pages"],
          outputs: { ...sent.outputs, issueCount: "2" },
        },
        reads: "monthly close has a schedule in the configuration, but no pipeline has this name.",
      },
      refusedByBytes(leftOut("run limits")),
      leftOut("run limits"),
    ],
    notHere: [],
  },
  {
    name: "all pipelines, for `action: explain`",
    task: "PipelineMonitor",
    scene: "explained",
    requests: /\/definitions\?api-version/,
    rows: [
      {
        faults: unharmed,
        result: "Succeeded",
        outputs: {},
        reads: "  message: by test 2",
        atMostSeconds: 60,
      },
      {
        faults: "others",
        result: "Succeeded",
        outputs: {},
        reads: "Could not check the pipeline names in `configFile`: build service: GET … WORDS…",
        atMostSeconds: 210,
        atMostMegabytes: 400,
      },
    ],
    notHere: [],
  },
  {
    name: "earlier runs",
    task: "PipelineMonitor",
    scene: "extras",
    requests: /builds\?minTime=2026-10-23/,
    rows: [
      { ...whole, faults: [...unharmed, "endless pages"] },
      {
        ...leftOut("earlier runs"),
        faults: slow,
        reads: "Could not check earlier runs: timed out after 80 s",
      },
      leftOut("earlier runs"),
    ],
    notHere: [],
  },
  {
    name: "history of a pipeline",
    task: "PipelineMonitor",
    scene: "extras",
    requests: /queryOrder=finishTimeDescending/,
    rows: [
      whole,
      { ...whole, faults: ["endless pages"], reads: line.replace("after 4", "after at least 4") },
      leftOut("history"),
    ],
    notHere: [],
  },
  {
    name: "last report",
    task: "PipelineMonitor",
    scene: "extras",
    requests: /tagFilters=/,
    rows: [{ ...whole, faults: [...unharmed, "endless pages"] }, leftOut("the time of the last report")],
    notHere: [],
  },
];
