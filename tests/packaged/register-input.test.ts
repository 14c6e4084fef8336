import assert from "node:assert/strict";
import { domain, exampleRequest, type RegisterStageOptions, withRegistrar } from "./register-stage";
import { useAgent } from "./use-agent";

const example = Object(exampleRequest);

describe("packaged DomainRegister, when its inputs are wrong", () => {
  const agent = useAgent();
  const cases: [string, RegisterStageOptions, RegExp][] = [
    ["no request file", { inputs: { requestFile: "" } }, /requestFile: missing/],
    [
      "a request file that does not exist",
      { inputs: { requestFile: "none.json" } },
      /requestFile: .*none\.json does not exist/,
    ],
    [
      "a request file that is no JSON",
      { requestText: '{\n"a":}' },
      /domain\.json is not valid JSON: line 2, column 5/,
    ],
    [
      "a key that appears twice",
      { requestText: '{"period": 1, "period": 2}' },
      /line 1, column 15: "period" appears twice/,
    ],
    [
      "wrong fields, all at once",
      { request: { ...example, period: 11, privacy: "x" } },
      /2 problems found; nothing was sent\.\n- privacy: .*\n- period: /,
    ],
    [
      "another domain in the file",
      { request: { ...example, domain: "other.org" } },
      /domain: expected example-to-buy\.org, the domain of the input, got "other\.org"/,
    ],
    [
      "an unknown action",
      { inputs: { action: "steal" } },
      /action: expected register, check or validate, got "steal"/,
    ],
    ["no domain", { inputs: { domain: "" } }, /domain: missing/],
    ["a domain with spaces", { inputs: { domain: "exa mple.org" } }, /domain: expected a plain name/],
    [
      "a domain with a scheme",
      { inputs: { domain: "https://example.org" } },
      /domain: expected a plain name/,
    ],
    ["a domain with a path", { inputs: { domain: "example.org/x" } }, /domain: expected a plain name/],
    ["a domain without a TLD", { inputs: { domain: "example" } }, /domain: has no top-level domain/],
    [
      "a domain that is too long",
      { inputs: { domain: `${"a.".repeat(130)}org` } },
      /domain: has \d+ characters in ASCII form/,
    ],
    [
      "no maxPrice in production",
      { inputs: { maxPrice: "" } },
      /maxPrice: missing; expected a whole number in the registrar's unit \(usually millionths: 12000000 is 12\.00\), or any/,
    ],
    [
      "a maxPrice that is no integer",
      { inputs: { maxPrice: "11.69" } },
      /maxPrice: expected a whole number .*, got "11\.69"/,
    ],
    [
      "a maxPrice in another unit at the registrar whose unit is known",
      { inputs: { maxPrice: "12", apiUrl: "" } },
      /maxPrice: this registrar counts in millionths of the currency, so 12 is 0\.000012\. For that many USD, write 12\.00 USD/,
    ],
    [
      "a folder of receipts below a home folder that nobody fills in",
      { inputs: { receiptFolder: "~/receipts" } },
      /receiptFolder: expected an absolute path, got "~\/receipts", which would be in the checkout. Write the full path, such as \//,
    ],
    [
      "a folder of receipts that would lie in the checkout",
      { inputs: { receiptFolder: "receipts" } },
      /receiptFolder: expected an absolute path, got "receipts"/,
    ],
    [
      "keys that a registrar may read as others",
      { request: { ...example, Domain: "evil.org", Period: 10 } },
      /2 problems found; nothing was sent\.\n- Domain: write domain, .*\n- Period: write period,/,
    ],
    [
      "half of a character",
      { request: { ...example, contactTech: { ...example.contactTech, nameFirst: "\ud800" } } },
      /line 1, column \d+: "\\ud800" contains half of a surrogate pair/,
    ],
    [
      "a domain that is none, beside a file that names one",
      { inputs: { domain: "" }, request: { ...example, domain } },
      /^1 problem found; nothing was sent\.\n- domain: missing\. Name the domain, such as example\.org$/,
    ],
    [
      "a currency that is none",
      { inputs: { currency: "dollars" } },
      /currency: expected a three-letter code/,
    ],
    [
      "a pause out of range",
      { inputs: { pollSeconds: "0.4" } },
      /pollSeconds: expected a number from 0\.5 to 3600, got "0\.4"/,
    ],
    [
      "a wait out of range",
      { inputs: { waitMinutes: "1441" } },
      /waitMinutes: expected a number from 0 to 1440, got "1441"/,
    ],
    ["a wait that is no number", { inputs: { waitMinutes: "-1" } }, /waitMinutes: expected a number/],
    [
      "a budget out of range",
      { inputs: { requestsPerMinute: "2" } },
      /requestsPerMinute: expected a whole number from 3 to 6000/,
    ],
    [
      "a boolean that is none",
      { inputs: { dryRun: "maybe" } },
      /dryRun: expected true or false, got "maybe"/,
    ],
    [
      "an unknown environment",
      { inputs: { environment: "staging" } },
      /environment: expected production or test/,
    ],
    [
      "an unknown onNotAvailable",
      { inputs: { onNotAvailable: "x" } },
      /onNotAvailable: expected succeed, warn or fail/,
    ],
    [
      "an expiration date that is none",
      { inputs: { action: "check", expirationDate: "soon" } },
      /expirationDate: expected a date such as 2026-01-31, got "soon"/,
    ],
    [
      "a day that no month has",
      { inputs: { action: "check", expirationDate: "2026-02-30" } },
      /expirationDate: expected a date such as 2026-01-31, got "2026-02-30"/,
    ],
    [
      "no credential",
      { step: { env: {} } },
      /REGISTRAR_API_KEY: missing from the environment; .*\n- REGISTRAR_API_SECRET: missing/,
    ],
    [
      "half a credential",
      { step: { env: { REGISTRAR_API_KEY: "$(KEY)" } } },
      /REGISTRAR_API_SECRET: missing/,
    ],
    [
      "a credential with a line break",
      { step: { env: { REGISTRAR_API_KEY: "$(KEY)\n", REGISTRAR_API_SECRET: "$(SECRET)" } } },
      /REGISTRAR_API_KEY: contains a space or a line break/,
    ],
    [
      "a credential that is an unresolved variable",
      { step: { env: { REGISTRAR_API_KEY: "$(NOTHING)", REGISTRAR_API_SECRET: "$(SECRET)" } } },
      /REGISTRAR_API_KEY: still reads \$\(NOTHING\)/,
    ],
    [
      "an input that is an unresolved variable",
      { inputs: { maxPrice: "$(MAX)", domain: "$(DOMAIN)" } },
      /domain: still reads \$\(DOMAIN\)[\s\S]*maxPrice: still reads \$\(MAX\)/,
    ],
    [
      "http to a host that is not loopback",
      { inputs: { apiUrl: "http://api.example.com" } },
      /apiUrl: must start with https/,
    ],
    [
      "a credential in the address",
      { inputs: { apiUrl: "https://me:canary@api.example.com" } },
      /apiUrl: must not contain a user name or password/,
    ],
    [
      "an address with a query",
      { inputs: { apiUrl: "https://api.example.com/?a=b" } },
      /apiUrl: must not contain \? or #/,
    ],
  ];
  for (const [mistake, options, message] of cases) {
    it(`${mistake}: prints one message and sends no request`, async () => {
      await withRegistrar(agent(), options, async (stage) => {
        const { result, issues } = await stage.run();
        assert.equal(result, "Failed");
        assert.deepEqual(stage.registrar.requests, []);
        assert.equal(issues.filter(({ type }) => type === "error").length, 1);
        assert.match(issues.at(-1)?.message ?? "", /^\d+ problems? found; nothing was sent\.\n/);
        assert.match(issues.at(-1)?.message ?? "", message);
      });
    });
  }
});
