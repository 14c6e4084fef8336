import assert from "node:assert/strict";
import { json, type Reply } from "../sandbox/loopback";
import { useAgent } from "./monitor-stage";
import {
  domain,
  exampleRequest,
  isPurchase,
  type RegisterStageOptions,
  releasedAtCheck,
  withRegistrar,
} from "./register-stage";

const html: Reply = { status: 200, headers: { "content-type": "text/html" }, body: "<html>" };
const example = Object(exampleRequest);
const isAvailability = ({ path }: { path: string }) => path.endsWith("/available");

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
      /domain\.json is not JSON: line 2, column 5/,
    ],
    [
      "a key that is there twice",
      { requestText: '{"period": 1, "period": 2}' },
      /line 1, column 15: "period" is there twice/,
    ],
    [
      "wrong fields, all at once",
      { request: { ...example, period: 11, privacy: "x" } },
      /2 things to mend:\n- privacy: .*\n- period: /,
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
    ["a domain without a TLD", { inputs: { domain: "example" } }, /domain: lacks the top-level domain/],
    [
      "a domain that is too long",
      { inputs: { domain: `${"a.".repeat(130)}org` } },
      /domain: has \d+ characters in ASCII form/,
    ],
    [
      "no maxPrice in production",
      { inputs: { maxPrice: "" } },
      /maxPrice: missing; expected a whole number in the registrar's own unit \(as a rule millionths: 12000000 is 12\.00\), or any/,
    ],
    [
      "a maxPrice that is no integer",
      { inputs: { maxPrice: "11.69" } },
      /maxPrice: expected a whole number .*, got "11\.69"/,
    ],
    [
      "a maxPrice in another unit at the registrar whose unit is known",
      { inputs: { maxPrice: "12", apiUrl: "" } },
      /maxPrice: this registrar counts in millionths of the currency, so 12 is 0\.000012; for 12\.00 write 12000000/,
    ],
    [
      "a folder of receipts below a home folder that nobody fills in",
      { inputs: { receiptFolder: "~/receipts" } },
      /receiptFolder: expected an absolute path, got "~\/receipts", which would lie in the checkout; write it out, such as \//,
    ],
    [
      "a folder of receipts that would lie in the checkout",
      { inputs: { receiptFolder: "receipts" } },
      /receiptFolder: expected an absolute path, got "receipts"/,
    ],
    [
      "keys that a registrar may read as others",
      { request: { ...example, Domain: "evil.org", Period: 10 } },
      /2 things to mend:\n- Domain: write domain; .*\n- Period: write period;/,
    ],
    [
      "half of a character",
      { request: { ...example, contactTech: { ...example.contactTech, nameFirst: "\ud800" } } },
      /line 1, column \d+: "\\ud800" holds half of a surrogate pair/,
    ],
    [
      "a domain that is none, beside a file that names one",
      { inputs: { domain: "" }, request: { ...example, domain } },
      /^Nothing was sent\. domain: missing; name the domain, such as example\.org$/,
    ],
    [
      "a currency that is none",
      { inputs: { currency: "dollars" } },
      /currency: expected a code of three letters/,
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
      /REGISTRAR_API_KEY: holds a blank or a line break/,
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
      /apiUrl: must begin with https/,
    ],
    [
      "a credential in the address",
      { inputs: { apiUrl: "https://me:canary@api.example.com" } },
      /apiUrl: must not hold a user name or password/,
    ],
    [
      "an address with a query",
      { inputs: { apiUrl: "https://api.example.com/?a=b" } },
      /apiUrl: must hold neither \? nor #/,
    ],
  ];
  for (const [mistake, options, message] of cases) {
    it(`${mistake}: prints one message and sends no request`, async () => {
      await withRegistrar(agent(), options, async (stage) => {
        const { result, issues } = await stage.run();
        assert.equal(result, "Failed");
        assert.deepEqual(stage.registrar.requests, []);
        assert.equal(issues.filter(({ type }) => type === "error").length, 1);
        assert.match(issues.at(-1)?.message ?? "", /^Nothing was sent\. /);
        assert.match(issues.at(-1)?.message ?? "", message);
      });
    });
  }
});

