import { type FaultName, faultNames } from "./faults";

/** What becomes of a run of a task when one endpoint misbehaves for ever. */
export interface Row {
  /** The faults that come to this; `others` stands for all that no other row names. */
  faults: readonly FaultName[] | "others";
  result: "Succeeded" | "SucceededWithIssues" | "Failed";
  /** Outputs of the step; those that are not named are not looked at, an empty list means that there are none. */
  outputs: Record<string, string>;
  /** What stands in the log: `WORDS` are the fault's own, `…` is anything. */
  reads: string;
  /** By the task's own clock. */
  atMostSeconds: number;
  atMostMegabytes?: number;
}

/** An endpoint of one of the services, and what its faults come to. */
export interface Endpoint {
  name: string;
  task: "PipelineMonitor" | "DomainRegister";
  /** The requests that it is about, as `METHOD /path?query`. */
  requests: RegExp;
  /** The fault strikes after a purchase has taken effect. */
  afterEffect?: boolean;
  rows: readonly Row[];
  /** Faults that cannot be at this endpoint, or are the same as another. */
  notHere: readonly FaultName[];
}

const unharmed = ["interim answers (100, 102, 103)", "301 to the same origin", "byte-order mark"] as const;
const unsent = ["connection refused", "name not found", "TLS refused"] as const;
const tooMany = ["429 with seconds", "429 with a date", "429 with nothing"] as const;
const ofLists = ["endless pages", "gigantic number of records"] as const;
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
  reads: `nightly import ${link}: status completed, result failed. [log](…/_apis/build/builds/1/logs/5)`,
} as const;
const unread = { result: "Failed", outputs: {} } as const;

