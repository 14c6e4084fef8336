import assert from "node:assert/strict";
import fc from "fast-check";
import { findUnownedValues } from "../../../../tasks/DomainRegister/request/unowned-values";
import { exampleRequest } from "../../../packaged/register-stage";
import { filledRequest } from "../../../sandbox/filled-request";

const expected = "expected your own, not one of an example";
const others = "; also in contactBilling, contactRegistrant, contactTech";
const { contactAdmin } = filledRequest;
const withAdmin = (changes: object) =>
  findUnownedValues({ ...filledRequest, contactAdmin: { ...contactAdmin, ...changes } });

/** The texts in lines of a list. */
const split = (...lines: string[]) => lines.flatMap((line) => line.split(" ~~ "));

describe("values that nobody owns in a registration request", () => {
  it("are all values in the shipped example that are a person's", () => {
    const address = ["address1", "city", "state", "postalCode", "country"];
    const members = [
      ...["nameFirst", "nameLast", "email", "phone"],
      ...address.map((name) => `addressMailing.${name}`),
    ];
    assert.deepEqual(findUnownedValues(exampleRequest), [
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
        findUnownedValues({ ...filledRequest, nameServers }),
        [`nameServers.2: ${expected}`],
        host,
      );
    }
    for (const agreedBy of [
      "192.0.2.1",
      "0.0.0.0",
      "127.0.0.1",
      "192.168.1.5",
      "2001:DB8::7",
      "::1",
      "fe80::1",
    ])
      assert.deepEqual(findUnownedValues({ ...filledRequest, consent: { agreedBy } }), [
        "consent.agreedBy: expected your public IP address",
      ]);
    assert.deepEqual(withAdmin({ more: { note: "x@example.net" } }), [`contactAdmin.more.note: ${expected}`]);
  });

  const [token, placeholder] = [
    "contains a token that nothing has replaced",
    "expected your own, not a placeholder",
  ];

  /** A request with this text in place of each of its texts, but one member: every path of a text, and what is said of it. */
  function saidOf(text: string) {
    const shaped = {
      ...filledRequest,
      nameServers: [text],
      consent: { agreementKeys: [text], agreedBy: text, agreedAt: text },
      contactTech: { ...contactAdmin, nameMiddle: text, organization: text, jobTitle: text, fax: text },
      more: { deep: [text] },
    };
    const replaced: unknown = JSON.parse(JSON.stringify(shaped), (key, value: unknown) =>
      typeof value === "string" && key !== "$schema" ? text : value,
    );
    const count = JSON.stringify(replaced).split(JSON.stringify(text)).length - 1;
    return { count, said: findUnownedValues(replaced) };
  }
  const membersIn = (said: readonly string[]) =>
    said.reduce((sum, line) => sum + (line.match(/contact\w+/g)?.length ?? 1), 0);

  it("are what any replacer leaves of its tokens, in every member (qetza/replacetokens 205, 212, 301)", () => {
    const forms = split(
      `$(X) ~~ $[X] ~~ $[variables.X] ~~ \${X} ~~ \${{ X }} ~~ #{X}# ~~ #{X} ~~ #{{ X }}# ~~ {{X}}`,
      "{{ .X }} ~~ {X} ~~ %X% ~~ %(X)s ~~ __X__ ~~ <X> ~~ <%= X %> ~~ [X] ~~ @X@ ~~ $X ~~ $env:X",
      "!X! ~~ ((X)) ~~ ~{X}~",
    );
    const inside = forms.filter((form) => !/^(\[X\]|@X@|\$X|\$env:X|!X!)$/.test(form));
    const anyName = fc.constantFrom("LastName", "LAST_NAME", "contact.city", "registrant_phone", "A1");
    const around = fc.constantFrom(["", ""], ["Max ", ""], ["", " 1"], ["a ", " b"]);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.tuple(fc.constantFrom(...forms), anyName, fc.constant(["", ""])),
          fc.tuple(fc.constantFrom(...inside), anyName, around),
        ),
        ([form, name, [before = "", after = ""]]) => {
          const text = `${before}${form.replace("X", name)}${after}`;
          const { count, said } = saidOf(text);
          assert.equal(membersIn(said), count, text);
          for (const line of said) assert.ok(line.includes(token), line);
        },
      ),
    );
  });

  it("are instructions and placeholders, in every member", () => {
    for (const text of split(
      "TODO ~~ todo ~~ TODO: name ~~ fixme ~~ TBD ~~ tba ~~ n/a ~~ N/A ~~ n / a ~~ xxx ~~ xx ~~ x.x.x",
      "- ~~ --- ~~ ? ~~ ... ~~ YOUR FIRST NAME ~~ Your city ~~ your_name ~~ YourFirstName ~~ yourname",
      "Enter your name ~~ please fill in ~~ INSERT HERE ~~ insert the street ~~ change me ~~ CHANGEME",
      "change_me ~~ Replace with value ~~ put your street ~~ none ~~ NULL ~~ null ~~ undefined",
      "unknown ~~ UNKNOWN ~~ test ~~ TEST1 ~~ test123 ~~ dummy ~~ string ~~ text ~~ lorem ipsum dolor",
      "placeholder ~~ asdf ~~ asdfgh ~~ qwerty ~~ foobar ~~ Not applicable ~~ to be defined ~~ ＴＯＤＯ",
    )) {
      const { count, said } = saidOf(text);
      assert.equal(membersIn(said), count, `${text}: ${said.join("; ")}`);
      for (const line of said) assert.match(line, /: expected your own, not /);
    }
  });

  it("are the name of the member itself, and addresses and numbers that reach nobody", () => {
    const address = (changes: object) =>
      withAdmin({ addressMailing: { ...contactAdmin.addressMailing, ...changes } });
    for (const [name, texts] of Object.entries({
      nameFirst: ["nameFirst", "First name", "first_name", "FIRSTNAME"],
      nameLast: ["Last name", "nameLast"],
      organization: ["Organization"],
      jobTitle: ["Job title"],
      email: [
        "your.name@mail.internal",
        "you@yourdomain.com",
        "me@your-company.de",
        "changeme@mail.internal",
      ],
      phone: ["+00.123456", "+0.12345", "+1.5555555555", "+1.2125550123", "+1.1234567890", "+49.000000000"],
      fax: ["+1.0000000000"],
    }))
      for (const text of texts)
        assert.deepEqual(withAdmin({ [name]: text }), [`contactAdmin.${name}: ${placeholder}`], text);
    for (const changes of [
      { city: "City" },
      { state: "state" },
      { postalCode: "Postal code" },
      { address1: "Address1" },
    ])
      assert.match(address(changes).join(), /not a placeholder$/);
  });

  it("may be somebody's name in a contact: how it is accepted then is said", () => {
    assert.deepEqual(withAdmin({ nameLast: "FOO" }), [
      `contactAdmin.nameLast: ${placeholder}; if it is your name, write it as Foo`,
    ]);
    assert.deepEqual(withAdmin({ nameLast: "Foo" }), []);
  });

  it("are none of a person's own, and no choice that the example makes too", () => {
    assert.deepEqual(findUnownedValues(filledRequest), []);
    for (const own of [
      ...["a@myexample.org", "a@example.mustermann.internal", "a@testing.de", "test@mail.internal"],
      ...["todo@mail.internal", "null@mail.internal", "hello@yoursurprise.internal", "a__b@mail.internal"],
    ])
      assert.deepEqual(withAdmin({ email: own }), [], own);
    for (const text of ["example.org", "Example Street 1", "Test", ""])
      assert.deepEqual(withAdmin({ address2: text }), []);
    const { period, nameServers, renewAuto, privacy } = Object(exampleRequest);
    assert.deepEqual(findUnownedValues({ ...filledRequest, period, nameServers, renewAuto, privacy }), []);
  });

  it("are found in the request for an account, too", () => {
    const consent = {
      agreementKeys: ["API_DPA", "$(KEY)"],
      agreedBy: "0.0.0.0",
      acknowledgedFees: [{ type: "TODO" }],
    };
    assert.deepEqual(findUnownedValues({ period: 1, consent, domain: "{{ domain }}" }), [
      `consent.agreementKeys.2: ${token}`,
      "consent.agreedBy: expected your public IP address",
      `consent.acknowledgedFees.1.type: ${placeholder}`,
    ]);
  });

  it("are found in anything that a file can hold, and never throw", () => {
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    for (const other of [undefined, null, 5, "x", [], { contactTech: deep }])
      assert.deepEqual(findUnownedValues(other), []);
    const part = fc.jsonValue();
    fc.assert(
      fc.property(part, part, part, (contactTech, nameServers, consent) => {
        findUnownedValues({ contactTech, nameServers, consent });
      }),
    );
  });
});
