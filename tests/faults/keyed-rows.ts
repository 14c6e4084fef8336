import type { KeyedName } from "../campaign/register-service";
import { type Endpoint, ofLists, type Row, unharmed, unread } from "./endpoint";
import type { FaultName } from "./faults";

const unsent = ["connection refused", "name not found", "TLS refused"] as const satisfies FaultName[];
const refusing = [
  ...(["status 400", "status 401", "status 402", "status 403", "status 422"] as const),
] satisfies FaultName[];
/** Faults of a response to a POST that a client hardly notices: it follows no redirect there. */
export const unharmedPost = [
  "interim answers (100, 102, 103)",
  "byte-order mark",
] as const satisfies FaultName[];

/** The domain is bought. */
export const registered = { result: "Succeeded", outputs: { outcome: "registered" } } as const;
/** The log, if the domain is bought. */
export const bought = "example-to-buy.org is registered…";
/** A purchase was sent, and nobody knows how it ended. */
export const unknown = { result: "Failed", outputs: { outcome: "unknown" } } as const;
/** The log, if the end of a purchase is unknown. */
export const notKnown =
  "It is not known whether example-to-buy.org was bought… No further purchase was sent. ";
/** The log, if the registrar asks for a pause that is too long. */
export const leftAlone =
  "This run bought nothing: The registrar asks for a pause of … s, which is longer than the rest of the wait.";

/** Rows of a check: `request` is its method and path. */
export function checkRows(request: string): Row[] {
  const failed = { ...unread, reads: `This run bought nothing: registrar: ${request} WORDS…` };
  return [
    { faults: unharmed, ...registered, reads: bought, atMostSeconds: 120 },
    {
      faults: ["status 400", "status 401", "status 403", "status 404", "status 422"],
      ...failed,
      atMostSeconds: 60,
    },
    {
      faults: ["429 with a date"],
      ...unread,
      reads: `This run bought nothing: registrar: ${request} WORDS… and asked for a pause of … s.…`,
      atMostSeconds: 60,
    },
    { faults: "others", ...failed, atMostSeconds: 420 },
  ];
}

/** Rows of a purchase whose fault goes on, and of one that takes effect and meets the fault once. */
export function purchaseEndpoints(
  name: string,
  registrar: KeyedName,
  path: RegExp,
  shown: string,
): Endpoint[] {
  const sent = { name, task: "DomainRegister" as const, registrar, requests: path };
  const confirming = "Purchase not confirmed: Purchase sent at …: registrar: ";
  return [
    {
      ...sent,
      name: `${name} that takes no effect`,
      rows: [
        {
          faults: unsent,
          result: "Failed",
          outputs: { receiptFile: "….receipt.json" },
          reads: `This run bought nothing: registrar: POST ${shown} WORDS…`,
          atMostSeconds: 420,
        },
        {
          faults: refusing,
          result: "Failed",
          outputs: { outcome: "refused" },
          reads: `The registrar refused to register example-to-buy.org. registrar: POST ${shown} WORDS…`,
          atMostSeconds: 120,
        },
        {
          faults: ["301 to the same origin", "302 to the same origin"],
          ...registered,
          reads: `${confirming}POST ${shown} WORDS…`,
          atMostSeconds: 500,
        },
        {
          faults: "others",
          ...unknown,
          reads: `${notKnown}Purchase sent at …: …WORDS…`,
          atMostSeconds: 800,
        },
      ],
      notHere: [...ofLists, ...unharmedPost],
    },
    {
      ...sent,
      name: `${name} that takes effect, and is sent again by its key`,
      afterEffect: true,
      rows: [
        { faults: unharmedPost, ...registered, reads: bought, atMostSeconds: 120 },
        {
          faults: ["429 with a date"],
          ...unknown,
          reads: `${notKnown}Purchase sent at …: …WORDS…`,
          atMostSeconds: 500,
        },
        { faults: "others", ...registered, reads: `${confirming}POST ${shown} WORDS…`, atMostSeconds: 500 },
      ],
      notHere: [...ofLists, ...unsent, ...refusing],
    },
  ];
}

/** Rows of the question whether the account holds the domain, which it does. */
export function ownedRows(path: string): Row[] {
  return [
    {
      faults: unharmed,
      result: "Succeeded",
      outputs: { outcome: "alreadyOwned" },
      reads: "The account already holds example-to-buy.org. This run bought nothing.",
      atMostSeconds: 30,
    },
    { faults: ["status 404"], ...registered, reads: bought, atMostSeconds: 120 },
    { faults: ["429 with a date"], ...unread, reads: leftAlone, atMostSeconds: 60 },
    { faults: ["status 401"], ...unread, reads: `registrar: GET ${path} WORDS…`, atMostSeconds: 30 },
    {
      faults: "others",
      ...registered,
      reads:
        "Could not check whether the account holds example-to-buy.org, so only receipts prevent a second purchase. " +
        `registrar: GET ${path} WORDS…`,
      atMostSeconds: 420,
    },
  ];
}
