import { type Endpoint, ofRegister, type Row, row, unharmed, unharmedPost, unread } from "./endpoint";
import {
  bought,
  checkRows,
  invalid,
  leftAlone,
  notKnown,
  ownedRows,
  purchaseEndpoints,
  refused,
  refusedToRegister,
  refusing,
  registered,
  unknown,
  valid,
  withoutPurchase,
} from "./register-rows";

const ofV3 = (what: string, requests: RegExp, rows: readonly Row[], more?: Partial<Endpoint>) =>
  ofRegister(`godaddyV3, ${what}`, requests, rows, { registrar: "godaddyV3", ...more });
const ofPorkbun = (what: string, requests: RegExp, rows: readonly Row[], more?: Partial<Endpoint>) =>
  ofRegister(`porkbun, ${what}`, requests, rows, { registrar: "porkbun", ...more });

const noQuote = "registrar: POST …/registration-quotes WORDS…";
const noTerms = "Could not check whether the registrar sells example-to-buy.org. registrar: GET … WORDS…";
const notValidated = "The registrar could not validate the request. registrar: POST … WORDS…";
const isInvalid = "The request for example-to-buy.org is invalid. registrar: POST … WORDS…";
const ownedV3 = ownedRows("…/v3/domains/domain-names/example-to-buy.org");

export const keyedEndpoints: readonly Endpoint[] = [
  ofV3(
    "availability",
    /^GET [^?]*\/check-availability\?/,
    checkRows("GET …/v3/domains/check-availability?…"),
  ),
  ofV3("quote", /^POST [^?]*\/registration-quotes$/, [
    row(unharmed, registered, bought, 120),
    row(
      ["status 400", "status 402", "status 403", "status 404", "status 422", ...refusing],
      refused,
      `${refusedToRegister}${noQuote}`,
      120,
    ),
    row(["status 401"], unread, noQuote, 60),
    leftAlone,
    row("others", unread, `${withoutPurchase}${noQuote}`, 450),
  ]),
  ...purchaseEndpoints("godaddyV3", /^POST [^?]*\/registrations$/, "…/v3/domains/registrations"),
  ofV3(
    "end of an accepted purchase",
    /^GET [^?]*\/registrations\//,
    [
      row(
        ["429 with a date"],
        unknown,
        `${notKnown}The registrar accepted the purchase but has not said how it ended.`,
        500,
      ),
      // The account shows the domain.
      row("others", registered, bought, 120),
    ],
    { afterEffect: true },
  ),
  ofV3("owned domain, of an account that holds it", /^GET [^?]*\/domain-names\//, ownedV3),
  ofPorkbun("check", /^POST [^?]*\/checkDomain\//, checkRows("POST …/domain/checkDomain/example-to-buy.org")),
  ofPorkbun("requirements of the top-level domain", /^GET [^?]*\/getRegistrationRequirements\//, [
    row(unharmed, registered, bought, 120),
    leftAlone,
    row("others", registered, noTerms, 420),
  ]),
  // Only a warning would follow from it.
  ofPorkbun("what the account can spend", /^GET [^?]*\/account\//, [row("others", registered, bought, 120)]),
  ofPorkbun(
    "dry run of `action: validate`",
    /^POST [^?]*\/create\//,
    [
      row(unharmedPost, valid, "The request for example-to-buy.org is valid.", 60),
      row(["status 400", "status 402", "status 403", "status 422", ...refusing], invalid, isInvalid, 60),
      row(["status 401"], unread, "registrar: POST … WORDS…", 60),
      row("others", unread, notValidated, 180),
    ],
    { validates: true },
  ),
  ...purchaseEndpoints("porkbun", /^POST [^?]*\/create\//, "…/domain/create/example-to-buy.org"),
  ofPorkbun(
    "owned domain, of an account that holds it",
    /^GET [^?]*\/domain\/get\//,
    ownedRows("…/domain/get/example-to-buy.org"),
  ),
];
