import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRequest } from "../../../../tasks/DomainRegister/request/parse";
import { filledRequest } from "../../../sandbox/filled-request";
import { suggestion } from "../../../sentences";

import { domain } from "../samples";

const example = Object(filledRequest);

const problemsOf = (changes: object) => parseRequest({ ...example, ...changes }, domain).problems;
const contactWith = (changes: object) => ({ contactAdmin: { ...example.contactAdmin, ...changes } });
const addressWith = (changes: object) =>
  contactWith({ addressMailing: { ...example.contactAdmin.addressMailing, ...changes } });

describe("registration request", () => {
  it("comes from its file, the domain from the input", () => {
    const { request, problems, warnings } = parseRequest(example, domain);
    assert.deepEqual([problems, warnings], [[], []]);
    assert.equal(request?.content.domain, domain);
    assert.equal(request?.period, 1);
  });

  it("may name its domain, which must be the input's", () => {
    assert.deepEqual(problemsOf({ domain: "EXAMPLE.org" }), []);
    assert.deepEqual(problemsOf({ domain: "other.org" }), [
      'domain: expected example.org, the domain of the input, got "other.org"',
    ]);
    assert.equal(problemsOf({ domain: "no domain" }).length, 1);
    const other = { ...example, domain: "other.org" };
    assert.equal(parseRequest(other, domain).request, undefined);
    assert.deepEqual(parseRequest(other, "").problems, [], "the input itself is wrong");
  });

  it("is refused with the path and expectation of every problem, and no personal text in full", () => {
    const phone = 'contactAdmin.phone: expected "+<country code>.<number>"';
    const years = "period: expected a whole number of years, 1 to 10";
    const [country, agreementKeys] = ["contactAdmin.addressMailing.country", "consent.agreementKeys"];
    const consent = (changes: object) => ({ consent: { agreedBy: "::1", ...changes } });
    const cases: [object, string][] = [
      [contactWith({ phone: "0123" }), `${phone}, got "0123"`],
      [contactWith({ phone: "+49 30 123456" }), `${phone}, got "+49…" (13 characters)`],
      [contactWith({ phone: 49301234567 }), `${phone}, got a number`],
      [
        contactWith({ email: "erika" }),
        'contactAdmin.email: expected an email address, <name>@<host>, got "eri…" (5 characters)',
      ],
      [contactWith({ nameFirst: " " }), 'contactAdmin.nameFirst: expected a non-empty string, got " "'],
      [
        addressWith({ country: "Germany" }),
        `${country}: expected a two-letter country code, such as DE, got "Ger…" (7 characters)`,
      ],
      [{ contactTech: undefined }, "contactTech: missing; expected a contact"],
      ...[0, 11, 99, 1.5].map((period): [object, string] => [{ period }, `${years}, got ${period}`]),
      [{ period: 100 }, `${years}, got a number`],
      [{ privacy: null }, "privacy: expected true or false, got null"],
      [{ privacy: {} }, "privacy: expected true or false, got an object"],
      [{ renewAuto: "no" }, 'renewAuto: expected true or false, got "no"'],
      [{ nameServers: ["ns1"] }, 'nameServers.1: expected a host name, such as ns1.example.net, got "ns1"'],
      [{ nameServers: "ns1" }, 'nameServers: expected an array of host names, which may be empty, got "ns1"'],
      [{ consent: [] }, "consent: expected an object, got an array"],
      [consent({ agreedBy: "me" }), 'consent.agreedBy: expected an IP address, got "me"'],
      [
        consent({ agreementKeys: [] }),
        `${agreementKeys}: expected an array of one or more keys, such as DNRA, got an array`,
      ],
      [
        consent({ agreedAt: "today" }),
        'consent.agreedAt: expected a UTC time, YYYY-MM-DDThh:mm:ssZ, got "tod…" (5 characters)',
      ],
    ];
    for (const [changes, problem] of cases) assert.deepEqual(problemsOf(changes), [problem]);
    assert.equal(parseRequest({}, domain).problems.length, 9);
    assert.deepEqual(parseRequest("x", domain).problems, ['the request: expected an object, got "x"']);
  });

  it("reports a problem that several contacts share once, with their names", () => {
    const phone = { phone: "0123" };
    const roles = ["contactAdmin", "contactBilling", "contactTech"];
    const shared = Object.fromEntries(roles.map((role) => [role, { ...example[role], ...phone }]));
    assert.deepEqual(problemsOf({ ...shared, period: 0 }), [
      "period: expected a whole number of years, 1 to 10, got 0",
      'contactAdmin.phone: expected "+<country code>.<number>", got "0123"; also in contactBilling, contactTech',
    ]);
    assert.deepEqual(problemsOf({ contactTech: { ...example.contactTech, ...phone } }), [
      'contactTech.phone: expected "+<country code>.<number>", got "0123"',
    ]);
  });

  it("distinguishes IP addresses from texts that look like one", () => {
    const problemsByAddress = (agreedBy: string) => problemsOf({ consent: { agreedBy } });
    for (const address of ["203.0.113.7", "::1", "2001:DB8::1", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"])
      assert.deepEqual(problemsByAddress(address), [], address);
    for (const text of ["203.0.113", "256.1.1.1", "fe80::1%eth0", "fe80:::%a", "1::2::3", ":", "::1]/", ""])
      assert.equal(problemsByAddress(text).length, 1, text);
  });

  it("warns about keys that the API does not have, and sends them", () => {
    const parse = (changes: object) => parseRequest({ ...example, ...changes }, domain);
    const others = { prototype: "p", constructor: "c", other: 1 };
    const sent = parse(others).request?.content;
    assert.deepEqual({ ...sent, ...others }, sent);
    const unknown = (key: string, meant: string) => `${key}: unknown key, sent unchanged${suggestion(meant)}`;
    const { warnings, request } = parse({ renewAutos: true });
    assert.deepEqual(warnings, [unknown("renewAutos", "renewAuto")]);
    assert.equal(Reflect.get(Object(request?.content), "renewAutos"), true);
    const { addressMailing } = example.contactAdmin;
    const contact = contactWith({ adressMailing: {}, addressMailing: { ...addressMailing, citty: "" } });
    assert.deepEqual(parse({ ...contact, consent: { agreedBy: "::1", agreedAtt: "" } }).warnings, [
      unknown("consent.agreedAtt", "agreedAt"),
      unknown("contactAdmin.adressMailing", "addressMailing"),
      unknown("contactAdmin.addressMailing.citty", "city"),
    ]);
  });

  it("never throws, and gives a problem whenever there is no request", () => {
    const member = (key: string) => [key, fc.oneof(fc.anything(), fc.constant(example[key]))];
    const members = fc.record(Object.fromEntries(Object.keys(example).map(member)), { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(members, fc.anything()), (value) => {
        const { request, problems } = parseRequest(value, domain);
        return (request === undefined) === problems.length > 0;
      }),
    );
  });
});
