import assert from "node:assert/strict";
import fc from "fast-check";
import { Unreadable } from "../../../shared/http/errors";
import { parsePublicRecord } from "../../../shared/rdap/record";

const domain = "example.org";
const body = {
  objectClassName: "domain",
  ldhName: "EXAMPLE.ORG.",
  status: ["redemption period", "pending delete"],
  events: [
    { eventAction: "registration", eventDate: "2020-01-02T03:04:05Z" },
    { eventAction: "expiration", eventDate: "2026-11-01T00:00:00.000Z" },
    { eventAction: "last changed", eventDate: "2026-11-02T00:00:00+01:00" },
    { eventAction: "transfer", eventDate: "2021-01-01T00:00:00Z" },
  ],
  entities: [{ roles: ["registrant"], vcardArray: ["vcard", [["fn", {}, "text", "Erika Mustermann"]]] }],
};
const parse = (changes: object = {}) => parsePublicRecord({ ...body, ...changes }, domain);

describe("public record", () => {
  it("gives dates and statuses, and nothing about people", () => {
    assert.deepEqual(parse(), {
      ...{ registeredAt: Date.UTC(2020, 0, 2, 3, 4, 5), expiresAt: Date.UTC(2026, 10, 1) },
      ...{ changedAt: Date.UTC(2026, 10, 1, 23), statuses: ["redemptionPeriod", "pendingDelete"] },
    });
  });

  it("leaves out dates that are missing or mistyped, but no status", () => {
    const nothing = { registeredAt: undefined, expiresAt: undefined, changedAt: undefined, statuses: [] };
    assert.deepEqual(parse({ status: undefined, events: [null, 5] }), nothing);
    const hostile = ["active", "##vso[task.complete]", 5, "client\nhold"];
    assert.deepEqual(parse({ status: hostile }).statuses, ["active", "(unreadable)", "client", "hold"]);
  });

  const expiresAt = (...dates: string[]) =>
    parse({ events: dates.map((eventDate) => ({ eventAction: "expiration", eventDate })) }).expiresAt;

  it("takes the latest date of an event that is repeated, and none if one of them cannot be read", () => {
    assert.equal(expiresAt("2026-01-01T00:00:00Z", "2027-01-01"), Date.UTC(2027, 0, 1));
    assert.equal(expiresAt("2026-01-01T00:00:00Z", "2027-01-01", "no date"), undefined);
  });

  it("knows events in any capitals, and another word for the expiration (louislam/uptime-kuma#7860)", () => {
    for (const eventAction of ["Expiration", "EXPIRATION", "Record expires"])
      assert.equal(
        parse({ events: [{ eventAction, eventDate: "2027-07-03" }] }).expiresAt,
        Date.UTC(2027, 6, 3),
      );
    // A registrar's own date is not the registry's.
    for (const eventAction of ["registrar expiration", "soft expiration", null, 5])
      assert.equal(parse({ events: [{ eventAction, eventDate: "2027-07-03" }] }).expiresAt, undefined);
  });

  it("is that of the domain in any spelling: Unicode, capitals, a final dot", () => {
    const [name, unicode] = ["xn--mller-kva.de", "müller.de"];
    // meeb/whoisit issue 27, icann/icann-rdap issue 16: Unicode, and a final dot. RFC 9083: both names are optional.
    const { ldhName: _, ...nameless } = body;
    const names = [
      { ldhName: unicode },
      { ldhName: "MÜLLER.de." },
      { ldhName: name, unicodeName: "?" },
      { unicodeName: unicode },
      { unicodeName: `${name}.`, ldhName: null },
    ];
    for (const spelt of names) assert.ok(parsePublicRecord({ ...nameless, ...spelt }, name).expiresAt);
    assert.throws(() => parsePublicRecord(nameless, name), Unreadable);
    assert.throws(
      () => parsePublicRecord({ ...nameless, ldhName: "", unicodeName: "x.de" }, name),
      Unreadable,
    );
  });

  it("has no date that no domain can have, such as the last one that a calendar knows", () => {
    for (const impossible of ["+275760-09-13", "2200-01-01", "1970-01-01T23:59:59Z", "0001-01-01"])
      assert.equal(expiresAt(impossible), undefined, impossible);
    assert.equal(expiresAt("1970-01-02"), 24 * 3600 * 1000);
  });

  it("is refused if it is about something else", () => {
    const kinds = [{ objectClassName: "entity" }, { objectClassName: undefined }];
    for (const other of [...kinds, { ldhName: "other.org" }, { ldhName: 5 }])
      assert.throws(() => parse(other), Unreadable);
    const message = "JSON that is not the record of a domain";
    for (const other of [null, [], "text", 5])
      assert.throws(() => parsePublicRecord(other, domain), { message });
  });

  it("throws nothing but Unreadable, and holds one line of text, whatever the service sends", () => {
    const part = fc.anything();
    fc.assert(
      fc.property(fc.record({ status: part, events: part }), (changes) => {
        const { statuses } = parse(changes);
        for (const text of statuses) assert.match(text, /^[^\r\n]*$/);
      }),
    );
  });
});
