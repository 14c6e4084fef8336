import { postedToChat } from "../sentences";
import { type End, type Endpoint, ofMonitor, type Row, row } from "./endpoint";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

/** The missed run, and a failure that an earlier message told and that lasts. */
const problems = { lostAgent: "1", missedRun: "2" };
const refusals: readonly FaultName[] = ["status 400", "status 402", "status 404", "status 409", "status 422"];

interface Told {
  /** What the message says if it took effect, and if it did not. */
  done: string;
  not: string;
}

/** Requests that change something at the service: each is sent once, and looked up if its outcome is unknown. */
function acting(
  name: string,
  scene: "lostAgent" | "missedRun",
  requests: RegExp,
  { done, not }: Told,
): Endpoint {
  const failed = "Could not … nightly import: build service: … WORDS…";
  const told: End = { result: "Succeeded", outputs: { issueCount: problems[scene], delivered: "sent" } };
  const posting = (posts: string, faults: Row["faults"], reads = failed): Row => ({
    ...row(faults, told, reads, 250),
    posts,
  });
  // What is answered to a start is read: it has the number of the run.
  const anything: readonly FaultName[] = ["JSON null"];
  const [unread, read] = scene === "lostAgent" ? [anything, []] : [[], anything];
  return ofMonitor(
    name,
    requests,
    [
      // It took effect, which is seen when the monitor looks.
      posting(done, [...sets.brokenOff, ...sets.halves, "slow drip", "status 206", "empty body", ...read]),
      posting(done, [...sets.unharmedPost, ...unread], postedToChat),
      posting(`${not}: the credential needs the permission`, [...sets.pages, "status 401", "status 403"]),
      posting(`${not}: the service refused it`, [...refusals, ...sets.redirects]),
      posting(`${not}: the request could not be sent`, sets.tooMany),
      posting(`${not}: the service did not say whether it took the request`, "others"),
    ],
    // The others lead reads of the same address astray, too.
    { scene, notHere: [...sets.ofLists, ...sets.unsent] },
  );
}

export const actingEndpoints: readonly Endpoint[] = [
  acting("failed jobs that are run again", "lostAgent", /^PATCH [^?]*\/builds\//, {
    done: "run again (attempt 2)",
    not: "not run again by the monitor",
  }),
  acting("start of a missed run", "missedRun", /^POST [^?]*\/builds\?/, {
    done: "has started it",
    not: "not started by the monitor",
  }),
];
