import { type Endpoint, ofRegister, type Row, row, unread } from "./endpoint";
import * as sets from "./fault-sets";
import * as rows from "./register-rows";

const ofV3 = (what: string, requests: RegExp, rows: readonly Row[], more?: Partial<Endpoint>) =>
  ofRegister(`godaddyV3, ${what}`, requests, rows, { registrar: "godaddyV3", ...more });
const ofPorkbun = (what: string, requests: RegExp, rows: readonly Row[], more?: Partial<Endpoint>) =>
  ofRegister(`porkbun, ${what}`, requests, rows, { registrar: "porkbun", ...more });

const noQuote = "registrar: POST …/registration-quotes WORDS…";
const noTerms = "Could not check whether the registrar sells example-to-buy.org. registrar: GET … WORDS…";
const notValidated = "The registrar could not validate the request. registrar: POST … WORDS…";
const isInvalid = "The request for example-to-buy.org is invalid. registrar: POST … WORDS…";
const ownedV3 = rows.ownedRows("…/v3/domains/domain-names/example-to-buy.org");

export const keyedEndpoints: readonly Endpoint[] = [
  ofV3(
    "availability",
    /^GET [^?]*\/check-availability\?/,
    rows.checkRows("GET …/v3/domains/check-availability?…"),
  ),
  ofV3("quote", /^POST [^?]*\/registration-quotes$/, [
    row(sets.unharmed, rows.registered, rows.bought, 120),
    row(
      ["status 400", "status 402", "status 403", "status 404", "status 422", ...rows.refusing],
      rows.refused,
      `${rows.refusedToRegister}${noQuote}`,
      120,
    ),
    row(["status 401"], unread, noQuote, 60),
    rows.leftAlone,
    row("others", unread, `${rows.withoutPurchase}${noQuote}`, 450),
  ]),
  ...rows.purchaseEndpoints("godaddyV3", /^POST [^?]*\/registrations$/, "…/v3/domains/registrations"),
  ofV3(
    "end of an accepted purchase",
    /^GET [^?]*\/registrations\//,
    [
      row(
        ["429 with a date"],
        rows.unknown,
        `${rows.notKnown}The registrar accepted the purchase but has not said how it ended.`,
        500,
      ),
      // The account shows the domain.
      row("others", rows.registered, rows.bought, 120),
    ],
    { afterEffect: true },
  ),
  ofV3("owned domain, of an account that holds it", /^GET [^?]*\/domain-names\//, ownedV3),
  ofPorkbun(
    "check",
    /^POST [^?]*\/checkDomain\//,
    rows.checkRows("POST …/domain/checkDomain/example-to-buy.org"),
  ),
  ofPorkbun("requirements of the top-level domain", /^GET [^?]*\/getRegistrationRequirements\//, [
    row(sets.unharmed, rows.registered, rows.bought, 120),
    rows.leftAlone,
    row("others", rows.registered, noTerms, 420),
  ]),
  // Only a warning would follow from it.
  ofPorkbun("what the account can spend", /^GET [^?]*\/account\//, [
    row("others", rows.registered, rows.bought, 125),
  ]),
  ofPorkbun(
    "dry run of `action: validate`",
    /^POST [^?]*\/create\//,
    [
      row(sets.unharmedPost, rows.valid, "The request for example-to-buy.org is valid.", 60),
      row(
        ["status 400", "status 402", "status 403", "status 422", ...rows.refusing],
        rows.invalid,
        isInvalid,
        60,
      ),
      row(["status 401"], unread, "registrar: POST … WORDS…", 60),
      row("others", unread, notValidated, 180),
    ],
    { validates: true },
  ),
  ...rows.purchaseEndpoints("porkbun", /^POST [^?]*\/create\//, "…/domain/create/example-to-buy.org"),
  ofPorkbun(
    "owned domain, of an account that holds it",
    /^GET [^?]*\/domain\/get\//,
    rows.ownedRows("…/domain/get/example-to-buy.org"),
  ),
];
