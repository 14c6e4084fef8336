import assert from "node:assert/strict";
import { parseRequest } from "../../../../tasks/DomainRegister/request/parse";
import { requestSchema } from "../../../../tasks/DomainRegister/request/schema";
import { exampleRequest } from "../../../packaged/register-stage";
import { schemaMembers } from "../../../schema-members";
import { domain } from "../samples";

const example = Object(exampleRequest);

/** What is wrong with the example once a member of its administrative contact, or of that one's address, is replaced. */
const faultsWith = (changes: object, addressChanges: object = {}) => {
  const addressMailing = { ...example.contactAdmin.addressMailing, ...addressChanges };
  const contactAdmin = { ...example.contactAdmin, addressMailing, ...changes };
  return parseRequest({ ...example, contactAdmin }, domain).problems;
};

describe("JSON Schema of the registration request", () => {
  it("tells an editor's user what each member is for", () => {
    const members = schemaMembers(requestSchema);
    assert.equal(members.length, 14 + 4 * 15);
    for (const { path, description } of members) assert.match(description, /\S+ \S+ \S+/, path);
  });
});

describe("members of the registration request", () => {
  it("are addresses of e-mail with a host that has a dot, and nothing around them", () => {
    for (const email of ["erika@example.org", "e.m+x@mail.example.co.uk", "a@b.c"])
      assert.deepEqual(faultsWith({ email }), [], email);
    for (const email of [
      "Erika <erika@example.org>",
      "erika@example.org>",
      "erika m@example.org",
      "erika@exa mple.org",
      "erika@example",
      "erika@example.",
      "erika@.org",
      "@example.org",
      "a@b@example.org",
      "erika@example.org\n",
    ])
      assert.equal(faultsWith({ email }).length, 1, email);
  });

  it("are telephone numbers with a country code of one to three digits, a dot, and four to fourteen digits", () => {
    for (const phone of ["+1.2125550100", "+353.1234", "+49.12345678901234"])
      assert.deepEqual(faultsWith({ phone }), [], phone);
    for (const phone of [
      "tel:+49.301234567",
      "+49.301234567 x",
      "+1234.5678",
      "+.301234567",
      "+49.123",
      "+49.123456789012345",
      "+49 301234567",
      "49.301234567",
    ])
      assert.equal(faultsWith({ phone }).length, 1, phone);
  });

  it("are codes of countries, capital letters, that are in use", () => {
    for (const country of ["DE", "US", "JP"]) assert.deepEqual(faultsWith({}, { country }), []);
    const noCountries = ["de", "D", "", "DEU", "GERMANY", "419", "XX", "UK", "YU"];
    const regions = ["EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"];
    for (const country of [...noCountries, ...regions])
      assert.equal(faultsWith({}, { country }).length, 1, country);
  });

  it("are times that exist, to the second and in UTC", () => {
    const faultsAt = (agreedAt: string) =>
      parseRequest({ ...example, consent: { agreedBy: "::1", agreedAt } }, domain).problems;
    for (const time of ["2026-11-20T03:00:00Z", "2028-02-29T23:59:59Z"]) assert.deepEqual(faultsAt(time), []);
    for (const time of [
      "2026-02-29T00:00:00Z",
      "2026-11-20T24:00:00Z",
      "2026-11-20T03:00Z",
      "2026-11-20T03:00:00.5Z",
      "2026-11-20T03:00:00+01:00",
      "2026-11-20",
      "+012026-11-20T03:00Z",
      "today",
    ])
      assert.equal(faultsAt(time).length, 1, time);
  });

  it("are named with what is expected of them when they hold something else", () => {
    const admin = (member: string, expected: string, changes: object, addressChanges: object = {}) =>
      assert.deepEqual(faultsWith(changes, addressChanges), [
        `contactAdmin.${member}: expected ${expected}, got 5`,
      ]);
    for (const member of ["nameMiddle", "organization", "jobTitle", "fax"])
      admin(member, "a text", { [member]: 5 });
    for (const member of ["nameFirst", "nameLast"])
      admin(member, "a text that is not empty", { [member]: 5 });
    admin("addressMailing", "an address", { addressMailing: 5 });
    admin("addressMailing.address2", "a text", {}, { address2: 5 });
    const whole = (changes: object) => parseRequest({ ...example, ...changes }, domain).problems;
    assert.deepEqual(whole({ $schema: 5 }), ["$schema: expected the address of a schema, got 5"]);
    assert.deepEqual(whole({ domain: 5 }), ["domain: expected a domain name, got 5"]);
    assert.deepEqual(whole({ consent: { agreedBy: "::1", agreementKeys: [" "] } }), [
      'consent.agreementKeys.0: expected a text that is not empty, got " "',
    ]);
  });
});
