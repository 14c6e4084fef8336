import assert from "node:assert/strict";
import fc from "fast-check";
import { Unreadable } from "../../../shared/http/errors";
import { parseNoRecord } from "../../../shared/rdap/record";
import { sanitize } from "../../sanitize";

const parse = (error: object) => parseNoRecord(JSON.stringify({ errorCode: 404, ...error }), sanitize);
const notice = (title: string, ...description: string[]) => ({ title, description });
const terms = notice("Terms of Use", "Access may be restricted or blocked. All rights reserved.");

describe("404 of a registry", () => {
  it("says nothing apart from that there is no such domain", () => {
    assert.equal(parseNoRecord("", sanitize), "");
    for (const error of [
      {},
      { title: "Not Found" },
      { title: "Object not found", description: ["example.org not found"], notices: [terms] },
      { errorCode: "404", title: "No such domain", description: "All rights reserved." },
      {
        title: "Domain does not exist",
        notices: [terms, "x", null, notice("Status Codes", "https://icann.org/epp")],
      },
      { title: null, description: [5, ""], notices: {} },
    ])
      assert.equal(parse(error), "", JSON.stringify(error));
  });

  // Each is of a kind that a client in public took for an available name.
  const told: [source: string, error: object, says: string][] = [
    [
      "google/nomulus, RdapIcannStandardInformation: blocked",
      {
        title: "Not Found",
        notices: [notice("Blocked Domain", "This name has been blocked by a GlobalBlock service")],
      },
      "Blocked Domain: This name has been blocked by a GlobalBlock service",
    ],
    [
      "google/nomulus pull request 3221: access period",
      {
        notices: [
          terms,
          notice("Expiry Access Period", "This domain is currently available for registration"),
        ],
      },
      "Expiry Access Period: This domain is currently available for registration",
    ],
    ["a registry of .cz", { title: "Auction pending" }, "Auction pending"],
    [
      "getnamingo/registry issue 23: reserved",
      { title: "Not Found", description: ["The name is reserved"] },
      "Not Found: The name is reserved",
    ],
    ["another language", { title: "Dominio no registrado" }, "Dominio no registrado"],
  ];
  for (const [source, error, says] of told)
    it(`is told if it says more: ${source}`, () => assert.equal(parse(error), says));

  it("is not the registry's without RDAP's own form", () => {
    const pages = ["404 page not found\n", "<html>404</html>", "Not Found", "5", "null", "[]", "{"];
    const gateways = [
      { message: "no Route matched with those values" },
      { errorCode: 400 },
      { error: "Not Found" },
      // Neither turns into a text.
      { errorCode: { toString: 1 } },
    ];
    const deep = `{"errorCode":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    for (const body of [...pages, ...gateways.map((error) => JSON.stringify(error)), deep])
      assert.throws(() => parseNoRecord(body, sanitize), Unreadable, body.slice(0, 80));
  });

  it("is one short line, whatever the service sends", () => {
    const part = fc.anything();
    fc.assert(
      fc.property(part, part, part, (title, description, notices) =>
        assert.match(parse({ title, description, notices }), /^[^\r\n]{0,200}$/),
      ),
    );
    assert.equal(parse({ title: "##vso[a]\nreserved" }), sanitize("##vso[a]\nreserved"));
  });
});
