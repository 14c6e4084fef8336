import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRequest } from "../../../../tasks/DomainRegister/request/parse";
import { exampleRequest } from "../../../packaged/register-stage";
import { domain } from "../samples";

const example = Object(exampleRequest);

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
    assert.equal(parseRequest({ ...example, domain: "other.org" }, domain).request, undefined);
    assert.deepEqual(
      parseRequest({ ...example, domain: "other.org" }, "").problems,
      [],
      "the input itself is wrong",
    );
  });

  it("is refused with the path and expectation of every problem, and no personal text in full", () => {
    const cases: [object, string][] = [
      [contactWith({ phone: "0123" }), 'contactAdmin.phone: expected "+<country code>.<number>", got "0123"'],
      [
        contactWith({ phone: "+49 30 123456" }),
        'contactAdmin.phone: expected "+<country code>.<number>", got "+49…" (13 characters)',
      ],
      [
        contactWith({ email: "erika" }),
        'contactAdmin.email: expected an email address, <name>@<host>, got "eri…" (5 characters)',
      ],
      [contactWith({ nameFirst: " " }), 'contactAdmin.nameFirst: expected a non-empty string, got " "'],
      [
        addressWith({ country: "Germany" }),
        'contactAdmin.addressMailing.country: expected a two-letter country code, such as DE, got "Ger…" (7 characters)',
      ],
      [
        contactWith({ phone: 49301234567 }),
        'contactAdmin.phone: expected "+<country code>.<number>", got a number',
      ],
      [
        { consent: { agreedBy: "::1", agreementKeys: [] } },
        "consent.agreementKeys: expected an array of one or more keys, such as DNRA, got an array",
      ],
      [{ contactTech: undefined }, "contactTech: missing; expected a contact"],
      [{ period: 0 }, "period: expected a whole number of years, 1 to 10, got 0"],
      [{ period: 11 }, "period: expected a whole number of years, 1 to 10, got 11"],
      [{ period: 99 }, "period: expected a whole number of years, 1 to 10, got 99"],
      [{ period: 100 }, "period: expected a whole number of years, 1 to 10, got a number"],
      [{ privacy: null }, "privacy: expected true or false, got null"],
      [{ period: 1.5 }, "period: expected a whole number of years, 1 to 10, got 1.5"],
      [{ renewAuto: "no" }, 'renewAuto: expected true or false, got "no"'],
      [{ nameServers: ["ns1"] }, 'nameServers.0: expected a host name, such as ns1.example.net, got "ns1"'],
      [{ nameServers: "ns1" }, 'nameServers: expected an array of host names, which may be empty, got "ns1"'],
      [{ consent: { agreedBy: "me" } }, 'consent.agreedBy: expected an IP address, got "me"'],
      [
        { consent: { agreedBy: "::1", agreedAt: "today" } },
        'consent.agreedAt: expected a UTC time, YYYY-MM-DDThh:mm:ssZ, got "tod…" (5 characters)',
      ],
      [{ consent: [] }, "consent: expected an object, got an array"],
      [{ privacy: {} }, "privacy: expected true or false, got an object"],
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
    const others = { prototype: "p", constructor: "c", other: 1 };
    const sent = parseRequest({ ...example, ...others }, domain).request?.content;
    assert.deepEqual({ ...sent, ...others }, sent);
    const { warnings, request } = parseRequest({ ...example, renewAutos: true }, domain);
    assert.deepEqual(warnings, ["unknown key `renewAutos`; sent unchanged. Did you mean `renewAuto`?"]);
    const nested = parseRequest(
      {
        ...example,
        ...contactWith({
          adressMailing: {},
          addressMailing: { ...example.contactAdmin.addressMailing, citty: "" },
        }),
        ...{ consent: { agreedBy: "::1", agreedAtt: "" } },
      },
      domain,
    );
    assert.deepEqual(nested.warnings, [
      "unknown key `consent.agreedAtt`; sent unchanged. Did you mean `agreedAt`?",
      "unknown key `contactAdmin.adressMailing`; sent unchanged. Did you mean `addressMailing`?",
      "unknown key `contactAdmin.addressMailing.citty`; sent unchanged. Did you mean `city`?",
    ]);
    assert.equal(Reflect.get(Object(request?.content), "renewAutos"), true);
  });

  it("never throws, and gives a problem whenever there is no request", () => {
    const members = fc.record(
      Object.fromEntries(
        Object.keys(example).map((key) => [key, fc.oneof(fc.anything(), fc.constant(example[key]))]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(members, fc.anything()), (value) => {
        const { request, problems } = parseRequest(value, domain);
        return (request === undefined) === problems.length > 0;
      }),
    );
  });
});
