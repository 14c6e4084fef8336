import assert from "node:assert/strict";
import { accountRequestSchema } from "../../../../tasks/DomainRegister/request/account-request";
import { parseRequest } from "../../../../tasks/DomainRegister/request/parse";
import {
  addressMembers,
  consentMembers,
  contactMembers,
  contactRoles,
  requestMembers,
  requestSchema,
} from "../../../../tasks/DomainRegister/request/schema";
import { filledRequest } from "../../../sandbox/filled-request";

import { schemaMembers } from "../../../schema-members";
import { domain } from "../samples";

const example = Object(filledRequest);

/** The problems of the example after changes to its administrative contact, or to that contact's address. */
const problemsWith = (changes: object, addressChanges: object = {}) => {
  const addressMailing = { ...example.contactAdmin.addressMailing, ...addressChanges };
  const contactAdmin = { ...example.contactAdmin, addressMailing, ...changes };
  return parseRequest({ ...example, contactAdmin }, domain).problems;
};

describe("JSON Schema of the registration request", () => {
  it("says what each member is for", () => {
    const members = schemaMembers(requestSchema);
    const ofContact = [
      ...Object.keys(contactMembers),
      ...Object.keys(addressMembers).map((name) => `addressMailing.${name}`),
    ];
    const wanted = [
      ...Object.keys(requestMembers),
      ...Object.keys(consentMembers).map((name) => `consent.${name}`),
      ...contactRoles.flatMap((role) => ofContact.map((name) => `${role}.${name}`)),
    ];
    assert.deepEqual(members.map(({ path }) => path).sort(), wanted.sort());
    for (const { path, description } of members) assert.match(description, /\S+ \S+ \S+/, path);
  });

  it("says the same for a registrar that has the contacts, which has no default agreement", () => {
    const members = schemaMembers(accountRequestSchema);
    assert.deepEqual(
      members.map(({ path }) => path),
      [
        ...["$schema", "domain", "period", "consent"],
        ...["agreementKeys", "agreedBy", "agreedAt", "acknowledgedFees"].map((name) => `consent.${name}`),
      ],
    );
    for (const { path, description } of members) assert.match(description, /\S+ \S+ \S+/, path);
    for (const { description } of members) assert.doesNotMatch(description, /DNRA/);
  });
});

describe("members of the registration request", () => {
  const problemsAt = (agreedAt: string) =>
    parseRequest({ ...example, consent: { agreedBy: "::1", agreedAt } }, domain).problems;
  const accepted: [what: string, problems: (text: string) => string[], fine: string[], refused: string[]][] =
    [
      [
        "e-mail addresses whose host has a dot, and nothing around them",
        (email) => problemsWith({ email }),
        ["erika@example.org", "e.m+x@mail.example.co.uk", "a@b.c"],
        [
          ...["Erika <erika@example.org>", "erika@example.org>", "erika m@example.org", "erika@exa mple.org"],
          ...["erika@example", "erika@example.", "erika@.org", "@example.org", "a@b@example.org"],
          "erika@example.org\n",
        ],
      ],
      [
        "telephone numbers of 1 to 3 digits, a dot, and 4 to 14 digits",
        (phone) => problemsWith({ phone }),
        ["+1.2125550100", "+353.1234", "+49.12345678901234"],
        [
          ...["tel:+49.301234567", "+49.301234567 x", "+1234.5678", "+.301234567", "+49.123"],
          ...["+49.123456789012345", "+49 301234567", "49.301234567"],
        ],
      ],
      [
        "any two capital letters as a country: the registrar knows which codes are in use",
        (country) => problemsWith({}, { country }),
        ["DE", "US", "JP", "EU", "ZZ"],
        ["de", "D", "", "DEU", "GERMANY", "419", "D1", "DE\n"],
      ],
      [
        "times that exist, to the second and in UTC",
        problemsAt,
        ["2026-11-20T03:00:00Z", "2028-02-29T23:59:59Z"],
        [
          ...["2026-02-29T00:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T03:00Z", "2026-11-20T03:00:00.5Z"],
          ...["2026-11-20T03:00:00+01:00", "2026-11-20", "+012026-11-20T03:00Z", "today"],
        ],
      ],
    ];
  for (const [what, problems, fine, refused] of accepted)
    it(`accept ${what}`, () => {
      for (const text of fine) assert.deepEqual(problems(text), [], text);
      for (const text of refused) assert.equal(problems(text).length, 1, text);
    });

  it("are refused with what is expected when they hold something else", () => {
    const admin = (member: string, expected: string, changes: object, addressChanges: object = {}) =>
      assert.deepEqual(problemsWith(changes, addressChanges), [
        `contactAdmin.${member}: expected ${expected}, got 5`,
      ]);
    for (const member of ["nameMiddle", "organization", "jobTitle", "fax"])
      admin(member, "a string", { [member]: 5 });
    for (const member of ["nameFirst", "nameLast"]) admin(member, "a non-empty string", { [member]: 5 });
    admin("addressMailing", "an address", { addressMailing: 5 });
    admin("addressMailing.address2", "a string", {}, { address2: 5 });
    const whole = (changes: object) => parseRequest({ ...example, ...changes }, domain).problems;
    assert.deepEqual(whole({ $schema: 5 }), ["$schema: expected the URL of a schema, got 5"]);
    assert.deepEqual(whole({ domain: 5 }), ["domain: expected a domain name, got 5"]);
    assert.deepEqual(whole({ consent: { agreedBy: "::1", agreementKeys: [" "] } }), [
      'consent.agreementKeys.1: expected a non-empty string, got " "',
    ]);
  });
});
