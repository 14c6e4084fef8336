import { posted } from "../sentences";
import { type End, type Endpoint, ofMonitor, type Row, refusedByBytes, row, unread } from "./endpoint";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

const ofEntra: readonly FaultName[] = [
  "wrong issuer (AADSTS700211)",
  "expired id token (AADSTS700024)",
  "multitenant application (AADSTS70052)",
  "blocked by the tenant (AADSTS53003)",
];
const ofAzureDevOps: readonly FaultName[] = [
  "no user of the organization (TF401444)",
  "no member of the project (VS800075)",
];
const refusals: readonly FaultName[] = ["status 400", "status 401", "status 403", "status 404"];

const sent: End = { result: "Succeeded", outputs: { runCount: "5", issueCount: "1", delivered: "sent" } };
const reported = row(sets.unharmedPost, sent, posted(1, 5), 60);
const idToken = row("others", unread, "id token: POST …/oidctoken?… WORDS…", 190);
const accessToken = row(
  "others",
  unread,
  "Microsoft Entra: POST https://login.microsoftonline.com/…/oauth2/v2.0/token WORDS…",
  190,
);
const list: Row = {
  ...row("others", unread, "build service: GET …/_apis/build/builds?… WORDS…", 190),
  atMostMegabytes: 400,
};
const advised = (row: Row, faults: readonly FaultName[], advice: string): Row => ({
  ...{ ...row, faults, reads: row.reads.replace("WORDS…", `WORDS. ${advice}`) },
});
const inBetween = (what: string) => `Something in between responds instead of ${what}, …`;
const entraRefuses =
  "Microsoft Entra refuses the identity of the service connection without an error code. …";
const notMatching = "The identity's federated credential does not match the service connection. …";
const blocked = "The tenant refuses the identity of the service connection: …";
const elsewhere = "monitor.json reads fabrikam; this pipeline runs in contoso.";
const noReader = `${elsewhere} The identity of azureDevOpsConnection may not read builds. …`;
const noUser = `${elsewhere} The identity is not a user of the organization. …`;
const noMember = `${elsewhere} The project does not exist, or the identity is not a member of it. …`;

/** Requests for another organization without a token. */
export const entraEndpoints: readonly Endpoint[] = [
  ofMonitor(
    "id token",
    /^POST [^?]*\/oidctoken/,
    [
      reported,
      advised(idToken, refusals, "This pipeline may not use the service connection, …"),
      advised(idToken, sets.redirects, inBetween("Azure DevOps")),
      refusedByBytes(idToken),
      idToken,
    ],
    { withoutToken: true, notHere: [...sets.ofListsOnly, ...ofEntra, ...ofAzureDevOps] },
  ),
  ofMonitor(
    "access token",
    /^POST [^?]*\/oauth2\/v2\.0\/token/,
    [
      reported,
      advised(accessToken, ["wrong issuer (AADSTS700211)"], notMatching),
      advised(
        accessToken,
        ["expired id token (AADSTS700024)"],
        "The id token has expired. Run the step again.",
      ),
      advised(accessToken, ["multitenant application (AADSTS70052)"], "The application is multitenant, …"),
      advised(accessToken, ["blocked by the tenant (AADSTS53003)"], blocked),
      advised(accessToken, refusals, entraRefuses),
      advised(accessToken, sets.redirects, inBetween("login.microsoftonline.com")),
      refusedByBytes(accessToken),
      accessToken,
    ],
    { withoutToken: true, notHere: [...sets.ofListsOnly, ...ofAzureDevOps] },
  ),
  ofMonitor(
    "runs list, by an access token",
    /^GET [^?]*\/builds\?/,
    [
      { ...reported, faults: sets.unharmed },
      advised(
        list,
        [...sets.pages, "status 401", "status 403", "302 in circles", "302 to another origin"],
        noReader,
      ),
      advised(list, ["no user of the organization (TF401444)"], noUser),
      advised(list, ["no member of the project (VS800075)"], noMember),
      list,
    ],
    { withoutToken: true, notHere: [...sets.ofLists, ...ofEntra] },
  ),
];
