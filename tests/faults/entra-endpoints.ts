import { type Endpoint, ofLists, type Row, refusedByBytes, unread } from "./endpoint";
import type { FaultName } from "./faults";

/** A POST is redirected nowhere. */
const unharmed = ["interim answers (100, 102, 103)", "byte-order mark"] as const satisfies FaultName[];
const reported: Row = {
  faults: unharmed,
  result: "Succeeded",
  outputs: { runCount: "5", issueCount: "1", delivered: "sent" },
  reads: "1 problem in 5 runs; posted to the chat.",
  atMostSeconds: 60,
};
const ofEntra = [
  "wrong issuer (AADSTS700211)",
  "expired id token (AADSTS700024)",
  "multitenant application (AADSTS70052)",
  "blocked by the tenant (AADSTS53003)",
] as const satisfies FaultName[];
const ofAzureDevOps = [
  "no user of the organization (TF401444)",
  "no member of the project (VS800075)",
] as const satisfies FaultName[];

const idToken: Row = {
  faults: "others",
  ...unread,
  reads: "id token: POST …/oidctoken?… WORDS…",
  atMostSeconds: 190,
};
const accessToken: Row = {
  ...idToken,
  reads: "Microsoft Entra: POST https://login.microsoftonline.com/…/oauth2/v2.0/token WORDS…",
};
const refused = (fault: FaultName, advice: string): Row => advised(accessToken, [fault], advice);
function advised(row: Row, faults: readonly FaultName[], advice: string): Row {
  return { ...row, faults, reads: row.reads.replace("WORDS…", `WORDS. ${advice}`) };
}
const refusals = ["status 400", "status 401", "status 403", "status 404"] as const satisfies FaultName[];
const redirects = [
  "301 to the same origin",
  "301 to another origin",
  "302 to the same origin",
  "302 in circles",
  "302 to another origin",
  "302 to no host",
] as const satisfies FaultName[];
const list: Row = {
  faults: "others",
  ...unread,
  reads: "build service: GET …/_apis/build/builds?… WORDS…",
  atMostSeconds: 190,
  atMostMegabytes: 400,
};

/** Requests for another organization without a token. */
export const entraEndpoints: readonly Endpoint[] = [
  {
    name: "id token",
    task: "PipelineMonitor",
    withoutToken: true,
    requests: /^POST [^?]*\/oidctoken/,
    rows: [
      reported,
      advised(idToken, refusals, "This pipeline may not use the service connection, …"),
      advised(idToken, redirects, "Something in between responds instead of Azure DevOps, …"),
      refusedByBytes(idToken),
      idToken,
    ],
    notHere: [
      "endless pages",
      "list of fewer records than it says",
      "gigantic number of records",
      ...ofEntra,
      ...ofAzureDevOps,
    ],
  },
  {
    name: "access token",
    task: "PipelineMonitor",
    withoutToken: true,
    requests: /^POST [^?]*\/oauth2\/v2\.0\/token/,
    rows: [
      reported,
      refused(
        "wrong issuer (AADSTS700211)",
        "The identity's federated credential does not match the service connection. …",
      ),
      refused("expired id token (AADSTS700024)", "The id token has expired. Run the step again."),
      refused("multitenant application (AADSTS70052)", "The application is multitenant, …"),
      refused(
        "blocked by the tenant (AADSTS53003)",
        "The tenant refuses the identity of the service connection: …",
      ),
      advised(
        accessToken,
        refusals,
        "Microsoft Entra refuses the identity of the service connection without an error code. …",
      ),
      advised(
        accessToken,
        redirects,
        "Something in between responds instead of login.microsoftonline.com, …",
      ),
      refusedByBytes(accessToken),
      accessToken,
    ],
    notHere: [
      "endless pages",
      "list of fewer records than it says",
      "gigantic number of records",
      ...ofAzureDevOps,
    ],
  },
  {
    name: "runs list, by an access token",
    task: "PipelineMonitor",
    withoutToken: true,
    requests: /^GET [^?]*\/builds\?/,
    rows: [
      { ...reported, faults: [...unharmed, "301 to the same origin", "302 to the same origin"] },
      {
        ...list,
        faults: [
          "status 401",
          "status 403",
          "203 with HTML",
          "HTML",
          "302 in circles",
          "302 to another origin",
        ],
        reads: list.reads.replace(
          "WORDS…",
          "WORDS. The identity of azureDevOpsConnection may not read builds. …",
        ),
      },
      {
        ...list,
        faults: ["no user of the organization (TF401444)"],
        reads: list.reads.replace("WORDS…", "WORDS. The identity is not a user of the organization. …"),
      },
      {
        ...list,
        faults: ["no member of the project (VS800075)"],
        reads: list.reads.replace(
          "WORDS…",
          "WORDS. The project does not exist, or the identity is not a member of it. …",
        ),
      },
      list,
    ],
    notHere: [...ofLists, ...ofEntra],
  },
];