describe("packaged DomainRegister, when the registrar does not respond", () => {
  const agent = useAgent();
  const faults: [string, Reply, RegExp][] = [
    ["401", { status: 401 }, /answered 401 Unauthorized\. Key and secret are not valid/],
    ["403", { status: 403 }, /answered 403 Forbidden\. The account may not make this call/],
    ["404", { status: 404 }, /answered 404 Not Found\. Check `apiUrl`/],
    ["422", { ...json({ code: "UNSUPPORTED_TLD", message: "no" }), status: 422 }, /UNSUPPORTED_TLD/],
    ["HTML", html, /answered a page \(HTML\) where JSON was expected/],
    ["truncated JSON", { status: 200, body: '{"available":tr' }, /answered something that is not whole JSON/],
    [
      "a string where a boolean belongs",
      json({ available: "true", domain }),
      /available is missing or mistyped/,
    ],
    [
      "a response about another domain",
      json({ available: true, domain: "other.org" }),
      /about another domain/,
    ],
    ["503 forever", { status: 503 }, /answered 503 Service Unavailable/],
    ["a hang", { ending: "hang" }, /was not answered completely within 20 s/],
    ["a reset", { ending: "reset" }, /ECONNRESET/],
  ];
  for (const [fault, reply, message] of faults) {
    it(`${fault}: fails with one clear message, buys nothing, and does not say "not available"`, async () => {
      const arrange: RegisterStageOptions["arrange"] = (registrar) =>
        registrar.faults.push({ when: isAvailability, reply });
      await withRegistrar(agent(), { arrange, inputs: { waitMinutes: "3" } }, async (stage) => {
        const { result, issues, outputs } = await stage.run();
        assert.deepEqual([result, outputs["outcome"]], ["Failed", undefined]);
        assert.equal(issues.filter(({ type }) => type === "error").length, 1);
        assert.match(issues.at(-1)?.message ?? "", /^Nothing was bought: registrar: GET /);
        assert.match(issues.at(-1)?.message ?? "", message);
        assert.ok(!stage.registrar.requests.some(isPurchase));
        const checked = await stage.run({ inputs: { action: "check" } });
        assert.deepEqual([checked.result, checked.outputs["outcome"]], ["Failed", undefined]);
        assert.match(checked.issues[0]?.message ?? "", message);
      });
    });
  }

  it("a temporary problem costs only a pause, and is reported once", async () => {
    const arrange: RegisterStageOptions["arrange"] = (registrar) =>
      registrar.faults.push({ when: isAvailability, times: 3, reply: { status: 503 } });
    await withRegistrar(agent(), { arrange }, async (stage) => {
      const { outputs, log } = await stage.run();
      assert.equal(outputs["outcome"], "registered");
      assert.equal(log.filter((line) => line.startsWith("A check failed: ")).length, 1);
      assert.ok(log.includes("The registrar answers again, after 3 failed checks."));
    });
  });
});

