import { type Endpoint, ofLists, unharmed, unread } from "./endpoint";
import {
  bought,
  checkRows,
  leftAlone,
  notKnown,
  ownedRows,
  purchaseEndpoints,
  registered,
  unharmedPost,
  unknown,
} from "./keyed-rows";

const ofV3 = { task: "DomainRegister", registrar: "godaddyV3" } as const;
const ofPorkbun = { task: "DomainRegister", registrar: "porkbun" } as const;

export const keyedEndpoints: readonly Endpoint[] = [
  {
    ...ofV3,
    name: "godaddyV3, availability",
    requests: /^GET [^?]*\/check-availability\?/,
    rows: checkRows("GET …/v3/domains/check-availability?…"),
    notHere: ofLists,
  },
  {
    ...ofV3,
    name: "godaddyV3, quote",
    requests: /^POST [^?]*\/registration-quotes$/,
    rows: [
      { faults: unharmed, ...registered, reads: bought, atMostSeconds: 120 },
      {
        faults: ["status 400", "status 402", "status 403", "status 404", "status 422"],
        result: "Failed",
        outputs: { outcome: "refused" },
        reads:
          "The registrar refused to register example-to-buy.org. registrar: POST …/registration-quotes WORDS…",
        atMostSeconds: 120,
      },
      {
        faults: ["status 401"],
        ...unread,
        reads: "registrar: POST …/registration-quotes WORDS…",
        atMostSeconds: 60,
      },
      { faults: ["429 with a date"], ...unread, reads: leftAlone, atMostSeconds: 60 },
      {
        faults: "others",
        ...unread,
        reads: "This run bought nothing: registrar: POST …/registration-quotes WORDS…",
        atMostSeconds: 450,
      },
    ],
    notHere: ofLists,
  },
  ...purchaseEndpoints(
    "godaddyV3, purchase",
    "godaddyV3",
    /^POST [^?]*\/registrations$/,
    "…/v3/domains/registrations",
  ),
  {
    ...ofV3,
    name: "godaddyV3, end of an accepted purchase",
    requests: /^GET [^?]*\/registrations\//,
    afterEffect: true,
    rows: [
      {
        faults: ["429 with a date"],
        ...unknown,
        reads: `${notKnown}The registrar accepted the purchase but has not said how it ended.`,
        atMostSeconds: 500,
      },
      // The account shows the domain.
      { faults: "others", ...registered, reads: bought, atMostSeconds: 120 },
    ],
    notHere: ofLists,
  },
  {
    ...ofV3,
    name: "godaddyV3, owned domain, of an account that holds it",
    requests: /^GET [^?]*\/domain-names\//,
    rows: ownedRows("…/v3/domains/domain-names/example-to-buy.org"),
    notHere: ofLists,
  },
  {
    ...ofPorkbun,
    name: "porkbun, check",
    requests: /^POST [^?]*\/checkDomain\//,
    rows: checkRows("POST …/domain/checkDomain/example-to-buy.org"),
    notHere: ofLists,
  },
  {
    ...ofPorkbun,
    name: "porkbun, requirements of the top-level domain",
    requests: /^GET [^?]*\/getRegistrationRequirements\//,
    rows: [
      { faults: unharmed, ...registered, reads: bought, atMostSeconds: 120 },
      { faults: ["429 with a date"], ...unread, reads: leftAlone, atMostSeconds: 60 },
      {
        faults: "others",
        ...registered,
        reads: "Could not check whether the registrar sells example-to-buy.org. registrar: GET … WORDS…",
        atMostSeconds: 420,
      },
    ],
    notHere: ofLists,
  },
  {
    ...ofPorkbun,
    name: "porkbun, what the account can spend",
    requests: /^GET [^?]*\/account\//,
    rows: [
      // Only a warning would follow from it.
      { faults: "others", ...registered, reads: bought, atMostSeconds: 120 },
    ],
    notHere: ofLists,
  },
  {
    ...ofPorkbun,
    name: "porkbun, dry run of `action: validate`",
    requests: /^POST [^?]*\/create\//,
    validates: true,
    rows: [
      {
        faults: unharmedPost,
        result: "Succeeded",
        outputs: { outcome: "valid" },
        reads: "The request for example-to-buy.org is valid.",
        atMostSeconds: 60,
      },
      {
        faults: ["status 400", "status 402", "status 403", "status 422"],
        result: "Failed",
        outputs: { outcome: "invalid" },
        reads: "The request for example-to-buy.org is invalid. registrar: POST … WORDS…",
        atMostSeconds: 60,
      },
      { faults: ["status 401"], ...unread, reads: "registrar: POST … WORDS…", atMostSeconds: 60 },
      {
        faults: "others",
        ...unread,
        reads: "The registrar could not validate the request. registrar: POST … WORDS…",
        atMostSeconds: 180,
      },
    ],
    notHere: ofLists,
  },
  ...purchaseEndpoints(
    "porkbun, purchase",
    "porkbun",
    /^POST [^?]*\/create\//,
    "…/domain/create/example-to-buy.org",
  ),
  {
    ...ofPorkbun,
    name: "porkbun, owned domain, of an account that holds it",
    requests: /^GET [^?]*\/domain\/get\//,
    rows: ownedRows("…/domain/get/example-to-buy.org"),
    notHere: ofLists,
  },
];
