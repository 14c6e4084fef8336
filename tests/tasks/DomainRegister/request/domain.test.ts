import assert from "node:assert/strict";
import fc from "fast-check";
import { isHostName, parseDomain } from "../../../../tasks/DomainRegister/request/domain";

describe("parseDomain", () => {
  it("gives the ASCII form, lower case", () => {
    const cases = {
      "Example.ORG": "example.org",
      "müller.de": "xn--mller-kva.de",
      "a-b.co.uk": "a-b.co.uk",
      "例え.jp": "xn--r8jz45g.jp",
    };
    for (const [text, domain] of Object.entries(cases)) assert.deepEqual(parseDomain(text), { domain });
  });

  it("refuses what is no domain, and says why", () => {
    const cases: [string, RegExp][] = [
      ["exa mple.org", /without scheme, path or spaces/],
      ["https://example.org", /without scheme/],
      ["example.org/path", /without scheme, path/],
      ["user@example.org", /plain name/],
      ["example", /lacks the top-level domain/],
      ["example.org.", /no part of a domain name/],
      ["-a.org", /"-a" is no part/],
      ["a_b.org", /"a_b" is no part/],
      [`${"a".repeat(64)}.org`, /no part|is no domain name/],
      [`${"a.".repeat(130)}org`, /characters in ASCII form; 253 are allowed/],
      ["192.0.2.10", /ends in a number/],
      ["xn--\u0000.org", /./],
      ["", /is no domain name/],
    ];
    for (const [text, words] of cases) {
      const parsed = parseDomain(text);
      assert.ok("problem" in parsed, text);
      assert.match(parsed.problem, words, text);
    }
  });

  it("takes digits anywhere but alone at the end", () => {
    for (const domain of ["3.pool.example", "example.1a", "example.a1", "1.2.example"])
      assert.deepEqual(parseDomain(domain), { domain });
  });

  it("takes 253 characters and no more", () => {
    const longest = [63, 63, 63, 57, 3].map((length) => "a".repeat(length)).join(".");
    assert.equal(longest.length, 253);
    assert.deepEqual(parseDomain(longest), { domain: longest });
    assert.deepEqual(parseDomain(`${longest}a`), {
      problem: "has 254 characters in ASCII form; 253 are allowed",
    });
  });

  it("gives nothing that could leave its place in a query", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const parsed = parseDomain(text);
        return "problem" in parsed || /^[a-z0-9.-]+$/.test(parsed.domain);
      }),
    );
    fc.assert(fc.property(fc.domain(), (text) => "domain" in parseDomain(text)));
  });
});

describe("isHostName", () => {
  it("takes name servers, with and without the closing dot", () => {
    assert.ok(isHostName("ns1.example.net") && isHostName("ns1.example.net."));
    assert.ok(!isHostName("192.0.2.1") && !isHostName("ns1") && !isHostName(""));
  });
});