describe("packaged DomainRegister, check", () => {
  const agent = useAgent();
  const check = (inputs: Record<string, string> = {}, options: RegisterStageOptions = {}) =>
    withRegistrar(agent(), options, async (stage) => ({
      ...(await stage.run({ inputs: { action: "check", maxPrice: "", requestFile: "", ...inputs } })),
      requests: stage.registrar.requests,
    }));

  it("checks once with FULL, and reports the response", async () => {
    const { result, outputs, log, requests } = await check(
      {},
      { registrar: { domains: [releasedAtCheck(1)] } },
    );
    assert.equal(result, "Succeeded");
    assert.deepEqual(outputs, {
      outcome: "available",
      available: "true",
      definitive: "true",
      price: "11690000",
      currency: "USD",
      period: "1",
      checks: "1",
    });
    assert.equal(log.at(-1), `${domain} is available, price 11690000 USD for 1 year.`);
    assert.deepEqual(
      requests.map(({ query }) => query.get("checkType")),
      ["FULL"],
    );
  });

  it("says plainly when a response is not certain", async () => {
    const taken = await check({});
    assert.equal(taken.log.at(-1), `${domain} is not available.`);
    const fast = await check({ checkType: "FAST" }, { registrar: { fastIsWrong: true } });
    assert.equal(
      fast.log.at(-1),
      `${domain} is available, price 11690000 USD for 1 year. This is not certain: a FAST check can be wrong; ` +
        "the answer is not definitive, and such a one is often wrong.",
    );
  });

  it("works in the test environment without a credential", async () => {
    const { outputs, requests } = await check({ environment: "test" }, { step: { env: {} } });
    assert.equal(outputs["outcome"], "notAvailable");
    assert.equal(requests[0]?.headers.authorization, undefined);
  });

  it("sends an internationalized name in ASCII form", async () => {
    const { outputs, log } = await check(
      { domain: "Bücher.example" },
      { registrar: { domains: [releasedAtCheck(1, { name: "xn--bcher-kva.example" })] } },
    );
    assert.equal(outputs["outcome"], "available", log.join("\n"));
  });

  it("reports the stage and the dates of the lifecycle", async () => {
    const { log } = await check({
      expirationDate: "2026-10-01",
      recordStatuses: "redemption period, pending delete",
    });
    assert.ok(log.includes("By its statuses (redemption period, pending delete): redemption grace period."));
    assert.ok(log.includes("- released from 2026-11-05 to 2026-12-20"));
  });

  it("warns about an unknown status", async () => {
    const { issues, log } = await check({ recordStatuses: "ok, pendingDelet" });
    assert.deepEqual(
      issues.map(({ message }) => message),
      ['recordStatuses: "pendingDelet" is not a known status; ignored; did you mean pendingDelete?'],
    );
    assert.ok(log.includes("By its statuses (ok, pendingDelet): registered."));
  });

  it("gives advice that fits a check, with and without a credential", async () => {
    const refusing = (status: number): RegisterStageOptions => ({
      arrange: ({ faults }) =>
        void faults.push({ when: isAvailability, reply: { ...json({ code: "NO", message: "no" }), status } }),
      step: { env: {} },
    });
    const unsupported = await check({ environment: "test" }, refusing(422));
    assert.match(
      unsupported.issues[0]?.message ?? "",
      /\(NO: no\)\. The registrar does not support this domain or its top-level domain\.$/,
    );
    const unauthorized = await check({ environment: "test" }, refusing(401));
    assert.match(
      unauthorized.issues[0]?.message ?? "",
      /\. Give a credential: name a `registrarConnection`, or map /,
    );
  });

  it("tries again after a temporary problem", async () => {
    const arrange: RegisterStageOptions["arrange"] = (registrar) =>
      registrar.faults.push({ when: isAvailability, times: 2, reply: { status: 503 } });
    assert.equal((await check({}, { arrange })).outputs["outcome"], "notAvailable");
  });
});

describe("packaged DomainRegister, validate", () => {
  const agent = useAgent();
  const validate = (reply: Reply | undefined, options: RegisterStageOptions = {}) =>
    withRegistrar(agent(), options, async (stage) => {
      if (reply) stage.registrar.faults.push({ when: ({ path }) => path.endsWith("/validate"), reply });
      const result = await stage.run({ inputs: { action: "validate", maxPrice: "" } });
      assert.deepEqual(
        stage.registrar.requests.map(({ method }) => method),
        ["POST"],
      );
      return result;
    });

  it("reports a valid request, and sends nothing else", async () => {
    const { result, outputs, log } = await validate(undefined);
    assert.deepEqual([result, outputs["outcome"]], ["Succeeded", "valid"]);
    assert.equal(log.at(-1), `The request for ${domain} is valid.`);
  });

  it("accepts a valid request for a domain that is not available yet (decision 16)", async () => {
    const { outputs, log } = await validate({
      ...json({ code: "UNAVAILABLE_DOMAIN", message: "no" }),
      status: 422,
    });
    assert.equal(outputs["outcome"], "valid");
    assert.match(log.at(-1) ?? "", /is valid; the domain itself is not available yet\.$/);
  });

  it("lists the problems that the registrar finds", async () => {
    const fields = [
      { path: "contactAdmin.phone", message: "bad" },
      { path: "nameServers", message: "needed" },
    ];
    const { result, outputs, issues } = await validate({
      ...json({ code: "INVALID_BODY", message: "no", fields }),
      status: 422,
    });
    assert.deepEqual([result, outputs["outcome"]], ["Failed", "invalid"]);
    assert.match(issues[0]?.message ?? "", /is invalid\. .*contactAdmin\.phone: bad; nameServers: needed/);
  });

  it("fails when the registrar cannot validate the request", async () => {
    for (const reply of [{ status: 503 }, html, { ending: "hang" }] satisfies Reply[]) {
      const { result, outputs, issues } = await validate(reply);
      assert.deepEqual([result, outputs["outcome"]], ["Failed", undefined]);
      assert.match(
        issues[0]?.message ?? "",
        /^The registrar could not validate the request\. registrar: POST /,
      );
    }
  });
});
