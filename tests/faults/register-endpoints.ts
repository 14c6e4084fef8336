import { type Endpoint, ofLists, unharmed, unread } from "./endpoint";

const unsent = ["connection refused", "name not found", "TLS refused"] as const;
const tooMany = ["429 with seconds", "429 with a date", "429 with nothing"] as const;
const registered = { result: "Succeeded", outputs: { outcome: "registered" } } as const;
const leftAlone =
  "This run bought nothing: The registrar asks for a pause of … s, which is longer than the rest of the wait.";
const bought = "example-to-buy.org is registered…";
const purchaseFaults = {
  refused: ["status 400", "status 401", "status 402", "status 403", "status 422"],
  taken: ["interim answers (100, 102, 103)", "empty body", "byte-order mark"],
} as const;

export const registerEndpoints: readonly Endpoint[] = [
  {
    name: "availability",
    task: "DomainRegister",
    requests: /^GET [^?]*\/available\?/,
    rows: [
      { faults: unharmed, ...registered, reads: bought, atMostSeconds: 90 },
      {
        faults: ["status 400", "status 401", "status 403", "status 404", "status 422"],
        ...unread,
        reads: "This run bought nothing: registrar: GET …/v1/domains/available?… WORDS…",
        atMostSeconds: 120,
      },
      {
        faults: ["429 with a date"],
        ...unread,
        reads:
          "This run bought nothing: registrar: GET …/v1/domains/available?… WORDS… and asked for a pause of … s.…",
        atMostSeconds: 30,
      },
      {
        faults: "others",
        ...unread,
        reads: "This run bought nothing: registrar: GET …/v1/domains/available?… WORDS…",
        atMostSeconds: 390,
      },
    ],
    notHere: ofLists,
  },
  {
    name: "validate",
    task: "DomainRegister",
    requests: /^POST [^?]*\/purchase\/validate$/,
    rows: [
      {
        faults: ["interim answers (100, 102, 103)", "empty body", "JSON null", "byte-order mark"],
        ...registered,
        reads: "The registrar confirms that the request is valid.",
        atMostSeconds: 90,
      },
      {
        faults: [
          "hang before the answer",
          "hang after the headers",
          "hang in the body",
          "slow drip",
          "status 101",
          "429 with seconds",
        ],
        ...registered,
        reads: bought,
        atMostSeconds: 390,
      },
      {
        faults: ["429 with a date"],
        ...unread,
        reads: leftAlone,
        atMostSeconds: 60,
      },
      {
        faults: ["status 400", "status 422"],
        result: "Failed",
        outputs: { outcome: "refused" },
        reads: "The registrar refused to register example-to-buy.org. registrar: POST … WORDS…",
        atMostSeconds: 60,
      },
      {
        faults: ["status 401"],
        ...unread,
        reads: "registrar: POST …/purchase/validate WORDS…",
        atMostSeconds: 120,
      },
      {
        faults: "others",
        ...registered,
        reads: "The registrar could not validate the request. registrar: POST …/purchase/validate WORDS…",
        atMostSeconds: 240,
      },
    ],
    notHere: ofLists,
  },
  {
    name: "purchase that takes no effect",
    task: "DomainRegister",
    requests: /^POST [^?]*\/purchase$/,
    rows: [
      {
        faults: [...unsent, ...tooMany],
        result: "Failed",
        outputs: { receiptFile: "….receipt.json" },
        reads: "This run bought nothing: registrar: POST …/v1/domains/purchase WORDS…",
        atMostSeconds: 390,
      },
      {
        faults: purchaseFaults.refused,
        result: "Failed",
        outputs: { outcome: "refused" },
        reads:
          "The registrar refused to register example-to-buy.org. registrar: POST …/v1/domains/purchase WORDS…",
        atMostSeconds: 90,
      },
      // A response by which Node lets go of the request's socket: it must not pass for a request that was not sent.
      {
        faults: ["status 101"],
        result: "Failed",
        outputs: { outcome: "unknown" },
        reads: "It is not known whether example-to-buy.org was bought… No further purchase was sent. …WORDS…",
        atMostSeconds: 700,
      },
      {
        faults: "others",
        result: "Failed",
        outputs: { outcome: "unknown" },
        reads:
          "It is not known whether example-to-buy.org was bought… No further purchase was sent. " +
          "Purchase sent at …: registrar: POST …/v1/domains/purchase WORDS…",
        atMostSeconds: 700,
      },
    ],
    notHere: [...ofLists, ...purchaseFaults.taken],
  },
  {
    name: "purchase that takes effect",
    task: "DomainRegister",
    requests: /^POST [^?]*\/purchase$/,
    afterEffect: true,
    rows: [
      {
        faults: purchaseFaults.taken,
        ...registered,
        reads: bought,
        atMostSeconds: 90,
      },
      {
        faults: ["status 101"],
        ...registered,
        reads: "Purchase not confirmed: Purchase sent at …: registrar: POST … WORDS…",
        atMostSeconds: 400,
      },
      {
        faults: "others",
        ...registered,
        reads: "Purchase not confirmed: Purchase sent at …: registrar: POST … WORDS…",
        atMostSeconds: 400,
      },
    ],
    notHere: [...ofLists, ...unsent, ...tooMany, ...purchaseFaults.refused],
  },
  {
    name: "owned domain, of an account that holds it",
    task: "DomainRegister",
    requests: /^GET [^?]*\/domains\/example-to-buy\.org$/,
    rows: [
      {
        faults: unharmed,
        result: "Succeeded",
        outputs: { outcome: "alreadyOwned" },
        reads: "The account already holds example-to-buy.org. This run bought nothing.",
        atMostSeconds: 30,
      },
      { faults: ["status 404"], ...registered, reads: bought, atMostSeconds: 90 },
      {
        faults: ["429 with a date"],
        ...unread,
        reads: leftAlone,
        atMostSeconds: 60,
      },
      {
        faults: ["status 401"],
        ...unread,
        reads: "registrar: GET …/v1/domains/example-to-buy.org WORDS…",
        atMostSeconds: 30,
      },
      {
        faults: "others",
        ...registered,
        reads:
          "Could not check whether the account holds example-to-buy.org, so only receipts prevent a second purchase. " +
          "registrar: GET …/v1/domains/example-to-buy.org WORDS…",
        atMostSeconds: 390,
      },
    ],
    notHere: ofLists,
  },
];
