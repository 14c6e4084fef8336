import assert from "node:assert/strict";
import { parseAccountRequest } from "../../../../tasks/DomainRegister/request/account-request";
import {
  personalData,
  type RegistrationRequest,
  reducedRequest,
  wishAt,
} from "../../../../tasks/DomainRegister/request/request";
import { filledRequest } from "../../../sandbox/filled-request";
import { unknownKey } from "../../../sentences";

import { domain, goodRequest } from "../samples";

const now = Date.UTC(2026, 10, 20, 3, 0, 0);
const example = Object(filledRequest);
const contactWith = (changes: object) => ({ contactAdmin: { ...example.contactAdmin, ...changes } });
const bodyOf = (request: RegistrationRequest) => wishAt(request, now).registrationRequest ?? "";

describe("registration request, as it is sent and stored", () => {
  it("agrees at the time of sending if agreedAt is absent or more than 24 hours off (decision 11)", () => {
    const [sending, agreedBy] = ["2026-11-20T03:00:00Z", "203.0.113.7"];
    for (const [given, agreed] of [
      [undefined, sending],
      ["2026-11-19T03:00:00Z", "2026-11-19T03:00:00Z"],
      ["2026-11-19T02:59:59Z", sending],
      ["2026-11-21T03:00:00Z", "2026-11-21T03:00:00Z"],
      ["2026-11-21T03:00:01Z", sending],
    ]) {
      const body = bodyOf(goodRequest({ consent: { agreedBy, ...(given && { agreedAt: given }) } }));
      assert.equal(JSON.parse(body).consent.agreedAt, agreed);
    }
  });

  it("agrees to DNRA if it has no key, and sends all other members except $schema (decision 11)", () => {
    const body = JSON.parse(bodyOf(goodRequest({ consent: { agreedBy: "203.0.113.7" } })));
    assert.deepEqual(body.consent.agreementKeys, ["DNRA"]);
    const { $schema: _, consent: __, ...rest } = example;
    for (const [key, value] of Object.entries(rest)) assert.deepEqual(body[key], value);
    assert.ok(!("$schema" in body));
    const own = JSON.parse(bodyOf(goodRequest({ consent: { agreedBy: "::1", agreementKeys: ["A", "B"] } })));
    assert.deepEqual(own.consent.agreementKeys, ["A", "B"]);
  });

  it("is stored with countries, keys, times and initials of its contacts", () => {
    const consent = { agreedBy: "203.0.113.7", agreementKeys: ["DNRA"], agreedAt: "2026-11-20T03:00:00Z" };
    const { contactAdmin, ...kept } = reducedRequest(
      goodRequest({ consent, ...contactWith({ nameFirst: "𝒜nna", jobTitle: "Queen" }) }),
    );
    const initials = { nameFirst: "E…", nameLast: "M…", email: "e…", phone: "+…" };
    const erika = { ...initials, addressMailing: { country: "DE" } };
    assert.deepEqual(contactAdmin, { ...erika, nameFirst: "𝒜…" });
    assert.deepEqual(kept, {
      ...{ domain, renewAuto: false, privacy: false, nameServers: [], period: 1 },
      consent: { agreementKeys: ["DNRA"], agreedAt: "2026-11-20T03:00:00Z" },
      ...{ contactBilling: erika, contactRegistrant: erika, contactTech: erika },
    });
  });

  it("has personal data in every text of contacts and consent, at any level, and in whole names", () => {
    const admin = { nameFirst: "Max", nameLast: "Muster", more: { texts: ["deep", null, 5, true] } };
    const texts = new Set(personalData(goodRequest(contactWith(admin))));
    assert.equal(
      [...texts].join(", "),
      "25.10.20.30, Max, Muster, erika@mustermann.internal, +49.301234567, deep, Musterweg 1, Berlin, 10115, Max Muster, " +
        "Erika, Mustermann, Erika Mustermann",
    );
  });

  it("is stored without the identity of its contacts", () => {
    const request = goodRequest();
    const kept = JSON.stringify(reducedRequest(request));
    for (const text of personalData(request)) assert.ok(!kept.includes(text), text);
    assert.ok(kept.includes('"DE"') && kept.includes(domain));
  });
});

describe("request for a registrar that has the contacts", () => {
  const consent = { agreementKeys: ["API_DPA"], agreedAt: "2026-11-20T02:00:00Z" };
  const parse = (value: unknown, needsConsent = true) => parseAccountRequest(value, domain, needsConsent);

  it("needs a period and the accepted agreements, which the task never fills in", () => {
    assert.deepEqual(parse({}).problems, [
      "period: missing; expected a whole number of years, 1 to 10",
      "consent.agreementKeys: missing; expected the agreements that you accept, such as API_DPA. " +
        "`action: validate` names them",
    ]);
    assert.deepEqual(parse({}, false).problems, []);
  });

  it("is a wish without contacts, and holds nothing personal", () => {
    const fees = [{ type: "ONE_TIME", fee: { currencyCode: "USD", value: 390000 } }];
    const { request } = parse({ period: 2, consent: { ...consent, acknowledgedFees: fees } });
    assert.ok(request);
    const accepted = {
      ...consent,
      acknowledgedFees: [{ type: "ONE_TIME", amount: 390000, currency: "USD" }],
    };
    assert.deepEqual(wishAt(request, now), {
      ...{ domain, period: 2, registrationRequest: undefined, ...accepted },
    });
    assert.deepEqual(personalData(request), []);
    assert.deepEqual(reducedRequest(request), { domain, period: 2, consent: accepted });
  });

  it("keeps the moment at which the person accepted, however long ago, and has the time of sending without one", () => {
    const agreedAt = (given: object) => {
      const { request } = parse({ period: 1, consent: { agreementKeys: ["API_DPA"], ...given } });
      return request && wishAt(request, now).agreedAt;
    };
    assert.equal(agreedAt({ agreedAt: "2026-01-31T10:00:00Z" }), "2026-01-31T10:00:00Z");
    assert.equal(agreedAt({}), "2026-11-20T03:00:00Z");
  });

  it("ignores the rest of a whole request with a warning, and unknown keys with another", () => {
    const { request, warnings } = parse({ ...example, consent: { ...consent, agredAt: "" }, perriod: 1 });
    assert.equal(request?.period, 1);
    assert.deepEqual(warnings, [
      "renewAuto: ignored, because this registrar takes it from the account; " +
        "so are privacy, nameServers, contactAdmin, contactBilling, contactRegistrant, contactTech",
      unknownKey("perriod", "period"),
      unknownKey("consent.agredAt", "agreedAt"),
    ]);
  });

  it("is refused with every problem", () => {
    assert.deepEqual(parse({ domain: "other.org", period: 11, consent: { agreementKeys: [] } }).problems, [
      "period: expected a whole number of years, 1 to 10, got 11",
      "consent.agreementKeys: expected an array of one or more keys, such as DNRA, got an array",
      'domain: expected example.org, the domain of the input, got "other.org"',
    ]);
  });
});
