import { type Endpoint, ofMonitor, row } from "./endpoint";
import { leftOut, sent, withIssues } from "./extra-endpoints";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

const line = "nightly import … failed. [log](…)";
const owned = row(sets.unharmed, sent, `${line} Owner: contoso/ops.`, 60);
/** The job may not read the code: that costs nothing but the owner. */
const refusals: readonly FaultName[] = [
  ...["status 400", "status 401", "status 402", "status 403", "status 404", "status 409", "status 422"],
  ...["302 in circles", "302 to no host"],
  ...sets.elsewhere,
  ...sets.pages,
] as const;
const unowned = row(refusals, sent, line, 60);
const unread = row(
  "others",
  withIssues,
  "Could not read the code owners of …: build service: GET … WORDS…",
  250,
);

/** Nobody can tell half of a text from a whole one. */
const cut = row(sets.halves, sent, `${line} Owner: cont.`, 60);
const stopped = row(
  sets.slow,
  withIssues,
  "Could not read the code owners of contoso: timed out after 120 s",
  130,
);

/** Requests for the owners of pipelines. */
export const ownerEndpoints: readonly Endpoint[] = [
  ofMonitor(
    "where the YAML of pipelines is",
    /\/definitions\?definitionIds=/,
    [{ ...owned, faults: [...sets.unharmed, "endless pages"] }, leftOut("code owners")],
    { scene: "owners" },
  ),
  ofMonitor(
    "CODEOWNERS in Azure Repos",
    /\/git\/repositories\/[^/]+\/items\?/,
    [owned, { ...unowned, faults: [...refusals, "JSON null"] }, stopped, unread],
    { scene: "owners", notHere: sets.ofLists },
  ),
  ofMonitor(
    "CODEOWNERS on GitHub",
    /\/sourceProviders\/GitHub\//,
    [owned, cut, { ...unowned, faults: [...refusals, "JSON null", "empty body"] }, stopped, unread],
    { scene: "ownersOnGitHub", notHere: sets.ofLists },
  ),
];
