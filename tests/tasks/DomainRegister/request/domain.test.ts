import assert from "node:assert/strict";
import fc from "fast-check";
import { isHostName, parseDomain } from "../../../../tasks/DomainRegister/request/domain";
import { anyText } from "../../../hostile-text";

describe("parseDomain", () => {
  it("returns the ASCII form, lower case", () => {
    const cases = {
      "Example.ORG": "example.org",
      "müller.de": "xn--mller-kva.de",
      "a-b.co.uk": "a-b.co.uk",
      "例え.jp": "xn--r8jz45g.jp",
      "Müller.de.": "xn--mller-kva.de",
    };
    for (const [text, domain] of Object.entries(cases)) assert.deepEqual(parseDomain(text), { domain });
  });

  it("rejects anything but a domain, and says why", () => {
    const cases: [string, RegExp][] = [
      ["exa mple.org", /without scheme, path or spaces/],
      ["https://example.org", /without scheme/],
      ["example.org/path", /without scheme, path/],
      ["user@example.org", /plain name/],
      ["example", /has no top-level domain/],
      ["example.org..", /cannot be part of a domain name/],
      ["example.", /has no top-level domain/],
      ["-a.org", /"-a" cannot be part/],
      ["a_b.org", /"a_b" cannot be part/],
      [`${"a".repeat(64)}.org`, /cannot be part|is not a domain name/],
      [`${"a.".repeat(130)}org`, /characters in ASCII form; at most 253 are allowed/],
      ["192.0.2.10", /ends in a number/],
      ["xn--\u0000.org", /./],
      ["", /is not a domain name/],
    ];
    for (const [text, words] of cases) {
      const parsed = parseDomain(text);
      assert.ok("problem" in parsed, text);
      assert.match(parsed.problem, words, text);
    }
  });

  it("accepts digits anywhere, but not alone at the end", () => {
    for (const domain of ["3.pool.example", "example.1a", "example.a1", "1.2.example"])
      assert.deepEqual(parseDomain(domain), { domain });
  });

  it("accepts 253 characters and no more", () => {
    const longest = [63, 63, 63, 57, 3].map((length) => "a".repeat(length)).join(".");
    assert.equal(longest.length, 253);
    assert.deepEqual(parseDomain(longest), { domain: longest });
    const problem = "has 254 characters in ASCII form; at most 253 are allowed";
    assert.deepEqual(parseDomain(`${longest}a`), { problem });
  });

  it("returns nothing that could change a query", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseDomain(text);
        return "problem" in parsed || /^[a-z0-9.-]+$/.test(parsed.domain);
      }),
    );
    fc.assert(fc.property(fc.domain(), (text) => "domain" in parseDomain(text)));
  });
});

describe("isHostName", () => {
  it("accepts name servers, with and without a final dot", () => {
    assert.ok(isHostName("ns1.example.net") && isHostName("ns1.example.net."));
    assert.ok(!isHostName("192.0.2.1") && !isHostName("ns1") && !isHostName(""));
  });
});
