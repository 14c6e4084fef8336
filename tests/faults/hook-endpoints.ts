import { type End, type Endpoint, ofMonitor, type Row, refusedByBytes, row } from "./endpoint";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

const outputs = { runCount: "5", issueCount: "1", delivered: "sent" };
const sent: End = { result: "Succeeded", outputs };
const both: End = { result: "Succeeded", outputs: { ...outputs, runCount: "6", issueCount: "2" } };
const told: End = { result: "Succeeded", outputs: { ...outputs, issueCount: "2" } };
const line = "nightly import … failed. [log](…)";

/** A question whose answer costs itself when it cannot be had. */
const leftOut = (what: string): Row => ({
  ...row(
    "others",
    { result: "SucceededWithIssues", outputs },
    `Could not check ${what}: build service: GET … WORDS…`,
    250,
  ),
  atMostMegabytes: 400,
});

const signIns: readonly FaultName[] = ["302 in circles", "302 to no host", ...sets.elsewhere];

/** What a monitor asks that a service hook starts. */
export const hookEndpoints: readonly Endpoint[] = [
  ofMonitor(
    "run that a service hook named",
    /\/builds\/6\?/,
    [
      row(sets.unharmed, both, "price feed … failed. [log](…)", 60),
      row(
        ["status 404"],
        sent,
        "The service hook named run 6, which is not checked: no project that is checked has such a run.",
        60,
      ),
      leftOut("run 6, which the service hook named"),
    ],
    { scene: "namedRun", notHere: sets.ofLists },
  ),
  ofMonitor(
    "subscriptions of service hooks",
    /\/hooks\/subscriptions/,
    [
      row([...sets.unharmed, "endless pages"], told, "monitor is started by its schedule alone for now", 60),
      // Few identities may read them. A page that asks to sign in says the same.
      row(["status 401", "status 403", "status 404", ...sets.pages, ...signIns], sent, line, 60),
      refusedByBytes(leftOut("the service hook")),
      leftOut("the service hook"),
    ],
    { scene: "hooked" },
  ),
];