const listRows: Row[] = [
  { faults: unharmed, ...reported, atMostSeconds: 60 },
  {
    faults: ["endless pages"],
    ...unread,
    reads:
      "build service: the list of runs cannot be read to its end, because it does not end after 1000 pages. " +
      "A monitor that cannot see everything does not report; run it again.",
    atMostSeconds: 60,
  },
  {
    faults: ["gigantic number of records"],
    result: "Succeeded",
    outputs: { delivered: "…" },
    reads: "… in 1… runs; …",
    atMostSeconds: 60,
    atMostMegabytes: 500,
  },
  {
    faults: ["status 401", "status 403", "203 with HTML", "HTML", "302 in circles", "302 to another origin"],
    ...unread,
    reads:
      "build service: GET …/_apis/build/builds?… WORDS. BUILD_AUTH is expired, mistyped or may not read builds: …",
    atMostSeconds: 60,
  },
  {
    faults: ["429 with a date"],
    ...unread,
    reads: "build service: GET …/_apis/build/builds?… WORDS, asking to wait … s.…",
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

const registered = { result: "Succeeded", outputs: { outcome: "registered" } } as const;
const leftAlone =
  "Nothing was bought: The registrar asks to be left alone for … s, longer than the wait lasts.";
const bought = "example-to-buy.org is registered…";
const purchaseFaults = {
  refused: ["status 400", "status 401", "status 402", "status 403", "status 422"],
  taken: ["interim answers (100, 102, 103)", "empty body", "JSON null", "byte-order mark"],
} as const;

/** Every endpoint that the tasks ask, and what they make of every fault of it. */
export const endpoints: readonly Endpoint[] = [
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
        faults: ["gigantic number of records"],
        ...reported,
        reads:
          "nightly import …: status completed, result failed. [log](…) (999996 of its logs could not be read)",
        atMostSeconds: 610,
        atMostMegabytes: 500,
      },
      {
        faults: "others",
        ...reported,
        reads: "nightly import …: status completed, result failed. [run](…) (its logs could not be listed)",
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
        reads: "nightly import …: status completed, result failed. [log](…/logs/6)",
        atMostSeconds: 60,
      },
      {
        // The word is in the part that arrives.
        faults: ["slow drip", "content-length too long"],
        ...reported,
        reads:
          "nightly import …: status completed, result failed. [log](…/logs/5) (1 of its logs could not be read)",
        atMostSeconds: 610,
      },
      {
        faults: "others",
        ...reported,
        reads:
          "nightly import …: status completed, result failed. [log](…/logs/6) (2 of its logs could not be read)",
        atMostSeconds: 610,
      },
    ],
    notHere: ofLists,
  },
  {
    name: "webhook",
    task: "PipelineMonitor",
    requests: /^POST \/hooks/,
    rows: [
      {
        faults: [
          "interim answers (100, 102, 103)",
          "203 with HTML",
          "status 204",
          "reset after the headers",
          "reset in the body",
          "hang after the headers",
          "hang in the body",
          "slow drip",
          "corrupt gzip",
          "HTML",
          "content-length too long",
          "content-length too short",
          "endless body",
        ],
        ...reported,
        reads: "1 issue in 5 runs; posted to the chat.",
        atMostSeconds: 60,
      },
      {
        faults: "others",
        result: "SucceededWithIssues",
        outputs: { issueCount: "1", delivered: "failed" },
        reads: "The message was not delivered. chat webhook: POST (address not shown) WORDS…",
        atMostSeconds: 190,
      },
    ],
    notHere: [...ofLists, "empty body", "truncated JSON", "JSON null", "byte-order mark"],
  },
  {
    name: "availability",
    task: "DomainRegister",
    requests: /^GET [^?]*\/available\?/,
    rows: [
      { faults: unharmed, ...registered, reads: bought, atMostSeconds: 90 },
      {
        faults: ["status 400", "status 401", "status 403", "status 404", "status 422"],
        ...unread,
        reads: "Nothing was bought: registrar: GET …/v1/domains/available?… WORDS…",
        atMostSeconds: 30,
      },
      {
        faults: ["429 with a date"],
        ...unread,
        reads: "Nothing was bought: registrar: GET …/v1/domains/available?… WORDS…, asking to wait … s.…",
        atMostSeconds: 30,
      },
      {
        faults: "others",
        ...unread,
        reads: "Nothing was bought: registrar: GET …/v1/domains/available?… WORDS…",
        atMostSeconds: 390,
      },
    ],
    notHere: ofLists,
  },
  {
    name: "validate",
    task: "DomainRegister",
    requests: /^POST [^?]*\/purchase\/validate$/,
    rows: [
      {
        faults: ["interim answers (100, 102, 103)", "empty body", "JSON null", "byte-order mark"],
        ...registered,
        reads: "The registrar finds the request valid.",
        atMostSeconds: 90,
      },
      {
        faults: [
          "hang before the answer",
          "hang after the headers",
          "hang in the body",
          "slow drip",
          "status 101",
          "429 with seconds",
        ],
        ...registered,
        reads: bought,
        atMostSeconds: 390,
      },
      {
        faults: ["429 with a date"],
        ...unread,
        reads: leftAlone,
        atMostSeconds: 60,
      },
      {
        faults: ["status 400", "status 422"],
        result: "Failed",
        outputs: { outcome: "refused" },
        reads: "The registrar refuses to register example-to-buy.org. registrar: POST … WORDS…",
        atMostSeconds: 60,
      },
      {
        faults: ["status 401"],
        ...unread,
        reads: "registrar: POST …/purchase/validate WORDS…",
        atMostSeconds: 60,
      },
      {
        faults: "others",
        ...registered,
        reads: "The registrar could not validate the request. registrar: POST …/purchase/validate WORDS…",
        atMostSeconds: 240,
      },
    ],
    notHere: ofLists,
  },
  {
    name: "purchase that takes no effect",
    task: "DomainRegister",
    requests: /^POST [^?]*\/purchase$/,
    rows: [
      {
        faults: [...unsent, ...tooMany],
        result: "Failed",
        outputs: { receiptFile: "….receipt.json" },
        reads: "Nothing was bought: registrar: POST …/v1/domains/purchase WORDS…",
        atMostSeconds: 390,
      },
      {
        faults: purchaseFaults.refused,
        result: "Failed",
        outputs: { outcome: "refused" },
        reads:
          "The registrar refuses to register example-to-buy.org. registrar: POST …/v1/domains/purchase WORDS…",
        atMostSeconds: 90,
      },
      {
        faults: "others",
        result: "Failed",
        outputs: { outcome: "unknown" },
        reads:
          "It is not known whether example-to-buy.org was bought at … and no further purchase was sent. " +
          "The purchase that was sent at …: registrar: POST …/v1/domains/purchase WORDS…",
        atMostSeconds: 700,
      },
    ],
    notHere: [...ofLists, ...purchaseFaults.taken],
  },
  {
    name: "purchase that takes effect",
    task: "DomainRegister",
    requests: /^POST [^?]*\/purchase$/,
    afterEffect: true,
    rows: [
      {
        faults: purchaseFaults.taken,
        ...registered,
        reads: bought,
        atMostSeconds: 90,
      },
      {
        faults: "others",
        ...registered,
        reads: "Not confirmed as bought: The purchase that was sent at …: registrar: POST … WORDS…",
        atMostSeconds: 400,
      },
    ],
    notHere: [...ofLists, ...unsent, ...tooMany, ...purchaseFaults.refused],
  },
  {
    name: "owned domain, of an account that holds it",
    task: "DomainRegister",
    requests: /^GET [^?]*\/domains\/example-to-buy\.org$/,
    rows: [
      {
        faults: unharmed,
        result: "Succeeded",
        outputs: { outcome: "alreadyOwned" },
        reads: "The account holds example-to-buy.org already; nothing was bought.",
        atMostSeconds: 30,
      },
      { faults: ["status 404"], ...registered, reads: bought, atMostSeconds: 90 },
      {
        faults: ["429 with a date"],
        ...unread,
        reads: leftAlone,
        atMostSeconds: 60,
      },
      {
        faults: ["status 401"],
        ...unread,
        reads: "registrar: GET …/v1/domains/example-to-buy.org WORDS…",
        atMostSeconds: 30,
      },
      {
        faults: "others",
        ...registered,
        reads:
          "The account cannot be asked whether it holds example-to-buy.org, so receipts are the only memory. " +
          "registrar: GET …/v1/domains/example-to-buy.org WORDS…",
        atMostSeconds: 390,
      },
    ],
    notHere: ofLists,
  },
];

/** One fault of one endpoint, and what it comes to. */
export interface Cell {
  endpoint: Endpoint;
  fault: FaultName;
  row: Row;
}

/** The faults of a row, those that it names or all that no other row does. */
export function faultsOf(endpoint: Endpoint, row: Row): readonly FaultName[] {
  if (row.faults !== "others") return row.faults.filter((name) => !endpoint.notHere.includes(name));
  const named = new Set([
    ...endpoint.notHere,
    ...endpoint.rows.flatMap(({ faults }) => (faults === "others" ? [] : faults)),
  ]);
  return faultNames.filter((name) => !named.has(name));
}

/** The whole table, cell by cell. */
export const cells: readonly Cell[] = endpoints.flatMap((endpoint) =>
  endpoint.rows.flatMap((row) => faultsOf(endpoint, row).map((fault) => ({ endpoint, fault, row }))),
);
