import {
  type Endpoint,
  elsewhere,
  ofLists,
  ofRegister,
  row,
  slow,
  unharmed,
  unread,
  unsent,
} from "./endpoint";
import type { FaultName } from "./faults";
import {
  bought,
  checkRows,
  leftAlone,
  notConfirmed,
  notKnown,
  notSent,
  ownedRows,
  refused,
  refusedToRegister,
  refusing,
  registered,
  tooEarly,
  unknown,
  withoutPurchase,
} from "./register-rows";

const taken: readonly FaultName[] = ["interim answers (100, 102, 103)", "empty body", "byte-order mark"];
const purchase = "registrar: POST …/v1/domains/purchase WORDS…";
const validation = "registrar: POST …/purchase/validate WORDS…";

const comeBack = "example-to-buy.org is registered. …a daily run of `action: register` is enough (cron …";
const noRecord = "Could not read the public record. public record: GET … ";
const noList =
  "Could not read IANA's list of RDAP servers, so the task uses its own. list of RDAP servers: GET … ";

export const registerEndpoints: readonly Endpoint[] = [
  ofRegister("availability", /^GET [^?]*\/available\?/, checkRows("GET …/v1/domains/available?…", 120)),
  ofRegister("validate", /^POST [^?]*\/purchase\/validate$/, [
    row(
      [...taken, "JSON null", "200 JSON of a portal"],
      registered,
      "The registrar confirms that the request is valid.",
      90,
    ),
    row(slow, registered, bought, 390),
    leftAlone,
    row(
      ["status 400", "status 422", ...refusing],
      refused,
      `${refusedToRegister}registrar: POST … WORDS…`,
      120,
    ),
    row(["status 401"], unread, validation, 120),
    row("others", registered, `The registrar could not validate the request. ${validation}`, 240),
  ]),
  ofRegister(
    "purchase that takes no effect",
    /^POST [^?]*\/purchase$/,
    [
      row(unsent, notSent, `${withoutPurchase}${purchase}`, 390),
      row(refusing, refused, `${refusedToRegister}${purchase}`, 90),
      // A response by which Node lets go of the request's socket: it must not pass for a request that was not sent.
      row(["status 101"], unknown, `${notKnown}…WORDS…`, 700),
      row("others", unknown, `${notKnown}Purchase sent at …: ${purchase}`, 700),
    ],
    { notHere: [...ofLists, ...taken] },
  ),
  ofRegister(
    "purchase that takes effect",
    /^POST [^?]*\/purchase$/,
    [
      row(taken, registered, bought, 90),
      // The account cannot be asked while the registrar's own pause lasts.
      row(["429 with a date"], unknown, `${notKnown}Purchase sent at …: ${purchase}`, 500),
      row("others", registered, `${notConfirmed}POST … WORDS…`, 400),
    ],
    { afterEffect: true, notHere: [...ofLists, ...unsent, ...refusing] },
  ),
  ofRegister(
    "owned domain, of an account that holds it",
    /^GET [^?]*\/domains\/example-to-buy\.org$/,
    ownedRows("…/v1/domains/example-to-buy.org"),
  ),
];

export const recordEndpoints: readonly Endpoint[] = [
  ofRegister(
    "public record (RDAP)",
    /^GET \/registry\/domain\//,
    [
      row(unharmed, tooEarly, comeBack, 60),
      row(["status 404"], registered, `${noRecord}returned 404 without an error of RDAP`, 90),
      // Public records need no credential, so the task follows a registry to another host.
      row(elsewhere, registered, `${noRecord}returned …`, 90),
      row("others", registered, `${noRecord}WORDS…`, 90),
    ],
    { publicRecord: "server" },
  ),
  ofRegister(
    "IANA's list of RDAP servers",
    /^GET \/rdap\/dns\.json$/,
    [
      row(unharmed, tooEarly, comeBack, 60),
      row(unsent, registered, `${noList}WORDS…`, 120),
      row(elsewhere, tooEarly, `${noList}returned …`, 60),
      row("others", tooEarly, `${noList}WORDS…`, 60),
    ],
    { publicRecord: "list" },
  ),
];
