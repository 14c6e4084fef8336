import type { KeyedName } from "../campaign/register-service";
import { boughtNothing, notKnown as isNotKnown, pauseOf } from "../sentences";
import { type End, type Endpoint, ofRegister, type Row, row, unread } from "./endpoint";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";

/** The registrar's own word, by a code that it is known for. No other response refuses a purchase. */
export const refusing: readonly FaultName[] = ["422 of the registrar"];

const outcome = (name: string, result: End["result"]): End => ({ result, outputs: { outcome: name } });
export const registered = outcome("registered", "Succeeded");
export const tooEarly = outcome("tooEarly", "Succeeded");
export const refused = outcome("refused", "Failed");
export const valid = outcome("valid", "Succeeded");
export const invalid = outcome("invalid", "Failed");
/** A purchase was sent, and nobody knows how it ended. */
export const unknown = outcome("unknown", "Failed");
/** The receipt shows that a purchase was not sent. */
export const notSent: End = { result: "Failed", outputs: { receiptFile: "….receipt.json" } };

/** What the log says. */
export const bought = "example-to-buy.org is registered…";
export const withoutPurchase = `${boughtNothing}: `;
export const refusedToRegister = "The registrar refused to register example-to-buy.org. ";
export const notConfirmed = "Purchase not confirmed: Purchase sent at …: registrar: ";
export const notKnown = `${isNotKnown("example-to-buy.org")}… No further purchase was sent. `;

/** The registrar asks for a pause that is too long. */
export const leftAlone = row(
  ["429 with a date"],
  unread,
  `${withoutPurchase}The registrar asks for a pause of … s. It takes checks again at …, after the end of the wait.`,
  60,
);

/** Rows of a check: `request` is its method and path. */
export function checkRows(request: string, refusedAtMostSeconds = 60): Row[] {
  const failed = `${withoutPurchase}registrar: ${request} WORDS…`;
  return [
    row(sets.unharmed, registered, bought, 120),
    row(
      ["status 400", "status 401", "status 403", "status 404", "status 422", ...refusing],
      unread,
      failed,
      refusedAtMostSeconds,
    ),
    row(["429 with a date"], unread, `${failed} and ${pauseOf("…")}.…after the end of the wait.`, 60),
    row("others", unread, failed, 420),
  ];
}

/** A purchase of a registrar with keys whose fault goes on, and one that takes effect and meets the fault once. */
export function purchaseEndpoints(registrar: KeyedName, requests: RegExp, path: string): Endpoint[] {
  const failed = `registrar: POST ${path} WORDS…`;
  const confirmed = row("others", registered, `${notConfirmed}POST ${path} WORDS…`, 500);
  const open = `${notKnown}Purchase sent at …: …WORDS…`;
  const noEffect = [
    row(sets.unsent, notSent, `${withoutPurchase}${failed}`, 420),
    row(refusing, refused, `${refusedToRegister}${failed}`, 120),
    { ...confirmed, faults: ["301 to the same origin", "302 to the same origin"] as const },
    row("others", unknown, open, 800),
  ];
  const effect = [
    row(sets.unharmedPost, registered, bought, 120),
    row(["429 with a date"], unknown, open, 500),
    confirmed,
  ];
  return [
    ofRegister(`${registrar}, purchase that takes no effect`, requests, noEffect, {
      registrar,
      notHere: [...sets.ofLists, ...sets.unharmedPost],
    }),
    ofRegister(`${registrar}, purchase that takes effect, and is sent again by its key`, requests, effect, {
      ...{ registrar, afterEffect: true },
      notHere: [...sets.ofLists, ...sets.unsent, ...refusing],
    }),
  ];
}

/** Rows of the question whether the account holds the domain, which it does. */
export function ownedRows(path: string): Row[] {
  const failed = `registrar: GET ${path} WORDS…`;
  const unchecked =
    "Could not check whether the account holds example-to-buy.org, so only receipts prevent a second purchase. ";
  const owned = `The account already holds example-to-buy.org. ${boughtNothing}.`;
  return [
    row(sets.unharmed, outcome("alreadyOwned", "Succeeded"), owned, 30),
    row(["status 404"], registered, bought, 120),
    leftAlone,
    row(["status 401"], unread, failed, 30),
    row("others", registered, unchecked + failed, 420),
  ];
}
