import { type Endpoint, ofLists, type Row } from "./endpoint";

/** What is told whatever becomes of the request. */
const told = {
  result: "Succeeded",
  outputs: { issueCount: "1", delivered: "sent" },
  atMostSeconds: 250,
} as const;
const failed = "Could not … nightly import: build service: … WORDS…";

/** Requests that change something at the service: each is sent once, and looked up if its outcome is unknown. */
function acting(
  name: string,
  scene: Endpoint["scene"] & string,
  requests: RegExp,
  done: string,
  not: string,
  isAnswerRead: boolean,
): Endpoint {
  const row = (faults: Row["faults"], posts: string, reads = failed): Row => ({
    ...told,
    faults,
    reads,
    posts,
  });
  return {
    ...{ name, task: "PipelineMonitor", scene, requests },
    rows: [
      // It took effect, which is seen when the monitor looks.
      row(
        [
          ...(["reset after the headers", "reset in the body", "hang after the headers"] as const),
          ...(["hang in the body", "slow drip", "status 206", "empty body", "truncated JSON"] as const),
          ...(["corrupt gzip", "content-length too long"] as const),
          ...(["content-length too short", "endless body"] as const),
          ...(isAnswerRead ? (["JSON null"] as const) : []),
        ],
        done,
      ),
      row(
        [
          ...(["interim answers (100, 102, 103)", "byte-order mark"] as const),
          ...(isAnswerRead ? [] : (["JSON null"] as const)),
        ],
        done,
        "posted to the chat",
      ),
      row(
        ["status 401", "status 403", "203 with HTML", "HTML"],
        `${not}: the credential needs the permission`,
      ),
      row(
        [
          ...([
            "status 400",
            "status 402",
            "status 404",
            "status 409",
            "status 422",
            "302 in circles",
          ] as const),
          ...(["301 to another origin", "302 to another origin", "302 to no host"] as const),
          ...(["301 to the same origin", "302 to the same origin"] as const),
        ],
        `${not}: the service refused it`,
      ),
      row(
        ["429 with seconds", "429 with a date", "429 with nothing"],
        `${not}: the request could not be sent`,
      ),
      row("others", `${not}: the service did not say whether it took the request`),
    ],
    // The others lead reads of the same address astray, too.
    notHere: [...ofLists, "connection refused", "name not found", "TLS refused"],
  };
}

export const actingEndpoints: readonly Endpoint[] = [
  acting(
    "failed jobs that are run again",
    "lostAgent",
    /^PATCH [^?]*\/builds\//,
    "run again (attempt 2)",
    "not run again by the monitor",
    false,
  ),
  acting(
    "start of a missed run",
    "missedRun",
    /^POST [^?]*\/builds\?/,
    "has started it",
    "not started by the monitor",
    true,
  ),
];
