import { type Endpoint, ofLists, type Row, refusedByBytes, slow, unharmed } from "./endpoint";
import type { FaultName } from "./faults";

/** A problem of an earlier message is not repeated. */
const held: Row = {
  faults: unharmed,
  result: "Succeeded",
  outputs: { issueCount: "1", delivered: "notNeeded" },
  reads: "No new pipeline errors. 1 known problem not repeated; next reminder …",
  atMostSeconds: 60,
};
const line = "nightly import … failed: status completed, result failed. [log](…)";
const reported = {
  outputs: { issueCount: "1", delivered: "sent" },
  posts: "failed: status completed, result failed.",
} as const;
/** Without knowledge of earlier reports, everything is reported. */
const repeated: Row = {
  faults: "others",
  result: "SucceededWithIssues",
  ...reported,
  reads: "Could not check what earlier messages reported: build service: GET … WORDS…",
  atMostSeconds: 250,
  atMostMegabytes: 400,
};
/** The report is as without the metrics or the heartbeat. */
const counted = { ...reported, result: "Succeeded" } as const;

const endless =
  "build service: the list of runs could not be read to its end: it did not end after 1000 pages.";

/** Both failures of the pipeline, the known one too. */
const again = { ...reported, outputs: { issueCount: "2", delivered: "sent" } } as const;

const unlisted: Row = {
  ...repeated,
  outputs: { ...reported.outputs, runCount: "5" },
  reads: "Could not check the other projects: build service: GET …/_apis/projects?… WORDS…",
  posts: "Not all projects could be listed, so some were not checked; see the step's log.",
};

const onlyTheStatusCounts = [
  ...unharmed,
  "203 with HTML",
  "status 204",
  "status 206",
  "empty body",
  "HTML",
  "reset after the headers",
  "reset in the body",
  "hang after the headers",
  "hang in the body",
  "truncated JSON",
  "JSON null",
  "corrupt gzip",
  "endless body",
  "content-length too long",
  "content-length too short",
] as const satisfies FaultName[];

/** Requests for known problems, further projects, the weekly digest, metrics and the heartbeat. */
export const alertEndpoints: readonly Endpoint[] = [
  {
    name: "last report, for known problems",
    task: "PipelineMonitor",
    scene: "known",
    requests: /tagFilters=/,
    rows: [
      held,
      // A list of runs without the tag says that there is no report.
      { faults: ["endless pages"], result: "Succeeded", ...again, reads: line, atMostSeconds: 60 },
      { ...repeated, ...again },
    ],
    notHere: [],
  },
  {
    name: "attachments of the last report",
    task: "PipelineMonitor",
    scene: "known",
    requests: /\/builds\/899\/attachments\/[^/]*\?/,
    rows: [
      { ...held, faults: [...unharmed, "endless pages"] },
      { faults: ["status 404"], result: "Succeeded", ...again, reads: line, atMostSeconds: 60 },
      refusedByBytes({ ...repeated, ...again }),
      { ...repeated, ...again },
    ],
    notHere: [],
  },
  {
    name: "one attachment of the last report",
    task: "PipelineMonitor",
    scene: "known",
    requests: /\/attachments\/[^/]*\/monitor-reported/,
    rows: [
      held,
      {
        ...repeated,
        ...again,
        faults: ["JSON null"],
        reads:
          "Could not check what earlier messages reported: the attachment of the last report has an unknown form",
      },
      { ...repeated, ...again },
    ],
    notHere: ofLists,
  },
  {
    name: "list of projects",
    task: "PipelineMonitor",
    scene: "everyProject",
    requests: /\/_apis\/projects\?/,
    rows: [
      {
        faults: [...unharmed, "endless pages"],
        result: "Succeeded",
        outputs: { ...reported.outputs, runCount: "6" },
        reads: line,
        atMostSeconds: 60,
      },
      refusedByBytes(unlisted),
      unlisted,
    ],
    notHere: [],
  },
  {
    name: "runs of a further project",
    task: "PipelineMonitor",
    scene: "shop",
    requests: /\/Shop\/_apis\/build\/builds\?/,
    rows: [
      {
        faults: unharmed,
        result: "Succeeded",
        outputs: { ...reported.outputs, runCount: "6" },
        reads: line,
        atMostSeconds: 60,
      },
      {
        ...repeated,
        faults: ["endless pages"],
        outputs: { ...reported.outputs, runCount: "5" },
        reads: `Could not read the project Shop. ${endless}`,
        posts: "The project Shop could not be read; see the step's log.",
      },
      {
        ...repeated,
        outputs: { ...reported.outputs, runCount: "5" },
        reads: "Could not read the project Shop. build service: GET … WORDS…",
        posts: "The project Shop could not be read; see the step's log.",
      },
    ],
    notHere: [],
  },
  {
    name: "earlier runs, for the weekly digest",
    task: "PipelineMonitor",
    scene: "digest",
    requests: /builds\?minTime=2026-10-23/,
    rows: [
      {
        faults: [...unharmed, "endless pages"],
        result: "Succeeded",
        outputs: { ...reported.outputs, runCount: "5" },
        reads: "All pipelines: no runs (no runs the week before).…",
        atMostSeconds: 60,
      },
      { ...repeated, faults: slow, reads: "Could not check the weekly digest: timed out after 80 s" },
      { ...repeated, reads: "Could not check the weekly digest: build service: GET … WORDS…" },
    ],
    notHere: [],
  },
  {
    name: "metrics",
    task: "PipelineMonitor",
    scene: "metrics",
    requests: /^POST \/v1\/metrics/,
    rows: [
      {
        ...{ ...counted, faults: ["interim answers (100, 102, 103)", "byte-order mark", "empty body"] },
        ...{ reads: "1 problem in 5 runs; posted to the chat.", atMostSeconds: 60 },
      },
      {
        ...{ ...counted, faults: "others" },
        reads:
          "The metrics of the runs that finished from … were not accepted. metrics: POST (URL not shown) WORDS…",
        atMostSeconds: 60,
      },
    ],
    notHere: ofLists,
  },
  {
    name: "heartbeat",
    task: "PipelineMonitor",
    scene: "heartbeat",
    requests: /^GET \/ping\//,
    rows: [
      {
        faults: onlyTheStatusCounts,
        ...counted,
        ...{ reads: "1 problem in 5 runs; posted to the chat.", atMostSeconds: 60 },
      },
      {
        ...{ ...counted, faults: "others" },
        reads: "The heartbeat was not accepted. heartbeat: GET (URL not shown) WORDS…",
        atMostSeconds: 60,
      },
    ],
    notHere: ofLists,
  },
];
