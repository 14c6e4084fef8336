import assert from "node:assert/strict";
import fc from "fast-check";
import { findExampleValues } from "../../../../tasks/DomainRegister/request/example-values";
import { exampleRequest } from "../../../packaged/register-stage";
import { filledRequest } from "../../../sandbox/filled-request";

const expected = "expected your own, not one of an example";
const others = "; also in contactBilling, contactRegistrant, contactTech";
const { contactAdmin } = filledRequest;
const withAdmin = (changes: object) =>
  findExampleValues({ ...filledRequest, contactAdmin: { ...contactAdmin, ...changes } });

describe("values of an example in a registration request", () => {
  it("are all values in the shipped example that are a person's", () => {
    const address = ["address1", "city", "state", "postalCode", "country"];
    const members = [
      ...["nameFirst", "nameLast", "email", "phone"],
      ...address.map((name) => `addressMailing.${name}`),
    ];
    assert.deepEqual(findExampleValues(exampleRequest), [
      `consent.agreedBy: ${expected}`,
      ...members.map((name) => `contactAdmin.${name}: ${expected}${others}`),
    ]);
  });

  it("are one of the example's, wherever one was forgotten", () => {
    const example = Object(exampleRequest).contactTech;
    const flat = Object.keys(contactAdmin).filter((name) => name !== "addressMailing");
    for (const name of flat)
      assert.deepEqual(withAdmin({ [name]: ` ${example[name]} ` }), [`contactAdmin.${name}: ${expected}`]);
    for (const name of Object.keys(contactAdmin.addressMailing)) {
      const addressMailing = { ...contactAdmin.addressMailing, [name]: example.addressMailing[name] };
      assert.deepEqual(withAdmin({ addressMailing }), [`contactAdmin.addressMailing.${name}: ${expected}`]);
    }
  });

  it("are addresses that exist for examples, in whatever member", () => {
    // RFC 2606, RFC 6761, RFC 5737, RFC 3849.
    const hosts = [
      "example.org",
      "mail.Example.COM.",
      "example.de",
      "x.example",
      "a.test",
      "a.invalid",
      "localhost",
    ];
    for (const host of hosts) {
      assert.deepEqual(withAdmin({ email: `erika@${host}` }), [`contactAdmin.email: ${expected}`], host);
      const nameServers = ["ns1.mustermann.internal", `ns2.${host}`];
      assert.deepEqual(
        findExampleValues({ ...filledRequest, nameServers }),
        [`nameServers.1: ${expected}`],
        host,
      );
    }
    for (const agreedBy of ["192.0.2.1", "198.51.100.9", "2001:DB8::7"])
      assert.deepEqual(findExampleValues({ ...filledRequest, consent: { agreedBy } }), [
        `consent.agreedBy: ${expected}`,
      ]);
    assert.deepEqual(withAdmin({ more: { note: "x@example.net" } }), [`contactAdmin.more.note: ${expected}`]);
  });

  it("are none of a person's own, and no choice that the example makes too", () => {
    assert.deepEqual(findExampleValues(filledRequest), []);
    for (const own of [
      "a@myexample.org",
      "a@example.mustermann.internal",
      "a@testing.de",
      "test@mail.internal",
    ])
      assert.deepEqual(withAdmin({ email: own }), [], own);
    for (const text of ["example.org", "Example Street 1", "Test"])
      assert.deepEqual(withAdmin({ address2: text }), []);
    const { period, nameServers, renewAuto, privacy } = Object(exampleRequest);
    assert.deepEqual(findExampleValues({ ...filledRequest, period, nameServers, renewAuto, privacy }), []);
  });

  it("are found in anything that a file can hold, and never throw", () => {
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    for (const other of [undefined, null, 5, "x", [], { contactTech: deep }])
      assert.deepEqual(findExampleValues(other), []);
    const part = fc.jsonValue();
    fc.assert(
      fc.property(part, part, part, (contactTech, nameServers, consent) => {
        findExampleValues({ contactTech, nameServers, consent });
      }),
    );
  });
});
