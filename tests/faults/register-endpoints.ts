import { type Endpoint, ofRegister, row, unread } from "./endpoint";
import * as sets from "./fault-sets";
import type { FaultName } from "./faults";
import * as rows from "./register-rows";

const taken: readonly FaultName[] = ["interim answers (100, 102, 103)", "empty body", "byte-order mark"];
const purchase = "registrar: POST …/v1/domains/purchase WORDS…";
const validation = "registrar: POST …/purchase/validate WORDS…";

const comeBack = "example-to-buy.org is registered. …a daily run of `action: register` is enough (cron …";
const noRecord = "Could not read the public record. public record: GET … ";
const noList =
  "Could not read IANA's list of RDAP servers, so the task uses its own. list of RDAP servers: GET … ";

export const registerEndpoints: readonly Endpoint[] = [
  ofRegister("availability", /^GET [^?]*\/available\?/, rows.checkRows("GET …/v1/domains/available?…", 120)),
  ofRegister("validate", /^POST [^?]*\/purchase\/validate$/, [
    row(
      [...taken, "JSON null", "200 JSON of a portal"],
      rows.registered,
      "The registrar confirms that the request is valid.",
      90,
    ),
    row(sets.slow, rows.registered, rows.bought, 390),
    rows.leftAlone,
    row(
      ["status 400", "status 422", ...rows.refusing],
      rows.refused,
      `${rows.refusedToRegister}registrar: POST … WORDS…`,
      120,
    ),
    row(["status 401"], unread, validation, 120),
    row("others", rows.registered, `The registrar could not validate the request. ${validation}`, 240),
  ]),
  ofRegister(
    "purchase that takes no effect",
    /^POST [^?]*\/purchase$/,
    [
      row(sets.unsent, rows.notSent, `${rows.withoutPurchase}${purchase}`, 390),
      row(rows.refusing, rows.refused, `${rows.refusedToRegister}${purchase}`, 90),
      // A response by which Node lets go of the request's socket: it must not pass for a request that was not sent.
      row(["status 101"], rows.unknown, `${rows.notKnown}…WORDS…`, 700),
      row("others", rows.unknown, `${rows.notKnown}Purchase sent at …: ${purchase}`, 700),
    ],
    { notHere: [...sets.ofLists, ...taken] },
  ),
  ofRegister(
    "purchase that takes effect",
    /^POST [^?]*\/purchase$/,
    [
      row(taken, rows.registered, rows.bought, 90),
      // The account cannot be asked while the registrar's own pause lasts.
      row(["429 with a date"], rows.unknown, `${rows.notKnown}Purchase sent at …: ${purchase}`, 500),
      row("others", rows.registered, `${rows.notConfirmed}POST … WORDS…`, 400),
    ],
    { afterEffect: true, notHere: [...sets.ofLists, ...sets.unsent, ...rows.refusing] },
  ),
  ofRegister(
    "owned domain, of an account that holds it",
    /^GET [^?]*\/domains\/example-to-buy\.org$/,
    rows.ownedRows("…/v1/domains/example-to-buy.org"),
  ),
];

export const recordEndpoints: readonly Endpoint[] = [
  ofRegister(
    "public record (RDAP)",
    /^GET \/registry\/domain\//,
    [
      row(sets.unharmed, rows.tooEarly, comeBack, 60),
      row(["status 404"], rows.registered, `${noRecord}returned 404 without an error of RDAP`, 90),
      // Public records need no credential, so the task follows a registry to another host.
      row(sets.elsewhere, rows.registered, `${noRecord}returned …`, 90),
      row("others", rows.registered, `${noRecord}WORDS…`, 90),
    ],
    { publicRecord: "server" },
  ),
  ofRegister(
    "IANA's list of RDAP servers",
    /^GET \/rdap\/dns\.json$/,
    [
      row(sets.unharmed, rows.tooEarly, comeBack, 60),
      row(sets.unsent, rows.registered, `${noList}WORDS…`, 120),
      row(sets.elsewhere, rows.tooEarly, `${noList}returned …`, 60),
      row("others", rows.tooEarly, `${noList}WORDS…`, 60),
    ],
    { publicRecord: "list" },
  ),
];
