import assert from "node:assert/strict";
import fc from "fast-check";
import { findUnownedValues } from "../../../../tasks/DomainRegister/request/unowned-values";
import { filledRequest } from "../../../sandbox/filled-request";

const { contactAdmin } = filledRequest;
const split = (...lines: string[]) => lines.flatMap((line) => line.split(" ~~ "));

describe("values that somebody owns in a registration request", () => {
  /** Names, places and streets that look unusual, or like a placeholder, and are not. */
  const real = {
    nameFirst: split(
      "Jo ~~ Ng ~~ Y ~~ O ~~ My ~~ An ~~ Null ~~ Todo ~~ Test ~~ Jean-Luc ~~ D'Arcy ~~ Ümit ~~ Łukasz",
      "美咲 ~~ Ahmed ~~ X Æ A-12 ~~ Anne (Anni) ~~ Will ~~ Sample ~~ Unknown",
    ),
    nameLast: split(
      "Null ~~ Todo ~~ Na ~~ NA ~~ Test ~~ Blank ~~ Sample ~~ O ~~ Foo ~~ Bar ~~ von der Heide",
      "O’Neill ~~ Yourcenar ~~ YOURCENAR ~~ Nguyễn ~~ Öz ~~ Xu ~~ Xx-Smith ~~ Changeaux ~~ Fillmore",
      "Place ~~ Holder ~~ Doe ~~ Todo-Bom",
    ),
    organization: split(
      "100% Design ~~ AT&T ~~ A.B.C. S.p.A. ~~ Müller & Söhne GmbH ~~ Café #1 ~~ C++ Users ~~ Yahoo!",
      "$5 Shop ~~ Change the World e.V. ~~ 3M ~~ AAA ~~ Toys (Berlin) ~~ A__B ~~ Your Move ~~ yourIT GmbH",
      "Your Family Entertainment AG ~~ Set in Stone Ltd ~~ Add Value GmbH ~~ Use with Care ~~ Type-In Media",
    ),
    address1: split(
      "12 Change Alley ~~ 1 Test Road ~~ Straße des 17. Juni 135 ~~ Apt #5, 10 Downing St.",
      "C/ Mayor, 5 - 3ºB ~~ P.O. Box 100 ~~ Null-Straße 0 ~~ Calle 8 % 9 ~~ The Street",
      "221B Baker St ~~ ул. Ленина, 1 ~~ No. 1, Lane 2 ~~ Enter Lane 1 ~~ Via N. Bixio 3",
    ),
    city: split(
      "Y ~~ Å ~~ Bar ~~ Null ~~ None ~~ Enter ~~ Test ~~ Street ~~ Truth or Consequences",
      "Saint-Louis-du-Ha! Ha! ~~ ’s-Hertogenbosch ~~ Winston-Salem ~~ St. John's ~~ Ii ~~ 東京",
      "Llanfairpwllgwyngyll ~~ Nil ~~ Put-in-Bay ~~ Put In Bay",
    ),
    state: split("NA ~~ NO ~~ TN ~~ Sachsen ~~ N.W.T. ~~ Bar ~~ Québec ~~ NSW"),
    postalCode: split("00000 ~~ 11111 ~~ SW1A 1AA ~~ 1011 AB ~~ 10-950 ~~ H3Z 2Y7 ~~ 0000"),
  };

  it("are real names, cities, streets or codes, in any mixture: none is refused", () => {
    const record = Object.fromEntries(
      Object.entries(real).map(([name, texts]) => [name, fc.constantFrom(...texts)]),
    );
    const anyContact = fc.record(record).map(({ nameFirst, nameLast, organization, ...place }) => ({
      ...contactAdmin,
      ...{ nameFirst, nameLast, organization },
      addressMailing: { ...contactAdmin.addressMailing, ...place },
    }));
    for (const [name, texts] of Object.entries(real))
      for (const text of texts) {
        const addressMailing = { ...contactAdmin.addressMailing, [name]: text };
        const isPlace =
          Object.hasOwn(addressMailing, name) && !name.startsWith("name") && name !== "organization";
        assert.deepEqual(
          findUnownedValues({
            ...filledRequest,
            contactAdmin: { ...contactAdmin, ...(isPlace ? { addressMailing } : { [name]: text }) },
          }),
          [],
          `${name}: ${text}`,
        );
      }
    const anyPhone = fc
      .tuple(
        fc.constantFrom("1", "44", "49", "33", "91", "998"),
        fc.integer({ min: 2_010_000_000, max: 9_999_999_998 }),
      )
      .map(([country, number]) => `+${country}.${number}`)
      .filter((phone) => !/55501\d\d$|(\d)\1{5}/.test(phone));
    const anyAgreedBy = fc.constantFrom("8.8.4.4", "25.1.2.3", "2a00:1450::1", "2606:4700::1111");
    fc.assert(
      fc.property(anyContact, anyPhone, anyAgreedBy, (contact, phone, agreedBy) => {
        const one = { ...contact, phone };
        const request = { ...filledRequest, contactAdmin: one, contactTech: one, consent: { agreedBy } };
        assert.deepEqual(findUnownedValues(request), []);
      }),
    );
  });
});
